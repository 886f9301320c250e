import { restartBudget } from './actionCounts';
import { UNKNOWN_COUNT } from './countColumns';
import type { CountColumns } from './countColumns';
import { changeContribution, type ContributionCounts } from './macro';
import { isLiveAt, isSolvedBy } from './trace';
import type { Trace } from './trace';

/**
 * The classes of an attempt at (t, B), in the order of `ClassCounts`. *early*: not live, succeeded
 * within B - t; *ended*: not live otherwise; *both*: live, succeeds within B - t (only if t < B - t);
 * *late*: live, succeeds by B but not within B - t; *fail*: live, not solved by B. With them, what
 * one attempt adds to nLive, xRestart and xContinue.
 *
 * Source: BEYOND.md, "Classes of an attempt".
 */
export const CLASSES = [
  { name: 'early', live: 0, restart: 1, continue: 0 },
  { name: 'ended', live: 0, restart: 0, continue: 0 },
  { name: 'both', live: 1, restart: 1, continue: 1 },
  { name: 'late', live: 1, restart: 0, continue: 1 },
  { name: 'fail', live: 1, restart: 0, continue: 0 },
] as const;

/** How many attempts of one cell belong to each class: all that its counts depend on. */
export type ClassCounts = readonly [early: number, ended: number, both: number, late: number, fail: number];

/** Index into `CLASSES` of one attempt at 0 <= t < B; null when its horizon is too short to say. */
export function classOf(trace: Trace, at: { readonly t: number; readonly budget: number }): number | null {
  const live = isLiveAt(trace, at.t);
  const isRestarted = isSolvedBy(trace, restartBudget(at.budget, at.t));
  const isContinued = isSolvedBy(trace, at.budget);
  if (live === null || isRestarted === null || isContinued === null) return null;
  if (!live) return isRestarted ? 0 : 1;
  if (isRestarted) return 2;
  return isContinued ? 3 : 4;
}

/** The classes of one cell at one time of the counts; null when a horizon is too short. */
export function classCounts(counts: CountColumns, cell: number, time: number): ClassCounts | null {
  const index = cell * counts.times + time;
  const n = counts.n[cell] ?? 0;
  const nLive = counts.nLive[index] ?? UNKNOWN_COUNT;
  const xContinue = counts.xContinue[index] ?? UNKNOWN_COUNT;
  const xRestart = counts.xRestart[index] ?? UNKNOWN_COUNT;
  const both = counts.both[index] ?? UNKNOWN_COUNT;
  if (nLive === UNKNOWN_COUNT || xContinue === UNKNOWN_COUNT) return null;
  const early = xRestart - both;
  return [early, n - nLive - early, both, xContinue - both, nLive - xContinue];
}

/** The classes of a decision whose counts are all known; else null. */
export function classesOfDecision({ n, nLive, xContinue, xRestart, xBoth }: DecisionCounts): ClassCounts | null {
  if (nLive === null || xContinue === null || xRestart === null || xBoth === null) return null;
  const early = xRestart - xBoth;
  return [early, n - nLive - early, xBoth, xContinue - xBoth, nLive - xContinue];
}

/** Counts of a decision, null where a horizon is too short. */
export interface DecisionCounts {
  readonly n: number;
  readonly nLive: number | null;
  readonly xContinue: number | null;
  readonly xRestart: number | null;
  readonly xBoth: number | null;
}

/** The counts that classes add up to. */
export function countsOfClasses([early, ended, both, late, fail]: ClassCounts): ContributionCounts {
  const nLive = both + late + fail;
  return { n: nLive + early + ended, nLive, xContinue: both + late, xRestart: early + both };
}

/** `changeContribution` of a cell with these classes. */
export function contributionOf(classes: ClassCounts): number {
  return changeContribution(countsOfClasses(classes));
}
