// Fast halves of two passes over the texts of steps: `cleanBytes` (cleanBytes.ts) and the search of
// `findVolatile` (volatile.ts). Both mirror those files rule by rule, and are tested against them.

// Classes of bytes, as in volatile.ts.
const HYPHEN: u32 = 0x2d;
const SPACE: u32 = 0x20;
const TAB: u32 = 0x09;
const LF: u32 = 0x0a;
const CR: u32 = 0x0d;
const ESC: u32 = 0x1b;
const BEL: u32 = 0x07;
const BACKSLASH: u32 = 0x5c;
/** Longest text of a terminal's title and the like. */
const MAX_SEQUENCE: usize = 4096;

let cleanStart: usize = 0;

/** Where the text that `clean` wrote begins. */
export function getCleanStart(): usize { return cleanStart; }

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function byteAt(at: usize): u32 {
  return <u32>load<u8>(at);
}

// @ts-ignore: as above.
@inline
function isBetween(byte: u32, least: u32, most: u32): bool {
  return byte >= least && byte <= most;
}

// @ts-ignore: as above.
@inline
function isBlank(byte: u32): bool {
  return byte === SPACE || byte === TAB;
}

/**
 * As `cleanBytes`: of the UTF-8 text from `from` to `end` writes to `to`, which lies elsewhere,
 * what shows, and returns its end; `getCleanStart` its start. After `end` 16 bytes may be loaded
 * and must be 0; after the end of what is written 96 bytes become 0.
 */
export function clean(from: usize, end: usize, to: usize): usize {
  let out = to;
  let p = from;
  while (p < end) {
    const bytes = v128.load(p);
    // Printable ASCII is nearly all there is.
    const plain = i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x20)), i8x16.splat(0x5f)));
    const count = <usize>ctz<i32>(~plain);
    v128.store(out, bytes);
    out += count;
    p += count;
    if (count === 16 || p >= end) continue;
    const byte = byteAt(p);
    if (byte === LF || byte === CR) {
      while (out > to && isBlank(byteAt(out - 1))) out--;
      if (out > to) store<u8>(out++, LF);
      p += byte === CR && byteAt(p + 1) === LF ? 2 : 1;
    } else {
      const hidden = byte === ESC ? sequenceLength(p, end) : hiddenLength(p, byte);
      if (hidden === 0) store<u8>(out++, byte);
      p += max(<usize>1, hidden);
    }
  }
  while (out > to && (isBlank(byteAt(out - 1)) || byteAt(out - 1) === LF)) out--;
  cleanStart = to;
  while (cleanStart < out && isBlank(byteAt(cleanStart))) cleanStart++;
  for (let i: usize = 0; i < 96; i += 16) v128.store(out + i, i8x16.splat(0));
  return out;
}

/** Bytes of the hidden character that begins with `byte`; 0 where it shows. */
function hiddenLength(p: usize, byte: u32): usize {
  if (byte < 0x80) return byte === TAB ? 0 : 1;
  const second = byteAt(p + 1);
  const third = byteAt(p + 2);
  if (byte === 0xc2) return isBetween(second, 0x80, 0x9f) ? 2 : 0;
  if (byte === 0xd8) return second === 0x9c ? 2 : 0;
  if (byte === 0xe2) {
    if (second === 0x80) return isBetween(third, 0x8b, 0x8f) || isBetween(third, 0xaa, 0xae) ? 3 : 0;
    return second === 0x81 && isBetween(third, 0xa0, 0xa9) && third !== 0xa5 ? 3 : 0;
  }
  return byte === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/** Bytes of the terminal sequence at an ESC; 1 where it begins none. */
function sequenceLength(p: usize, end: usize): usize {
  const next = byteAt(p + 1);
  if (next === 0x5b) {
    let at = p + 2;
    while (at < end && isBetween(byteAt(at), 0x30, 0x3f)) at++;
    while (at < end && isBetween(byteAt(at), 0x20, 0x2f)) at++;
    return at < end && isBetween(byteAt(at), 0x40, 0x7e) ? at + 1 - p : 1;
  }
  if (next === 0x5d) {
    const most = min(end, p + 2 + MAX_SEQUENCE);
    let at = p + 2;
    while (at < most && byteAt(at) !== BEL && byteAt(at) !== ESC) at++;
    if (at < end && byteAt(at) === BEL) return at + 1 - p;
    if (at < end && byteAt(at) === ESC && byteAt(at + 1) === BACKSLASH) return at + 2 - p;
  }
  return isBetween(next, 0x40, 0x5f) ? 2 : 1;
}

// @ts-ignore: as above.
@inline
function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

// @ts-ignore: as above.
@inline
function isIn(bytes: v128, least: u8, count: u8): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(least)), i8x16.splat(count));
}

