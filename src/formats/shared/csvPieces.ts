import { CsvError, Parser, type Options } from 'csv-parse';

/** What had been read when a row ended. */
export interface RowEnd {
  readonly bytes: number;
  readonly lines: number;
}

/**
 * CSV in pieces of any size. csv-parse is a stream, and streams deliver later; a reader is synchronous. Its two stream methods work at
 * once and call back before they return, so they are called directly; nothing is ever pushed, since `on_record` keeps every row.
 */
export class CsvPieces {
  /** Line, from 1, at which the fault was found; null where there is none, or the library does not say. */
  faultLine: number | null = null;
  private isGood = true;
  private readonly parser: Parser;

  constructor(options: Omit<Options, 'on_record'>, onRow: (fields: readonly string[], end: RowEnd) => void) {
    this.parser = new Parser({
      ...options,
      on_record: (fields: unknown, { bytes, lines }) => {
        if (Array.isArray(fields)) onRow(fields.map(String), { bytes, lines });
        return null;
      },
    });
  }

  /** False when a row cannot be read. Throws what is no fault of the content. */
  push(chunk: Uint8Array): boolean {
    // A copy: the parser keeps the end of a chunk until the next one comes.
    this.parser._transform(Buffer.from(chunk), 'utf8', (error) => this.take(error));
    return this.isGood;
  }

  /** As `push`, at the end of the content. */
  end(): boolean {
    this.parser._flush((error) => this.take(error));
    return this.isGood;
  }

  private take(error: Error | null | undefined): void {
    this.isGood = error === null || error === undefined;
    if (error === null || error === undefined) return;
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { readonly lines?: unknown }; // what csv-parse adds to its errors
    this.faultLine = typeof lines === 'number' ? lines : null;
  }
}
