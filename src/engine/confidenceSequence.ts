import type { Probability } from '../model/units';
import { logBinomialCoefficient } from './binomial';
import type { ProportionInterval } from './clopperPearson';

/**
 * The interval of x successes in n trials that holds for all n together with error delta: those p whose chance of exactly
 * these trials, in their order, is more than delta times the mean chance over all p. [0, 1] without trials.
 *
 * Relative error of both ends below 1e-12 up to n = 1e5 (golden, and 40-digit values in the tests). Cost: some ten logarithms.
 *
 * Throws RangeError unless 0 <= x <= n are integers and 0 < delta < 1.
 *
 * Source: Robbins (1970), beta mixture; BEYOND.md 8a; golden `x.confidence_sequence`.
 */
export function confidenceSequence(x: number, n: number, delta: Probability): ProportionInterval {
  if (!(x >= 0 && x <= n && Number.isSafeInteger(x) && Number.isSafeInteger(n))) throw new RangeError(`An interval needs integers 0 <= x <= n, not x = ${x}, n = ${n}.`);
  if (!(delta > 0 && delta < 1)) throw new RangeError(`An error must lie strictly between 0 and 1, not ${delta}.`);
  if (n === 0) return { low: 0, high: 1 };
  // log of delta times the mean chance: delta x!(n - x)!/(n + 1)!.
  const level = Math.log(delta) - Math.log(n + 1) - (x === 0 || x === n ? 0 : logBinomialCoefficient(x, n));
  return { low: x === 0 ? 0 : Math.exp(logLowEnd(x, n, level)), high: x === n ? 1 : -Math.expm1(logLowEnd(n - x, n, level)) };
}

/** Error of each arm's sequence in a family of M decisions: the two arms share alpha / M. Source: BEYOND.md 8a. */
export function sequenceError(alpha: Probability, family: number): Probability {
  return alpha / (2 * family);
}

/**
 * The u = log p below log x/n at which x u + (n - x) log(1 - e^u) comes to the level. That function is concave in u, so from
 * any point at or left of the root Newton's steps rise to it and never pass it; dropping the second term gives such a point.
 */
function logLowEnd(x: number, n: number, level: number): number {
  const failures = n - x;
  let u = level / x;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const odds = Math.exp(u) / -Math.expm1(u);
    const value = x * u + (failures === 0 ? 0 : failures * Math.log(-Math.expm1(u)));
    const step = (level - value) / (x - failures * odds);
    if (!(step > TOLERANCE * -u)) return u;
    u += step;
  }
  throw new RangeError(`The sequence's interval of ${x} in ${n} did not converge.`);
}

const MAX_ROUNDS = 200;
/** Steps below this part of u are rounding. */
const TOLERANCE = 1e-15;
