const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Below this a byte loop beats a call of `indexOf`. */
const SHORT = 32;

/** The closing quote is not in the chunk. */
export const OPEN_STRING = -1;
/** As OPEN_STRING, and the chunk ends with a backslash that escapes the next byte. */
export const OPEN_ESCAPED = -2;

/**
 * Index of the closing quote of a JSON string whose content goes on at `from`, which must not be
 * an escaped byte, or OPEN_STRING or OPEN_ESCAPED. `from` may be one past the end. Linear; long
 * runs go through `indexOf`.
 */
export function findStringEnd(chunk: Buffer, from: number): number {
  const { length } = chunk;
  let i = from;
  while (i < length) {
    const stop = Math.min(i + SHORT, length);
    while (i < stop) {
      const byte = chunk[i];
      if (byte === QUOTE) return i;
      i += byte === BACKSLASH ? 2 : 1;
    }
    if (i >= length) break;
    const quote = chunk.indexOf(QUOTE, i);
    const end = quote < 0 ? length : quote;
    let slash = end;
    while (slash > i && chunk[slash - 1] === BACKSLASH) slash--;
    const isEscaped = ((end - slash) & 1) === 1;
    if (quote < 0) return isEscaped ? OPEN_ESCAPED : OPEN_STRING;
    if (!isEscaped) return quote;
    i = quote + 1;
  }
  return i > length ? OPEN_ESCAPED : OPEN_STRING;
}
