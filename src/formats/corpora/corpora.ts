// Published corpora of trajectories: one row an attempt, as Parquet or as the same rows in JSON (an array) or JSONL.
//
// Written by the publishers of nebius/SWE-rebench-openhands-trajectories, nebius/SWE-agent-trajectories,
// nvidia/Open-SWE-Traces, nvidia/SWE-Zero-openhands-trajectories, SWE-bench/SWE-smith-trajectories,
// SWE-Gym/OpenHands-Sampled-Trajectories and of mini-coder; the columns are those of their dataset cards (`sets.ts`). The set is
// told by its columns and stated as the version of the format. Rows of unknown make are read as plain messages.
//
// Dropped: patches, tool definitions, evaluation logs (they hold gold patches and names of tests). Not there: times, tokens,
// costs. Guessed: which text of an agent's message is its command, where the row has no tool calls; the agent of a set that
// several agents wrote, from the file's path.

import type { FormatName } from '../../model/formats';
import type { PartSink, Reader, Source, SourceFile } from '../contract';
import { isParquet, ParquetFault } from '../containers/parquet/footer';
import { memberPath } from '../containers/content';
import { footerOf, rowMember } from '../containers/parquet/parquetKind';
import { renderRow } from '../containers/parquet/renderRow';
import { readRows } from '../containers/parquet/rows';
import type { LostRows, ParquetRow } from '../containers/parquet/rows';
import { FileTally } from '../shared/fileTally';
import type { TallyState } from '../shared/fileTally';
import type { LineScan } from '../shared/jsonLines';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { readRowContent, scanDocument, scanRowLines } from './jsonRows';
import type { RowBytes, RowContent } from './jsonRows';
import { readRow } from './readRow';
import { claimFile, shapeOf } from './recognise';
import { identifySet } from './sets';
import type { CorpusSet } from './sets';
import { readStepText } from './stepText';

const HEAD_BYTES = 4096;

export const corporaReader: Reader = { name: 'corpora', claim: claimFile, read, stepText: readStepText };

function read(source: Source, sink: PartSink): void {
  for (const file of source.files) {
    sink.checkCancelled();
    if (isParquet(file.read(0, 4))) readParquet(file, sink);
    else readJson(file, sink);
  }
}

function readParquet(file: SourceFile, sink: PartSink): void {
  const reading = new FileReading(file, sink);
  try {
    for (const row of readRows(file, footerOf(file))) reading.parquet(row);
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    reading.fault(error);
  }
  reading.finish();
}

function readJson(file: SourceFile, sink: PartSink): void {
  const reading = new FileReading(file, sink);
  const shape = shapeOf(file.read(0, HEAD_BYTES), file.path);
  const chunks = readChunks(file, sink);
  if (file.resume !== undefined) reading.resume(JSON.parse(file.resume.state) as ReadingState);
  const place = { start: file.resume?.byte ?? 0, line: file.resume?.line ?? 1, onTail: (at: LineScan['resume']) => sink.pause?.({ ...at, state: JSON.stringify(reading.state) }) };
  const scan = shape === 'lines' ? scanRowLines(chunks, place, (row, isTerminated) => reading.json(row, isTerminated)) : scanDocument(chunks, shape !== 'object', (row) => reading.json(row, true));
  reading.tally.tellAll(scan.problems);
  reading.tally.unreadable += scan.unreadable;
  reading.finish();
}

/** What the lines before say of those that follow. */
interface ReadingState {
  readonly tally: TallyState;
  readonly first: readonly string[] | null;
  readonly strange: readonly string[];
  readonly counters: number;
}

/** Rows of one file, counted, and what there is to say about them all. */
class FileReading {
  readonly tally: FileTally;
  private set: CorpusSet | null = null;
  private readonly strange = new Set<string>();
  private counters = 0;
  /** Columns of the first row, from which the set is told. */
  private first: readonly string[] | null = null;

  constructor(
    private readonly file: SourceFile,
    private readonly sink: PartSink,
  ) {
    this.tally = new FileTally(file, sink);
  }

  get state(): ReadingState {
    return { tally: this.tally.state, first: this.first, strange: [...this.strange], counters: this.counters };
  }

  /** Goes on from what rows before have said. */
  resume({ tally, first, strange, counters }: ReadingState): void {
    this.tally.resume(tally);
    this.first = first;
    this.set = first === null ? null : identifySet(new Set(first));
    for (const column of strange) this.strange.add(column);
    this.counters = counters;
  }

