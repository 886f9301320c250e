const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Below this a byte loop beats a call of `indexOf`. */
const SHORT = 32;

export interface StringEnd {
  /** Index of the closing quote, or -1 when it is not in the chunk. */
  readonly quote: number;
  /** Without a quote: the chunk ends with a backslash that escapes the next byte. */
  readonly isEscaped: boolean;
}

const OPEN: StringEnd = { quote: -1, isEscaped: false };
const OPEN_ESCAPED: StringEnd = { quote: -1, isEscaped: true };

/**
 * The closing quote of a JSON string whose content goes on at `from`, which must not be an
 * escaped byte. `from` may be one past the end. Linear; long runs go through `indexOf`.
 */
export function findStringEnd(chunk: Buffer, from: number): StringEnd {
  const { length } = chunk;
  let i = from;
  while (i < length) {
    const stop = Math.min(i + SHORT, length);
    while (i < stop) {
      const byte = chunk[i];
      if (byte === QUOTE) return { quote: i, isEscaped: false };
      i += byte === BACKSLASH ? 2 : 1;
    }
    if (i >= length) break;
    const quote = chunk.indexOf(QUOTE, i);
    const end = quote < 0 ? length : quote;
    let slash = end;
    while (slash > i && chunk[slash - 1] === BACKSLASH) slash--;
    const isEscaped = ((end - slash) & 1) === 1;
    if (quote < 0) return isEscaped ? OPEN_ESCAPED : OPEN;
    if (!isEscaped) return { quote, isEscaped: false };
    i = quote + 1;
  }
  return i > length ? OPEN_ESCAPED : OPEN;
}
