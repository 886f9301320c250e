import type { Probability } from '../model/units';
import { familyTail } from './clopperPearson';
import { rateAt } from './criticalTail';
import type { Direction } from './power';
import { RegionProbability } from './signProbability';
import { regionAt, type SignRegion } from './signRegion';
import { isTooLarge, signLevel } from './signTest';

/** Under which rule, and beside how many comparisons, a cell is planned. */
export interface PlannedRule {
  readonly rule: 'fixed' | 'calibrated';
  readonly alpha: Probability;
  /** M. */
  readonly family: number;
}

/**
 * The outcomes of n attempts that a rule would certify, for planning: of the fixed rule exactly, of the calibrated one at the
 * critical tail whose wrong certificates reach the level on a grid of laws with p = q. That tail is not proven, and may lie some
 * per cent above the one that certifies; no verdict rests on it. Regions are kept: every cell of n attempts asks for the same.
 *
 * Cost of a new region: 25 ms at n = 300 under the fixed rule; under the calibrated one some 1,000 evaluations of its chance, 10 ms
 * at n = 49 and a second at 300, in portions.
 *
 * Source: BEYOND.md 7.
 */
export class PlanningRegions {
  private readonly known = new Map<string, SignRegion>();

  constructor(private readonly plan: PlannedRule) {}

  *regionInPortions(n: number, armsOverlap: boolean, direction: Direction): Generator<void, SignRegion, void> {
    const key = `${n} ${isTooLarge(n, armsOverlap)} ${direction}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const region = regionAt(yield* this.tailInPortions(n, armsOverlap, direction), n, direction);
    this.known.set(key, region);
    yield;
    return region;
  }

  private *tailInPortions(n: number, armsOverlap: boolean, direction: Direction): Generator<void, Probability, void> {
    const { rule, alpha, family } = this.plan;
    const level = signLevel(alpha, family);
    if (rule === 'fixed') return familyTail(alpha, family);
    let [safe, unsafe] = [level / 2, 0.5];
    if (isTooLarge(n, armsOverlap)) return safe;
    for (let round = 0; round < ROUNDS; round++) {
      const middle = Math.sqrt(safe * unsafe);
      if ((yield* largestError(regionAt(middle, n, direction))) <= level) safe = middle;
      else unsafe = middle;
    }
    return safe;
  }
}

/** Halvings of the logarithm of the tail: to within one per cent. */
const ROUNDS = 10;
/** Logits of p and of P(live) / (1 - p), and how far around the best of them a second look goes. */
const LOGITS = [-5, -4, -3, -2.25, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2.25, 3, 4, 5];
const CLOSER = [-0.5, -0.25, 0, 0.25, 0.5];

/** About the largest chance of the region over laws with p = q, without overlap. */
function* largestError(region: SignRegion): Generator<void, Probability, void> {
  const chance = new RegionProbability(region);
  const at = (u: number, v: number): Probability => {
    const [p, q, m] = [rateAt(u), rateAt(-u), rateAt(v)];
    const live = q * m;
    const notLive = p + q * rateAt(-v);
    return chance.of({ live, notLive, early: p / notLive, both: 0, late: p });
  };
  let best = { u: 0, v: 0, p: 0 };
  const look = (u: number, v: number): void => {
    const p = at(u, v);
    if (p > best.p) best = { u, v, p };
  };
  for (const u of LOGITS) {
    for (const v of LOGITS) look(u, v);
    yield;
  }
  const { u, v } = best;
  for (const du of CLOSER) for (const dv of CLOSER) look(u + du, v + dv);
  yield;
  return best.p;
}
