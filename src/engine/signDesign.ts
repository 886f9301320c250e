import type { Probability } from '../model/units';
import type { Certifiable, DecisionDesign } from './certifiable';
import { criticalTail, type CriticalTail } from './criticalTail';
import { leastPassing, leastPassingInPortions } from './leastPassing';
import type { Direction } from './power';
import { isTooLarge, type SignRule } from './signTest';

/**
 * The outcome of a design that says most for a direction: all live attempts succeed and no restart would (continue); every
 * attempt that has ended would succeed again, with c live ones that count in both arms (restart; c = 0 was best in every case
 * tried, and all c are looked at where the arms overlap). Null where no outcome speaks for it.
 */
export function mostExtreme({ n, nLive, armsOverlap }: DecisionDesign, direction: Direction): CriticalTail | null {
  if (nLive < 1 || nLive > n) return null;
  if (direction === 'continue') return only(criticalTail({ n, nLive, xContinue: nLive, xRestart: 0 }), direction);
  let best: CriticalTail | null = null;
  for (let c = 0; c <= (armsOverlap ? nLive : 0); c++) {
    const critical = only(criticalTail({ n, nLive, xContinue: c, xRestart: n - nLive + c }), direction);
    if (critical !== null && (best === null || critical.tail < best.tail)) best = critical;
  }
  return best;
}

function only(critical: CriticalTail | null, direction: Direction): CriticalTail | null {
  return critical?.direction === direction ? critical : null;
}

/**
 * What some outcome of these attempts could certify under the calibrated sign rule, as `findCertifiable` says it of the paper's.
 * By the levels without overlap, which overlap has not changed in any case tried: no verdict rests on this, and a proof for each
 * design would take minutes in a large family. Where the rule itself does not search, neither does this.
 *
 * Source: BEYOND.md 1 and 7.
 */
export function* findSignCertifiable(design: DecisionDesign, rule: SignRule): Generator<void, Certifiable, void> {
  const armsOverlap = isTooLarge(design.n, design.armsOverlap);
  const restart = mostExtreme(design, 'restart');
  const forContinue = mostExtreme(design, 'continue');
  return {
    restart: restart !== null && (yield* rule.certifiesInPortions(restart, design.n, armsOverlap)),
    continue: forContinue !== null && (yield* rule.certifiesInPortions(forContinue, design.n, armsOverlap)),
  };
}

/** The least attempts of a cell with which the rule could certify each direction at all; null: more than `MOST`. */
export interface LeastSignAttempts {
  readonly continue: number | null;
  readonly restart: number | null;
}

/** More attempts than this are not tried. */
const MOST = 200;

/**
 * The least number of attempts with which some outcome could be certified by the calibrated sign rule, by direction, without
 * overlap of the arms (overlap changed no level in any case tried).
 *
 * *Continue*: the least n with 4^-n <= level: all live, all succeed, no restart in time. *Restart*: searched over the number of
 * live attempts. Example: alpha 0.05 gives 3 and 9 at M = 1, 7 and 25 at M = 156.
 *
 * Source: BEYOND.md 7.
 */
export function* leastSignAttempts(rule: SignRule): Generator<void, LeastSignAttempts, void> {
  return { continue: leastSignContinue(rule.level), restart: yield* leastPassingInPortions({ from: 2, most: MOST }, (n) => canCertifyRestart(n, rule)) };
}

/** The least n with 4^-n <= level; null beyond `MOST`. */
export function leastSignContinue(level: Probability): number | null {
  return leastPassing({ from: 1, most: MOST }, (n) => 4 ** -n <= level);
}

function* canCertifyRestart(n: number, rule: SignRule): Generator<void, boolean, void> {
  let best: CriticalTail | null = null;
  for (let nLive = 1; nLive < n; nLive++) {
    const critical = mostExtreme({ n, nLive, armsOverlap: false }, 'restart');
    if (critical !== null && (best === null || critical.tail < best.tail)) best = critical;
  }
  return best !== null && (yield* rule.certifiesInPortions(best, n, false));
}
