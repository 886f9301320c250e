import type { Trace } from './trace';

/** Positions on the budget axis; NaN or any negative number = not observed. */
export type PositionColumn = Float64Array | Int32Array;

/**
 * Attempts of many cells as columns, one entry per attempt (or per distinct trace, see `weights`),
 * cell after cell. T, E and H mean what they mean in `Trace` and need not be normalised.
 *
 * Positions are compared exactly, so axes with fractions are best given in whole small units
 * (micro-dollars, milliseconds).
 */
export interface AttemptColumns {
  /** Length cells + 1: cell c holds the entries offsets[c] (included) to offsets[c + 1] (not). */
  readonly offsets: Int32Array;
  readonly T: PositionColumn;
  readonly E: PositionColumn;
  readonly H: PositionColumn;
  /**
   * How many attempts share the entry's trace; absent: one each. Lets an engine that already
   * counted (a histogram by task, exit and success) hand over its counts.
   */
  readonly weights?: Int32Array;
}

/**
 * Columns for traces given cell by cell; cell i of the columns is cells[i], attempts in order.
 */
export function columnsFromTraces(cells: readonly (readonly Trace[])[]): AttemptColumns {
  const offsets = new Int32Array(cells.length + 1);
  cells.forEach((cell, index) => (offsets[index + 1] = (offsets[index] ?? 0) + cell.length));
  const entries = offsets[cells.length] ?? 0;
  const columns = { T: new Float64Array(entries), E: new Float64Array(entries), H: new Float64Array(entries) };
  let entry = 0;
  for (const cell of cells) {
    for (const { T, E, H } of cell) {
      columns.T[entry] = T ?? NaN;
      columns.E[entry] = E ?? NaN;
      columns.H[entry] = H ?? NaN;
      entry++;
    }
  }
  return { offsets, ...columns };
}

/** Number of cells in the columns. */
export function cellCount(columns: AttemptColumns): number {
  return columns.offsets.length - 1;
}

/** The trace of one entry, as it was given. */
export function traceAt(columns: AttemptColumns, entry: number): Trace {
  return { T: positionAt(columns.T, entry), E: positionAt(columns.E, entry), H: positionAt(columns.H, entry) };
}

function positionAt(column: PositionColumn, entry: number): number | null {
  const position = column[entry] ?? NaN;
  return position >= 0 ? position : null;
}
