/** A discrete law over states 0 .. probability.length - 1 from which one draw costs one random number. */
export interface AliasTable {
  /** Chance of staying at the column's own state. */
  readonly stay: Float64Array;
  /** The state taken otherwise. */
  readonly other: Int32Array;
}

/**
 * The alias table of a law; probabilities sum to 1 up to rounding. O(states). Only sums, products
 * and quotients are used, so that tables are the same on every machine.
 *
 * Source: Walker (1977); Vose (1991).
 */
export function makeAliasTable(probabilities: Float64Array): AliasTable {
  const states = probabilities.length;
  const scaled = probabilities.map((probability) => probability * states);
  const other = Int32Array.from({ length: states }, (_, state) => state);
  const small: number[] = [];
  const large: number[] = [];
  scaled.forEach((share, state) => (share < 1 ? small : large).push(state));
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop() ?? 0;
    const rich = large.pop() ?? 0;
    other[poor] = rich;
    const left = (scaled[rich] ?? 0) + (scaled[poor] ?? 0) - 1;
    scaled[rich] = left;
    (left < 1 ? small : large).push(rich);
  }
  // What rounding left over is a full column.
  for (const state of [...small, ...large]) scaled[state] = 1;
  return { stay: scaled, other };
}

/**
 * The state for a random whole number in [0, 2^32). Each state's probability is met up to 2^-32
 * times the number of columns that lead to it.
 */
export function drawState(table: AliasTable, uint32: number): number {
  const place = uint32 * 2 ** -32 * table.stay.length;
  const column = Math.floor(place);
  // The column is within the table, because the number is below 2^32.
  return place - column < table.stay[column]! ? column : table.other[column]!;
}
