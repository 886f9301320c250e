import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of chance that depends on its seed alone; each call moves it on. */
export interface RandomStream {
  /** A whole number in [0, 2^32), uniform. */
  uint32(): number;
  /** A whole number in [0, end), uniform without bias; end from 1 to 2^32. */
  below(end: number): number;
  /** A number in [0, 1) with 53 random bits. */
  unit(): number;
}

/**
 * The stream of a seed (any safe integer, negative too). The same seed gives the same numbers on
 * every machine: only whole-number operations are used. `stream` gives further streams of one seed.
 *
 * Seeds that differ by one give unrelated streams: the state is made by a mixing function, since
 * the generator itself starts slowly from similar states.
 *
 * Source: xoroshiro128+ (Blackman and Vigna) by pure-rand 8; mixing by the finaliser of MurmurHash3.
 */
export function seededRandom(seed: number, stream = 0): RandomStream {
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(stream)) {
    throw new RangeError(`A seed must be a whole number, not ${Number.isSafeInteger(seed) ? stream : seed}.`);
  }
  let mixed = 0;
  const words = [seed, Math.floor(seed / 2 ** 32), stream, Math.floor(stream / 2 ** 32)];
  for (const word of words) mixed = mixBits(mixed ^ (word | 0));
  const state = words.map((_, index) => mixBits(mixed + Math.imul(index + 1, GOLDEN_RATIO)));
  // A state of zeros is the one from which the generator never moves.
  const generator = xoroshiro128plusFromState(state.every((word) => word === 0) ? [1, 2, 3, 4] : state);
  return {
    uint32: () => generator.next() >>> 0,
    below: (end) => uniformInt(generator, 0, end - 1),
    unit: () => ((generator.next() >>> 5) * 2 ** 26 + (generator.next() >>> 6)) / 2 ** 53,
  };
}

/** 2^32 over the golden ratio: successive multiples of it are spread evenly. */
const GOLDEN_RATIO = 0x9e3779b9;

function mixBits(word: number): number {
  let mixed = (word + GOLDEN_RATIO) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
