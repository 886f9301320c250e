// Text as UTF-8 without what does not show: done on bytes in one pass, since it is done to every action and observation.

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const ESC = 0x1b;
const SPACE = 0x20;
const BEL = 0x07;
const BACKSLASH = 0x5c;

/** Longest text of a terminal's title and the like. */
const MAX_SEQUENCE = 4096;

/**
 * UTF-8 text with LF as line end, without terminal sequences, control characters, bidi and zero-width controls (those of
 * `cleanText`), blanks before line ends, and blanks and empty lines at both ends. The bytes given are not changed.
 */
export function cleanBytes(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  const { length } = bytes;
  let end = 0;
  let i = 0;
  while (i < length) {
    const byte = bytes[i] ?? 0;
    if (byte >= SPACE && byte < 0x7f) {
      out[end++] = byte;
      i++;
    } else if (byte === LF || byte === CR) {
      while (end > 0 && isBlank(out[end - 1])) end--;
      if (end > 0) out[end++] = LF;
      i += byte === CR && bytes[i + 1] === LF ? 2 : 1;
    } else {
      const skipped = byte === ESC ? sequenceLength(bytes, i) : hiddenLength(bytes, i, byte);
      if (skipped === 0) out[end++] = byte;
      i += Math.max(1, skipped);
    }
  }
  while (end > 0 && (isBlank(out[end - 1]) || out[end - 1] === LF)) end--;
  let start = 0;
  while (start < end && isBlank(out[start])) start++;
  return out.subarray(start, end);
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** Bytes of the hidden character that begins with `byte`; 0 where it shows. */
function hiddenLength(bytes: Uint8Array, i: number, byte: number): number {
  if (byte < 0x80) return byte === TAB ? 0 : 1;
  const second = bytes[i + 1] ?? 0;
  const third = bytes[i + 2] ?? 0;
  switch (byte) {
    case 0xc2:
      return second >= 0x80 && second <= 0x9f ? 2 : 0;
    case 0xd8:
      return second === 0x9c ? 2 : 0;
    case 0xe2:
      if (second === 0x80) return (third >= 0x8b && third <= 0x8f) || (third >= 0xaa && third <= 0xae) ? 3 : 0;
      return second === 0x81 && third >= 0xa0 && third <= 0xa9 && third !== 0xa5 ? 3 : 0;
    case 0xef:
      return second === 0xbb && third === 0xbf ? 3 : 0;
    default:
      return 0;
  }
}

/** Bytes of the terminal sequence at an ESC; 1 where it begins none. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const next = bytes[i + 1] ?? 0;
  if (next === 0x5b) {
    let at = i + 2;
    while (isBetween(bytes[at], 0x30, 0x3f)) at++;
    while (isBetween(bytes[at], 0x20, 0x2f)) at++;
    return isBetween(bytes[at], 0x40, 0x7e) ? at + 1 - i : 1;
  }
  if (next === 0x5d) {
    const most = Math.min(bytes.length, i + 2 + MAX_SEQUENCE);
    let at = i + 2;
    while (at < most && bytes[at] !== BEL && bytes[at] !== ESC) at++;
    if (bytes[at] === BEL) return at + 1 - i;
    if (bytes[at] === ESC && bytes[at + 1] === BACKSLASH) return at + 2 - i;
  }
  return isBetween(next, 0x40, 0x5f) ? 2 : 1;
}

function isBetween(byte: number | undefined, least: number, most: number): boolean {
  return byte !== undefined && byte >= least && byte <= most;
}