  /** A row in JSON. */
  json(bytes: RowBytes, isTerminated: boolean): void {
    const content = readRowContent(bytes);
    const range = { start: bytes.start, end: bytes.start + bytes.bytes.length };
    const problems = isTerminated ? content.problems : content.problems.map((problem): ProblemSeed => (problem.code === 'not-json' ? { ...problem, code: 'truncated' } : problem));
    this.row({ ...content, problems }, { content: this.file.path, locator: bytes.locator, range, place: { line: bytes.line, byte: bytes.start } });
  }

  /** A row of a Parquet file, read from the JSON that it is shown as. */
  parquet(row: ParquetRow | LostRows): void {
    if ('fault' in row) {
      this.tally.unreadable += row.count;
      this.tally.tell(lostRows(row));
      return;
    }
    const content = readRowContent({ bytes: renderRow(row.values), start: 0, line: 1 });
    // Lines and bytes of the rendering are no places in the file.
    const problems = content.problems.map((problem) => inRow(problem, row.number));
    const where = { content: memberPath(this.file.path, rowMember(row.number)), locator: String(row.number), range: null, place: WHOLE_FILE };
    this.row({ ...content, problems }, where);
  }

  /** The file cannot be read at all. */
  fault({ code, byte, message }: ParquetFault): void {
    this.tally.refuse(seedProblem(code, { line: null, byte }, { found: 'a Parquet file that cannot be read', expected: 'schema and row groups', message }, 'error'));
  }

  private row(content: RowContent, where: { readonly content: string; readonly locator: string; readonly range: RowRange; readonly place: FilePlace }): void {
    this.sink.checkCancelled();
    const { messages, problems } = content;
    if (!content.isComplete) {
      this.tally.tellAll(problems.length > 0 ? problems : [noRow(where.place)]);
      this.tally.unreadable++;
      return;
    }
    this.tally.tellAll(problems);
    if (messages === null) {
      this.tally.refuse(noConversation(where.place));
      return;
    }
    const set = identifySet(new Set(content.columns));
    this.set ??= set;
    this.first ??= content.columns;
    for (const column of content.columns) if (!set.columns.includes(column) && this.strange.size < MOST_COLUMNS) this.strange.add(column);
    const reading = readRow({ set, values: content.values, messages, file: this.file.path, contentHash: content.contentHash, ...where });
    this.tally.tellAll(where.range === null ? reading.problems.map((problem) => inRow(problem, Number(where.locator))) : reading.problems);
    if (reading.hasCounter) this.counters++;
    this.tally.shown++;
    this.sink.attempt(reading.part, reading.steps);
  }

  finish(): void {
    if (this.strange.size > 0) this.tally.tell(strangeColumns(this.strange, this.set));
    if (this.counters > 0) this.tally.tell(countersTold(this.counters));
    const format: FormatName = this.set?.format ?? 'swe-rebench';
    this.tally.finish(format);
  }
}

type RowRange = { readonly start: number; readonly end: number } | null;

const MOST_COLUMNS = 1000;

function lostRows({ number, count, fault }: LostRows): ProblemSeed {
  return seedProblem(fault.code, { line: null, byte: fault.byte }, {
    found: `${count} rows from row ${number} on`,
    expected: 'row groups that can be decoded',
    message: `${fault.message} ${count === 1 ? 'One row' : `${count} rows`} from row ${number} on could not be read.`.slice(0, 590),
  }, 'error');
}

/** Rows of Parquet have no place of their own in the file. */
function inRow(problem: ProblemSeed, number: number): ProblemSeed {
  return { ...problem, ...WHOLE_FILE, found: `${problem.found} (row ${number})` };
}

function noRow(place: FilePlace): ProblemSeed {
  return seedProblem('bad-value', place, { found: 'a value that is no object', expected: 'an object for each row', message: 'The row is no object; it was left out.' }, 'error');
}

function noConversation(place: FilePlace): ProblemSeed {
  return seedProblem('missing-field', place, { found: 'no list of messages', expected: 'messages or trajectory: a list of messages', message: 'The row holds no conversation; it was left out.' }, 'error');
}

function strangeColumns(columns: ReadonlySet<string>, set: CorpusSet | null): ProblemSeed {
  const names = [...columns].map((name) => name.slice(0, 40));
  const shown = `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`;
  return seedProblem('unknown-record', WHOLE_FILE, {
    found: `columns ${shown}`,
    expected: `the columns of ${set?.name ?? 'a corpus'}`,
    message: `Columns that are not known were left out: ${shown}.`,
  });
}

function countersTold(count: number): ProblemSeed {
  return seedProblem('unknown-record', WHOLE_FILE, {
    found: `${count} ids that end in a counter of occurrences`,
    expected: 'ids as the benchmark writes them: owner__repo-12',
    message: `The ids of ${count} rows end in a counter that a re-export appended; it was taken off the task and kept as the attempt's label.`,
  });
}
