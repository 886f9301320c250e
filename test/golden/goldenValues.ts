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
