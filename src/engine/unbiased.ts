import { countsOfClasses, type ClassCounts } from './attemptClass';

/**
 * What a cell adds to the macro change without pairing an attempt with itself: the mean of live_i (1{T_k <= B - t} - 1{T_i <= B})
 * over all ordered pairs of different attempts i, k. In counts (nLive xRestart - both) / (n (n - 1)) - xContinue / n, computed over
 * one denominator, so that equal arms give exactly 0. Its expected value over samples is P(live) P(T <= B - t) - P(live, T <= B),
 * which the plug-in (`changeContribution`) misses by P(both) - P(live) P(T <= B - t), divided by n. In [-1, 1], never clipped;
 * null for fewer than two attempts.
 *
 * Example: four attempts verified by call 10 and one never, t = 16 of 30: 0.2 (plug-in 0.16).
 *
 * Source: BEYOND.md 2, change.
 */
export function unbiasedChange(classes: ClassCounts): number | null {
  const { n, nLive, xContinue, xRestart } = countsOfClasses(classes);
  return n < 2 ? null : (nLive * xRestart - classes[2] - (n - 1) * xContinue) / (n * (n - 1));
}

/**
 * What a cell adds to the perfect alarm, over pairs of different attempts: fail xRestart / (n (n - 1)). The live attempt that fails and
 * the one that replaces it are never the same, so nothing has to be split off. In [0, 1]; null for fewer than two attempts.
 *
 * Source: BEYOND.md 2, perfect alarm.
 */
export function unbiasedAlarm(classes: ClassCounts): number | null {
  const { n, xRestart } = countsOfClasses(classes);
  return n < 2 ? null : (classes[4] * xRestart) / (n * (n - 1));
}
