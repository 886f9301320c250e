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
  /** An upper bound of the p-value, at most 0.05 % above it. */
  readonly p: Probability;
}

/** Largest error of a p-value, relative. */
const P_TOLERANCE = 5e-4;

/**
 * The exact sign test of one decision: how often, at most, outcomes that say at least as much for this direction come about when
 * both actions are equally good. n must have been fixed in advance. Null where the counts speak for neither action.
 *
 * The direction is certified at level alpha in a family of M decisions when p <= alpha / (2M) (`signLevel`). Cost: 0.1 s at
 * n = 49, 0.5 s where the arms overlap; in portions of some milliseconds.
 *
 * Source: BEYOND.md 7; golden `x.sign_pvalue`.
 */
export function* signTestInPortions({ armsOverlap, ...counts }: SignDecision): Generator<void, SignTest | null, void> {
  const critical = criticalTail(counts);
  if (critical === null) return null;
  const region = regionAt(critical.tail, counts.n, critical.direction);
  yield;
  const { high } = yield* supremumInPortions(region, armsOverlap, { tolerance: P_TOLERANCE });
  return { direction: critical.direction, p: high };
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

/**
 * The calibrated sign rule at one level. The p-value rises with the critical tail, so what was found for one outcome settles
 * those on either side of it, for each number of attempts, overlap and direction. A p-value within one millionth of the level may
 * be called above it.
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
    const key = `${n} ${armsOverlap} ${direction}`;
    const { safe, unsafe } = this.known.get(key) ?? { safe: 0, unsafe: 0.5 };
    if (tail <= safe) return true;
    if (tail >= unsafe) return false;
    const isCertified = yield* this.provesInPortions(regionAt(tail, n, direction), armsOverlap);
    const { safe: safeNow, unsafe: unsafeNow } = this.known.get(key) ?? { safe, unsafe };
    this.known.set(key, isCertified ? { safe: Math.max(tail, safeNow), unsafe: unsafeNow } : { safe: safeNow, unsafe: Math.min(tail, unsafeNow) });
    return isCertified;
  }

  private *provesInPortions(region: SignRegion, armsOverlap: boolean): Generator<void, boolean, void> {
    yield;
    // Laws without common successes are among those with overlap, and are searched a hundred times as fast.
    const isApart = yield* this.staysBelow(region, false);
    return isApart && (!armsOverlap || (yield* this.staysBelow(region, true)));
  }

  private *staysBelow(region: SignRegion, armsOverlap: boolean): Generator<void, boolean, void> {
    const { high } = yield* supremumInPortions(region, armsOverlap, { level: this.level, tolerance: armsOverlap ? LEVEL_TOLERANCE_WITH_OVERLAP : LEVEL_TOLERANCE });
    return high <= this.level;
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
