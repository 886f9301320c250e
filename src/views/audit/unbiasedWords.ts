import { LEAST_CONTRIBUTING, LEAST_TASKS } from '../../engine/clusterInterval';
import type { AuditMacro, AuditResult } from '../../model/results';
import type { UnbiasedResult } from '../../model/unbiasedResult';
import type { MacroVerdictView, RichText, TextPart } from '../../protocol/audit';
import { formatCount, formatFixed, formatP, formatPercent, formatPoints, formatPointsInterval } from '../numbers';
import { possibleRange, type PossibleRange } from '../possibleRange';
import { capitalise, countOf, listWords, plural } from '../words';
import { levelText } from './detail';

/** "95 % resampling range", "95 % confidence interval, pointwise"; '' where there is none. */
export function kindWords({ tasksLikeThese: over }: UnbiasedResult): string {
  if (over === null || !hasSpread(over)) return '';
  return `${formatPercent(over.level)} ${over.kind}${over.kind === 'confidence interval' ? ', pointwise' : ''}${cutWord(over)}`;
}

/** Where there is room for two words: "95 % range", "95 % pointwise"; '' where there is none. */
export function shortKindWords({ tasksLikeThese: over }: UnbiasedResult): string {
  if (over === null || !hasSpread(over)) return '';
  return `${formatPercent(over.level)} ${over.kind === 'confidence interval' ? 'pointwise' : 'range'}${cutWord(over)}`;
}

/** The ends over tasks like these, as far as they are possible; null for a single task, where all tasks are alike, and where both ends lie beyond it. */
export function rangeOverTasks({ tasksLikeThese: over }: UnbiasedResult): PossibleRange | null {
  return over !== null && hasSpread(over) && over.low !== null && over.high !== null ? possibleRange({ low: over.low, high: over.high }) : null;
}

type OverTasks = NonNullable<UnbiasedResult['tasksLikeThese']>;

/** Whether there is a range that says something. */
function hasSpread({ standardError, low, high }: OverTasks): boolean {
  return standardError !== null && standardError > 0 && low !== null && high !== null && possibleRange({ low, high }).cut !== 'both';
}

/** ", cut" where an end lies beyond what is possible. */
function cutWord({ low, high }: OverTasks): string {
  return low !== null && high !== null && possibleRange({ low, high }).cut !== null ? ', cut' : '';
}

/** "Does restarting at t = 16 help on tasks like these? Cannot tell. A confidence interval takes 20 tasks, and there are 7." */
export function viewVerdict({ unbiased }: AuditMacro, plan: Pick<AuditResult['plan'], 'alpha'>, time: string): MacroVerdictView {
  const { verdict } = unbiased;
  const start = `Does restarting at ${time} help on tasks like these? `;
  const decisive = verdict.interval === null ? null : possibleRange(verdict.interval);
  const ends = decisive === null ? '' : formatPointsInterval(decisive.low, decisive.high, 2);
  const together = `${levelText(plan.alpha)}${verdict.family === 1 ? '' : ` over all ${formatCount(verdict.family)} runtimes × times together, by Bonferroni`}`;
  if (verdict.verdict !== 'cannot-tell') {
    return { verdict: verdict.verdict, text: `${start}${verdict.verdict === 'better' ? 'Yes, better' : 'No, worse'}, ${ends} points (confidence interval, ${together}).` };
  }
  const alone = rangeOverTasks(unbiased);
  const isOut = alone !== null && (alone.low > 0 || alone.high < 0);
  const over = unbiased.tasksLikeThese;
  const reasons = {
    'not-estimable': 'There is no unbiased value over several tasks.',
    'few-tasks': `A confidence interval takes ${LEAST_TASKS} tasks, and there ${plural(over?.tasks ?? 0, 'is', 'are')} ${formatCount(over?.tasks ?? 0)}.`,
    'few-contributing': `A confidence interval takes ${LEAST_CONTRIBUTING} tasks that contribute, and of ${countOf(over?.tasks ?? 0, 'task')} ${formatCount(over?.contributing ?? 0)} ${plural(over?.contributing ?? 0, 'does', 'do')}.`,
    'one-task': 'One task has more than half of the squared deviations, so the range over tasks is no confidence interval.',
    'zero-inside': `The confidence interval ${ends} (${together}) holds 0${isOut ? '; taken alone, at this one time, it would not' : ''}.`,
  } as const;
  return { verdict: 'cannot-tell', text: `${start}Cannot tell. ${verdict.reason === null ? '' : reasons[verdict.reason]}` };
}

/** Two statements that are not to be mixed, what carries the number, and the plug-in beside it: a sentence each. */
export function describeUnbiased(macro: AuditMacro, links: { readonly attempt: TextPart | null; readonly task: TextPart | null }): readonly RichText[] {
  const { unbiased } = macro;
  return [[{ text: theseTasksWords(unbiased) }], [{ text: likeTheseWords(unbiased) }], influenceWords(unbiased, links), [{ text: pluginWords(macro) }]].filter((text) => text.some((part) => part.text !== ''));
}

