import { runPortions } from '../base/portions';
import type { Verdict } from '../model/results';
import type { Probability } from '../model/units';
import type { ArmCounts } from './certificate';
import { criticalTail, type CriticalTail } from './criticalTail';
import type { Direction } from './power';
import { regionAt, type SignRegion } from './signRegion';
import { supremumInPortions } from './signSupremum';

/** One decision for the sign test. */
export interface SignDecision extends ArmCounts {
  /** True when t < B - t: a live attempt may then count in both arms. */
  readonly armsOverlap: boolean;
}

export interface SignTest {
  readonly direction: Direction;
  /** An upper bound of the p-value. */
  readonly p: Probability;
  /** Whether the bound is at most 0.05 % above it; else the work that was allowed did not do. */
  readonly isSharp: boolean;
  /** Work that it took, see `Supremum`. */
  readonly steps: number;
}

/**
 * With more attempts than this where the arms overlap nothing is searched: a proof takes half a second of work at 49, and minutes at 300. The
 * two limits' own tails decide, as under the paper's rule: valid, and no sharper. A limit of attempts and not of work or time, so
 * that an answer never depends on what was asked before.
 */
export const MOST_WITH_OVERLAP = 50;

/** Largest error of a p-value, relative. */
const P_TOLERANCE = 5e-4;

/**
 * The exact sign test of one decision: how often, at most, outcomes that say at least as much for this direction come about when
 * both actions are equally good. n must have been fixed in advance. Null where the counts speak for neither action.
 *
 * The direction is certified at level alpha in a family of M decisions when p <= alpha / (2M) (`signLevel`). Cost: 0.05 s at
 * n = 49 for a small p, ten times that for a large one or where the arms overlap, at most what `mostSteps` allows; in portions of
 * some milliseconds.
 *
 * Source: BEYOND.md 7; golden `x.sign_pvalue`.
 */
export function* signTestInPortions({ armsOverlap, ...counts }: SignDecision, mostSteps?: number): Generator<void, SignTest | null, void> {
  const critical = criticalTail(counts);
  if (critical === null) return null;
  // Either of the two limits is beyond its rate no more often than the tail says.
  const twoTails = Math.min(1, 2 * critical.tail);
  if (isTooLarge(counts.n, armsOverlap)) return { direction: critical.direction, p: twoTails, isSharp: false, steps: 0 };
  const region = regionAt(critical.tail, counts.n, critical.direction);
  yield;
  const { low, high, steps } = yield* supremumInPortions(region, armsOverlap, { tolerance: P_TOLERANCE, mostSteps });
  const p = Math.min(high, twoTails);
  return { direction: critical.direction, p, isSharp: p <= low * (1 + 2 * P_TOLERANCE), steps };
}

/** `signTestInPortions` at once. */
export function signTest(decision: SignDecision): SignTest | null {
  return runPortions(signTestInPortions(decision));
}

/**
 * The most that each direction of one decision may err: alpha / (2M), so that p = q, where both are wrong, costs alpha / M.
 *
 * Source: BEYOND.md 7.
 */
export function signLevel(alpha: Probability, family: number): Probability {
  return alpha / (2 * family);
}

/** What is known of the critical tails of one direction. */
interface Calibration {
  /** Certified up to here. */
  readonly safe: Probability;
  /** Not certified from here on. */
  readonly unsafe: Probability;
}

/** A p-value as close as this to the level, relative, may be called above it: a proof of less would cost too much. */
const LEVEL_TOLERANCE = 1e-6;
const LEVEL_TOLERANCE_WITH_OVERLAP = 1e-3;

/** Where several proofs are saved by one: how far below the level it is tried, and how often the distance is halved. */
const A_LITTLE_BELOW = 0.99;
const ROUNDS = 8;

/** Whether the rule asks no more than the two limits' tails, since a search would take too long. */
export function isTooLarge(n: number, armsOverlap: boolean): boolean {
  return armsOverlap && n > MOST_WITH_OVERLAP;
}

function keyOf(n: number, armsOverlap: boolean, direction: Direction): string {
  return `${n} ${armsOverlap} ${direction}`;
}

