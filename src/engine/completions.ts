import { CLASSES, type ClassCounts } from './attemptClass';
import { classesIn, type ClassSet } from './allowedClasses';
import type { IntervalLookup } from './certificate';
import type { ProportionInterval } from './clopperPearson';
import type { Direction } from './power';

/** Attempts of a cell by the classes to which they may belong. */
export type SetCounts = ReadonlyMap<ClassSet, number>;

const EARLY = 0;
const BOTH = 2;
const FAIL = 4;

/**
 * The completions among which somebody who wants the verdict need look: those that no other beats in both arms. A restart
 * success speaks for *restart*, a continuation success for *continue*, a failure of a live attempt against it, and an attempt
 * that was not live lies between. At most two: one for each restart result. In the order of `CLASSES`.
 *
 * Source: BEYOND.md 3.
 */
export function undominated(set: ClassSet, wanted: Direction): readonly number[] {
  return UNDOMINATED[wanted][set] ?? [];
}

/** Whether a completion is at least as good for the verdict as another, whatever the rest of the cell. */
export function isAsGood(one: number, other: number, wanted: Direction): boolean {
  const sign = wanted === 'restart' ? 1 : -1;
  return sign * (restartOf(one) - restartOf(other)) >= 0 && sign * (continuationRank(one) - continuationRank(other)) <= 0;
}

function restartOf(index: number): number {
  return CLASSES[index]?.restart ?? 0;
}

/** Success of a live attempt over not live over failure: in this order both ends of the continuation arm rise. */
function continuationRank(index: number): number {
  const one = CLASSES[index];
  return one === undefined || one.live === 0 ? 1 : 2 * one.continue;
}

function findUndominated(set: ClassSet, wanted: Direction): readonly number[] {
  const classes = classesIn(set);
  return classes.filter((one) => !classes.some((other) => other !== one && isAsGood(other, one, wanted)));
}

/** For each of the 32 sets. */
const UNDOMINATED: Readonly<Record<Direction, readonly (readonly number[])[]>> = {
  restart: Array.from({ length: 1 << CLASSES.length }, (_, set) => findUndominated(set, 'restart')),
  continue: Array.from({ length: 1 << CLASSES.length }, (_, set) => findUndominated(set, 'continue')),
};

/** The opposite verdict. */
export function against(direction: Direction): Direction {
  return direction === 'restart' ? 'continue' : 'restart';
}

/**
 * The least lead of a verdict over every completion: L_R - U_C for *restart*, L_C - U_R for *continue*; above 0, every
 * completion is certified. Linear in the attempts.
 */
export function leastLead(sets: SetCounts, direction: Direction, intervalOf: IntervalLookup): number {
  const opposed = opposedCounts(sets, direction);
  let least = Infinity;
  for (let moved = 0; moved <= opposed.most; moved++) least = Math.min(least, leadOf(opposed.countsAt(moved), direction, intervalOf));
  return least;
}

/** Whether every completion is certified: `leastLead` above 0, but it stops at the first that is not. */
export function isAlwaysAhead(sets: SetCounts, direction: Direction, intervalOf: IntervalLookup): boolean {
  const opposed = opposedCounts(sets, direction);
  // The outermost completions fail most often, so they come first.
  if (!(leadOf(opposed.countsAt(opposed.most), direction, intervalOf) > 0)) return false;
  for (let moved = 0; moved < opposed.most; moved++) if (!(leadOf(opposed.countsAt(moved), direction, intervalOf) > 0)) return false;
  return true;
}

interface OpposedCounts {
  /** How many attempts can be moved off failure. */
  readonly most: number;
  readonly countsAt: (moved: number) => ClassCounts;
}

/**
 * The completions that whoever completes against the verdict need try. For each attempt there are one or two sensible choices;
 * where there are two, one is a failure and the other *early* or *both*. Which attempts are moved off failure matters only by
 * how many of each, and for a given number (which fixes the restart arm) those that help most come first.
 */
function opposedCounts(sets: SetCounts, direction: Direction): OpposedCounts {
  const fixed: MutableCounts = [0, 0, 0, 0, 0];
  const movable: MutableCounts = [0, 0, 0, 0, 0];
  for (const [set, count] of sets) {
    if (count === 0) continue;
    const [first = FAIL, second] = undominated(set, against(direction));
    fixed[second ?? first] = (fixed[second ?? first] ?? 0) + count;
    if (second === undefined) continue;
    if (second !== FAIL || (first !== EARLY && first !== BOTH)) throw new Error('Two undominated completions are a failure and a restart success.');
    movable[first] += count;
  }
  // Against continue an attempt that was not live serves better than a live success; against restart the other way round.
  const preferred = direction === 'continue' ? EARLY : BOTH;
  const other = EARLY + BOTH - preferred;
  const [first, most] = [movable[preferred] ?? 0, movable[EARLY] + movable[BOTH]];
  const countsAt = (moved: number): ClassCounts => {
    const counts: MutableCounts = [...fixed];
    counts[FAIL] -= moved;
    counts[preferred] = (counts[preferred] ?? 0) + Math.min(moved, first);
    counts[other] = (counts[other] ?? 0) + Math.max(0, moved - first);
    return counts;
  };
  return { most, countsAt };
}

type MutableCounts = [early: number, ended: number, both: number, late: number, fail: number];

function leadOf(counts: ClassCounts, direction: Direction, intervalOf: IntervalLookup): number {
  const { continued, restarted } = armsOf(counts, intervalOf);
  return direction === 'restart' ? restarted.low - continued.high : continued.low - restarted.high;
}

function armsOf([early, ended, both, late, fail]: ClassCounts, intervalOf: IntervalLookup): { readonly continued: ProportionInterval; readonly restarted: ProportionInterval } {
  const nLive = both + late + fail;
  return { continued: intervalOf(both + late, nLive), restarted: intervalOf(early + both, nLive + early + ended) };
}

/** Least and largest value of each end over all completions, each of them reached by some. */
export interface EndRanges {
  readonly restartLow: readonly [number, number];
  readonly restartHigh: readonly [number, number];
  readonly continueLow: readonly [number, number];
  readonly continueHigh: readonly [number, number];
}

/** The ranges of the four interval ends over every completion; each arm for itself. */
export function endRanges(sets: SetCounts, intervalOf: IntervalLookup): EndRanges {
  const pick = (measure: (index: number) => number): ClassCounts => {
    const counts: MutableCounts = [0, 0, 0, 0, 0];
    for (const [set, count] of sets) {
      const best = classesIn(set).reduce((a, b) => (measure(b) > measure(a) ? b : a));
      counts[best] = (counts[best] ?? 0) + count;
    }
    return counts;
  };
  const [leastRestart, mostRestart] = [armsOf(pick((c) => -restartOf(c)), intervalOf).restarted, armsOf(pick(restartOf), intervalOf).restarted];
  const [leastContinue, mostContinue] = [armsOf(pick((c) => -continuationRank(c)), intervalOf).continued, armsOf(pick(continuationRank), intervalOf).continued];
  return {
    restartLow: [leastRestart.low, mostRestart.low],
    restartHigh: [leastRestart.high, mostRestart.high],
    continueLow: [leastContinue.low, mostContinue.low],
    continueHigh: [leastContinue.high, mostContinue.high],
  };
}
