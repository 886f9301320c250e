/** Absolute and relative tolerance: |actual - expected| <= atol + rtol |expected|. */
export interface Tolerance {
  readonly atol: number;
  readonly rtol: number;
}

/**
 * Paths at which an output differs from what a golden case expects, as compare.py judges without
 * `--mc`: every expected key must be there, lists have equal length, numbers lie within the
 * tolerance, and the rest is equal. Further keys of the output are not looked at.
 */
export function findDifferences(actual: unknown, expected: unknown, tolerance: Tolerance, path = ''): readonly string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [path];
    return expected.flatMap((value, index) => findDifferences(actual[index], value, tolerance, `${path}[${index}]`));
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return [path];
    return Object.entries(expected).flatMap(([key, value]) => findDifferences(actual[key], value, tolerance, `${path}.${key}`));
  }
  if (typeof expected !== 'number') return Object.is(actual, expected) ? [] : [path];
  const isClose = typeof actual === 'number' && Math.abs(actual - expected) <= tolerance.atol + tolerance.rtol * Math.abs(expected);
  return isClose ? [] : [path];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
