import type { BestSchedule, ReplayStudy, StudyGroup } from '../../model/replayResult';
import type { TableView } from '../../protocol/section';
import { formatCount, formatFixed, formatPoints } from '../numbers';
import { countOf } from '../words';
import { groupWords, limitSentence, NOTHING, shareText } from './policyWords';

/** The best list of caps of a group beside what bounds it, and what is left of it on tasks that it was not chosen on. */
export function scheduleTable(group: StudyGroup, { plan }: Pick<ReplayStudy, 'plan'>): TableView {
  const { best, watchLimit } = group;
  const limit = watchLimit === null ? '' : ` ${limitSentence(watchLimit, plan.axis)}`;
  const title = `${groupWords(group)}: the best list of caps under B = ${formatCount(plan.budget)}`;
  const columns = [{ label: 'Schedule', align: 'start' as const }, { label: 'Success', align: 'end' as const }, { label: 'Best list minus it, points', align: 'end' as const }];
  if (best === null) return { title, columns, rows: [], note: `No cap was watched on every task, so no list can be chosen.${limit}` };
  const { caps, success, fixed, overSingle, perTask, leaveOneTaskOut } = best;
  const row = (name: string, value: number): readonly string[] => [name, shareText(value), formatPoints(success - value, 2)];
  return {
    title,
    columns,
    rows: [
      [{ text: `best list: ${capsWords(caps)}`, strong: true }, shareText(success), ''],
      ...(overSingle === null ? [] : [row('one run', success - overSingle)]),
      row(`best single cap: ${formatCount(fixed.cutoff)}, repeated`, fixed.success),
      ...(leaveOneTaskOut === null ? [] : [row(`tasks left out: ${heldOutWords(leaveOneTaskOut)}`, leaveOneTaskOut.success)]),
      row('each task’s own optimum (bounds any list)', perTask),
      ...(best.isExact ? [] : [row('bound for any common list', best.upper)]),
    ],
    note: `${scheduleSentence(best)}${limit}`,
  };
}

/** "20, repeated", "16, then 8, repeated": the last cap repeats. */
export function capsWords(caps: readonly number[]): string {
  return `${caps.map(formatCount).join(', then ')}, repeated`;
}

/** What was searched, how sure it is, and what the choice flatters itself by. */
export function scheduleSentence(best: BestSchedule): string {
  const { among, leaveOneTaskOut } = best;
  const [first, last] = [among[0] ?? 0, among.at(-1) ?? 0];
  const searched = `Lists of ${among.length === last - first + 1 ? `any whole caps from ${formatCount(first)} to ${formatCount(last)}` : `${formatCount(among.length)} caps from ${formatCount(first)} to ${formatCount(last)}`}, the last repeated; of equal ones the fewest caps, then the longest.`;
  const sure = best.isExact ? 'The search was complete: no such list comes to more.' : `The search was cut short: some list may come to ${shareText(best.upper)}, ${formatFixed(100 * (best.upper - best.success), 2)} points more, and none to more than that.`;
  if (leaveOneTaskOut === null) return `${searched} ${sure} With one task nothing is left to try the choice on.`;
  const unsure = leaveOneTaskOut.isExact ? '' : ' On the other tasks the choice is the best that was found.';
  const { flattery } = leaveOneTaskOut;
  const cost = Math.abs(flattery) < NOTHING ? 'On tasks that it was not chosen on the choice keeps its value.' : `On tasks that it was not chosen on the choice comes to ${formatFixed(100 * Math.abs(flattery), 2)} points ${flattery > 0 ? 'less' : 'more'}${flattery > 0 ? ' (the winner’s curse)' : ''}.`;
  return `${searched} ${sure}${unsure} ${cost}`;
}

function heldOutWords({ schedules }: NonNullable<BestSchedule['leaveOneTaskOut']>): string {
  const shown = schedules.slice(0, MOST_SCHEDULES).map(({ caps, tasks }) => `${caps.join(',')} for ${countOf(tasks, 'task')}`);
  const rest = schedules.length - shown.length;
  return `${shown.join('; ')}${rest > 0 ? `; ${countOf(rest, 'other list')}` : ''}`;
}

const MOST_SCHEDULES = 3;
