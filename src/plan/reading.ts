import { pushAll } from '../base/extent';
import { nearestWord } from '../base/nearestWord';
import type { ProblemCode } from '../model/problem';

/** What is wrong with a value of the plan, and where inside it: `path` is relative to the value. */
export interface PlanFault {
  readonly path: readonly (string | number)[];
  readonly code: ProblemCode;
  readonly found: string;
  readonly expected: string;
  readonly message: string;
}

/** A value that was checked; with faults the value is what could be kept, else the default. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly PlanFault[] };

/** Longest list in a plan. */
export const MOST_ENTRIES = 1_000;

/** A whole number between two bounds, both included. */
export function readWhole(value: unknown, range: { readonly what: string; readonly least: number; readonly most: number }): Reading<number> {
  if (typeof value === 'number' && Number.isInteger(value) && value >= range.least && value <= range.most) return keep(value);
  return refuse(value, `a whole number from ${range.least} to ${range.most}`, `${range.what} must be a whole number from ${range.least} to ${range.most}.`);
}

/** One of the given words, exactly as spelt; the fault names the nearest one. */
export function readWord<W extends string>(value: unknown, words: readonly W[], what: string): Reading<W> {
  const word = words.find((w) => w === value);
  if (word !== undefined) return keep(word);
  const near = typeof value === 'string' ? nearestWord(value, words) : null;
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  return refuse(value, `one of ${quoteAll(words)}`, `${show(value)} is not known as ${what}.${hint}`);
}

/** A list of at most `MOST_ENTRIES` items, each read by `readItem`; faults carry the item's index. */
export function readList<T>(value: unknown, what: string, readItem: (item: unknown) => Reading<T>): Reading<readonly T[]> {
  if (!Array.isArray(value)) return refuse(value, `a list of ${what}`, `Expected a list of ${what} in square brackets.`);
  if (value.length > MOST_ENTRIES) return refuse(`${value.length} entries`, `at most ${MOST_ENTRIES} ${what}`, `A plan holds at most ${MOST_ENTRIES} ${what}.`);
  const values: T[] = [];
  const faults: PlanFault[] = [];
  value.forEach((item: unknown, i) => {
    const reading = readItem(item);
    if (reading.ok) values.push(reading.value);
    else pushAll(faults, faultsAt(reading, i));
  });
  return faults.length === 0 ? keep(values) : { ok: false, faults };
}

/** An object of the given keys; unknown and missing ones are faults. Keys in `optional` may be missing, and then read as undefined. */
export function readEntry<K extends string>(value: unknown, keys: readonly K[], what: string, optional: readonly K[] = []): Reading<Readonly<Record<K, unknown>>> {
  const expected = `an object with ${quoteAll(keys)}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(value, expected, `Expected ${what} as an object with ${quoteAll(keys)}.`);
  const given = new Map(Object.entries(value));
  const faults = [...given.keys()].filter((key) => !keys.some((known) => known === key)).map((key) => unknownKey(key, keys, what));
  for (const key of keys) {
    if (!given.has(key) && !optional.includes(key)) faults.push({ path: [], code: 'missing-field', found: `no "${key}"`, expected, message: `${what[0]?.toUpperCase()}${what.slice(1)} needs "${key}".` });
  }
  // The record is total over K: keys that are not given read as undefined.
  return faults.length === 0 ? keep(Object.fromEntries(keys.map((key) => [key, given.get(key)])) as Record<K, unknown>) : { ok: false, faults };
}

/** The fault of a key that is not known inside `what`, with the nearest known one. */
export function unknownKey(key: string, keys: readonly string[], what: string): PlanFault {
  const near = nearestWord(key, keys);
  const hint = near === null ? ` Known: ${keys.join(', ')}.` : ` Did you mean "${near}"?`;
  return { path: [key], code: 'unknown-record', found: show(key), expected: near === null ? `one of ${quoteAll(keys)}` : `"${near}"`, message: `"${shorten(key)}" is not a key of ${what}.${hint}` };
}

/** The same values when no two share a name; else a fault at each repeat. */
export function unique<T>(values: readonly T[], nameOf: (value: T) => string, what: string): Reading<readonly T[]> {
  const seen = new Set<string>();
  const faults = values.flatMap((value, i) => {
    const name = nameOf(value);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ ...fault(name, `each ${what} once`, `The ${what} "${shorten(name)}" is listed twice.`, [i]), code: 'duplicate' as const }];
  });
  return faults.length === 0 ? keep(values) : { ok: false, faults };
}

/** A reading without fault. */
export function keep<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A reading with one fault, at the value itself. */
export function refuse(found: unknown, expected: string, message: string): { readonly ok: false; readonly faults: readonly PlanFault[] } {
  return { ok: false, faults: [fault(found, expected, message, [])] };
}

/** A fault of code `bad-value` at `path`. */
export function fault(found: unknown, expected: string, message: string, path: readonly (string | number)[]): PlanFault {
  return { path, code: 'bad-value', found: show(found), expected, message };
}

/** The faults of a reading, seen from one level above; none when it is good. */
export function faultsAt(reading: Reading<unknown>, step: string | number): readonly PlanFault[] {
  return reading.ok ? [] : reading.faults.map((f) => ({ ...f, path: [step, ...f.path] }));
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value));
}

/** At most 60 characters of a text. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The words in double quotes, with commas. */
export function quoteAll(words: readonly string[]): string {
  return words.map((w) => `"${w}"`).join(', ');
}
