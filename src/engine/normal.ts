import type { Probability } from '../model/units';

/**
 * P(Z <= z) of a standard normal variable; relative error below 1e-14 in both tails.
 *
 * Source: series and continued fraction of Abramowitz and Stegun (1964), 26.2.11 and 26.2.14.
 */
export function normalProbability(z: number): Probability {
  const tail = upperNormalTail(Math.abs(z));
  return z > 0 ? 1 - tail : tail;
}

/** P(Z > z) for z >= 0. */
function upperNormalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 3; Math.abs(term) > 1e-18 * sum; k += 2) {
      term *= (z * z) / k;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = 200; k >= 1; k--) fraction = z + k / fraction;
  return density / fraction;
}

/**
 * The z with P(Z <= z) = probability, in (0, 1); -Infinity and Infinity at its ends. Newton's steps from a rough start, to the
 * last digits.
 */
export function normalQuantile(probability: Probability): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`A probability must lie in [0, 1], not ${probability}.`);
  if (probability === 0 || probability === 1) return probability === 0 ? -Infinity : Infinity;
  if (probability > 0.5) return -normalQuantile(1 - probability);
  let z = roughQuantile(probability);
  for (let step = 0; step < 8; step++) {
    // Halley's correction on log P, which stays well behaved in the far tail.
    const value = normalProbability(z);
    const ratio = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / value;
    const change = Math.log(value / probability) / ratio;
    z -= change;
    if (Math.abs(change) < 1e-15 * Math.abs(z)) break;
  }
  return z;
}

/** Absolute error up to 4.5e-4. Source: Abramowitz and Stegun (1964), 26.2.23. */
function roughQuantile(tail: Probability): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  return -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
}
