/** A stream of chance that depends on its seed alone; each call moves it on. */
export interface RandomStream {
  /** A whole number in [0, 2^32), uniform. */
  uint32(): number;
  /** A whole number in [0, end), uniform without bias; end from 1 to 2^32. */
  below(end: number): number;
  /** A number in [0, 1) with 53 random bits. */
  unit(): number;
  /** The generator's four words, for loops that move it on by themselves; anybody else leaves them alone. */
  readonly state: Int32Array;
}

/**
 * The stream of a seed (any safe integer, negative too). The same seed gives the same numbers on
 * every machine: only whole-number operations are used. `stream` gives further streams of one seed.
 *
 * Seeds that differ by one give unrelated streams: the state is made by a mixing function.
 *
 * Source: xoshiro128++ 1.0 (Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators");
 * mixing by the finaliser of MurmurHash3. Written out here because a generator that is called through a
 * library costs several times as much as the draw that it serves.
 */
export function seededRandom(seed: number, stream = 0): RandomStream {
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(stream)) {
    throw new RangeError(`A seed must be a whole number, not ${Number.isSafeInteger(seed) ? stream : seed}.`);
  }
  let mixed = 0;
  const words = [seed, Math.floor(seed / 2 ** 32), stream, Math.floor(stream / 2 ** 32)];
  for (const word of words) mixed = mixBits(mixed ^ (word | 0));
  const state = Int32Array.from(words, (_, index) => mixBits(mixed + Math.imul(index + 1, GOLDEN_RATIO)));
  // A state of zeros is the one from which the generator never moves.
  return randomFrom(state.every((word) => word === 0) ? Int32Array.of(1, 2, 3, 4) : state);
}

/** The stream that starts at a state, not all zeros. */
export function randomFrom(state: Int32Array): RandomStream {
  const uint32 = (): number => nextWord(state) >>> 0;
  return {
    state,
    uint32,
    below: (end) => {
      // Equal parts of [0, 2^32), one for each number; what is left over behind them is drawn anew.
      const part = Math.floor(2 ** 32 / end);
      for (;;) {
        const number = Math.floor(uint32() / part);
        if (number < end) return number;
      }
    },
    unit: () => ((nextWord(state) >>> 5) * 2 ** 26 + (nextWord(state) >>> 6)) / 2 ** 53,
  };
}

/** The next 32 bits, as a signed number. `state` has four words. */
function nextWord(state: Int32Array): number {
  const [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
  const sum = (a + d) | 0;
  const third = c ^ a;
  const fourth = d ^ b;
  state[0] = a ^ fourth;
  state[1] = b ^ third;
  state[2] = third ^ (b << 9);
  state[3] = (fourth << 11) | (fourth >>> 21);
  return (((sum << 7) | (sum >>> 25)) + a) | 0;
}

/** 2^32 over the golden ratio: successive multiples of it are spread evenly. */
const GOLDEN_RATIO = 0x9e3779b9;

function mixBits(word: number): number {
  let mixed = (word + GOLDEN_RATIO) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
