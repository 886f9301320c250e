import { cleanLine } from '../../base/cleanText';
import type { ConditionFigure, ConditionSide, ConditionsResult, ExitRow, PointwiseDifference } from '../../model/conditionsResult';
import type { ResamplingRange } from '../../model/replayResult';
import type { CaveatView } from '../../protocol/audit';
import type { ConditionChoice, ConditionsSectionView, ForestRow } from '../../protocol/conditionsSection';
import type { TableView } from '../../protocol/section';
import { formatCount, formatDuration, formatFixed, formatP, formatPercent, formatPoints, formatPointsInterval, formatUsd } from '../numbers';
import { groupWords } from '../replay/policyWords';
import { axisMoment, countOf, listWords, plural } from '../words';

/** What the reader can choose, and what is chosen. */
export interface ConditionsContext {
  readonly choices: readonly ConditionChoice[];
  readonly a: string | null;
  readonly b: string | null;
}

const NO_CHOICE: ConditionsContext = { choices: [], a: null, b: null };

/** Two conditions over the tasks that both have, in finished words. Cost: linear in tasks and exits. */
export function viewConditions(result: ConditionsResult, context: ConditionsContext = NO_CHOICE): ConditionsSectionView {
  const [nameA, nameB] = [sideName(result.a), sideName(result.b)];
  const { paired, plan } = result;
  const forest = viewForest(result);
  const first = forest[0];
  return {
    ...context,
    nameA,
    nameB,
    headline: paired === null ? `${nameA} and ${nameB} share no task that can be compared.` : `${nameB} against ${nameA}: ${formatPoints(paired.estimate, 2)} points over ${countOf(result.tasks.length, 'shared task')}.`,
    lead: writeLead(result, nameA, nameB),
    caveats: writeCaveats(result, nameA, nameB),
    tables: paired === null ? [] : [differenceTable(result), exitTable(result, nameA, nameB), ...figureTable(result, nameA, nameB), taskTable(result, nameA, nameB)],
    forest,
    sentence: first === undefined ? '' : `${nameB} minus ${nameA}, mean over ${countOf(result.tasks.length, 'task')}: ${first.text} points, ${first.kind}.`,
    footnotes: [
      `Success: by ${axisMoment(plan.axis, plan.budget)}. Differences: ${nameB} minus ${nameA}. Resampling ranges: 95 %, seed ${plan.seed}. Newcombe: hybrid score without continuity correction, 95 %, pointwise. Fisher: exact, two-sided.`,
      'Conditions that were not assigned at random may differ in more than their names: a difference is no effect of the one thing that was changed.',
    ],
  };
}

/** What stands in place of a comparison. */
export function refusedConditions(message: string, context: ConditionsContext): ConditionsSectionView {
  return { ...context, nameA: '', nameB: '', headline: 'Nothing can be compared.', lead: message, caveats: [], tables: [], forest: [], sentence: '', footnotes: [] };
}

function sideName({ groups }: ConditionSide): string {
  return listWords(groups.map((group) => groupWords({ ...group, pooled: [] })), 3);
}

function writeLead({ a, b, horizonTasks, paired }: ConditionsResult, nameA: string, nameB: string): string {
  const alone = [a.ownTasks === 0 ? '' : `${countOf(a.ownTasks, 'task')} only in ${nameA}`, b.ownTasks === 0 ? '' : `${countOf(b.ownTasks, 'task')} only in ${nameB}`, horizonTasks.length === 0 ? '' : `${countOf(horizonTasks.length, 'task')} with an attempt that was not watched up to the budget`].filter((words) => words !== '');
  const solved = paired === null ? '' : `${formatCount(b.successes)} of ${countOf(b.attempts, 'attempt')} against ${formatCount(a.successes)} of ${formatCount(a.attempts)}. `;
  return `${solved}${alone.length === 0 ? 'Every task is in both.' : `Not compared: ${listWords(alone)}.`}`;
}

