import type { Probability } from '../model/units';

/**
 * Rough log p with P(X >= x; n, p) = tail, for 2 <= x < n: a start for the exact search, from which
 * two or three steps suffice. At most 0, or NaN where the expansion fails (far tails of small x).
 *
 * Source: Abramowitz and Stegun (1964), 26.5.22, an expansion of the inverse incomplete beta
 * function around the normal quantile.
 */
export function approximateLogLimit(x: number, n: number, tail: Probability): number {
  const z = approximateNormalQuantile(tail);
  const a = x;
  const b = n - x + 1;
  const lambda = (z * z - 3) / 6;
  const inverseA = 1 / (2 * a - 1);
  const inverseB = 1 / (2 * b - 1);
  const h = 2 / (inverseA + inverseB);
  const w = (z * Math.sqrt(h + lambda)) / h - (inverseB - inverseA) * (lambda + 5 / 6 - 2 / (3 * h));
  return -Math.log1p((b / a) * Math.exp(2 * w));
}

/**
 * The z that a standard normal variable exceeds with probability `tail`; absolute error up to
 * 4.5e-4. Only for starts of a search.
 *
 * Source: Abramowitz and Stegun (1964), 26.2.23.
 */
function approximateNormalQuantile(tail: Probability): number {
  if (tail > 0.5) return -approximateNormalQuantile(1 - tail);
  const t = Math.sqrt(-2 * Math.log(tail));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - numerator / denominator;
}
