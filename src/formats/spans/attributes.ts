// Attributes of a span in all their forms: OTLP lists of typed values, objects with dotted keys, nested objects, and the
// columns of a table whose names begin with `attributes.`.

import { asArray, asRecord, getArray, getField, getRecord } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';

const MAX_INDEX = 100_000;
const MAX_DEPTH = 64;

/** The attributes that a span record (or a resource, or an event) states, as an object. */
export function attributesOf(record: JsonRecord): JsonRecord {
  const stated = getField(record, 'attributes');
  if (Array.isArray(stated)) return fromList(stated);
  if (typeof stated === 'string') return asRecord(parseText(stated)) ?? {};
  const object = asRecord(stated);
  if (object !== null) return object;
  const columns = Object.entries(record).filter(([key]) => key.startsWith('attributes.'));
  return Object.fromEntries(columns.map(([key, value]) => [key.slice('attributes.'.length), value]));
}

function fromList(list: readonly unknown[], depth = 0): JsonRecord {
  const entries = list.flatMap((item) => {
    const key = getField(item, 'key');
    return typeof key === 'string' ? [[key, plainValue(getField(item, 'value'), depth)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** OTLP's typed value; 64-bit numbers are text there. */
function plainValue(value: unknown, depth: number): unknown {
  const record = asRecord(value);
  if (record === null || depth > MAX_DEPTH) return value;
  for (const key of ['stringValue', 'string_value', 'boolValue', 'bool_value', 'doubleValue', 'double_value']) {
    const plain = getField(record, key);
    if (plain !== undefined) return plain;
  }
  const whole = getField(record, 'intValue') ?? getField(record, 'int_value');
  if (whole !== undefined) return typeof whole === 'string' ? Number(whole) : whole;
  const list = getRecord(record, 'arrayValue') ?? getRecord(record, 'array_value');
  if (list !== null) return (getArray(list, 'values') ?? []).map((item) => plainValue(item, depth + 1));
  const object = getRecord(record, 'kvlistValue') ?? getRecord(record, 'kvlist_value');
  return object === null ? null : fromList(getArray(object, 'values') ?? [], depth + 1);
}

/** Looks into attributes by dotted names, wherever the dots are keys and wherever they are levels. */
export class Attributes {
  constructor(readonly record: JsonRecord) {}

  /** The value of the first name that is there; undefined where none is. */
  value(...names: readonly string[]): unknown {
    for (const name of names) {
      const found = findDotted(this.record, name);
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  }

  /** Text that is not blank. */
  text(...names: readonly string[]): string | null {
    for (const name of names) {
      const found = findDotted(this.record, name);
      if (typeof found === 'string' && found.trim() !== '') return found;
    }
    return null;
  }

  /** A finite number, also one written as text. */
  number(...names: readonly string[]): number | null {
    for (const name of names) {
      const number = toNumber(findDotted(this.record, name));
      if (number !== null) return number;
    }
    return null;
  }

  /** Elements of a list: an array, JSON text of one, or keys with an index (`name.0.role`). Null where there is none. */
  list(name: string): readonly unknown[] | null {
    const stated = parsed(findDotted(this.record, name));
    if (Array.isArray(stated)) return stated;
    return indexed(stated) ?? indexed(gather(this.record, name));
  }
}

/** A finite number, also one written as text; null for anything else. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,20})?(?:e-?\d{1,3})?$/i.test(value) ? Number(value) : null;
}

/** JSON text of an object or list as what it says; anything else as it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s{0,40}[[{]/.test(value)) return value;
  return parseText(value) ?? value;
}

function findDotted(record: JsonRecord, name: string): unknown {
  const flat = getField(record, name);
  if (flat !== undefined) return flat;
  let dot = name.indexOf('.');
  while (dot > 0) {
    const inner = asRecord(getField(record, name.slice(0, dot)));
    if (inner !== null) {
      const found = findDotted(inner, name.slice(dot + 1));
      if (found !== undefined) return found;
    }
    dot = name.indexOf('.', dot + 1);
  }
  return undefined;
}

/** The object that keys beginning with `name.` spell out. */
function gather(record: JsonRecord, name: string): JsonRecord | null {
  const tree = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    if (!key.startsWith(`${name}.`)) continue;
    put(tree, key.slice(name.length + 1).split('.').slice(0, MAX_DEPTH), value);
  }
  return tree.size === 0 ? null : toObject(tree);
}

function put(tree: Map<string, unknown>, path: readonly string[], value: unknown): void {
  let level = tree;
  path.forEach((segment, i) => {
    if (i === path.length - 1) {
      level.set(segment, value);
      return;
    }
    const next = level.get(segment);
    const inner = next instanceof Map ? (next as Map<string, unknown>) : new Map<string, unknown>();
    level.set(segment, inner);
    level = inner;
  });
}

/** Maps become objects with own properties only, and lists where every key is an index. */
function toObject(tree: ReadonlyMap<string, unknown>): JsonRecord {
  return Object.fromEntries([...tree].map(([key, value]) => [key, value instanceof Map ? toValue(value as Map<string, unknown>) : value]));
}

function toValue(tree: ReadonlyMap<string, unknown>): unknown {
  const object = toObject(tree);
  return indexed(object) ?? object;
}

/** Values of an object whose keys are all indexes, in their order; null for any other. */
function indexed(value: unknown): readonly unknown[] | null {
  const record = asRecord(value);
  if (record === null) return null;
  const keys = Object.keys(record);
  if (keys.length === 0 || !keys.every((key) => /^\d{1,6}$/.test(key) && Number(key) < MAX_INDEX)) return null;
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => record[key]);
}

/** Elements of a value that may be a list, JSON text of one, or a single value. */
export function toList(value: unknown): readonly unknown[] {
  const plain = parsed(value);
  return asArray(plain) ?? (plain === undefined || plain === null ? [] : [plain]);
}

/** With parseJson's limit on depth, so that what walks the value cannot run out of stack. */
function parseText(text: string): unknown {
  const result = parseJson(Buffer.from(text));
  return result.ok ? result.value : undefined;
}
