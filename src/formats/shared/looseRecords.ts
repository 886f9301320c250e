import { asArray, asRecord } from './fields';
import type { JsonRecord } from './fields';
import { parseJson } from './parseJson';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * The objects in a range of a file, in order: elements of one list, lines, or a range that begins and ends inside
 * containers it does not close. Elements that are no objects are left out; empty when nothing can be parsed. Linear in
 * the bytes.
 */
export function readRecords(bytes: Uint8Array): readonly JsonRecord[] {
  const list = parseJson(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]));
  const values = list.ok ? (asArray(list.value) ?? []) : balancedObjects(bytes).map(([from, to]) => parseSlice(bytes.subarray(from, to)));
  return values.map(asRecord).filter((record) => record !== null);
}

function parseSlice(bytes: Uint8Array): unknown {
  const parsed = parseJson(bytes);
  return parsed.ok ? parsed.value : null;
}

/** Start and end (not included) of the outermost objects that both open and close in the bytes. */
function balancedObjects(bytes: Uint8Array): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  const open: number[] = [];
  let isString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) {
      isString = true;
    } else if (byte === OPEN) {
      open.push(i);
    } else if (byte === CLOSE) {
      const start = open.pop();
      if (start === undefined) continue;
      while (found.length > 0 && (found.at(-1)?.[0] ?? 0) > start) found.pop();
      found.push([start, i + 1]);
    }
  }
  return found;
}
