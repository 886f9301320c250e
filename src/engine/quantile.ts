/**
 * The empirical quantile by linear interpolation (numpy's default, R's type 7) of values sorted in
 * rising order; probability in [0, 1]. Null without values. O(1).
 *
 * Example: the 0.25 quantile of 1, 2, 4 is 1.5.
 *
 * Source: Hyndman and Fan (1996), definition 7.
 */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * probability;
  const below = Math.floor(place);
  const low = sorted[below] ?? NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN;
  return low + (place - below) * (high - low);
}
