/** Absolute and relative tolerance: |actual - expected| <= atol + rtol |expected|. */
export interface Tolerance {
  readonly atol: number;
  readonly rtol: number;
}

/**
 * Paths at which an output differs from what a golden case expects, as compare.py judges with
 * `--mc`: every expected key must be there, lists have equal length, numbers lie within the
 * tolerance, and the rest is equal. Further keys of the output are not looked at. What is resampled is judged by the band
 * that the exact law gives a run of that many replicates.
 */
export function findDifferences(actual: unknown, expected: unknown, tolerance: Tolerance, path = ''): readonly string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [path];
    return expected.flatMap((value, index) => findDifferences(actual[index], value, tolerance, `${path}[${index}]`));
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return [path];
    if ('lo_band' in expected) return findOutsideBands(actual, expected, tolerance, path);
    return Object.entries(expected).flatMap(([key, value]) => findDifferences(actual[key], value, tolerance, `${path}.${key}`));
  }
  if (typeof expected !== 'number') return Object.is(actual, expected) ? [] : [path];
  const isClose = typeof actual === 'number' && Math.abs(actual - expected) <= tolerance.atol + tolerance.rtol * Math.abs(expected);
  return isClose ? [] : [path];
}

function findOutsideBands(actual: Readonly<Record<string, unknown>>, expected: Readonly<Record<string, unknown>>, tolerance: Tolerance, path: string): readonly string[] {
  const sd = Number(expected['sd']);
  return Object.entries(expected).flatMap(([key, value]) => {
    const found = actual[key];
    const band = expected[`${key}_band`];
    if (key.endsWith('_band')) return [];
    if (Array.isArray(band)) return typeof found === 'number' && found >= band[0] - 1e-9 && found <= band[1] + 1e-9 ? [] : [`${path}.${key}`];
    const slack = key.startsWith('p_') ? 0.025 : key === 'mean' || key === 'sd' ? 0.1 * sd + 1e-9 : null;
    if (slack === null || typeof value !== 'number') return findDifferences(found, value, tolerance, `${path}.${key}`);
    return typeof found === 'number' && Math.abs(found - value) <= slack ? [] : [`${path}.${key}`];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
