/** A generator of numbers for made-up data: the same seed gives the same data on every machine. */
export interface Chance {
  /** In [0, 1). */
  unit(): number;
  /** A whole number in [0, end). */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Source: mulberry32 (public domain). Fast, and good enough for text that nobody draws conclusions from. */
export function chance(seed: number): Chance {
  let state = seed | 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(unit() * end);
  return {
    unit,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from.');
      return item;
    },
  };
}
