import { ARRAY, EXPECT, OBJECT } from './jsonGrammar';
import type { Expect } from './jsonGrammar';
import { LITERALS, LITERAL_START } from './jsonLiterals';
import { findStringEnd } from './jsonStrings';

/** The part of the scanner's state that skipping changes. */
export interface SkipState {
  expect: Expect;
  /** Open containers; their kinds are `kinds[0..depth)`. */
  depth: number;
  readonly kinds: Uint8Array;
  line: number;
}

/**
 * Checks the grammar of nested values in which nothing is wanted, three times as fast as the
 * scanner's own loop, since its state lives in local variables. Stops, with the state written
 * back, before whatever needs more care: the end of a container at `floor` + 1 levels, the depth
 * limit, a fault, or a token that the chunk does not hold whole. Returns the index where it
 * stopped; `from` when the first token is such a one.
 */
export function skipNested(chunk: Buffer, from: number, state: SkipState, floor: number): number {
  const { length } = chunk;
  const { kinds } = state;
  const limit = kinds.length - 1;
  let { expect, depth, line } = state;
  let i = from;
  scan: while (i < length) {
    const byte = chunk[i] ?? 0;
    switch (byte) {
      case 0x22: {
        if (expect >= EXPECT.colon) break scan;
        const quote = findStringEnd(chunk, i + 1);
        if (quote < 0) break scan;
        expect = expect >= EXPECT.key ? EXPECT.colon : EXPECT.commaOrEnd;
        i = quote + 1;
        break;
      }
      case 0x2c:
        if (expect !== EXPECT.commaOrEnd) break scan;
        expect = kinds[depth - 1] === ARRAY ? EXPECT.value : EXPECT.key;
        i++;
        break;
      case 0x3a:
        if (expect !== EXPECT.colon) break scan;
        expect = EXPECT.value;
        i++;
        break;
      case 0x7b:
      case 0x5b:
        if (expect > EXPECT.valueOrEnd || depth >= limit) break scan;
        kinds[depth++] = byte === 0x7b ? OBJECT : ARRAY;
        expect = byte === 0x7b ? EXPECT.keyOrEnd : EXPECT.valueOrEnd;
        i++;
        break;
      case 0x7d:
      case 0x5d: {
        const isObject = byte === 0x7d;
        if (depth <= floor + 1 || kinds[depth - 1] !== (isObject ? OBJECT : ARRAY)) break scan;
        if (expect !== EXPECT.commaOrEnd && expect !== (isObject ? EXPECT.keyOrEnd : EXPECT.valueOrEnd)) break scan;
        depth--;
        expect = EXPECT.commaOrEnd;
        i++;
        break;
      }
      case 0x0a:
        line++;
        i++;
        // Most whitespace is indentation.
        while (chunk[i] === 0x20) i++;
        break;
      case 0x20: case 0x09: case 0x0d:
        i++;
        break;
      default: {
        const end = expect > EXPECT.valueOrEnd ? -1 : literalEnd(chunk, i);
        if (end < 0) break scan;
        expect = EXPECT.commaOrEnd;
        i = end;
      }
    }
  }
  state.expect = expect;
  state.depth = depth;
  state.line = line;
  return i;
}

/** One past a literal that the chunk holds whole; -1 otherwise. */
function literalEnd(chunk: Buffer, from: number): number {
  let state = LITERAL_START;
  for (let i = from; i < chunk.length; i++) {
    const next = LITERALS.next[(state << 8) | (chunk[i] ?? 0)] ?? 0;
    if (next === 0) return LITERALS.accepts[state] === 1 ? i : -1;
    state = next;
  }
  return -1;
}
