// Seeded chance for tests, without a dependency: the same seed gives the same cases everywhere.

/** Next integer from 0 to 2^32 - 1. */
export type RandomSource = () => number;

/** mulberry32: 32 bits of state, good enough to vary test cases. Source: T. Ettinger, public domain, 2017. */
export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** An integer from 0 to `below` - 1. */
export function drawInt(random: RandomSource, below: number): number {
  return random() % below;
}
