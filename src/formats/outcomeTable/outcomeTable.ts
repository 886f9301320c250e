// Outcome tables: one attempt a row, with the times that the table itself declares. Written by people and scripts that
// publish results without trajectories; there is no standard. CSV (comma, semicolon, tab or bar; LF, CRLF or CR;
// with or without byte order mark), JSONL and Parquet. Columns in any order and case, under the usual names (`columns.ts`):
// task, model or runtime, cohort, attempt, T (first verified call), E (protocol-terminal call), horizon, and optionally
// resolved, calls, tokens, cost, seconds, started, provenance. See MATH.md 1.1 for what T, E and the horizon mean. Rows of a
// sanitised table of this product say so in a column `schema`, and come back as the attempts that they were (`attemptTableRow.ts`).
//
// Dropped: columns that are not known; a single token figure, since it does not say what it counts. Guessed: nothing.
// Not read: UTF-16.

import { pushAll } from '../../base/extent';
import { LineMap } from '../../base/lineMap';
import { ATTEMPT_TABLE_COLUMNS } from '../../model/attemptTable';
import { nearestWord } from '../../base/nearestWord';
import type { Claim, FileHead, PartSink, Reader, Source, SourceFile } from '../contract';
import { isParquet, ParquetFault } from '../containers/parquet/footer';
import { footerOf } from '../containers/parquet/parquetKind';
import { cellText } from '../containers/parquet/cellText';
import { readRows } from '../containers/parquet/rows';
import { asRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import type { TallyState } from '../shared/fileTally';
import { scanLines } from '../shared/jsonLines';
import type { LineScan } from '../shared/jsonLines';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { NO_STEP_TEXT } from '../shared/readChunks';
import { isAttemptTableRow, readAttemptTableRow } from './attemptTableRow';
import { shorten, type Cells } from './cells';
import { COLUMNS, columnOf, judgeHeader, mayNameTask, readHeader, type Column, type Header } from './columns';
import { nulBytes, readCsvRows, readHeaders, type Delimiter } from './csvRows';
import { describeWrongLength, readRow } from './readRow';

/** Bytes that recognition sees; the reader looks at the same ones, so that it sees the same table. */
const HEAD_BYTES = 4096;
const CHECK_EVERY = 256;
/** Keys of lines that are told; more are data of another kind. */
const MOST_COLUMNS = 100;

export const outcomeTableReader: Reader = { name: 'outcomeTable', claim, read, stepText: () => NO_STEP_TEXT };

function claim(head: FileHead): Claim | null {
  if (head.columns !== undefined) {
    const certainty = judgeHeader(head.columns);
    return certainty === null ? null : { certainty, source: head.path };
  }
  const shape = recognise(head.head, head.size, head.name);
  return shape === null ? null : { certainty: shape.certainty, source: head.path };
}

type Shape = { readonly certainty: 'certain' | 'possible' } & ({ readonly kind: 'csv'; readonly delimiter: Delimiter } | { readonly kind: 'jsonl' });

function recognise(whole: Uint8Array, size: number, name: string): Shape | null {
  // A crash leaves NUL bytes after the last rows that were written.
  const nul = whole.indexOf(0);
  const head = nul < 0 ? whole : whole.subarray(0, nul);
  const isWhole = nul < 0 && size <= head.length;
  const first = head.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  // A single object is a file of its own kind, even when it has a task and a verdict.
  if (first === 0x7b) return name.endsWith('.json') ? null : recogniseJsonl(head, isWhole);
  if (first === undefined || first === 0x5b || !mayNameTask(decoder.decode(head))) return null;
  for (const { delimiter, names } of readHeaders(head, isWhole)) {
    const certainty = judgeHeader(names);
    if (certainty !== null) return { certainty, kind: 'csv', delimiter };
  }
  return null;
}

const decoder = new TextDecoder();

function recogniseJsonl(head: Uint8Array, isWhole: boolean): Shape | null {
  const end = head.indexOf(0x0a);
  if (end < 0 && !isWhole) return null;
  const parsed = parseJson(withoutMark(end < 0 ? head : head.subarray(0, end)));
  const row = parsed.ok ? asRecord(parsed.value) : null;
  // A row of a table is flat; what nests is a trace or a report.
  if (row === null || Object.values(row).some((value) => typeof value === 'object' && value !== null)) return null;
  const certainty = judgeHeader(Object.keys(row));
  return certainty === null ? null : { certainty, kind: 'jsonl' };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function read(source: Source, sink: PartSink): void {
  for (const file of source.files) {
    if (isParquet(file.read(0, 4))) {
      readParquet(file, new TableReading(file, sink));
      continue;
    }
    const shape = recognise(file.read(0, HEAD_BYTES), file.size, file.path);
    const reading = new TableReading(file, sink);
    if (shape === null) reading.tally.tell(noTable());
    else if (shape.kind === 'csv') readCsv(file, shape.delimiter, reading);
    else readJsonl(file, reading, sink);
    reading.tally.finish('outcome-table');
  }
}

/** The file was claimed, so it had a header then. */
function noTable(): ProblemSeed {
  return seedProblem('changed-while-reading', WHOLE_FILE, { found: 'no header of an outcome table', expected: 'the header that was there before', message: 'The file is no outcome table any more; it was left out.' });
}

/** Hands parts and problems of one table on, and counts rows. */
class TableReading {
  readonly tally: FileTally;
  private rows = 0;
  private saidEncoding = false;

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
  }

  /** A row that was read into cells. */
  row(cells: Cells, locator: string, range: { readonly start: number; readonly end: number } | null): void {
    if (this.rows++ % CHECK_EVERY === 0) this.sink.checkCancelled();
    const read = isAttemptTableRow(cells) ? readAttemptTableRow : readRow;
    const { part, problems } = read(cells, { file: this.file.path, locator, range });
    // Rows of Parquet have no place of their own in the file.
    this.tally.tellAll(range === null ? problems.map((problem) => ({ ...problem, found: `${problem.found} (row ${locator})` })) : problems);
    if (part === null) {
      this.tally.unreadable++;
      return;
    }
    this.tally.shown++;
    this.sink.attempt(part, []);
  }

  get state(): Pick<LinesState, 'tally' | 'saidEncoding'> {
    return { tally: this.tally.state, saidEncoding: this.saidEncoding };
  }

  /** Goes on from what lines before have said. */
  resume({ tally, saidEncoding }: Pick<LinesState, 'tally' | 'saidEncoding'>): void {
    this.tally.resume(tally);
    this.saidEncoding = saidEncoding;
  }

  encoding(place: FilePlace): void {
    if (this.saidEncoding) return;
    this.saidEncoding = true;
    this.tally.tell(seedProblem('bad-encoding', place, { found: 'bytes that are not UTF-8', expected: 'UTF-8 text', message: 'Bytes that are not UTF-8 were replaced, here and perhaps below.' }));
  }
}

function readCsv(file: SourceFile, delimiter: Delimiter, reading: TableReading): void {
  const lines = LineMap.of(file.chunks());
  let header: Header | null = null;
  for (const row of readCsvRows(file, delimiter, lines)) {
    if (row.kind === 'fault') {
      reading.tally.refuse(row.problem);
      continue;
    }
    const place = { line: row.line, byte: row.start };
    if (row.fields.some((field) => field.includes('\0'))) {
      reading.tally.refuse(nulBytes(place));
      continue;
    }
    if (row.fields.some((field) => field.includes('\ufffd'))) reading.encoding(place);
    if (header === null) {
      header = readHeader(row.fields.map((name) => name.trim()));
      reading.tally.tellAll(remarksOn(header, place));
    } else if (row.fields.length !== header.names.length) {
      reading.tally.refuse(describeWrongLength({ place }, row.fields, header.names.length));
    } else {
      reading.row(cellsOf(row.fields, header, place), String(row.line), { start: row.start, end: row.end });
    }
  }
  if (reading.tally.shown + reading.tally.unreadable === 0) {
    reading.tally.tell(seedProblem('truncated', WHOLE_FILE, { found: 'a header without rows', expected: 'a row for each attempt', message: 'The table has a header and no rows.' }, 'warning'));
  }
}

function cellsOf(fields: readonly string[], { places, names }: Header, place: FilePlace): Cells {
  return { place, get: (column) => fields[places.get(column) ?? -1] ?? '', has: (column) => places.has(column), field: (name) => fields[names.indexOf(name)] ?? '' };
}

/** What the reader of a table should know about its columns. */
function remarksOn({ names, places, repeated }: Header, place: FilePlace): readonly ProblemSeed[] {
  // Columns of a table that this product wrote are all known (`attemptTableRow.ts`).
  if (ATTEMPT_TABLE_COLUMNS.every((column) => names.includes(column))) return [];
  const problems: ProblemSeed[] = repeated.map((i) => {
    const left = shorten(names[i] ?? '');
    const taken = shorten(names[places.get(columnOf(names[i] ?? '') ?? 'task') ?? -1] ?? '');
    return seedProblem('duplicate', place, { found: `column ${left} beside ${taken}`, expected: 'one column', message: `The columns "${left}" and "${taken}" say the same; "${taken}" was taken.` }, 'warning');
  });
  pushAll(problems, remarksOnNames(names, places, place));
  if (places.has('tokens') && !places.has('inputTokens') && !places.has('outputTokens')) problems.push(oneTokenFigure(place));
  return problems;
}

/** Names that are no columns: each that looks misspelt, then the others together. */
function remarksOnNames(names: readonly string[], places: Header['places'], place: FilePlace): readonly ProblemSeed[] {
  const problems: ProblemSeed[] = [];
  const others: string[] = [];
  for (const name of names) {
    if (name === '' || columnOf(name) !== null) continue;
    const near = nearestWord(name, COLUMNS.filter((column) => column.length > 2 && !places.has(column)));
    if (near === null) others.push(shorten(name));
    else problems.push(seedProblem('unknown-record', place, { found: `column ${shorten(name)}`, expected: `column ${near}`, message: `The column "${shorten(name)}" is not known and was left out. Did you mean "${near}"?` }, 'warning'));
  }
  if (others.length > 0) problems.push(otherColumns(others, place));
  return problems;
}

function otherColumns(names: readonly string[], place: FilePlace): ProblemSeed {
  const shown = `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`;
  return seedProblem('unknown-record', place, { found: `columns ${shown}`, expected: 'columns of an outcome table', message: `Columns that are not known were left out: ${shown}.` });
}

function oneTokenFigure(place: FilePlace): ProblemSeed {
  return seedProblem('unknown-record', place, {
    found: 'column tokens',
    expected: 'columns input_tokens and output_tokens',
    message: 'One figure for tokens does not say what it counts (prompts once or at every call, with or without output); it was left out.',
  });
}

/** What the lines before say of those that follow. */
interface LinesState {
  readonly tally: TallyState;
  readonly saidEncoding: boolean;
  /** Columns that any line has had. */
  readonly known: readonly Column[];
  /** Keys that are no columns, and were told. */
  readonly strange: readonly string[];
}

function readJsonl(file: SourceFile, reading: TableReading, sink: PartSink): void {
  const before = file.resume === undefined ? null : (JSON.parse(file.resume.state) as LinesState);
  if (before !== null) reading.resume(before);
  const known = new Set(before?.known);
  const strange = new Set(before?.strange);
  const pause = (at: LineScan['resume']): void => sink.pause?.({ ...at, state: JSON.stringify({ ...reading.state, known: [...known], strange: [...strange] } satisfies LinesState) });
  const scan = scanLines(file.chunks(file.resume?.byte), { start: file.resume?.byte ?? 0, line: file.resume?.line ?? 1, onTail: pause }, (line) => {
    const place = { line: line.line, byte: line.start };
    const parsed = parseJson(line.bytes, place);
    if (!parsed.ok) {
      reading.tally.refuse(line.isTerminated ? parsed.problem : { ...parsed.problem, code: 'truncated' });
      return;
    }
    if (parsed.problem !== null) reading.encoding(place);
    const row = asRecord(parsed.value);
    if (row === null) {
      reading.tally.refuse(seedProblem('bad-value', place, { found: 'a line that is no object', expected: 'an object in each line', message: 'The line is no object; it was left out.' }, 'error'));
      return;
    }
    const header = readHeader(Object.keys(row));
    for (const column of header.places.keys()) {
      if (column === 'tokens' && !known.has('tokens') && !header.places.has('inputTokens')) reading.tally.tell(oneTokenFigure(place));
      known.add(column);
    }
    reading.tally.tellAll(newColumns(Object.keys(row), strange, place));
    const values = Object.values(row).map((value) => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)));
    const cells = cellsOf(values, header, place);
    // Writers leave out keys that are null, so a column counts as there once any line has had it.
    reading.row({ ...cells, has: (column) => known.has(column) }, String(line.line), { start: line.start, end: line.end });
  });
  for (const issue of scan.issues) {
    if (issue.code === 'too-large') reading.tally.refuse(issue);
    else reading.tally.tell(issue);
  }
}

