import { cleanLine } from '../../base/cleanText';
import type { TrialFile } from '../../model/trial';
import type { CaveatView } from '../../protocol/audit';
import type { SectionView, TableView } from '../../protocol/section';
import { formatPercent } from '../numbers';
import { axisAmount, axisName, countOf } from '../words';
import { chargeAmount, fixedTimeRuleWords, fixedTimeWords, monitorWords, questionWords, thresholdRuleWords } from './trialWords';

/** A trial file in words: what is split, and what is frozen. */
export function viewTrial(trial: TrialFile): SectionView {
  const { rule, split, plan } = trial;
  const tasks = `${countOf(split.calibration.length, 'calibration task')}, ${split.heldOut.length} held out`;
  return {
    headline: rule === null ? `Split: ${tasks}.` : `Frozen: ${monitorWords(rule)}; against ${fixedTimeWords(rule, plan.axis)}, and against continuing.`,
    lead:
      rule === null
        ? 'A monitor may be trained and tuned on the calibration tasks alone. Freeze it, then evaluate on what was held out.'
        : `Each attempt may use ${axisAmount(plan.axis, plan.budget ?? 0)} in all: its own, the questions to the monitor and one clean restart. Evaluate on attempts that start from now on; what is already there can only be replayed.`,
    caveats: caveatsOf(trial),
    tables: [ruleTable(trial), ...(rule === null ? [] : [calibrationTable(trial)]), splitTable(trial)],
    footnotes: [`Written ${trial.written}. Seal ${trial.seal}: a promise, not a proof.`],
  };
}

function caveatsOf({ rule, runtime }: TrialFile): readonly CaveatView[] {
  if (rule === null) return [];
  const caveats: CaveatView[] = [];
  const warn = (text: string): void => void caveats.push({ icon: 'warning', text, action: null });
  if (rule.threshold === null) warn('No threshold does better on the calibration tasks than never alarming: the trial will compare continuing with continuing, less what questions cost.');
  if (rule.fixedTime === null) warn('No time does better on the calibration tasks than never restarting: the fixed-time rule is to continue.');
  if (rule.thresholdRule.kind === 'best-success' || rule.fixedTimeRule === 'best-success') caveats.push({ icon: 'info', text: 'Success on the calibration tasks is optimistic for what was chosen on them.', action: null });
  caveats.push({ icon: 'info', text: `The trial is about ${cleanLine(runtime.name)}; another runtime is a test of transfer.`, action: null });
  return caveats;
}

function ruleTable(trial: TrialFile): TableView {
  const { rule, plan, split, runtime } = trial;
  const rows: (readonly string[])[] = [['Runtime', cleanLine(runtime.name)], ['Split', `by task, ${formatPercent(split.share)} asked for, seed ${split.seed}`]];
  if (rule !== null) {
    rows.push(
      ['Budget', `${axisAmount(plan.axis, plan.budget ?? 0)}, charges included`],
      ['Success', plan.estimand === 'first-verified' ? 'first verified state' : 'resolved at its own submission'],
      ['Monitor', monitorWords(rule)],
      ['Threshold', thresholdRuleWords(rule)],
      ['Fixed time', fixedTimeWords(rule, plan.axis)],
      ['Time chosen', fixedTimeRuleWords(rule)],
      ['Reset', 'one clean restart, not watched again'],
      ['A question', questionWords(rule, plan.axis)],
      ['A restart', `${chargeAmount(rule.charges.reset, plan.axis)} beside its calls`],
    );
  }
  return { title: 'Fixed beforehand', columns: [{ label: '', align: 'start' }, { label: '', align: 'start' }], rows, note: '' };
}

function calibrationTable({ rule, plan, split }: TrialFile): TableView {
  if (rule === null) return { title: '', columns: [], rows: [], note: '' };
  const { success, alarmRates, tasks, attempts } = rule.calibration;
  const share = (value: number | null): string => (value === null ? 'not estimable' : formatPercent(value, 1));
  return {
    title: 'On the calibration tasks',
    columns: [{ label: '', align: 'start' }, { label: 'Share', align: 'end' }],
    rows: [
      ['Success: continue', share(success.continue)],
      ['Success: fixed time', share(success.fixedTime)],
      ['Success: monitor', share(success.monitor)],
      ['Alarms among attempts that fail', share(alarmRates.amongFailing)],
      ['Alarms among attempts that succeed', share(alarmRates.amongSucceeding)],
    ],
    note: `${countOf(tasks, 'task')} of the ${split.calibration.length} drawn, ${countOf(attempts, 'attempt')}; means over tasks, restarts followed by the task's other attempts, on ${axisName(plan.axis)}. In sample.`,
  };
}

function splitTable({ split }: TrialFile): TableView {
  return {
    title: 'Tasks',
    columns: [{ label: 'Task', align: 'start' }, { label: 'Side', align: 'start' }],
    rows: [...split.calibration.map((task) => [cleanLine(task), 'calibration']), ...split.heldOut.map((task) => [cleanLine(task), 'held out'])],
    note: 'A task that is on neither list when the trial is evaluated counts as held out.',
  };
}
