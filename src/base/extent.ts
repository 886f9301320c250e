/**
 * The largest of the values and `least`. For lists whose length comes from data: `Math.max(...values)` passes every value as
 * an argument, and a call with more than some 100,000 of them fails. Cost: linear.
 */
export function largest(values: Iterable<number>, least = -Infinity): number {
  let best = least;
  for (const value of values) best = Math.max(best, value);
  return best;
}

/** The smallest of the values and `most`, as `largest`. */
export function smallest(values: Iterable<number>, most = Infinity): number {
  let best = most;
  for (const value of values) best = Math.min(best, value);
  return best;
}

/** Adds the items to the end of the list; as `push(...items)`, for any number of them. */
export function pushAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