// @ts-ignore: as above.
@inline
function isWord(bytes: v128): v128 {
  const letters = isIn(v128.or(bytes, i8x16.splat(0x20)), 0x61, 26);
  return v128.or(v128.or(letters, isIn(bytes, 0x30, 10)), i8x16.eq(bytes, i8x16.splat(0x5f)));
}

/** Bytes that something volatile may begin with, whatever is before them: digits, months, UUIDs with a letter first, process ids, `/` and `[` with what must follow. */
// @ts-ignore: as above.
@inline
function mayBegin(p: usize, bytes: v128): v128 {
  const lower = v128.or(bytes, i8x16.splat(0x20));
  const next = v128.load(p + 1);
  // Letters of hexadecimal digits, with the first two hyphens of a UUID behind them.
  const hyphen = i8x16.splat(0x2d);
  const id = v128.and(isIn(lower, 0x61, 6), v128.and(i8x16.eq(v128.load(p + 8), hyphen), i8x16.eq(v128.load(p + 13), hyphen)));
  // A capital from A to S with two more letters and a space behind it.
  const month = v128.and(isIn(bytes, 0x41, 19), i8x16.eq(v128.load(p + 3), i8x16.splat(0x20)));
  const lowerNext = v128.or(next, i8x16.splat(0x20));
  const process = v128.and(i8x16.eq(lower, i8x16.splat(0x70)), v128.or(i8x16.eq(lowerNext, i8x16.splat(0x69)), i8x16.eq(lowerNext, i8x16.splat(0x72))));
  return v128.or(v128.or(isIn(bytes, 0x30, 10), id), v128.or(month, process));
}

/** `/` before t, v or p, and `[` before a digit. */
// @ts-ignore: as above.
@inline
function isOpening(p: usize, bytes: v128): v128 {
  const next = v128.load(p + 1);
  const folder = v128.or(v128.or(i8x16.eq(next, i8x16.splat(0x74)), i8x16.eq(next, i8x16.splat(0x76))), i8x16.eq(next, i8x16.splat(0x70)));
  return v128.or(v128.and(i8x16.eq(bytes, i8x16.splat(0x2f)), folder), v128.and(i8x16.eq(bytes, i8x16.splat(0x5b)), isIn(next, 0x30, 10)));
}

/**
 * The first byte at `from` or later, before `end`, at which `findVolatile` has to try a pattern;
 * `end` where there is none. `first`: start of the text. The 96 bytes after `end` must be 0.
 */
export function nextVolatile(from: usize, end: usize, first: usize): usize {
  // 1: the byte before belongs to a word.
  let inWord: u32 = from > first ? i8x16.bitmask(isWord(i8x16.splat(load<u8>(from - 1)))) & 1 : 0;
  for (let p = from; p < end; p += 32) {
    const a = v128.load(p), b = v128.load(p, 16);
    const words = <u32>i8x16.bitmask(isWord(a)) | (<u32>i8x16.bitmask(isWord(b)) << 16);
    const starts = words & ~((words << 1) | inWord);
    inWord = words >> 31;
    const begins = <u32>i8x16.bitmask(mayBegin(p, a)) | (<u32>i8x16.bitmask(mayBegin(p + 16, b)) << 16);
    const openings = <u32>i8x16.bitmask(isOpening(p, a)) | (<u32>i8x16.bitmask(isOpening(p + 16, b)) << 16);
    let bits = (starts & begins) | openings;
    while (bits !== 0) {
      const at = p + <usize>ctz<u32>(bits);
      if (at >= end) return end;
      if (!isDigit(byteAt(at)) || mayBeNumber(at)) return at;
      bits &= bits - 1;
    }
  }
  return end;
}

/** Whether a number may be volatile, by what follows its digits. */
function mayBeNumber(at: usize): bool {
  let p = at + 1;
  while (isDigit(byteAt(p))) p++;
  const digits = p - at;
  if (digits <= 8 && byteAt(at + 8) === HYPHEN) return true;
  const next = byteAt(p);
  if (next === 0x78 || next === 0x58) return digits === 1;
  if (next === HYPHEN || next === 0x2f) return digits === 4;
  if (next === 0x3a) return digits <= 2;
  if (next === 0x2e) {
    if (digits === 10) return true;
    p++;
    if (!isDigit(byteAt(p))) return false;
    while (isDigit(byteAt(p))) p++;
  } else if (next === 0x6d && isDigit(byteAt(p + 1))) {
    return true;
  }
  // A unit of time, after at most one space.
  const unit = byteAt(p) === SPACE ? byteAt(p + 1) : byteAt(p);
  return unit === 0x73 || unit === 0x6d || unit === 0x75 || unit === 0x6e || unit === 0xc2;
}
