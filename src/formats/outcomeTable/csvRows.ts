import type { LineMap } from '../../base/lineMap';
import type { SourceFile } from '../contract';
import { CsvPieces } from '../shared/csvPieces';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';

/** A row of a CSV file, or why there is none. */
export type CsvRow =
  | { readonly kind: 'row'; readonly fields: readonly string[]; readonly line: number; readonly start: number; readonly end: number }
  | { readonly kind: 'fault'; readonly problem: ProblemSeed };

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Larger rows are no rows of an outcome table; most likely a quote was never closed. */
const LARGEST_ROW = 262_144;
/** Every fault costs a new start of the parser, so a hostile file must not have too many. */
const MOST_FAULTS = 100;

/** Stray quotes are faults: read leniently, a quote that is never closed would swallow the rows up to the next quote without a word. */
const OPTIONS = { bom: true, relax_quotes: false, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'], max_record_size: LARGEST_ROW };

/**
 * The header of a file under each delimiter that can be one, most fields first: an outcome table has two columns or more, so
 * the delimiter must be there. Empty when there is no complete first row.
 */
export function readHeaders(head: Uint8Array, isWhole: boolean): readonly { readonly delimiter: Delimiter; readonly names: readonly string[] }[] {
  const headers = DELIMITERS.filter((delimiter) => head.includes(delimiter.charCodeAt(0))).flatMap((delimiter) => {
    const names = firstRow(head, delimiter, isWhole);
    return names === null ? [] : [{ delimiter, names: names.map((name) => name.trim()) }];
  });
  return headers.sort((a, b) => b.names.length - a.names.length);
}

function firstRow(head: Uint8Array, delimiter: Delimiter, isWhole: boolean): readonly string[] | null {
  try {
    const rows: unknown[] = [];
    // Two rows: the first one is known to be complete when a second one begins.
    const pieces = new CsvPieces({ ...OPTIONS, delimiter }, (fields) => void (rows.length < 2 && rows.push(fields)));
    pieces.push(head);
    if (isWhole || rows.length === 0) pieces.end();
    const first = rows[0];
    const endsInHead = isWhole || head.includes(0x0a) || head.includes(0x0d);
    return endsInHead && Array.isArray(first) ? first.map(String) : null;
  } catch {
    return null;
  }
}

/**
 * Rows of a CSV file in order, the header included, blank ones left out. A row that cannot be read (a quote that is never
 * closed) is a fault, and reading goes on with the line after the one on which it began. `end` includes the line break. Chunk sizes change nothing;
 * memory is one chunk and one row.
 */
export function* readCsvRows(file: SourceFile, delimiter: Delimiter, lines: LineMap): Generator<CsvRow> {
  let from = 0;
  for (let faults = 0; from < file.size; faults++) {
    if (faults === MOST_FAULTS) {
      yield { kind: 'fault', problem: tooManyFaults(lines, from) };
      return;
    }
    const bad = yield* readUntilFault(file, delimiter, lines, from);
    if (bad === null) return;
    const line = lines.lineOf(bad);
    yield { kind: 'fault', problem: file.read(bad, bad + 1)[0] === 0 ? nulBytes({ line: line + 1, byte: bad }) : brokenRow(line + 1, bad) };
    from = lines.endOf(line);
  }
}

/** Yields rows from byte `from` on; returns where a row begins that cannot be read, null when all were. */
function* readUntilFault(file: SourceFile, delimiter: Delimiter, lines: LineMap, from: number): Generator<CsvRow, number | null> {
  let rows: CsvRow[] = [];
  let start = from;
  const pieces = new CsvPieces({ ...OPTIONS, delimiter }, (fields, { bytes }) => {
    const end = from + bytes;
    if (fields.some((field) => field.trim() !== '')) rows.push({ kind: 'row', fields, line: lines.lineOf(Math.max(start, lines.startOf(0))) + 1, start, end });
    start = end;
  });
  for (const chunk of file.chunks(from)) {
    const isGood = pieces.push(chunk);
    yield* rows;
    rows = [];
    if (!isGood) return start;
  }
  const isGood = pieces.end();
  yield* rows;
  return isGood ? null : start;
}

function brokenRow(line: number, byte: number): ProblemSeed {
  return seedProblem('bad-value', { line, byte }, {
    found: `a quote that does not enclose a field, or more than ${LARGEST_ROW} characters`,
    expected: 'fields that are quoted as a whole, with quotes inside doubled',
    message: 'The row cannot be read, most likely because of a stray quote or one that is never closed. Reading went on with the next line.',
  }, 'error');
}

/** The end of a file whose writer was cut off before its content reached the disk. */
export function nulBytes(place: FilePlace): ProblemSeed {
  return seedProblem('truncated', place, { found: 'NUL bytes', expected: 'a row, or the end of the file', message: 'NUL bytes stand here in place of rows, as a crash leaves them.' });
}

function tooManyFaults(lines: LineMap, from: number): ProblemSeed {
  return seedProblem('limit', { line: lines.lineOf(from) + 1, byte: from }, {
    found: `${MOST_FAULTS} rows that cannot be read`,
    expected: 'a table in CSV',
    message: 'Too many rows cannot be read; the rest of the file was left out.',
  }, 'error');
}