function theseTasksWords({ theseTasks, fewestAttempts }: UnbiasedResult): string {
  const shown = theseTasks === null ? null : possibleRange(theseTasks);
  if (theseTasks !== null && shown?.cut === 'both') return 'These tasks, were their attempts run again: no range, since it reaches beyond what is possible on both sides.';
  if (theseTasks !== null && shown !== null) return `These tasks, were their attempts run again: ${formatPointsInterval(shown.low, shown.high, 2)} (${formatPercent(theseTasks.level)} ${theseTasks.kind}, attempts left out in turn${shown.cut === null ? '' : ', cut at what is possible'}; nothing about other tasks).`;
  return fewestAttempts < 3 ? 'These tasks, were their attempts run again: no range, since a task has fewer than three attempts.' : 'These tasks, were their attempts run again: no range, since no attempt changes it when left out.';
}

function likeTheseWords({ tasksLikeThese: over, exploratoryP }: UnbiasedResult): string {
  if (over === null) return '';
  const range = over.low === null || over.high === null ? null : { low: over.low, high: over.high };
  const p = exploratoryP === null ? '' : ` Sign-flip p = ${formatP(exploratoryP)}, exploratory.`;
  const shown = range === null ? null : possibleRange(range);
  if (shown?.cut === 'both') return `Tasks like these: no range, since Student\u2019s t over J = ${formatCount(over.tasks)} tasks reaches beyond what is possible on both sides, −100 and +100 points.${p}`;
  if (range === null || shown === null || !hasSpread(over)) return `Tasks like these: no range, since ${over.tasks === 1 ? 'there is one task only' : 'all tasks are alike'}.${p}`;
  const ends = formatPointsInterval(shown.low, shown.high, 2);
  const cut = shown.cut === null ? '' : `, cut at what is possible: Student\u2019s t reaches ${formatPoints(shown.cut === 'low' ? range.low : range.high, 2)}`;
  if (over.kind === 'confidence interval') return `Tasks like these: ${ends} (${formatPercent(over.level)} confidence interval over J = ${formatCount(over.tasks)} tasks, Student\u2019s t, pointwise${cut}).${p}`;
  const lacks = over.reasons.map((reason) => {
    if (reason === 'few-tasks') return `it takes ${LEAST_TASKS} tasks`;
    if (reason === 'few-contributing') return `${LEAST_CONTRIBUTING} that contribute (here ${formatCount(over.contributing)})`;
    return 'none with more than half of the squared deviations';
  });
  return `Tasks like these: ${ends} (${formatPercent(over.level)} resampling range over J = ${formatCount(over.tasks)} tasks${cut}; to be called a confidence interval ${over.reasons[0] === 'few-tasks' ? '' : 'it takes '}${listWords(lacks)}).${p}`;
}

function influenceWords({ influence, withoutOneAttempt, withoutOneTask }: UnbiasedResult, { attempt, task }: { readonly attempt: TextPart | null; readonly task: TextPart | null }): RichText {
  const between = (range: UnbiasedResult['withoutOneTask'], what: string): string =>
    range === null ? '' : `without any one ${what} it lies between ${formatPoints(range.low, 2)} and ${formatPoints(range.high, 2)}`;
  const ranges = [between(withoutOneAttempt, 'attempt'), between(withoutOneTask, 'task')].filter((text) => text !== '').join('; ');
  const lies = ranges === '' ? '' : `${capitalise(ranges)}.`;
  if (influence === null || attempt === null || task === null) return [{ text: lies }];
  const share = (value: number): string => `${Math.abs(value) < 0.005 && value !== 0 ? 'under 1' : formatFixed(100 * value, 0)} % `;
  return [{ text: `Largest share of an attempt: ${share(influence.attempt.share)}` }, attempt, { text: `; of a task: ${share(influence.cell.share)}` }, task, { text: `. ${lies}` }];
}

function pluginWords({ change, taskOracle, perfectAlarm, interval, unbiased }: AuditMacro): string {
  if (change === null || taskOracle === null || perfectAlarm === null) return '';
  const range = interval === null ? '' : ` ${formatPointsInterval(interval.low, interval.high, 2)} (${formatPercent(interval.level)} resampling range, tasks, then attempts)`;
  const shift = unbiased.bias === null ? '' : formatPoints(unbiased.bias, 2);
  const bias = shift === '' ? '' : ` A live run is its own replacement there, which ${shift === '0.00' ? 'shifts nothing here' : `shifts it by ${shift}`}.`;
  return `Plug-in, as in the paper: ${formatPoints(change, 2)}${range}; oracle ${formatPoints(taskOracle, 2)}, perfect alarm ${formatPoints(perfectAlarm, 2)}, chosen and scored on the same attempts.${bias}`;
}
