/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Digits that surely fit into 53 bits. */
const MOST_DIGITS = 15;

/**
 * The number whose JSON text is `bytes[from]` to `bytes[to - 1]`, to the last bit the one that
 * `JSON.parse` gives; null for anything else (null, a string, NaN). Short numbers cost no string:
 * up to 15 digits and 10^22 one division of exact doubles rounds correctly.
 * Source: Clinger 1990, "How to Read Floating Point Numbers Accurately", section 3.
 */
export function readNumber(bytes: Uint8Array, from: number, to: number): number | null {
  const isNegative = bytes[from] === 0x2d;
  const first = isNegative ? from + 1 : from;
  let value = 0;
  let point = -1;
  for (let i = first; i < to; i++) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit === -2 && point < 0) point = i;
    else return readSlowly(bytes, from, to);
  }
  const decimals = point < 0 ? 0 : to - point - 1;
  const length = to - first;
  // `-`, `.5` and `5.` are no JSON; `01` is none either.
  if (length === 0 || length > MOST_DIGITS + 1 || point === first || point === to - 1 || (bytes[first] === 0x30 && length > 1 && point !== first + 1)) {
    return readSlowly(bytes, from, to);
  }
  const size = decimals === 0 ? value : value / (POWERS[decimals] ?? NaN);
  return isNegative ? -size : size;
}

function readSlowly(bytes: Uint8Array, from: number, to: number): number | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'));
    return typeof value === 'number' ? value : null;
  } catch {
    return null;
  }
}
