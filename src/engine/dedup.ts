/** Which rows are kept, by index in input order. The three lists are disjoint and cover all rows. */
export interface Deduplication {
  /** The first row of each identity. */
  readonly kept: readonly number[];
  /** Rows identical to the kept row of their identity: the same attempt read twice. */
  readonly repeats: readonly number[];
  /** Rows that contradict the kept row of their identity. */
  readonly conflicts: readonly number[];
}

/** How rows are compared. */
export interface RowComparison<Row> {
  /** Text that two rows share exactly when they claim to be the same attempt (`identityKey`). */
  readonly identity: (row: Row) => string;
  /** True when two rows of one identity say the same. */
  readonly isSame: (a: Row, b: Row) => boolean;
}

/**
 * Collapses repeated rows of one attempt and reports contradictions. Rows are compared with the
 * first of their identity, which is kept. Equal outcomes under different identities are separate
 * draws and all stay. O(rows).
 *
 * Source: MATH.md 1.1 (identity is task, runtime, cohort and attempt).
 */
export function deduplicate<Row>(rows: readonly Row[], comparison: RowComparison<Row>): Deduplication {
  const first = new Map<string, { readonly row: Row }>();
  const kept: number[] = [];
  const repeats: number[] = [];
  const conflicts: number[] = [];
  rows.forEach((row, index) => {
    const key = comparison.identity(row);
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, { row });
      kept.push(index);
    } else {
      (comparison.isSame(known.row, row) ? repeats : conflicts).push(index);
    }
  });
  return { kept, repeats, conflicts };
}

/** One text for several fields, different for different fields whatever characters they hold. */
export function identityKey(...fields: readonly (string | number | null)[]): string {
  return JSON.stringify(fields);
}
