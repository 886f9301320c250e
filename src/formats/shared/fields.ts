// Typed looks into values of unknown shape. Null means absent or of another type.

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value as an object (not an array, not null). */
export function asRecord(value: unknown): JsonRecord | null {
  // An object that is no array can be looked at by key; every field stays unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;
}

/** The value as an array of unknown elements. */
export function asArray(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** The field `key`, own properties only, so that `__proto__` and the like never answer. */
export function getField(record: unknown, key: string): unknown {
  const object = asRecord(record);
  return object !== null && Object.hasOwn(object, key) ? object[key] : undefined;
}

export function getString(record: unknown, key: string): string | null {
  const value = getField(record, key);
  return typeof value === 'string' ? value : null;
}

/** A string that is not empty or blank. */
export function getText(record: unknown, key: string): string | null {
  const value = getString(record, key);
  return value === null || value.trim() === '' ? null : value;
}

/** A finite number. */
export function getNumber(record: unknown, key: string): number | null {
  const value = getField(record, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A whole number, 0 or more. */
export function getCount(record: unknown, key: string): number | null {
  const value = getNumber(record, key);
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function getBoolean(record: unknown, key: string): boolean | null {
  const value = getField(record, key);
  return typeof value === 'boolean' ? value : null;
}

export function getRecord(record: unknown, key: string): JsonRecord | null {
  return asRecord(getField(record, key));
}

export function getArray(record: unknown, key: string): readonly unknown[] | null {
  return asArray(getField(record, key));
}

/** The strings of an array field; elements of other types are left out. Null when it is no array. */
export function getStrings(record: unknown, key: string): readonly string[] | null {
  return getArray(record, key)?.filter((item): item is string => typeof item === 'string') ?? null;
}

/** The value at a path of keys, each an object's field. */
export function getPath(record: unknown, ...keys: readonly string[]): unknown {
  let value = record;
  for (const key of keys) value = getField(value, key);
  return value;
}
