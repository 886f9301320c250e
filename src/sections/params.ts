// Params from a page: anything may come.

/** A field of an unknown object; undefined when there is none. */
export function fieldOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>)[name] : undefined; // any object may be indexed by a string; the value stays unknown
}

/** The field `t` where it is a finite number, else null. */
export function readTime(raw: unknown): number | null {
  const t = fieldOf(raw, 't');
  return typeof t === 'number' && Number.isFinite(t) ? t : null;
}

/** A field that is a chance in [0, 1], else what stands in for it. */
export function readChance(raw: unknown, name: string, instead: number): number {
  const value = fieldOf(raw, name);
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : instead;
}
