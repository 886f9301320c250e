import { cleanLine } from '../../base/cleanText';
import type { StopMeasures, TrialEvaluation, TrialMeasure } from '../../model/trial';
import type { CaveatView } from '../../protocol/audit';
import type { SectionView, TableView } from '../../protocol/section';
import { formatCount, formatFixed, formatPercent } from '../numbers';
import { axisAmount, axisMoment, axisName, capitalise, countOf, listWords, plural } from '../words';
import { AMOUNT, DOLLARS, measureCells, measureNote, POINTS, SHARE, type MeasureFormat } from './measureText';
import { asideWords, chargeWords, fixedTimeWords, monitorWords } from './trialWords';

/** One of the results, with its tables. */
export interface EvaluationPart {
  readonly key: string;
  readonly title: string;
  readonly tables: readonly TableView[];
}

/** An evaluation in words: opportunity, calibration, action-value regret, success and cost, each in tables of its own, which `parts` names. */
export function viewEvaluation(result: TrialEvaluation): SectionView & { readonly parts: readonly EvaluationPart[] } {
  const part = (key: string, title: string, tables: readonly TableView[]): EvaluationPart => ({ key, title, tables: tables.filter(({ rows }) => rows.length > 0) });
  const parts = [
    part('success', 'Success', [successTable(result)]),
    part('opportunity', 'Opportunity', [opportunityTable(result)]),
    part('calibration', 'Calibration', [calibrationTable(result), reliabilityTable(result)]),
    part('regret', 'Regret', [regretTable(result)]),
    part('cost', 'Cost', [costTable(result)]),
    part('tasks', 'Tasks', [taskTable(result)]),
  ];
  return { headline: headlineOf(result), lead: leadOf(result), caveats: caveatsOf(result), tables: parts.flatMap(({ tables }) => tables), footnotes: footnotesOf(result), parts };
}

function headlineOf({ success, evaluated, trial }: TrialEvaluation): string {
  const where = `${countOf(evaluated.tasks, evaluated.set === 'held-out' ? 'held-out task' : 'task')} (${countOf(evaluated.attempts, 'attempt')})`;
  const share = ({ value }: TrialMeasure): string => (value === null ? 'an unknown share' : formatPercent(value, 1));
  const fixed = trial.rule.fixedTime === null ? '' : ` Restarting everybody at ${axisMoment(trial.axis, trial.rule.fixedTime)} solves ${share(success.fixedTime)}, the`;
  return `On ${where} continuing solves ${share(success.continue)}${fixed === '' ? ', the' : `.${fixed}`} monitor ${share(success.monitor)}.`;
}

function leadOf({ success, cost, trial }: TrialEvaluation): string {
  const against = ({ value, interval }: TrialMeasure, name: string): string => (value === null ? '' : `${capitalise(POINTS.value(value))} points against ${name}${interval === null ? '' : `, range ${POINTS.range(interval.low, interval.high)}`}`);
  const parts = [against(success.monitorMinusContinue, 'continuing'), trial.rule.fixedTime === null ? '' : against(success.monitorMinusFixed, 'the fixed time')].filter((part) => part !== '');
  const spend = cost.spend.monitor.value === null || cost.spend.continue.value === null ? '' : ` It uses ${formatFixed(cost.spend.monitor.value, 1)} ${axisName(trial.axis)} an attempt, continuing ${formatFixed(cost.spend.continue.value, 1)}.`;
  return parts.length === 0 ? `Nothing can be said of the monitor: ${success.monitor.notEstimable ?? 'it was not evaluated'}.` : `The monitor: ${parts.join('; ')}.${spend}`;
}

