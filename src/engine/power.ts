import type { Probability } from '../model/units';
import type { ClassCounts } from './attemptClass';
import { logBinomialCoefficient } from './binomial';
import { lowerLimit, upperLimit } from './clopperPearson';
import { leastPassing } from './leastPassing';

/** The verdict that a decision's rates point to. */
export type Direction = 'restart' | 'continue';

/** Outcomes that are rarer than this are left out; all together they change a chance by less than 1e-9. */
const NEGLIGIBLE = 1e-13;
/** In a search, where a chance need not be known better than to 1e-4. */
const NEGLIGIBLE_IN_SEARCH = 1e-8;

/**
 * The verdict that more attempts would bring if each fell into the classes with the shares seen: *restart* when
 * xRestart / n is above xContinue / nLive. Null when the two are equal or nobody is live: then no number of attempts helps.
 */
export function expectedDirection(classes: ClassCounts): Direction | null {
  const [early, ended, both, late, fail] = classes;
  const nLive = both + late + fail;
  if (nLive === 0) return null;
  // Whole numbers, so that a tie is exact.
  const lead = (early + both) * nLive - (both + late) * (nLive + early + ended);
  return lead > 0 ? 'restart' : lead < 0 ? 'continue' : null;
}

/**
 * The chance that n attempts certify the verdict with error `tail` on each side (`familyTail`), when each falls into the
 * classes independently with the shares of `classes`.
 *
 * Exact up to 1e-9: nLive is binomial, given it xContinue is, and given both xRestart is a sum of two binomials (of those
 * that ended, and of the live successes where the arms overlap). Only outcomes that are not negligible are summed: O(n) of
 * them, O(n^1.5) where the arms overlap.
 *
 * Source: BEYOND.md, classes; the planner of its section 1.
 */
export function chanceOfVerdict(classes: ClassCounts, n: number, tail: Probability, direction: Direction): Probability {
  return chanceWith(classes, n, endsFor(direction, tail), NEGLIGIBLE);
}

/**
 * About the least number of attempts with which the chance of the verdict reaches `power`, from `from` on; null when `most`
 * are not enough. The chance rises with n but for small steps back, so a few more or less may do.
 */
export function attemptsForPower(
  classes: ClassCounts,
  tail: Probability,
  options: { readonly direction: Direction; readonly power: Probability; readonly from: number; readonly most: number },
): number | null {
  const { direction, power, from, most } = options;
  const ends = endsFor(direction, tail);
  return leastPassing({ from: Math.max(1, from), most }, (n) => chanceWith(classes, n, ends, NEGLIGIBLE_IN_SEARCH) >= power);
}

/** The ends of intervals that decide a direction: L_R and U_C for restart, U_R and L_C for continue. */
interface Ends {
  readonly direction: Direction;
  restart(x: number, n: number): Probability;
  continue(x: number, n: number): Probability;
}

function endsFor(direction: Direction, tail: Probability): Ends {
  const lower = remember((x, n) => lowerLimit(x, n, tail));
  const upper = remember((x, n) => upperLimit(x, n, tail));
  return direction === 'restart' ? { direction, restart: lower, continue: upper } : { direction, restart: upper, continue: lower };
}

/** A search asks for the same ends over and over; n is far below the size at which the key would no longer be exact. */
function remember(endOf: (x: number, n: number) => Probability): (x: number, n: number) => Probability {
  const known = new Map<number, Probability>();
  return (x, n) => {
    const key = (n * (n + 1)) / 2 + x;
    const end = known.get(key) ?? endOf(x, n);
    known.set(key, end);
    return end;
  };
}

function chanceWith(classes: ClassCounts, n: number, ends: Ends, negligible: number): Probability {
  const [early, ended, both, late, fail] = classes;
  const total = early + ended + both + late + fail;
  const live = both + late + fail;
  const solved = both + late;
  const restartEnds = Float64Array.from({ length: n + 1 }, (_, x) => ends.restart(x, n));
  const bothLaws = new Map<number, readonly Mass[]>();
  let chance = 0;
  for (const { k: nLive, p: pLive } of binomialLaw(n, live / total, negligible)) {
    if (nLive === 0) continue;
    const earlyLaw = cumulate(binomialLaw(n - nLive, total === live ? 0 : early / (total - live), negligible));
    for (const { k: xContinue, p: pContinue } of binomialLaw(nLive, solved / live, negligible)) {
      if (pLive * pContinue < negligible) continue;
      const bothLaw = bothLaws.get(xContinue) ?? binomialLaw(xContinue, solved === 0 ? 0 : both / solved, negligible);
      bothLaws.set(xContinue, bothLaw);
      const border = borderOf(restartEnds, ends.continue(xContinue, nLive), ends.direction);
      chance += pLive * pContinue * chanceBeyond(earlyLaw, bothLaw, border, ends.direction);
    }
  }
  return Math.min(1, chance);
}

/**
 * The least xRestart whose end lies above the other arm's (restart; n + 1: none), or the largest whose end lies below it
 * (continue; -1: none). Ends rise with their successes, so one border parts the two sides.
 */
function borderOf(restartEnds: Float64Array, other: Probability, direction: Direction): number {
  let below = -1;
  let above = restartEnds.length;
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    const end = restartEnds[middle] ?? 1; // the middle is within the arm
    if (direction === 'restart' ? end > other : end >= other) above = middle;
    else below = middle;
  }
  return direction === 'restart' ? above : below;
}

/** P(a + b >= border) for restart, P(a + b <= border) for continue, a and b independent. */
function chanceBeyond(a: Cumulated, b: readonly Mass[], border: number, direction: Direction): Probability {
  let chance = 0;
  for (const { k, p } of b) chance += p * (direction === 'restart' ? 1 - a.below(border - k) : a.below(border - k + 1));
  return chance;
}

/** A law with the chance to be below a value. */
interface Cumulated {
  below(value: number): Probability;
}

function cumulate(law: readonly Mass[]): Cumulated {
  const first = law[0]?.k ?? 0;
  const sums = new Float64Array(law.length + 1);
  law.forEach(({ p }, index) => {
    sums[index + 1] = (sums[index] ?? 0) + p;
  });
  return { below: (value) => (value <= first ? 0 : (sums[Math.min(law.length, value - first)] ?? 1)) };
}

interface Mass {
  readonly k: number;
  readonly p: Probability;
}

/** The values of a binomial that are not negligible, rising, with their probabilities. */
function binomialLaw(n: number, p: Probability, negligible: number): readonly Mass[] {
  if (n === 0 || p <= 0) return [{ k: 0, p: 1 }];
  if (p >= 1) return [{ k: n, p: 1 }];
  const masses: Mass[] = [];
  const mode = Math.min(n, Math.floor((n + 1) * p));
  for (let k = mode; k >= 0; k--) {
    const mass = binomialMass(k, n, p);
    if (mass < negligible) break;
    masses.unshift({ k, p: mass });
  }
  for (let k = mode + 1; k <= n; k++) {
    const mass = binomialMass(k, n, p);
    if (mass < negligible) break;
    masses.push({ k, p: mass });
  }
  return masses;
}

function binomialMass(k: number, n: number, p: Probability): Probability {
  const logCoefficient = k === 0 || k === n ? 0 : logBinomialCoefficient(k, n);
  return Math.exp(logCoefficient + k * Math.log(p) + (n - k) * Math.log1p(-p));
}
