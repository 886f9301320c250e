import type { AuditMacro, AuditResult } from '../../model/results';
import type { MacroView, RichText } from '../../protocol/audit';
import { formatFixed, formatPoints, formatPointsInterval } from '../numbers';
import { countOf } from '../words';
import type { AuditGroup } from './arrange';
import { listContributions } from './contributions';
import { remarkOn } from './influence';
import type { Vocabulary } from './vocabulary';

/** The macro number of a group at the plan's time number `at`. */
export function viewMacro(group: AuditGroup, at: number, plan: AuditResult['plan'], words: Vocabulary): MacroView {
  const t = plan.times[at] ?? 0;
  const macro = group.macro[at] ?? null;
  const live = group.cells.filter((cell) => cell.decisions[at]?.status === 'live').length;
  const liveCells = `${live} of ${group.cells.filter((cell) => (cell.decisions[at]?.n ?? 0) > 0).length} live`;
  const nothing = { t, change: null, low: null, high: null, changeText: '', intervalText: '', intervalKind: '', taskOracleText: '', perfectAlarmText: '', liveCells, remark: [], remarkIsWarning: false, contributions: [] };
  const name = groupName(group);
  if (macro === null || macro.change === null) {
    const label = macro === null ? 'not estimable: no attempt can be counted' : `not estimable: ${countOf(macro.horizonCells, 'task')} with attempts stopped before ${words.moment(plan.budget)}`;
    return { ...nothing, label, sentence: `${name}, ${words.time(t)}: macro change ${label}.` };
  }
  if (live === 0) {
    const label = `no task reaches ${words.moment(t)}: nothing to change`;
    return { ...nothing, label, sentence: `${name}: ${label}.` };
  }
  const contributions = listContributions(group.cells, at, macro.cells);
  const remark = remarkOn(macro, group.cells, contributions);
  const { interval } = macro;
  return {
    ...nothing,
    change: 100 * macro.change,
    low: interval === null ? null : 100 * interval.low,
    high: interval === null ? null : 100 * interval.high,
    changeText: formatPoints(macro.change, 2),
    intervalText: interval === null ? '' : formatPointsInterval(interval.low, interval.high, 2),
    intervalKind: interval === null ? '' : `${formatFixed(100 * interval.level, 0)} % ${interval.kind}`,
    taskOracleText: macro.taskOracle === null ? '–' : formatPoints(macro.taskOracle, 2),
    perfectAlarmText: macro.perfectAlarm === null ? '–' : formatPoints(macro.perfectAlarm, 2),
    label: `macro change, ${countOf(macro.cells, 'task')}${interval === null ? '' : `, ${formatFixed(100 * interval.level, 0)} %`}`,
    remark: remark.text,
    remarkIsWarning: remark.isWarning,
    contributions,
    sentence: writeSentence(name, macro, remark.text, words.time(t)),
  };
}

function writeSentence(name: string, macro: AuditMacro, remark: RichText, time: string): string {
  const { change, interval } = macro;
  if (change === null) return '';
  const range = interval === null ? '' : ` ${formatPointsInterval(interval.low, interval.high, 2)} (${formatFixed(100 * interval.level, 0)} % ${interval.kind})`;
  const first = `${name}, ${time}: restarting instead of continuing changes the share of tasks solved by ${formatPoints(change, 2)} points${range}, averaged over ${countOf(macro.cells, 'task')}.`;
  const said = plainText(remark);
  return said === '' ? first : `${first} ${said}`;
}

/** "luna initial": runtime and cohort as one name. */
export function groupName({ runtime, cohort }: { readonly runtime: string; readonly cohort: string | null }): string {
  return cohort === null || cohort === '' ? runtime : `${runtime} ${cohort}`;
}

/** A sentence in pieces as plain text. */
export function plainText(text: RichText): string {
  return text.map((part) => part.text).join('');
}