function caveatsOf({ trial, evaluated, provenance, success }: TrialEvaluation): readonly CaveatView[] {
  const caveats: CaveatView[] = [];
  const warn = (text: string): void => void caveats.push({ icon: 'warning', text, action: null });
  if (!trial.sealHolds) warn('The seal is broken: the trial file is not as it was frozen, so nothing here was fixed beforehand.');
  if (evaluated.design === 'replay') warn('This is a replay, not a prospective result: no run was restarted. What follows a restart is drawn from the other attempts of the same task.');
  const before = evaluated.attempts - evaluated.startedAfter;
  if (before > 0) warn(`${before === evaluated.attempts ? `None of the ${countOf(evaluated.attempts, 'attempt')} is known to have started` : `${formatCount(before)} of ${countOf(evaluated.attempts, 'attempt')} are not known to have started`} after the freeze, so whoever froze the rule could have seen ${plural(before, 'it', 'them')}.`);
  if (evaluated.isTransfer) warn('The runtime is not the one that the rule was calibrated on: this tests transfer.');
  if (evaluated.tasks < 10) warn(`${capitalise(countOf(evaluated.tasks, 'task'))} say little: the range holds chance among ${plural(evaluated.tasks, 'it', 'them')}, not tasks of another kind.`);
  if (trial.rule.threshold === null && success.monitor.value !== null) warn('The frozen monitor never alarms, so it is continuing less what questions cost.');
  if (provenance.synthetic > 0) warn(`${provenance.synthetic === evaluated.attempts ? `All ${countOf(provenance.synthetic, 'attempt')} are` : `${formatCount(provenance.synthetic)} attempts are`} marked synthetic by their source.`);
  const aside = evaluated.aside.map(({ reason, attempts }) => `${formatCount(attempts)} ${asideWords(reason)}`);
  if (aside.length > 0) caveats.push({ icon: 'info', text: `Attempts in no number: ${listWords(aside)}.`, action: null });
  return caveats;
}

const POLICY_NAMES = { continue: 'Continue', fixedTime: 'Fixed time', monitor: 'Monitor' } as const;
/** A name and its measures; null leaves the place empty. */
type Row = readonly [name: string, ...measures: readonly (TrialMeasure | null)[]];

/** A table of measures: a value and a range for each column. */
function table(title: string, { columns, rows, first = '', note = '' }: { readonly columns: readonly (readonly [label: string, format: MeasureFormat])[]; readonly rows: readonly Row[]; readonly first?: string; readonly note?: string }): TableView {
  const all = rows.flatMap(([, ...measures]) => measures.filter((measure) => measure !== null));
  return {
    title,
    columns: [{ label: first, align: 'start' }, ...columns.flatMap(([label]) => [{ label, align: 'end' } as const, { label: 'Range', align: 'end' } as const])],
    rows: rows.map(([name, ...measures]) => [name, ...columns.flatMap(([, format], at) => measureCells(measures[at] ?? null, format))]),
    note: [note, measureNote(all)].filter((part) => part !== '').join(' '),
  };
}

function successTable({ success, trial }: TrialEvaluation): TableView {
  const lost: readonly Row[] = trial.rule.charges.check === 0 ? [] : [['Lost since questions use the budget up', null, success.lostToChecks]];
  return table('Success', {
    columns: [['Solved', SHARE], ['Against continuing, points', POINTS], ['Against the fixed time, points', POINTS]],
    rows: [[POLICY_NAMES.continue, success.continue], [POLICY_NAMES.fixedTime, success.fixedTime, success.fixedMinusContinue], [POLICY_NAMES.monitor, success.monitor, success.monitorMinusContinue, success.monitorMinusFixed], ...lost],
    note: 'Means over tasks of the mean over their attempts.',
  });
}

function opportunityTable({ opportunity, trial }: TrialEvaluation): TableView {
  const view = table('Opportunity: what could be won', {
    first: 'At',
    columns: [['Live', SHARE], ['Live, and will fail', SHARE], ['Ceiling, points', POINTS]],
    rows: opportunity.map(({ t, live, liveFailing, ceiling }): Row => [axisMoment(trial.axis, t), live, liveFailing, ceiling]),
    note: 'Ceiling: gain of restarting then exactly the runs that will fail. No monitor that acts at that time can gain more.',
  });
  return { ...view, columns: [...view.columns, { label: 'Tasks with both', align: 'end' }], rows: view.rows.map((row, at) => [...row, formatCount(opportunity[at]?.tasksWithBoth ?? 0)]) };
}

function calibrationTable({ calibration: { frozen, amongFailing, amongSucceeding } }: TrialEvaluation): TableView {
  const share = (value: number | null): string => (value === null ? 'not estimable' : formatPercent(value, 1));
  const view = table('Calibration: whom the monitor stops', { columns: [['Here', SHARE]], rows: [['Of attempts that fail', amongFailing], ['Of attempts that succeed', amongSucceeding]], note: 'Fail and succeed: when let go on. Both say nothing of the gain, which hangs on what a restart achieves.' });
  return { ...view, columns: [...view.columns, { label: 'On calibration tasks', align: 'end' }], rows: view.rows.map((row, at) => [...row, share(at === 0 ? frozen.amongFailing : frozen.amongSucceeding)]) };
}

