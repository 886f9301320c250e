// Seeded JSON documents, whole and broken, and what must hold for a scan of each of them.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { JsonScanner } from '../../src/formats/shared/jsonScanner';
import { allowKernel } from '../../src/formats/shared/jsonKernel';
import type { JsonPath, JsonScan, JsonScanOptions, JsonSlice, PathPattern } from '../../src/formats/shared/jsonSlices';
import { parseJson } from '../../src/formats/shared/parseJson';

/** Whole numbers in [0, below), the same for the same seed. */
export type Random = (below: number) => number;

/** Source: Marsaglia 2003, xorshift32. */
export function seeded(seed: number): Random {
  let x = (seed * 2654435761) | 1;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T; // the list is not empty

const KEYS = ['a', 'b', 'c', 'messages', 'role', 'content', 'A', '\\u0061', 'a\\n', '', 'é', '__proto__', 'x\\"y', 'long key with blanks in it'];
const PIECES = ['', 'x', 'plain text ', '\\n', '\\"', '\\\\', '\\u00e9', '\\ud83d\\ude00', '\\ud800', 'é', '😀', '{"a":1}'.replaceAll('"', '\\"'), '[]{}:,', '    '];
const LITERALS = ['0', '-1', '12.5', '1e5', '-0.5E-3', 'true', 'false', 'null', '123456789012345678901234567890', '1E400'];
const BLANKS = ['', '', '', '', ' ', '\n', '\r\n', '\t', '\n    ', '  \n  '];

/** A JSON document of some bytes to some ten kilobytes. */
export function writeDocument(random: Random): string {
  const blanks = random(2) === 0;
  let budget = 5 + random(pick(random, [10, 60, 400]));
  const blank = (): string => (blanks ? pick(random, BLANKS) : '');
  const string = (): string => {
    let text = '';
    const count = random(pick(random, [2, 4, 30]));
    for (let i = 0; i < count; i++) text += pick(random, PIECES);
    return `"${text}${random(20) === 0 ? 'y'.repeat(random(400)) : ''}"`;
  };
  const value = (depth: number): string => {
    budget--;
    const kind = budget < 0 || depth > 12 ? random(2) : random(6);
    if (kind === 0) return pick(random, LITERALS);
    if (kind === 1) return string();
    const members: string[] = [];
    const isObject = kind < 4;
    for (let left = random(7); left > 0; left--) {
      const member = value(depth + 1);
      members.push(isObject ? `"${pick(random, KEYS)}"${blank()}:${blank()}${member}` : member);
    }
    const inside = members.map((member) => `${blank()}${member}${blank()}`).join(',');
    return isObject ? `{${inside === '' ? blank() : inside}}` : `[${inside === '' ? blank() : inside}]`;
  };
  const members = Array.from({ length: 1 + random(6) }, () => `"${pick(random, KEYS)}":${blank()}${value(1)}`);
  const root = random(10) === 0 ? value(0) : random(4) === 0 ? `[${value(1)},${value(1)}]` : `{${members.join(`,${blank()}`)}}`;
  return `${blank()}${root}${blank()}`;
}

const SPLINTERS = ['"', '\\', '{', '}', '[', ']', ':', ',', '\n', ' ', '0', '-', 'e', 'NaN', 'Infinity', '-Infinity', '\0', '\0\0\0', '\x01', '\ufeff', '//', "'", 'é', 'nul', '1.', '\x7f', '""', '[[', '\\u12', '0x1'];

/** The document with `count` faults: bytes changed, lost, doubled, put in, or the rest cut off. */
export function mutate(text: string, random: Random, count: number): Buffer {
  let bytes = Buffer.from(text);
  for (let i = 0; i < count; i++) {
    const at = random(bytes.length + 1);
    const size = 1 + random(pick(random, [1, 4, 40]));
    const kind = random(7);
    if (kind === 0) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(pick(random, SPLINTERS)), bytes.subarray(at)]);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at + size), bytes.subarray(at)]);
    else if (kind === 3) bytes = Buffer.from(bytes.subarray(0, at));
    else if (kind === 4 && at < bytes.length) bytes[at] = random(256);
    else if (kind === 5) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(pick(random, SPLINTERS)), bytes.subarray(at + 1)]);
    else bytes = Buffer.concat([bytes, random(2) === 0 ? Buffer.alloc(size) : bytes.subarray(at, at + size)]);
  }
  return bytes;
}

const WANTS: readonly (readonly PathPattern[])[] = [
  [[]],
  [['a', '*'], ['b']],
  [['messages', '*'], ['content', 1], ['a', 'b', 'c']],
  [['*', '*', 'a'], ['a'], [0, 'a'], [1]],
  [['a'], ['a', '*', '*'], ['x"y'], [''], ['__proto__']],
  [['c', 0, 'a'], ['c', 2], ['c', '*', 'role']],
  [],
];

/** A wish for a scan, with limits that are sometimes reached. */
export function pickOptions(random: Random): JsonScanOptions {
  const limits = random(4) === 0 ? { maxDepth: 1 + random(6), maxValueBytes: 1 + random(60) } : {};
  const start = random(5) === 0 ? { start: 1000, line: 7 } : {};
  return { want: pick(random, WANTS), ...limits, ...start };
}

/** All that a scan tells. */
export interface Told {
  readonly scan: JsonScan;
  readonly slices: readonly JsonSlice[];
  readonly arrays: readonly (readonly [JsonPath, number])[];
}

