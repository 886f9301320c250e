// Whether a damaged file is as good as another one: no reader can know that its writer did not mean it. Judged without any reader.

import { parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';

/** Keys whose values say what a record is: one that the file does not have elsewhere is no other value, but damage. */
const KINDS = new Set(['role', 'from', 'type', 'kind', 'event', 'run_type', 'span_kind', 'item_type', 'source', 'action', 'observation', 'key', 'record_type', 'openinference.span.kind', 'gen_ai.operation.name', 'as_type', 'state', 'subtype']);

/**
 * Whether the second file is written without fault (UTF-8, JSON or lines of it without a key twice, CSV whose rows have one
 * length, YAML, Parquet) and differs from the first only in what a writer may choose: whole records are missing, repeated or
 * moved, keys that say no kind are missing, and values are other ones of their type (texts that are not empty, finite
 * numbers, kinds of records that the first file has). Keys that the first file does not have in such a record are damage.
 */
export async function isOtherContent(path: string, before: Uint8Array, after: Uint8Array): Promise<boolean> {
  const [from, to] = [await readStrictly(path, before), await readStrictly(path, after)];
  if (from === null || to === null) return false;
  const kinds = new Set<string>();
  collectKinds(from, kinds);
  return isOther(from, to, { key: '', kinds });
}

async function readStrictly(path: string, bytes: Uint8Array): Promise<unknown> {
  if (bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52) return readParquet(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  if (text.includes('\u0000')) return null;
  if (/\.ya?ml$/.test(path)) return readYaml(text);
  if (/\.[ct]sv$/.test(path)) return readTable(text);
  return /\.jsonl$/.test(path) ? readLines(text) : (readJson(text) ?? readLines(text));
}

async function readParquet(bytes: Uint8Array): Promise<unknown> {
  try {
    const copy = new Uint8Array(bytes);
    return await parquetReadObjects({ file: copy.buffer, compressors });
  } catch {
    return null;
  }
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: 'silent' }) as unknown;
  } catch {
    return null;
  }
}

/** Null for what is no JSON, and for a key twice. */
function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    JSON.parse(text);
    tree = parseTree(text, errors);
  } catch {
    return null;
  }
  return tree === undefined || errors.length > 0 ? null : valueOf(tree);
}

class Repeated extends Error {}

function valueOf(node: Node): unknown {
  try {
    return plain(node);
  } catch (error) {
    if (error instanceof Repeated) return null;
    throw error;
  }
}

function plain(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plain);
  if (node.type !== 'object') return node.value;
  const entries = new Map<string, unknown>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    if (entries.has(String(key.value))) throw new Repeated();
    entries.set(String(key.value), plain(value));
  }
  return entries;
}

function readLines(text: string): unknown {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (!lines.every((line) => line.startsWith('{') || line.startsWith('['))) return null;
  const values = lines.map(readJson);
  return values.every((value) => value !== null) ? values : null;
}

/** With the delimiter that gives the most fields. */
function readTable(text: string): unknown {
  const tables = [',', ';', '\t'].flatMap((delimiter) => {
    try {
      // With `columns` unset the package gives arrays of strings.
      return [parseCsv(text, { bom: true, skip_empty_lines: true, delimiter }) as string[][]];
    } catch {
      return [];
    }
  });
  const table = tables.sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0];
  // A cell may be empty in every column.
  return table === undefined || (table[0]?.length ?? 0) < 2 ? null : table.map((row) => new Map(row.map((cell, i) => [String(i), `cell ${cell}`])));
}

function collectKinds(value: unknown, kinds: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectKinds(item, kinds);
  if (!isObject(value)) return;
  const entries = new Map(entriesOf(value));
  for (const [key, inner] of entries) {
    if (KINDS.has(key) && typeof inner === 'string') kinds.add(`${key} ${inner}`);
    const typed = key === 'value' && isObject(inner) ? entriesOf(inner).map(([, text]) => text) : [];
    for (const text of typed) kinds.add(`${String(entries.get('key'))} ${String(text)}`);
    collectKinds(nested(inner) ?? inner, kinds);
  }
}

interface Where {
  readonly key: string;
  readonly kinds: ReadonlySet<string>;
}

function isOther(before: unknown, after: unknown, where: Where): boolean {
  if (Array.isArray(before)) return Array.isArray(after) && isOtherList(before, after, where);
  if (isObject(before)) return isObject(after) && isOtherObject(before, after, where);
  if (typeof before === 'string') return typeof after === 'string' && isOtherText(before, after, where);
  if (typeof before === 'number') return typeof after === 'number' && Number.isFinite(after) && Math.sign(after) === Math.sign(before) && Number.isInteger(after) === Number.isInteger(before);
  return typeof before === typeof after && (before === null) === (after === null);
}

function isOtherText(before: string, after: string, { key, kinds }: Where): boolean {
  if (before === after) return true;
  if (KINDS.has(key)) return kinds.has(`${key} ${after}`);
  if (after.trim() === '') return before.trim() === '';
  const inner = nested(before);
  if (inner !== null) {
    const now = nested(after);
    return now !== null && isOther(inner, now, { key, kinds });
  }
  // Numbers and times written as text are others of their kind.
  const shape = (text: string): string => (/^-?[\d.]+$/.test(text) ? 'number' : /^\d{4}-\d\d-\d\dT/.test(text) ? `time ${text.replace(/\d/g, '0').length}` : 'text');
  return shape(before) === shape(after) || shape(before) === 'text';
}

/** Each element is one of before, or one of its kind; or two such that have grown together to one. */
function isOtherList(before: readonly unknown[], after: readonly unknown[], where: Where): boolean {
  return after.every((item, i) => {
    const near = [i, i - 1, i + 1, i + before.length - after.length];
    return near.some((at) => at >= 0 && at < before.length && isOther(before[at], item, where)) || before.some((old) => isOther(old, item, where)) || isJoined(before, item, where);
  });
}

function isJoined(before: readonly unknown[], item: unknown, { key: outer, kinds }: Where): boolean {
  const objects = before.filter(isObject).map((object) => new Map(entriesOf(object)));
  if (!isObject(item) || objects.length === 0) return false;
  const now = new Map(entriesOf(item));
  const isKind = (key: string): boolean => KINDS.has(key) && objects.every((object) => object.has(key));
  return ![...(objects[0]?.keys() ?? [])].some((key) => isKind(key) && !now.has(key)) && [...now].every(([key, value]) => objects.some((object) => object.has(key) && isOther(object.get(key), value, { key: nameOf(key, now, outer), kinds })));
}

function isOtherObject(before: object, after: object, { key: outer, kinds }: Where): boolean {
  const [old, now] = [new Map(entriesOf(before)), new Map(entriesOf(after))];
  return [...now.keys()].every((key) => old.has(key)) && [...old].every(([key, value]) => (now.has(key) ? isOther(value, now.get(key), { key: nameOf(key, now, outer), kinds }) : !KINDS.has(key)));
}

/** OTLP writes attributes as `{key, value: {stringValue}}`. */
function nameOf(key: string, object: ReadonlyMap<string, unknown>, outer: string): string {
  const attribute = object.get('key');
  return key === 'value' && typeof attribute === 'string' ? attribute : /^string_?value$/i.test(key) ? outer : key;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
}

/** A JSON container that is written into a text. */
function nested(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? readJson(value) : null;
}