function* staysBelow(region: SignRegion, armsOverlap: boolean, level: Probability): Generator<void, boolean, void> {
  const { high } = yield* supremumInPortions(region, armsOverlap, { level, tolerance: armsOverlap ? LEVEL_TOLERANCE_WITH_OVERLAP : LEVEL_TOLERANCE });
  return high <= level;
}

/**
 * The calibrated sign rule at one level. An outcome whose critical tail is at most half the level is certified at once: each of
 * the two limits is then wrong that rarely at most. Beyond, the p-value rises with the critical tail, so what was found for one
 * outcome settles those on either side of it, for each number of attempts, overlap and direction. A p-value within a millionth of
 * the level (a thousandth where the arms overlap) may be called above it.
 *
 * Source: BEYOND.md 7.
 */
export class SignRule {
  private readonly known = new Map<string, Calibration>();

  constructor(readonly level: Probability) {}

  /** `abstain` where nobody is live. Work in portions of some milliseconds: up to a second for an outcome close to the level. */
  *verdictInPortions({ armsOverlap, ...counts }: SignDecision): Generator<void, Verdict, void> {
    const critical = criticalTail(counts);
    if (critical === null) return 'abstain';
    return (yield* this.certifiesInPortions(critical, counts.n, armsOverlap)) ? critical.direction : 'abstain';
  }

  /** Whether an outcome of n attempts with this critical tail certifies its direction. */
  *certifiesInPortions({ direction, tail }: CriticalTail, n: number, armsOverlap: boolean): Generator<void, boolean, void> {
    if (isTooLarge(n, armsOverlap)) return tail <= this.level / 2;
    const key = keyOf(n, armsOverlap, direction);
    const { safe, unsafe } = this.knownAt(key);
    if (tail <= safe) return true;
    if (tail >= unsafe) return false;
    const isCertified = yield* this.provesInPortions({ direction, tail }, n, armsOverlap);
    this.remember(key, tail, isCertified);
    return isCertified;
  }

  private *provesInPortions({ direction, tail }: CriticalTail, n: number, armsOverlap: boolean): Generator<void, boolean, void> {
    yield;
    const region = regionAt(tail, n, direction);
    // Laws without common successes are among those with overlap, and are searched a hundred times as fast.
    if (!(yield* staysBelow(region, false, this.level))) return false;
    if (!armsOverlap) return true;
    // One proof for the furthest outcome that is likely to pass serves all that come before it.
    const further = yield* this.furthestApart({ direction, tail }, n);
    if (further > tail && (yield* staysBelow(regionAt(further, n, direction), true, this.level))) {
      this.remember(keyOf(n, armsOverlap, direction), further, true);
      return true;
    }
    return yield* staysBelow(region, true, this.level);
  }

  /** A tail from `tail` on at which the p-value without overlap is still a little below the level. */
  private *furthestApart({ direction, tail }: CriticalTail, n: number): Generator<void, Probability, void> {
    let safe = tail;
    let unsafe = this.knownAt(keyOf(n, true, direction)).unsafe;
    for (let round = 0; round < ROUNDS; round++) {
      const middle = Math.sqrt(safe * unsafe);
      if (yield* staysBelow(regionAt(middle, n, direction), false, this.level * A_LITTLE_BELOW)) safe = middle;
      else unsafe = middle;
    }
    return safe;
  }

  private knownAt(key: string): Calibration {
    return this.known.get(key) ?? { safe: this.level / 2, unsafe: 0.5 };
  }

  private remember(key: string, tail: Probability, isCertified: boolean): void {
    const { safe, unsafe } = this.knownAt(key);
    this.known.set(key, isCertified ? { safe: Math.max(tail, safe), unsafe } : { safe, unsafe: Math.min(tail, unsafe) });
  }

  /** `verdictInPortions` at once. */
  verdict(decision: SignDecision): Verdict {
    return runPortions(this.verdictInPortions(decision));
  }

  /** `certifiesInPortions` at once. */
  certifies(critical: CriticalTail, n: number, armsOverlap: boolean): boolean {
    return runPortions(this.certifiesInPortions(critical, n, armsOverlap));
  }
}