function writeCaveats({ a, b, paired, tasks, beyond, plan, provenance }: ConditionsResult, nameA: string, nameB: string): readonly CaveatView[] {
  const caveats: (CaveatView | null)[] = [
    paired !== null && paired.clusters < 2 ? warn('All shared tasks are of one repository, so nothing is known of others: there is no range over repositories.') : null,
    beyond === null ? null : { icon: 'info', text: `The horizons differ. ${formatCount(beyond.completions)} of ${countOf(beyond.attempts, 'attempt')} of ${beyond.side === 'a' ? nameA : nameB} ${plural(beyond.completions, 'was', 'were')} first verified after ${axisMoment(plan.axis, beyond.horizon)}, the shorter one (at most ${formatPercent(beyond.upper, 1)}: one-sided exact 95 %, pointwise).`, action: null },
    paired !== null && (a.successes === 0 || b.successes === 0) ? warn(`${a.successes === 0 ? nameA : nameB} has no success, so resampling can never give it one: its ranges end at what the other did.`) : null,
    paired !== null && tasks.length < FEW_TASKS ? { icon: 'info', text: `${countOf(tasks.length, 'shared task')}: a range over so few tasks says little about other tasks.`, action: null } : null,
    provenance.synthetic === 0 ? null : { icon: 'info', text: `${countOf(provenance.synthetic, 'attempt')} ${plural(provenance.synthetic, 'is', 'are')} synthetic.`, action: null },
  ];
  return caveats.filter((caveat) => caveat !== null);
}

const FEW_TASKS = 10;

function warn(text: string): CaveatView {
  return { icon: 'warning', text, action: null };
}

function rangeText(range: Pick<ResamplingRange, 'low' | 'high'> | PointwiseDifference | null): string {
  return range === null ? '–' : formatPointsInterval(range.low, range.high, 2);
}

function differenceTable({ paired, pooled, a, b, tasks }: ConditionsResult): TableView {
  if (paired === null || pooled === null) throw new Error('Without shared tasks there is no difference.');
  const attempts = `${formatCount(b.attempts)} and ${formatCount(a.attempts)} attempts as plain samples`;
  return {
    title: 'The difference, by what is taken for chance',
    columns: [{ label: 'Difference, points', align: 'end' }, { label: 'Interval', align: 'end' }, { label: 'Kind', align: 'start' }, { label: 'What varies', align: 'start' }],
    rows: [
      [formatPoints(paired.estimate, 2), rangeText(paired.clustered), paired.clustered === null ? 'not estimable' : '95 % resampling range', paired.clustered === null ? 'repositories: there is one' : `${countOf(paired.clusters, 'cluster')} of tasks: repositories`],
      [formatPoints(paired.estimate, 2), rangeText(paired.twoArm), '95 % resampling range', `${countOf(tasks.length, 'task')}, then each arm’s attempts`],
      [formatPoints(pooled.newcombe.estimate, 2), rangeText(pooled.newcombe), '95 %, pointwise, Newcombe', attempts],
      [formatPoints(pooled.box.estimate, 2), rangeText(pooled.box), 'box of two Wilson intervals, over 95 %', attempts],
    ],
    note: `Fisher's exact test on the same two samples: p = ${formatP(pooled.fisher)}, two-sided, unadjusted. Attempts share tasks, so the last two rows and p describe, and decide nothing. The box is not Newcombe’s interval, though it is printed under that name. Clusters: repositories; a task without one is a cluster of its own.`,
  };
}

function exitTable({ exits, splitAt, plan, a, b }: ConditionsResult, nameA: string, nameB: string): TableView {
  const moment = axisMoment(plan.axis, splitAt);
  const total = ({ before, after }: ExitRow['a']): number => before + after;
  const remark = (row: ExitRow): string => {
    const only = (here: keyof ExitRow['a'], words: string): string => {
      if (row.a[here] > 0 && row.b[here] === 0) return `${words} only ${nameA}`;
      return row.b[here] > 0 && row.a[here] === 0 ? `${words} only ${nameB}` : '';
    };
    return [only('before', `by ${moment}`), only('after', `after ${moment}`)].filter((words) => words !== '').join('; ');
  };
  return {
    title: 'How attempts of shared tasks ended',
    columns: [{ label: 'Exit', align: 'start' }, ...[`${nameA}, of ${formatCount(a.attempts)}`, `by ${moment}`, 'after', `${nameB}, of ${formatCount(b.attempts)}`, `by ${moment} `, 'after ', 'Fisher p', 'Holm-adjusted'].map((label) => ({ label, align: 'end' as const })), { label: 'Found in one alone', align: 'start' }],
    rows: exits.map((row) => [cleanLine(row.status), formatCount(total(row.a)), formatCount(row.a.before), formatCount(row.a.after), formatCount(total(row.b)), formatCount(row.b.before), formatCount(row.b.after), formatP(row.fisher.raw), formatP(row.fisher.p), remark(row)]),
    note: 'What one exit loses another gains: fewer of one kind is no success by itself. Fisher’s test takes attempts for independent; its p is Holm-adjusted over the exits.',
  };
}

