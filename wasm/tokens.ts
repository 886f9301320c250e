// The tokenizer: 64 bytes at a time it finds quotes that are not escaped, and outside strings
// braces, brackets, colons, commas and the first byte of whatever else is there.
//
// Source: Langdale and Lemire 2019, "Parsing Gigabytes of JSON per Second", section 3.1, without
// the carry-less multiplication, which WASM lacks.

import { BREAKS, BREAKS_BEFORE, TOKENS } from './layout';

const EVEN: u64 = 0x5555555555555555;

/** All ones inside a string, else 0. */
let inString: u64 = 0;
/** 1: the next byte is escaped. */
let escaped: u64 = 0;
/** 1: the last byte belonged to a number or a word. */
let inScalar: u64 = 0;
/** Line breaks outside strings so far. */
let breaks: u32 = 0;
let windowStart: usize = 0;

/** Begins anew at a byte that is between two tokens, or inside a string. */
export function beginTokens(isInString: bool, isEscaped: bool, line: u32): void {
  inString = isInString ? ~(<u64>0) : 0;
  escaped = isEscaped ? 1 : 0;
  inScalar = 0;
  breaks = line;
}

/** Whether the byte after the last one is escaped. */
export function isNextEscaped(): bool {
  return escaped !== 0;
}

/** The line of a byte of the window that is outside strings. */
export function lineAt(at: usize): u32 {
  const offset = at - windowStart;
  const block = offset >> 6;
  const before = load<u64>(BREAKS + (block << 3)) & ~(~(<u64>0) << (offset & 63));
  return load<u32>(BREAKS_BEFORE + (block << 2)) + <u32>popcnt<u64>(before);
}

/** The line after the last byte. */
export function lastLine(): u32 {
  return breaks;
}

/** One bit for each byte, the first one lowest. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function toMask(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u64>(<u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16));
  return low | (<u64>(<u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16)) << 32);
}

/** Bytes that are one of {}[]:, */
// @ts-ignore: as above.
@inline
function isPunctuation(x: v128): v128 {
  const y = v128.or(x, i8x16.splat(0x20));
  const brackets = v128.or(i8x16.eq(y, i8x16.splat(0x7b)), i8x16.eq(y, i8x16.splat(0x7d)));
  return v128.or(brackets, v128.or(i8x16.eq(x, i8x16.splat(0x3a)), i8x16.eq(x, i8x16.splat(0x2c))));
}

/** Bytes that are whitespace, but for line breaks. */
// @ts-ignore: as above.
@inline
function isBlank(x: v128): v128 {
  return v128.or(i8x16.eq(x, i8x16.splat(0x20)), v128.or(i8x16.eq(x, i8x16.splat(0x09)), i8x16.eq(x, i8x16.splat(0x0d))));
}

/** Bytes of the 16 at `p` that may be quotes which end a string: not those right after a backslash that is the only one. */
// @ts-ignore: as above.
@inline
function mayEndString(p: usize): v128 {
  const slash = i8x16.splat(0x5c);
  const escapes = v128.andnot(i8x16.eq(v128.load(p - 1), slash), i8x16.eq(v128.load(p - 2), slash));
  return v128.andnot(i8x16.eq(v128.load(p), i8x16.splat(0x22)), escapes);
}

/** Each bit is whether an odd number of bits up to it is set. */
// @ts-ignore: as above.
@inline
function toggle(bits: u64): u64 {
  let x = bits;
  x ^= x << 1;
  x ^= x << 2;
  x ^= x << 4;
  x ^= x << 8;
  x ^= x << 16;
  return x ^ (x << 32);
}

/** Bits of the bytes that are escaped by the backslashes `slashes`; moves `escaped` on. */
// @ts-ignore: as above.
@inline
function findEscaped(slashes: u64): u64 {
  // Without branches: whether a block of text has backslashes is hard to foretell.
  const live = slashes & ~escaped;
  const follows = (live << 1) | escaped;
  const oddStarts = live & ~EVEN & ~follows;
  const runs = oddStarts + live;
  escaped = u64(runs < oddStarts);
  return (EVEN ^ (runs << 1)) & follows;
}

/**
 * Writes the addresses of the tokens of `from` to `end` (not included; at most a window) and
 * returns the address after the last one written. Up to 63 bytes after `end` are loaded, and
 * change nothing. Of an unfinished block at the end of the input nothing may follow.
 */
export function tokenize(from: usize, end: usize): usize {
  return findTokens(from, end, true);
}

/** As `tokenize`, without counting lines. */
export function tokenizeLine(from: usize, end: usize): usize {
  return findTokens(from, end, false);
}

/** `countsLines` is known to the compiler, which makes two functions of this one. */
// @ts-ignore: as above.
@inline
function findTokens(from: usize, end: usize, countsLines: bool): usize {
  windowStart = from;
  let out = TOKENS;
  let block: usize = 0;
  for (let p = from; p < end; p += 64, block++) {
    if (countsLines) {
      store<u32>(BREAKS_BEFORE + (block << 2), breaks);
      store<u64>(BREAKS + (block << 3), 0);
    }
    // Most blocks lie inside a string that goes on. Of the first one the bytes before are not known.
    if (inString !== 0 && p > from && p + 64 <= end && load<u8>(p, 63) !== 0x5c) {
      const ends = v128.or(v128.or(mayEndString(p), mayEndString(p + 16)), v128.or(mayEndString(p + 32), mayEndString(p + 48)));
      if (!v128.any_true(ends)) {
        escaped = 0;
        continue;
      }
    }
    const a = v128.load(p), b = v128.load(p, 16), c = v128.load(p, 32), d = v128.load(p, 48);
    const quote = i8x16.splat(0x22), slash = i8x16.splat(0x5c);
    const left = end - p;
    const valid = left >= 64 ? ~(<u64>0) : ~(~(<u64>0) << left);
    const slashes = toMask(i8x16.eq(a, slash), i8x16.eq(b, slash), i8x16.eq(c, slash), i8x16.eq(d, slash)) & valid;
    const escapes = findEscaped(slashes);
    if (left < 64) escaped = (escapes >> left) & 1;
    const quotes = toMask(i8x16.eq(a, quote), i8x16.eq(b, quote), i8x16.eq(c, quote), i8x16.eq(d, quote)) & ~escapes & valid;
    if (inString !== 0 && quotes === 0) continue;
    const inside = toggle(quotes) ^ inString;
    inString = <u64>(<i64>inside >> 63);

    const feed = i8x16.splat(0x0a);
    const feeds = toMask(i8x16.eq(a, feed), i8x16.eq(b, feed), i8x16.eq(c, feed), i8x16.eq(d, feed));
    const outside = ~inside & valid;
    if (countsLines) {
      const newLines = feeds & outside;
      store<u64>(BREAKS + (block << 3), newLines);
      breaks += <u32>popcnt<u64>(newLines);
    }

    const punctuation = toMask(isPunctuation(a), isPunctuation(b), isPunctuation(c), isPunctuation(d));
    const blank = toMask(isBlank(a), isBlank(b), isBlank(c), isBlank(d)) | feeds;
    const scalars = outside & ~quotes & ~punctuation & ~blank;
    const scalarStarts = scalars & ~((scalars << 1) | inScalar);
    inScalar = scalars >> 63;

    let bits = (punctuation & outside) | quotes | scalarStarts;
    while (bits !== 0) {
      store<u32>(out, <u32>(p + <usize>ctz<u64>(bits)));
      out += 4;
      bits &= bits - 1;
    }
  }
  return out;
}
