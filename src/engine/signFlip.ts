// Non-null assertions on array elements: every index below is within its array by construction.

import type { Probability } from '../model/units';

export interface SignFlip {
  /** Share of all 2^J choices of signs whose sum is at least as large in size as the observed one; in (0, 1]. */
  readonly p: Probability;
}

/** The largest J for which all signs are tried. */
export const MOST_FLIPPED = 16;

/**
 * The sign-flip test of a mean of 0 over tasks: as likely as not, each contribution might have had the other sign. Exploratory, since it is
 * exact only for contributions that are symmetric about 0. Null without tasks and beyond `MOST_FLIPPED` of them. Sums that differ by less
 * than 1e-12 of the sum of sizes are ties. Cost: 2^J.
 *
 * Source: BEYOND.md 9.
 */
export function signFlipTest(contributions: ArrayLike<number>): SignFlip | null {
  const J = contributions.length;
  if (J === 0 || J > MOST_FLIPPED) return null;
  const sizes = Array.from(contributions, Math.abs);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(Array.from(contributions).reduce((sum, value) => sum + value, 0));
  let extreme = 0;
  for (const positive of subsetSums(sizes)) if (Math.abs(2 * positive - total) >= observed - 1e-12 * total) extreme++;
  return { p: extreme / 2 ** J };
}

/**
 * The means that the sign-flip test does not reject, in two tails of (1 - level) / 2: the k-th smallest and largest of the means of all
 * 2^J - 1 subsets, k = floor((1 - level) / 2 x 2^J); null where k is 0 and where there is no test. For checks of the test; it is printed
 * nowhere, because with few tasks that contribute its ends are those tasks.
 *
 * Source: BEYOND.md 9.
 */
export function invertSignFlip(contributions: ArrayLike<number>, level: Probability): { readonly low: number; readonly high: number } | null {
  const J = contributions.length;
  if (J === 0 || J > MOST_FLIPPED) return null;
  // 1 - level is repaired to the decimal shown: 1 - 0.9 would be below 0.1.
  const k = Math.floor(Number(((1 - level) / 2).toPrecision(12)) * 2 ** J);
  if (k === 0) return null;
  const sums = subsetSums(Array.from(contributions));
  const sizes = subsetSums(new Array<number>(J).fill(1));
  const means = sums.map((sum, subset) => sum / sizes[subset]!).subarray(1).sort();
  return { low: means[k - 1]!, high: means[means.length - k]! };
}

/** Sums of all subsets, by the subset's bits. */
function subsetSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  for (const [bit, value] of values.entries()) {
    const count = 2 ** bit;
    for (let subset = 0; subset < count; subset++) sums[count + subset] = sums[subset]! + value;
  }
  return sums;
}
