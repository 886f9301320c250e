// UTF-8 bytes and UTF-16 units side by side: files are addressed by bytes, editors by units. Both directions
// follow the WHATWG decoder, which is what editors read files with: an ill-formed sequence becomes one U+FFFD
// for each of its maximal subparts.

/** One decoded character: how many bytes it took and how many UTF-16 units it gave. */
interface Decoded {
  readonly bytes: number;
  readonly units: 1 | 2;
}

const ONE: Decoded = { bytes: 1, units: 1 };
const TWO: Decoded = { bytes: 2, units: 1 };
const THREE: Decoded = { bytes: 3, units: 1 };
const FOUR: Decoded = { bytes: 4, units: 2 };

/**
 * Number of UTF-16 units that the bytes from `start` (included) to `end` (not) decode to. The range is decoded by itself:
 * a sequence cut by its end counts as one U+FFFD. Cost: linear.
 */
export function countUnits(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let units = 0;
  for (let at = start; at < end; ) {
    const ascii = endOfAscii(bytes, at, end);
    units += ascii - at;
    at = ascii;
    if (at === end) break;
    const decoded = decodeAt(bytes, at, end);
    units += decoded.units;
    at += decoded.bytes;
  }
  return units;
}

/**
 * Offset of the byte at which UTF-16 unit number `units` (from 0) of the range begins; `end` when the range has no
 * more units. A unit in the middle of a pair belongs to the character's first byte. Cost: linear.
 */
export function findUnit(bytes: Uint8Array, units: number, start = 0, end = bytes.length): number {
  let left = units;
  let at = start;
  while (at < end && left > 0) {
    const ascii = endOfAscii(bytes, at, Math.min(end, at + left));
    left -= ascii - at;
    at = ascii;
    if (at === end || left === 0) break;
    const decoded = decodeAt(bytes, at, end);
    left -= decoded.units;
    if (left < 0) return at;
    at += decoded.bytes;
  }
  return at;
}

/** Sixteen bytes at a time are worth their overhead from here on. */
const LONG = 64;

/** The first byte from `at` on, before `end`, that is not ASCII; `end` where there is none. */
function endOfAscii(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  const near = Math.min(end, at + LONG);
  while (i < near && (bytes[i] ?? 0) < 0x80) i++;
  if (i < near || i === end) return i;
  while (i < end && ((bytes.byteOffset + i) & 3) !== 0 && (bytes[i] ?? 0) < 0x80) i++;
  if (((bytes.byteOffset + i) & 3) !== 0) return i;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + i, (end - i) >> 2);
  let word = 0;
  const last = words.length - 3;
  while (word < last && (((words[word] ?? 0) | (words[word + 1] ?? 0) | (words[word + 2] ?? 0) | (words[word + 3] ?? 0)) & 0x80808080) === 0) word += 4;
  i += word << 2;
  while (i < end && (bytes[i] ?? 0) < 0x80) i++;
  return i;
}

/** The last offset <= `at` and >= `start` at which a character of well-formed UTF-8 begins; at most three bytes before. */
export function snapToCharacter(bytes: Uint8Array, at: number, start = 0): number {
  let snapped = at;
  while (snapped > start && at - snapped < 4 && ((bytes[snapped] ?? 0) & 0xc0) === 0x80) snapped--;
  // A run of continuation bytes without a lead is no character: leave the offset as it is.
  return ((bytes[snapped] ?? 0) & 0xc0) === 0x80 ? at : snapped;
}

/** The WHATWG decoder's next step. Source: Encoding Standard, section 8.1.1 "UTF-8 decoder". */
function decodeAt(bytes: Uint8Array, at: number, end: number): Decoded {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return ONE;
  if (first < 0xc2 || first > 0xf4) return ONE;
  const needed = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  // The second byte may be narrower than 80..BF, against overlong forms, surrogates and what lies past U+10FFFF.
  let lower = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  let upper = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i <= needed; i++) {
    const byte = at + i < end ? (bytes[at + i] ?? 0) : -1;
    if (byte < lower || byte > upper) return i === 1 ? ONE : i === 2 ? TWO : THREE;
    lower = 0x80;
    upper = 0xbf;
  }
  return needed === 1 ? TWO : needed === 2 ? THREE : FOUR;
}
