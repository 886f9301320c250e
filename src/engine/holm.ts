import type { Probability } from '../model/units';

/**
 * Holm's step-down adjustment: p-values that may be compared with alpha all at once; in the order given, never above 1.
 *
 * Example: 0.01, 0.04, 0.03 become 0.03, 0.06, 0.06.
 *
 * Source: Holm (1979); MATH.md 2.
 */
export function adjustByHolm(pValues: readonly Probability[]): readonly Probability[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<Probability>(pValues.length).fill(1);
  let largest = 0;
  order.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = largest;
  });
  return adjusted;
}
