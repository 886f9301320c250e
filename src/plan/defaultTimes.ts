const PARTS = 7;

/**
 * The decision times of a plan that states none: floor(k B / 7) for k = 1..6, each above 0 and below B, each once.
 * Rising; on B = 30: 4, 8, 12, 17, 21, 25. Fewer than six for B below 7; none for B = 1.
 */
export function defaultTimes(budget: number): readonly number[] {
  const times = Array.from({ length: PARTS - 1 }, (_, i) => Math.floor(((i + 1) * budget) / PARTS));
  return times.filter((t, i) => t > 0 && t < budget && t !== times[i - 1]);
}
