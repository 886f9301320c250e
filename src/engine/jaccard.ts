/**
 * Elements in common over elements of either, of two sorted lists without repeats. 1 for equal lists, 0 for disjoint ones; null where
 * both are empty. O(n + m).
 *
 * Example: a b c and b c d have 2 of 4 in common: 0.5.
 *
 * Source: Jaccard (1912).
 */
export function jaccard(a: readonly string[], b: readonly string[]): number | null {
  let [i, j, common] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x = '', y = ''] = [a[i], b[j]];
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  const either = a.length + b.length - common;
  return either === 0 ? null : common / either;
}
