import type { Spread } from '../model/describeResult';
import { quantileOfSorted } from './quantile';

/**
 * Median (the mean of the two middle ones where their number is even), least, greatest and sum of the values that are known; null
 * is not known. O(n log n).
 *
 * Example: 3, null, 1, 8, 2 gives known 4, median 2.5, low 1, high 8, total 14.
 */
export function spreadOf(values: readonly (number | null)[]): Spread {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  const { length } = sorted;
  return {
    known: length,
    median: quantileOfSorted(sorted, 0.5),
    low: sorted[0] ?? null,
    high: sorted[length - 1] ?? null,
    total: length === 0 ? null : sorted.reduce((sum, value) => sum + value, 0),
  };
}
