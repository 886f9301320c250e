/** How much values of one group are alike. */
export interface Intraclass {
  /** ICC(1) of a one-way analysis of variance; may be negative, and is not clipped. */
  readonly correlation: number;
  /** Mean group size as the analysis weighs it: n0 = (N - sum n^2 / N) / (k - 1). */
  readonly groupSize: number;
}

/**
 * Intraclass correlation of values in groups: (MSB - MSW) / (MSB + (n0 - 1) MSW). All groups enter; those of one value add to MSB
 * and n0. Null where it does not exist: fewer than two groups, no group with two values, or no variance. O(N).
 *
 * Example: groups 1 1 0 and 0 0 have MSB 8/15, MSW 2/9, n0 2.4 and the correlation 0.3684.
 *
 * Source: Shrout and Fleiss (1979), case 1; unequal groups as MATH.md 2.
 */
export function intraclass(groups: readonly (readonly number[])[]): Intraclass | null {
  const filled = groups.filter((group) => group.length > 0);
  const k = filled.length;
  const N = filled.reduce((sum, group) => sum + group.length, 0);
  if (k < 2 || N === k) return null;
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  const grand = sumOf(filled.map(sumOf)) / N;
  let between = 0;
  let within = 0;
  for (const group of filled) {
    const mean = sumOf(group) / group.length;
    between += group.length * (mean - grand) ** 2;
    for (const value of group) within += (value - mean) ** 2;
  }
  const msb = between / (k - 1);
  const msw = within / (N - k);
  const n0 = (N - filled.reduce((sum, group) => sum + group.length ** 2, 0) / N) / (k - 1);
  const scale = msb + (n0 - 1) * msw;
  return scale > 0 ? { correlation: (msb - msw) / scale, groupSize: n0 } : null;
}