/** Scans in chunks of `size` bytes, with the kernel from the first byte on or without it. */
export function tell(bytes: Uint8Array, options: JsonScanOptions, size: number, withKernel: boolean): Told {
  const slices: JsonSlice[] = [];
  const arrays: (readonly [JsonPath, number])[] = [];
  allowKernel(withKernel);
  try {
    const scanner = new JsonScanner({ ...options, onArray: (path, length) => arrays.push([path, length]) }, (slice) => slices.push(slice), 1);
    for (let at = 0; at < bytes.length; at += size) {
      if (!scanner.push(bytes.slice(at, at + size))) break;
    }
    return { scan: scanner.finish(), slices, arrays };
  } finally {
    allowKernel(true);
  }
}

const show = (bytes: Uint8Array): string => JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 2000));

/** The first thing in which two answers differ. */
function difference(told: unknown, expected: unknown, name = ''): string {
  if (typeof told === 'object' && typeof expected === 'object' && told !== null && expected !== null && !(told instanceof Uint8Array)) {
    const keys = [...new Set([...Object.keys(told), ...Object.keys(expected)])];
    const get = (from: object, key: string): unknown => (from as Record<string, unknown>)[key]; // own keys
    const key = keys.find((each) => !isDeepStrictEqual(get(told, each), get(expected, each)));
    if (key !== undefined) return difference(get(told, key), get(expected, key), `${name}.${key}`);
  }
  return `${name} is ${JSON.stringify(told)?.slice(0, 300)} instead of ${JSON.stringify(expected)?.slice(0, 300)}`;
}

/** Both ways to scan a document tell the same, in any chunks. Throws where they do not. */
export function checkBothWays(bytes: Uint8Array, options: JsonScanOptions, sizes: readonly number[]): void {
  const expected = tell(bytes, options, bytes.length + 1, false);
  for (const size of sizes) {
    const told = tell(bytes, options, size, true);
    // Not deepEqual: its report of values of megabytes is of no use.
    if (!isDeepStrictEqual(told, expected)) assert.fail(`chunks of ${size}, ${JSON.stringify(options).slice(0, 500)}: ${difference(told, expected)}; the document is ${show(bytes)}`);
  }
}

/** What one document was, for counting. */
export type Verdict = 'same' | 'refused' | 'non-finite' | 'nul-tail' | 'replaced-bytes';

/**
 * A scan and `parseJson` of its slices against `JSON.parse` of the text: what that accepts is read
 * whole and with the same values, what it refuses is refused or told. Throws where that is not so.
 */
export function checkAgainstParse(bytes: Uint8Array, want: readonly PathPattern[], size: number): Verdict {
  const { scan, slices } = tell(bytes, { want: [[], ...want] }, size, true);
  const text = new TextDecoder().decode(bytes);
  const root = slices.find((slice) => slice.path.length === 0);
  const parsed = root === undefined ? null : parseJson(root.bytes);
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch {
    const isTold = scan.issues.some(({ severity }) => severity !== 'warning') || parsed === null || !parsed.ok;
    if (isTold) return 'refused';
    if (scan.nulTail > 0) return 'nul-tail';
    assert.ok(parsed.nonFinite > 0, `accepted, which JSON.parse refuses: ${show(bytes)}`);
    return 'non-finite';
  }
  assert.ok(scan.isComplete && scan.issues.every(({ severity }) => severity === 'warning'), `refused, which JSON.parse accepts: ${JSON.stringify(scan.issues)} ${show(bytes)}`);
  assert.ok(parsed?.ok === true && isDeepStrictEqual(parsed.value, expected), `another value: ${show(bytes)}`);
  checkSlices(slices, expected, want, bytes);
  return parsed.problem === null ? 'same' : 'replaced-bytes';
}

/** Of a key that occurs twice the last value counts, for JSON.parse too. */
function checkSlices(slices: readonly JsonSlice[], root: unknown, want: readonly PathPattern[], bytes: Uint8Array): void {
  const found = new Map(slices.map((slice) => [JSON.stringify(slice.path), slice]));
  for (const [path, value] of want.flatMap((pattern) => [...valuesAt(root, pattern)])) {
    const slice = found.get(JSON.stringify(path));
    assert.ok(slice !== undefined, `lost ${JSON.stringify(path)}: ${show(bytes)}`);
    const parsed = parseJson(slice.bytes);
    assert.ok(parsed.ok && isDeepStrictEqual(parsed.value, value), `another value at ${JSON.stringify(path)}: ${show(bytes)}`);
    assert.ok(Buffer.from(bytes).subarray(slice.start, slice.end).equals(slice.bytes), `another place of ${JSON.stringify(path)}: ${show(bytes)}`);
  }
}

function* valuesAt(value: unknown, pattern: PathPattern, path: JsonPath = []): Iterable<[JsonPath, unknown]> {
  const [segment, ...rest] = pattern;
  if (segment === undefined) {
    yield [path, value];
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      if (segment === '*' || segment === i) yield* valuesAt(item, rest, [...path, i]);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (segment === '*' || segment === key) yield* valuesAt(item, rest, [...path, key]);
    }
  }
}

/** Runs `count` documents from `seed` on through both checks; every fourth is whole. Returns how many there were of each verdict. */
export function checkMutants(count: number, seed: number): Readonly<Record<Verdict, number>> {
  const verdicts: Record<Verdict, number> = { same: 0, refused: 0, 'non-finite': 0, 'nul-tail': 0, 'replaced-bytes': 0 };
  for (let i = 0; i < count; i++) {
    const random = seeded(seed + i);
    const bytes = mutate(writeDocument(random), random, random(4));
    const sizes = [bytes.length + 1, pick(random, [1, 3, 7, 64, 100, 1000])];
    checkBothWays(bytes, pickOptions(random), sizes);
    verdicts[checkAgainstParse(bytes, pick(random, WANTS), pick(random, sizes))]++;
  }
  return verdicts;
}
