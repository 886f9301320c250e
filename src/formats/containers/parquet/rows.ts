// Rows of a Parquet file, in order, a few at a time.

import { assembleNested } from 'hyparquet/src/assemble.js';
import { ColumnCursor } from './columnCursor';
import { ParquetFault, reasonOf } from './footer';
import type { Bytes, ParquetFooter, RowGroupPlace } from './footer';
import { PARSERS } from './parsers';

/** One row: values of the top-level columns. Texts are Buffers, 64-bit integers bigints, structs objects, lists arrays. */
export interface ParquetRow {
  /** From 0, in the file. */
  readonly number: number;
  readonly values: readonly (readonly [name: string, value: unknown])[];
}

/** Rows that could not be read, and why. */
export interface LostRows {
  readonly number: number;
  readonly count: number;
  readonly fault: ParquetFault;
}

/** Uncompressed bytes of rows that are decoded at once. */
const BATCH_BYTES = 4 * 1024 * 1024;
const MOST_ROWS = 1024;

/**
 * Every row of a file, in order. Where a row group is damaged its remaining rows are lost, and those of the next group follow.
 * Memory: the pages at hand of one row group. Throws errors of the file system.
 */
export function* readRows(file: Bytes, footer: ParquetFooter): Generator<ParquetRow | LostRows> {
  for (const [index, group] of footer.groups.entries()) {
    if (group.rows === 0) continue;
    let done = 0;
    try {
      const reading = new GroupReading(file, footer, index);
      const average = Math.max(1, group.bytes / group.rows);
      const batch = Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_BYTES / average)));
      while (done < group.rows) {
        for (const values of reading.take(Math.min(batch, group.rows - done))) {
          yield { number: group.start + done, values };
          done++;
        }
      }
    } catch (error) {
      const fault = asFault(error, group);
      yield { number: group.start + done, count: group.rows - done, fault };
    }
  }
}

/** One row by its number; null where there is none. Throws a ParquetFault, and errors of the file system. */
export function readRowAt(file: Bytes, footer: ParquetFooter, number: number): ParquetRow | null {
  const index = footer.groups.findIndex(({ start, rows }) => number >= start && number < start + rows);
  const group = footer.groups[index];
  if (group === undefined) return null;
  try {
    const reading = new GroupReading(file, footer, index);
    reading.skip(number - group.start);
    const [values] = reading.take(1);
    return values === undefined ? null : { number, values };
  } catch (error) {
    throw asFault(error, group);
  }
}

function asFault(error: unknown, { byte }: RowGroupPlace): ParquetFault {
  if (error instanceof ParquetFault) return error;
  if (error instanceof Error && 'syscall' in error) throw error;
  return new ParquetFault('unreadable', byte, `The row group is damaged: ${reasonOf(error)}.`, { cause: error });
}

class GroupReading {
  private readonly cursors: readonly ColumnCursor[];

  constructor(
    file: Bytes,
    private readonly footer: ParquetFooter,
    index: number,
  ) {
    const chunks = footer.metadata.row_groups[index]?.columns ?? [];
    this.cursors = chunks.map((chunk) => new ColumnCursor(file, chunk, footer.schema));
  }

  skip(count: number): void {
    for (const cursor of this.cursors) cursor.skip(count);
  }

  take(count: number): readonly ParquetRow['values'][] {
    if (this.cursors.length === 0) throw new Error('it has no columns');
    const columns = new Map<string, unknown[]>();
    for (const cursor of this.cursors) columns.set(cursor.path, cursor.take(count));
    const assembled = this.footer.schema.children.map((child) => {
      if (child.children.length > 0) assembleNested(columns, child, PARSERS);
      const data = columns.get(child.path.join('.'));
      if (data === undefined || data.length < count) throw new Error(`the column ${child.element.name} lacks values`);
      return [child.element.name, data] as const;
    });
    return Array.from({ length: count }, (_, i) => assembled.map(([name, data]) => [name, data[i]] as const));
  }
}
