import type { AuditMacro, AuditResult } from '../../model/results';
import { groupName } from '../../model/runtime';
import type { MacroView, RichText } from '../../protocol/audit';
import { formatPercent, formatPoints, formatPointsInterval } from '../numbers';
import { countOf } from '../words';
import type { AuditGroup } from './arrange';
import { listContributions } from './contributions';
import { attemptLink, remarkOn, taskLink } from './influence';
import { describeUnbiased, kindWords, rangeOverTasks, shortKindWords, viewVerdict } from './unbiasedWords';
import type { Vocabulary } from './vocabulary';

/** The macro number of a group at the plan's time number `at`: the unbiased one leads, the plug-in of the paper stands beside it. */
export function viewMacro(group: AuditGroup, at: number, plan: AuditResult['plan'], words: Vocabulary): MacroView {
  const t = plan.times[at] ?? 0;
  const macro = group.macro[at] ?? null;
  const live = group.cells.filter((cell) => cell.decisions[at]?.status === 'live').length;
  const liveCells = countLiveTasks(group, at);
  const nothing: Omit<MacroView, 'label' | 'sentence'> = {
    ...{ t, change: null, low: null, high: null, changeText: '', intervalText: '', intervalKind: '', shortKind: '', taskOracleText: '', perfectAlarmText: '' },
    plugin: { changeText: '', intervalText: '', intervalKind: '', taskOracleText: '', perfectAlarmText: '' },
    ...{ verdict: null, notes: [], liveCells, remark: [], remarkIsWarning: false, contributions: [] },
  };
  const name = groupName(group);
  if (macro === null || macro.change === null) {
    const label = macro === null ? 'not estimable: no attempt can be counted' : `not estimable: ${countOf(macro.horizonCells, 'task')} with attempts stopped before ${words.moment(plan.budget)}`;
    return { ...nothing, label, sentence: `${name}, ${words.time(t)}: macro change ${label}.` };
  }
  if (live === 0) {
    const label = `no task reaches ${words.moment(t)}: nothing to change`;
    return { ...nothing, label, sentence: `${name}: ${label}.` };
  }
  const { unbiased, interval } = macro;
  if (unbiased.change === null) {
    const single = group.cells.filter((cell) => cell.decisions[at]?.n === 1).length;
    const label = `unbiased change not estimable: ${countOf(single, 'task')} with a single attempt; plug-in (as in the paper) ${formatPoints(macro.change, 2)}`;
    return { ...nothing, label, sentence: `${name}, ${words.time(t)}: ${label}.` };
  }
  const contributions = listContributions(group.cells, at, macro.cells);
  const remark = remarkOn(unbiased, group.cells, contributions);
  const range = rangeOverTasks(unbiased);
  const verdict = viewVerdict(macro, plan, words.time(t));
  return {
    ...nothing,
    change: 100 * unbiased.change,
    low: range === null ? null : 100 * range.low,
    high: range === null ? null : 100 * range.high,
    changeText: formatPoints(unbiased.change, 2),
    intervalText: range === null ? '' : formatPointsInterval(range.low, range.high, 2),
    intervalKind: kindWords(unbiased),
    shortKind: shortKindWords(unbiased),
    taskOracleText: unbiased.splitOracle === null ? '–' : formatPoints(unbiased.splitOracle, 2),
    perfectAlarmText: unbiased.perfectAlarm === null ? '–' : formatPoints(unbiased.perfectAlarm, 2),
    plugin: {
      changeText: formatPoints(macro.change, 2),
      intervalText: interval === null ? '' : formatPointsInterval(interval.low, interval.high, 2),
      intervalKind: interval === null ? '' : `${formatPercent(interval.level)} resampling range`,
      taskOracleText: macro.taskOracle === null ? '–' : formatPoints(macro.taskOracle, 2),
      perfectAlarmText: macro.perfectAlarm === null ? '–' : formatPoints(macro.perfectAlarm, 2),
    },
    verdict,
    notes: describeUnbiased(macro, {
      attempt: unbiased.influence === null ? null : attemptLink(unbiased.influence.attempt.attempt, group.cells),
      task: unbiased.influence === null ? null : taskLink(unbiased.influence.cell.task, group.cells),
    }),
    label: `${liveCells}; change over all runs, unbiased${range === null ? '' : `, ${shortKindWords(unbiased)}`}`,
    remark: remark.text,
    remarkIsWarning: remark.isWarning,
    contributions,
    sentence: writeSentence(name, macro, { remark: remark.text, time: words.time(t), verdict: verdict.text }),
  };
}

/** "2 of 7 live"; "17+ of 41 live" where more may be, since of some tasks nobody knows. */
function countLiveTasks({ cells }: AuditGroup, at: number): string {
  const counted = cells.flatMap(({ decisions }) => (decisions[at] !== undefined && decisions[at].n > 0 ? [decisions[at]] : []));
  const live = counted.filter(({ nLive }) => (nLive ?? 0) > 0).length;
  return `${live}${counted.some(({ nLive }) => nLive === null) ? '+' : ''} of ${counted.length} live`;
}

function writeSentence(name: string, macro: AuditMacro, { remark, time, verdict }: { readonly remark: RichText; readonly time: string; readonly verdict: string }): string {
  const { change, unbiased } = macro;
  if (change === null || unbiased.change === null) return '';
  const range = rangeOverTasks(unbiased);
  const ends = range === null ? '' : ` ${formatPointsInterval(range.low, range.high, 2)} (${kindWords(unbiased)}, over tasks like these, J = ${macro.cells})`;
  const first = `${name}, ${time}: restarting instead of continuing changes the share of tasks solved by ${formatPoints(unbiased.change, 2)} points (unbiased)${ends}, averaged over ${countOf(macro.cells, 'task')}; plug-in, as in the paper: ${formatPoints(change, 2)}.`;
  return [first, plainText(remark), verdict].filter((text) => text !== '').join(' ');
}

/** A sentence in pieces as plain text. */
export function plainText(text: RichText): string {
  return text.map((part) => part.text).join('');
}

/** What is said of a macro number under its row, as plain text: what carries it, the verdict, what it rests on. */
export function macroSentences({ remark, verdict, notes }: MacroView): readonly string[] {
  return [plainText(remark), verdict?.text ?? '', ...notes.map(plainText)].filter((text) => text !== '');
}
