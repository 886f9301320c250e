import type { CurvesCell, CurvesGroup, CurvesResult } from '../../model/curvesResult';
import type { Vocabulary } from '../audit/vocabulary';
import { formatCount, formatPercent } from '../numbers';
import { cellName } from '../opportunity/opportunityWords';
import { capitalise, countOf, listWords, plural, runtimeName } from '../words';
import { isCell } from './curveTables';

export type Subject = CurvesCell | CurvesGroup;

/** "23413, luna initial"; "luna initial". */
export function nameOf(subject: Subject): string {
  return isCell(subject) ? cellName(subject) : runtimeName(subject);
}

/** How much is solved by the budget, with the count of attempts. */
export function writeHeadline(subject: Subject, { plan, grid }: Pick<CurvesResult, 'plan' | 'grid'>, words: Vocabulary): string {
  const at = grid.indexOf(plan.budget);
  const point = subject.completion[at];
  const by = words.moment(plan.budget);
  if (point === undefined) return `${nameOf(subject)}: ${countOf(subject.n, 'attempt')}.`;
  const mean = isCell(subject) ? '' : ', in the mean over tasks';
  const share = point.estimate === null ? `between ${formatPercent(point.least)} and ${formatPercent(point.most)}` : formatPercent(point.estimate);
  return `${nameOf(subject)}: ${share} of ${countOf(subject.n, 'attempt')} ${words.solved} by ${by}${mean}.`;
}

/** How the attempts ended, what a horizon hides, and which action is ahead where. */
export function writeLead(subject: Subject, result: Pick<CurvesResult, 'plan' | 'grid'>, words: Vocabulary): string {
  const { n, verified, terminal, censored, watchedUntil } = subject;
  const parts = [`${formatCount(verified)} ${plural(verified, 'was', 'were')} ${words.solved}`, terminal === 0 ? '' : `${formatCount(terminal)} ended without`, censored === 0 ? '' : `${formatCount(censored)} ${plural(censored, 'was', 'were')} watched to a limit and no further`];
  const counts = n === 0 ? '' : `${capitalise(listWords(parts.filter((part) => part !== '')))}.`;
  const goesOn = watchedUntil !== null && watchedUntil < (result.grid.at(-1) ?? 0);
  const hidden = watchedUntil === null ? '' : `What would have come after ${words.moment(watchedUntil)} is not known${goesOn ? '; from there on the curve is the space between none and all of them' : ''}.`;
  return [counts, hidden, writeCrossing(subject, result, words)].filter((s) => s !== '').join(' ');
}

/** Where restarting is ahead as estimated: "Restarting is ahead at 9 to 17, continuing at 1 to 8." */
export function writeCrossing(subject: Subject, { grid }: Pick<CurvesResult, 'grid'>, words: Vocabulary): string {
  const changes = isCell(subject)
    ? subject.actions.map(({ continue: continued, restart }) => (continued?.estimate == null || restart?.estimate == null ? null : restart.estimate - continued.estimate))
    : (subject.actions ?? []).map(({ change }) => change.estimate);
  const ranges = (holds: (change: number) => boolean): string => listWords(runsOf(changes.map((change) => change !== null && holds(change))).map(([from, to]) => (from === to ? words.value(grid[from] ?? 0) : `${words.value(grid[from] ?? 0)} to ${words.value(grid[to] ?? 0)}`)), 4);
  const [ahead, behind] = [ranges((change) => change > 1e-12), ranges((change) => change < -1e-12)];
  if (ahead === '' && behind === '') return changes.some((change) => change !== null) ? 'As estimated, both actions come out alike at every t.' : '';
  const parts = [ahead === '' ? '' : `restarting is ahead at t = ${ahead}`, behind === '' ? '' : `continuing at t = ${behind}`];
  return `As estimated, ${parts.filter((part) => part !== '').join('; ').replace(/^continuing at/, 'continuing is ahead at')}: nothing here is certified.`;
}

/** First and last index of each run of true. */
function runsOf(flags: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  flags.forEach((flag, k) => {
    const last = runs.at(-1);
    if (!flag) return;
    if (last !== undefined && last[1] === k - 1) last[1] = k;
    else runs.push([k, k]);
  });
  return runs;
}
