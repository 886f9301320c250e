import type { Trace } from '../../src/engine/trace';

/** A trace from the golden files' [T, E, H]. */
export function toTrace(value: unknown): Trace {
  const [T, E, H] = toList(value);
  return { T: toPosition(T), E: toPosition(E), H: toPosition(H) };
}

function toPosition(value: unknown): number | null {
  if (value === null || typeof value === 'number') return value;
  throw new TypeError(`A position is a number or null, not ${String(value)}.`);
}

/** A value that must be a list. */
export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`Expected a list, found ${String(value)}.`);
}

/** A value that must be a number. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`Expected a number, found ${String(value)}.`);
}

/** A value that must be an object. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  // An object that is no array has string keys; its values stay unknown.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw new TypeError(`Expected an object, found ${String(value)}.`);
}