function reliabilityTable({ calibration: { reliability } }: TrialEvaluation): TableView {
  const share = (value: number | null): string => (value === null ? '' : formatPercent(value, 0));
  return {
    title: 'Calibration: scores against failing',
    columns: [{ label: 'Highest score while live', align: 'start' }, { label: 'Attempts', align: 'end' }, { label: 'Tasks', align: 'end' }, { label: 'Mean score', align: 'end' }, { label: 'Fail', align: 'end' }],
    rows: reliability.map(({ low, high, attempts, tasks, meanScore, failing }) => [`${formatFixed(low, 1)} to ${formatFixed(high, 1)}`, formatCount(attempts), formatCount(tasks), meanScore === null ? '' : formatFixed(meanScore, 2), share(failing)]),
    note: reliability.length === 0 ? '' : 'A score that is a chance of failing fails as often as it says. Counts of attempts, no range.',
  };
}

function regretTable({ regret, trial }: TrialEvaluation): TableView {
  const row = (name: string, { stopped, ceiling, actionValue, regretOfActing, regretOfIgnoring }: StopMeasures): Row => [name, stopped, actionValue, ceiling, regretOfActing, regretOfIgnoring];
  return table('Action-value regret', {
    columns: [['Stopped', SHARE], ['Action value, points', POINTS], ['Best choice among them', POINTS], ['Regret of acting', POINTS], ['Regret of ignoring', POINTS]],
    rows: [...(trial.rule.fixedTime === null ? [] : [row(POLICY_NAMES.fixedTime, regret.fixedTime)]), row(POLICY_NAMES.monitor, regret.monitor)],
    note: 'Action value: restart − continue over the attempts stopped. Regret: what acting on every stop loses in tasks where ignoring them all is better, and the other way round; acting − ignoring = −(action value). Both are plug-in values and too large by chance.',
  });
}

function costTable({ cost, trial }: TrialEvaluation): TableView {
  const { spend, checks, resets, usd } = cost;
  return table('Cost', {
    columns: [[`${capitalise(axisName(trial.axis))} an attempt`, AMOUNT], ['of it questions', AMOUNT], ['of it resets', AMOUNT], ['Dollars an attempt', DOLLARS]],
    rows: [
      [POLICY_NAMES.continue, spend.continue, null, null, usd.continue],
      [POLICY_NAMES.fixedTime, spend.fixedTime, null, resets.fixedTime, usd.fixedTime],
      [POLICY_NAMES.monitor, spend.monitor, checks, resets.monitor, usd.monitor],
    ],
    note: `One budget of ${axisAmount(trial.axis, trial.budget)} pays for all: ${chargeWords(trial.rule, trial.axis)}.`,
  });
}

function taskTable({ tasks }: TrialEvaluation): TableView {
  return {
    title: 'Tasks',
    columns: [{ label: 'Task', align: 'start' }, ...['n', 'Continue', 'Fixed time', 'stopped', 'Monitor', 'stopped'].map((label) => ({ label, align: 'end' }) as const)],
    rows: tasks.map(({ task, cohort, attempts, success, stopped }) => [cleanLine(cohort === null ? task : `${task} ${cohort}`), formatCount(attempts), formatPercent(success.continue, 0), formatPercent(success.fixedTime, 0), formatCount(stopped.fixedTime), formatPercent(success.monitor, 0), formatCount(stopped.monitor)]),
    note: 'Success of each policy, and how many of the n attempts it stops.',
  };
}

function footnotesOf({ trial, evaluated, provenance, success }: TrialEvaluation): readonly string[] {
  const { interval } = success.continue;
  return [
    `Frozen ${trial.written}: ${monitorWords(trial.rule)}; ${fixedTimeWords(trial.rule, trial.axis)}. Evaluated: ${cleanLine(evaluated.runtime)}, ${evaluated.set === 'held-out' ? 'tasks outside the calibration' : 'attempts that started after the freeze'}.`,
    ...(interval === null ? [] : [`Ranges resample tasks, then attempts, ${formatCount(interval.replicates)} times (seed ${provenance.seed}); ${formatPercent(interval.level)} of the resamples lie inside. They are resampling ranges, not confidence intervals. Dollars keep the mean over what could have followed.`]),
    `Seal ${trial.seal}.`,
  ];
}
