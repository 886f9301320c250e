import type { Probability } from '../model/units';
import { rememberIntervals } from './certificate';
import type { IntervalLookup } from './certificate';
import { familyTail, lowerLimit, upperLimit } from './clopperPearson';
import { firstAbove, leastPassing } from './leastPassing';

/** Whether some outcome could be certified, by direction. */
export interface Certifiable {
  readonly restart: boolean;
  readonly continue: boolean;
}

/** A decision before its outcomes are known. */
export interface DecisionDesign {
  /** Attempts of the cell. */
  readonly n: number;
  /** How many of them are live at t. */
  readonly nLive: number;
  /**
   * True when t < B - t: a live attempt may then succeed within B - t and count in both arms.
   */
  readonly armsOverlap: boolean;
}

/**
 * Could some outcome of these n attempts, of which nLive are live at 0 < t < B, be certified with
 * error `tail` on each side (`familyTail`)?
 *
 * Reachable are 0 <= xContinue <= nLive and 0 <= xRestart <= n - nLive, plus xContinue when the arms
 * overlap. For *continue* the best outcome is xContinue = nLive, xRestart = 0. For *restart* all
 * reachable outcomes are searched, in jumps: O(log n) intervals in practice.
 *
 * Source: BEYOND.md 1; golden `x.certifiable`.
 */
export function findCertifiable(design: DecisionDesign, tail: Probability): Certifiable {
  return findCertifiableWith(design, rememberIntervals(tail));
}

/** As `findCertifiable`, with the intervals taken from a lookup. */
export function findCertifiableWith(design: DecisionDesign, intervalOf: IntervalLookup): Certifiable {
  const { n, nLive } = design;
  if (nLive < 1 || nLive > n) return { restart: false, continue: false };
  return {
    restart: canCertifyRestart(design, intervalOf),
    continue: intervalOf(nLive, nLive).low > intervalOf(0, n).high,
  };
}

/**
 * Searches the live successes c = 0, 1, ...: each raises U_C, and L_R too where it counts in both
 * arms. After a failure at c, every c' whose L_R does not exceed U_C(c) fails as well, because U_C
 * only rises; the search goes on at the first c' whose L_R does.
 */
function canCertifyRestart(design: DecisionDesign, intervalOf: IntervalLookup): boolean {
  const { n, nLive, armsOverlap } = design;
  const ended = n - nLive;
  const most = armsOverlap ? nLive : 0;
  let c = 0;
  for (;;) {
    const barrier = intervalOf(c, nLive).high;
    if (intervalOf(ended + c, n).low > barrier) return true;
    if (c === most || !(intervalOf(ended + most, n).low > barrier)) return false;
    c = firstAbove(c + 1, most, (candidate) => intervalOf(ended + candidate, n).low > barrier);
  }
}

/** The largest number of attempts that `leastAttempts` and `leastEnded` look at. */
export const MOST_ATTEMPTS = 1_000_000;

/** Least attempts of a cell by direction; null: none up to `MOST_ATTEMPTS`. */
export interface LeastAttempts {
  readonly continue: number | null;
  readonly restart: LeastRestart | null;
}

export interface LeastRestart {
  readonly n: number;
  /** Smallest and largest number of live attempts with which that n can be certified. */
  readonly fewestLive: number;
  readonly mostLive: number;
}

/**
 * The least number of attempts with which a decision at 0 < t < B could be certified at all, by
 * direction, in a family of M decisions at level alpha; null beyond `MOST_ATTEMPTS`.
 *
 * *Continue*: all n live and successful, no restart in time; the least n with 2^n > 4M/alpha.
 * *Restart*: the least n at which nLive failing survivors and n - nLive early successes separate.
 * Overlapping arms do not lower it: searching every outcome found no smaller n (test, M from 1 to 1,000).
 * Cost: a few milliseconds up to M = 1e6.
 *
 * Example: alpha 0.05 gives 7 and 25 at M = 1, 14 and 55 at M = 156.
 *
 * Source: BEYOND.md 1; golden `x.least_n`.
 */
export function leastAttempts(alpha: Probability, family: number): LeastAttempts {
  const tail = familyTail(alpha, family);
  return { continue: leastForContinue(alpha, family), restart: leastForRestart(tail) };
}

/** One point of the planner's curve. */
export interface LeastAttemptsPoint {
  readonly family: number;
  readonly continue: number | null;
  readonly restart: number | null;
}

/** `leastAttempts` for each family size, in the order given: the planner's curve. */
export function leastAttemptsByFamily(alpha: Probability, families: readonly number[]): readonly LeastAttemptsPoint[] {
  return families.map((family) => {
    const least = leastAttempts(alpha, family);
    return { family, continue: least.continue, restart: least.restart?.n ?? null };
  });
}

/**
 * The least number of ended attempts, all of them successes within B - t, with which nLive failing
 * survivors allow the certificate *restart*; null when nLive plus it would exceed `most`.
 * O(log most) intervals.
 *
 * Source: BEYOND.md 1; golden `x.least_ended`.
 */
export function leastEnded(nLive: number, tail: Probability, most: number = MOST_ATTEMPTS): number | null {
  if (nLive < 1 || nLive >= most) return null;
  const barrier = upperLimit(0, nLive, tail);
  const separates = (ended: number): boolean => lowerLimit(ended, nLive + ended, tail) > barrier;
  if (!separates(most - nLive)) return null;
  // One more early success always raises L_R.
  return leastPassing({ from: 1, most: most - nLive }, separates);
}

/**
 * The least number of attempts with which *continue* could be certified: the least n with 2^n > 4M/alpha; null beyond
 * `MOST_ATTEMPTS`. O(log M), for curves over many family sizes.
 */
export function leastForContinue(alpha: Probability, family: number): number | null {
  const comparisons = (4 * family) / alpha;
  let n = 1;
  // 2^n is exact, so the strict comparison is too.
  while (2 ** n <= comparisons) n++;
  return n <= MOST_ATTEMPTS ? n : null;
}

function leastForRestart(tail: Probability): LeastRestart | null {
  let n = MOST_ATTEMPTS;
  let fewestLive = 0;
  let mostLive = 0;
  for (let nLive = 1; nLive < n; nLive++) {
    const ended = leastEnded(nLive, tail, n);
    if (ended === null) continue;
    if (fewestLive === 0 || nLive + ended < n) fewestLive = nLive;
    mostLive = nLive;
    n = nLive + ended;
  }
  return fewestLive === 0 ? null : { n, fewestLive, mostLive };
}