/** Keys of a line that are no columns and were not told before, as one problem; a misspelt one has its own. */
function newColumns(keys: readonly string[], told: Set<string>, place: FilePlace): readonly ProblemSeed[] {
  const fresh = keys.filter((key) => !told.has(key) && columnOf(key) === null).slice(0, Math.max(0, MOST_COLUMNS - told.size));
  for (const key of fresh) told.add(key);
  return fresh.length === 0 ? [] : remarksOnNames(fresh, readHeader(keys).places, place);
}

function readParquet(file: SourceFile, reading: TableReading): void {
  try {
    const footer = footerOf(file);
    const header = readHeader(footer.columns);
    reading.tally.tellAll(remarksOn(header, WHOLE_FILE));
    for (const row of readRows(file, footer)) {
      if ('fault' in row) {
        reading.tally.unreadable += row.count;
        reading.tally.tell(faultProblem(row.fault, `${row.fault.message} ${row.count} rows from row ${row.number} on could not be read.`));
      } else reading.row(cellsOf(row.values.map(([, value]) => cellText(value)), header, WHOLE_FILE), String(row.number), null);
    }
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    reading.tally.refuse(faultProblem(error, error.message));
  }
  reading.tally.finish('outcome-table');
}

function faultProblem({ code, byte }: ParquetFault, message: string): ProblemSeed {
  return seedProblem(code, { line: null, byte }, { found: 'a part that cannot be decoded', expected: 'schema and row groups of a Parquet file', message: message.slice(0, 590) }, 'error');
}