const FIGURE_WORDS: Readonly<Record<ConditionFigure['unit'], { readonly title: string; readonly text: (value: number) => string }>> = {
  usd: { title: 'Dollars', text: formatUsd },
  seconds: { title: 'Time', text: formatDuration },
  calls: { title: 'Calls', text: (value) => formatFixed(value, 1) },
};

function figureTable({ figures }: ConditionsResult, nameA: string, nameB: string): readonly TableView[] {
  if (figures.length === 0) return [];
  return [
    {
      title: 'What an attempt took',
      columns: [{ label: 'Mean', align: 'start' }, ...[nameA, nameB, 'Change', 'Paired difference', '95 % resampling range', 'Tasks'].map((label, k) => ({ label: label === nameA && k === 1 ? `${label} ` : label, align: 'end' as const }))],
      rows: figures.map(({ unit, tasks, a, b, difference }) => {
        const { title, text } = FIGURE_WORDS[unit];
        const { estimate, interval } = difference;
        return [title, `${text(a.mean)} (n = ${formatCount(a.n)})`, `${text(b.mean)} (n = ${formatCount(b.n)})`, a.mean === 0 ? '–' : `${b.mean >= a.mean ? '+' : ''}${formatFixed(100 * (b.mean / a.mean - 1), 1)} %`, text(estimate), interval === null ? '–' : `${text(interval.low)} to ${text(interval.high)}`, formatCount(tasks)];
      }),
      note: '',
    },
  ];
}

function taskTable({ tasks }: ConditionsResult, nameA: string, nameB: string): TableView {
  return {
    title: 'Task by task',
    columns: [{ label: 'Task', align: 'start' }, { label: 'Repository', align: 'start' }, { label: `${nameA}`, align: 'end' }, { label: nameB === nameA ? `${nameB} ` : nameB, align: 'end' }, { label: 'Difference, points', align: 'end' }, { label: '95 % pointwise', align: 'end' }],
    rows: tasks.map(({ task, cluster, a, b, difference }) => [cleanLine(task), cluster === task ? '' : cleanLine(cluster), `${formatCount(a.successes)}/${formatCount(a.n)}`, `${formatCount(b.successes)}/${formatCount(b.n)}`, formatPoints(difference.estimate, 1), formatPointsInterval(difference.low, difference.high, 1)]),
    note: 'Newcombe’s interval for each task alone: over many tasks some of them miss.',
  };
}

function viewForest({ tasks, paired }: ConditionsResult): readonly ForestRow[] {
  if (paired === null) return [];
  const whole = (label: string, range: ResamplingRange | null, kind: string): readonly ForestRow[] =>
    range === null ? [] : [{ label, isWhole: true, difference: { estimate: paired.estimate, low: range.low, high: range.high }, text: `${formatPoints(paired.estimate, 2)} ${rangeText(range)}`, kind }];
  return [
    ...whole('Mean, clusters of tasks', paired.clustered, `95 % resampling range over ${countOf(paired.clusters, 'cluster')} of tasks`),
    ...whole('Mean, tasks and attempts', paired.twoArm, '95 % resampling range over tasks and attempts'),
    ...tasks.map(({ task, difference }): ForestRow => ({ label: cleanLine(task), isWhole: false, difference, text: `${formatPoints(difference.estimate, 1)} ${formatPointsInterval(difference.low, difference.high, 1)}`, kind: '95 %, pointwise' })),
  ];
}
