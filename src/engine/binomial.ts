// Pieces of the binomial distribution that stay accurate for large counts and far tails.

const HALF_LOG_TWO_PI = 0.9189385332046727;

/** log n! minus Stirling's formula, for n = 0 (unused) to 16; computed with 40 digits. */
const STIRLING_ERRORS = Float64Array.of(
  0, 0.08106146679532725822, 0.041340695955409294094, 0.027677925684998339149, 0.020790672103765093112,
  0.016644691189821192163, 0.013876128823070747999, 0.011896709945891770095, 0.010411265261972096497,
  0.0092554621827127329177, 0.0083305634333628712565, 0.007573675487951840795, 0.0069428401072095298657,
  0.0064089941880042070684, 0.0059513701127588477356, 0.005554733551962801371, 0.0052076559196096404407,
);

/**
 * log n! - (n + 1/2) log n + n - log(2 pi)/2 for an integer n >= 1; absolute error below 2e-17.
 *
 * Source: Loader (2000), "Fast and accurate computation of binomial probabilities"; the series is
 * Stirling's, whose first term left out is below 2e-17 from 17 on.
 */
export function stirlingError(n: number): number {
  if (n <= 16) return STIRLING_ERRORS[n] ?? 0;
  const inverse = 1 / n;
  const square = inverse * inverse;
  return inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
}

/**
 * log of the binomial coefficient "n over k" for integers 0 < k < n; O(1).
 *
 * Its absolute error grows with n: 4e-15 at n = 100, 8e-14 at 1,000, 5e-11 at 1e6 (measured against 60 digits).
 */
export function logBinomialCoefficient(k: number, n: number): number {
  const rest = n - k;
  // log1p of the smaller share keeps the digits that log(rest / n) would lose.
  const logShare = k <= rest ? Math.log(k / n) : Math.log1p(-rest / n);
  const logRestShare = k <= rest ? Math.log1p(-k / n) : Math.log(rest / n);
  const correction = stirlingError(n) - stirlingError(k) - stirlingError(rest);
  return correction - HALF_LOG_TWO_PI - 0.5 * Math.log(k * (rest / n)) - k * logShare - rest * logRestShare;
}

/**
 * P(X >= k) / P(X = k) for X binomial(n, p), with 1 <= k <= n and q = 1 - p given apart so that
 * none of its digits are lost.
 *
 * For p <= (k + 1) / (n + 3), where the fraction converges fast: relative error at most 1e-15 up to
 * n = 1,000 and 1e-14 at 10,000 (measured), in 5 to 20 terms far from the mean and some square root
 * of n of them at it. Throws RangeError when it does not converge.
 *
 * Source: DiDonato and Morris (1992), "Algorithm 708", continued fraction of the incomplete beta
 * function I_p(a, b) with a = k, b = n - k + 1; here divided by the probability of k.
 */
export function upperTailRatio(k: number, n: number, p: number, q: number): number {
  const quotient = p / q;
  if ((n - k) * quotient < FAST_RATIO * (k + 1) && n < RECIPROCALS.length) return sumTail(k, n, quotient);
  const a = k;
  const b = n - k + 1;
  // a - (a + b) p, written without cancellation against large n.
  const slope = a * q - b * p + 1;
  let inverse = 1 / (a + 1);
  // Numerators and denominators of two successive convergents, rescaled so that the newest denominator is 1.
  let previousNumerator = 0;
  let previousDenominator = 1;
  let numerator = 1;
  let denominator = a * slope * inverse;
  previousDenominator /= denominator;
  numerator /= denominator;
  denominator = 1;
  for (let m = 1; m < MAX_TERMS; m++) {
    const nextInverse = 1 / (a + 2 * m + 1);
    const step = m * (b - m) * p * inverse;
    const partialNumerator = (a + m - 1) * (a + b + m - 1) * p * step * inverse;
    const partialDenominator = m + step + (a + m) * nextInverse * (slope + m * (1 + q));
    const scale = 1 / (partialDenominator + partialNumerator * previousDenominator);
    const next = (partialDenominator * numerator + partialNumerator * previousNumerator) * scale;
    previousNumerator = numerator * scale;
    previousDenominator = scale;
    inverse = nextInverse;
    if (Math.abs(next - numerator) <= CONVERGED * next) return next * a * q;
    numerator = next;
  }
  throw new RangeError(`The binomial tail of ${k} in ${n} did not converge at p = ${p}.`);
}

/** The terms of the tail fall by this factor or faster where they are summed one by one: 50 of them at most are needed. */
const FAST_RATIO = 0.5;
const RECIPROCALS = Float64Array.from({ length: 2048 }, (_, number) => 1 / number);

/** P(X >= k) / P(X = k) term by term: 1 + r(k) + r(k) r(k + 1) + …, r(j) = (n - j) / (j + 1) p/q, all positive. */
function sumTail(k: number, n: number, quotient: number): number {
  let term = 1;
  let sum = 1;
  for (let j = k; j < n; j++) {
    term *= (n - j) * quotient * (RECIPROCALS[j + 1] ?? 0);
    sum += term;
    if (term < CONVERGED * sum) break;
  }
  return sum;
}

/** Two convergents closer than this, relative, count as equal. */
const CONVERGED = 2.3e-16;
/** Far beyond the square root of any count that the callers accept. */
const MAX_TERMS = 1_000_000;

/**
 * log P(X >= x) for X binomial(n, p), with q = 1 - p given apart so that none of its digits are lost; integers 0 <= x <= n,
 * 0 < p < 1. Relative error of the probability as in `upperTailRatio`; near 1 its logarithm keeps an absolute error of 1e-16.
 */
export function logUpperTail(x: number, n: number, p: number, q: number): number {
  if (x === 0) return 0;
  // Beyond the mean the fraction converges fast; before it, the complement does.
  if (p * (n + 3) <= x + 1) return logMass(x, n, p, q) + Math.log(upperTailRatio(x, n, p, q));
  const failures = n - x + 1;
  return Math.log1p(-Math.exp(logMass(failures, n, q, p) + Math.log(upperTailRatio(failures, n, q, p))));
}

/** log P(X = k); 0 <= k <= n. */
function logMass(k: number, n: number, p: number, q: number): number {
  const coefficient = k === 0 || k === n ? 0 : logBinomialCoefficient(k, n);
  return coefficient + (k === 0 ? 0 : k * Math.log(p)) + (k === n ? 0 : (n - k) * Math.log(q));
}
