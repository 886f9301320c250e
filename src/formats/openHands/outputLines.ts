// Lines of an evaluation's output: one attempt each, read value by value since a line may be hundreds of megabytes.

import type { Place, PartSink, SourceFile } from '../contract';
import { asArray, getCount, getNumber, getRecord, getText } from '../shared/fields';
import type { FileTally, TallyState } from '../shared/fileTally';
import { hashText } from '../shared/hash';
import type { JsonPath, JsonSlice, PathPattern } from '../shared/jsonSlices';
import { scanJson } from '../shared/jsonSlices';
import { parentOf } from '../shared/paths';
import { parseJson } from '../shared/parseJson';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { scanJsonLines } from '../shared/scanJsonLines';
import type { JsonScan } from '../shared/jsonSlices';
import { normaliseAction } from '../shared/stepHash';
import { buildAttempt } from './attemptOf';
import type { BuiltAttempt } from './attemptOf';
import { Conversation } from './conversation';
import type { RunFacts } from './runtime';
import { readMetadata } from './runtime';
import { verdictOf } from './verdict';

/** `history` holds events, or (2024) pairs of an action and what came back. */
export const OUTPUT_WANT: readonly PathPattern[] = [
  ['history', '*'], ['history', '*', 0], ['history', '*', 1],
  ['instance_id'], ['attempt'], ['metadata'], ['metrics'], ['error'], ['test_result', 'report'], ['test_result', 'acp_agent_version'], ['instance', 'problem_statement'],
  ['issue', 'owner'], ['issue', 'repo'], ['issue', 'number'],
];

/** An attempt of a line, and what else the line says. */
export interface OutputLine extends BuiltAttempt {
  readonly line: number;
  readonly verdict: ReturnType<typeof verdictOf>;
  /** The conversation has events, by which it can be told from another. */
  readonly hasEvents: boolean;
  readonly key: string;
}

export interface LineContext {
  readonly file: SourceFile;
  readonly place: Place;
  /** Facts of `metadata.json`, for lines without metadata. */
  readonly run: RunFacts | null;
  /** Label for an attempt; `stated` is the line's own number of the attempt. */
  label(task: string | null, line: number, stated: number | null, run: RunFacts | null): string | null;
  /** Told where lines that are appended are read on, and what was counted before; absent: nothing is read on. */
  readonly onTail?: (at: { readonly byte: number; readonly line: number }, counted: TallyState) => void;
}

/** Reads all lines of a file, each handed to `take` when it has ended, and counts them; `take` says what became of the line. */
export function readOutputLines(context: LineContext, tally: FileTally, sink: PartSink, take: (line: OutputLine) => 'shown' | 'copy'): void {
  const { file } = context;
  let lineCount = file.resume === undefined ? 0 : file.resume.line - 1;
  let reading = new LineReading(context, tally);
  const finish = (line: number, start: number, end: number, scan: JsonScan): void => {
    lineCount++;
    const done = reading.finish(line, { start, end }, scan);
    reading = new LineReading(context, tally);
    sink.checkCancelled();
    if (done === null) return;
    if (take(done) === 'shown') tally.shown++;
    else tally.folded++;
    tally.tellAll(done.problems);
  };
  if (isDocument(file)) {
    const scan = scanJson(readChunks(file, sink), { want: OUTPUT_WANT, onArray: (path) => reading.array(path) }, (slice) => reading.slice(slice));
    finish(1, 0, file.size, scan);
    return;
  }
  const onTail = (at: { readonly byte: number; readonly line: number }): void => {
    if (lineCount > 0) context.onTail?.(at, tally.state);
  };
  const lines = scanJsonLines(readChunks(file, sink), { want: OUTPUT_WANT, start: file.resume?.byte ?? 0, line: file.resume?.line ?? 1, onTail }, {
    slice: (slice) => reading.slice(slice),
    array: (path) => reading.array(path),
    line: ({ line, start, end, scan }) => finish(line, start, end, scan),
  });
  tally.tellAll(lines.issues);
  if (lineCount === 0) tally.tell(seedProblem('truncated', { line: 1, byte: 0 }, { found: 'no lines', expected: 'one attempt a line', message: 'The file is empty, as a run that crashed leaves it.' }));
}

/** One line written over many: an object that begins with a line break. */
function isDocument(file: SourceFile): boolean {
  return /^\uFEFF?\s*\{\s*\n/.test(Buffer.from(file.read(0, 256)).toString('utf8'));
}

class LineReading {
  private readonly conversation: Conversation;
  private readonly values = new Map<string, unknown>();
  /** The pair of an action and its observation that is being read. */
  private pair: JsonSlice[] = [];
  /** Told when the line has ended: until then it may be one that is read again when the file has grown. */
  private readonly seeds: ProblemSeed[] = [];
  private unreadable = 0;
  private hasHistory = false;
  private isHistoryWhole = false;

  constructor(private readonly context: LineContext, private readonly tally: FileTally) {
    this.conversation = new Conversation(context.file.path);
  }

  slice(slice: JsonSlice): void {
    const [key, index, member] = slice.path;
    if (key !== 'history') {
      const value = this.parse(slice);
      if (value !== undefined) this.values.set(slice.path.join('.'), value);
    } else if (member !== undefined) {
      this.pair.push(slice);
    } else if (typeof index === 'number') {
      this.hasHistory = true;
      const pair = this.pair;
      this.pair = [];
      if (slice.bytes[0] === 0x5b && pair.length > 0) for (const one of pair) this.addEvent(one);
      else this.addEvent(slice);
    }
  }

  array(path: JsonPath): void {
    if (path.length === 1 && path[0] === 'history') this.isHistoryWhole = true;
  }

  finish(line: number, range: { readonly start: number; readonly end: number }, scan: JsonScan): OutputLine | null {
    const { context, tally } = this;
    tally.tellAll(this.seeds);
    tally.tellAll(scan.issues);
    for (const { path, byte, line: at } of scan.duplicates) tally.tell(duplicateKey(path, { byte, line: at }));
    const place = { line, byte: range.start };
    const fields = Object.fromEntries(this.values);
    const task = getText(fields, 'instance_id') ?? issueOf(this.values);
    // What follows the events may be missing without a loss to the steps.
    const isWhole = (scan.isComplete || this.isHistoryWhole) && scan.skipped === 0 && this.unreadable === 0;
    if (scan.root !== 'object' || (task === null && !this.hasHistory)) {
      this.refuse(scan, place);
      return null;
    }
    if (this.unreadable > 0) tally.tell(seedProblem('unknown-record', place, { found: `${this.unreadable} elements of history that are no events`, expected: 'events', message: `${this.unreadable} elements of the history of line ${line} could not be read as events.` }, 'error'));
    if (task === null) tally.tell(seedProblem('missing-field', place, { found: 'no `instance_id`', expected: 'the id of the task', message: `Line ${line} does not say which task it is about.` }));
    const run = readMetadata(this.values.get('metadata')) ?? context.run;
    const verdict = verdictOf({ report: this.values.get('test_result.report') });
    const facts = this.conversation.finish();
    const statement = this.values.get('instance.problem_statement');
    const built = buildAttempt(facts, {
      file: context.file.path,
      locator: String(line),
      range,
      place: context.place,
      filePlace: place,
      run,
      task,
      taskHash: typeof statement === 'string' ? `text:${hashText(normaliseAction(statement))}` : null,
      attempt: context.label(task, line, getCount(fields, 'attempt'), run),
      error: getText(fields, 'error'),
      metrics: this.values.get('metrics'),
      state: null,
      isWhole,
      isEndKnown: scan.isComplete || this.values.has('error'),
      verdict,
    });
    return { ...built, line, verdict, hasEvents: facts.events > 0, key: facts.key };
  }

  private refuse(scan: JsonScan, place: FilePlace): void {
    if (scan.issues.length > 0) this.tally.unreadable++;
    else this.tally.refuse(seedProblem('unknown-record', place, { found: scan.root === 'object' ? 'neither `instance_id` nor `history`' : 'no object', expected: 'an object with `instance_id` and `history`', message: 'The line is no output of an evaluation; it was left out.' }, 'error'));
  }

  private addEvent(slice: JsonSlice): void {
    const value = this.parse(slice);
    // A pair whose action got no answer.
    if (value === null || (asArray(value)?.length === 0)) return;
    if (value === undefined || !this.conversation.add(value, slice, slice.bytes)) this.unreadable++;
  }

  private parse(slice: JsonSlice): unknown {
    const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed.problem !== null) this.seeds.push(parsed.problem);
    return parsed.ok ? parsed.value : undefined;
  }
}

/** `owner/repo#5`, of the issue that the resolver worked on. */
function issueOf(values: ReadonlyMap<string, unknown>): string | null {
  const owner = values.get('issue.owner');
  const repo = values.get('issue.repo');
  const number = getNumber({ number: values.get('issue.number') }, 'number');
  return typeof owner === 'string' && typeof repo === 'string' && number !== null ? `${owner}/${repo}#${number}` : null;
}

function duplicateKey(path: JsonPath, place: FilePlace): ReturnType<typeof seedProblem> {
  return seedProblem('duplicate', place, { found: 'a second value', expected: 'one value', message: `The key "${String(path[path.length - 1]).slice(0, 60)}" occurs twice; the last value counts.` });
}

/** The folder of the file is its run's. */
export function runPlace(file: SourceFile): Place {
  return { folder: null, runFolder: parentOf(file.path) };
}

/** Verdicts that an evaluation wrote line by line, without the conversation. */
export function readVerdictLines(file: SourceFile, tally: FileTally, sink: PartSink, take: (task: string, verdict: NonNullable<ReturnType<typeof verdictOf>>) => void): void {
  let values: Record<string, unknown> = {};
  const lines = scanJsonLines(readChunks(file, sink), { want: [['instance_id'], ['test_result', 'report']] }, {
    slice: (slice) => {
      const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
      if (parsed.problem !== null) tally.tell(parsed.problem);
      values[slice.path.length === 1 ? 'task' : 'report'] = parsed.ok ? parsed.value : null;
    },
    line: ({ line, start, scan }) => {
      sink.checkCancelled();
      const task = getText(values, 'task');
      const verdict = verdictOf({ report: getRecord(values, 'report') });
      values = {};
      tally.tellAll(scan.issues);
      if (task !== null && verdict !== null) {
        tally.shown++;
        take(task, verdict);
      } else if (scan.issues.length > 0) {
        tally.unreadable++;
      } else {
        tally.refuse(seedProblem('bad-value', { line, byte: start }, { found: task === null ? 'no `instance_id`' : 'no `test_result.report.resolved`', expected: 'the verdict on one instance', message: `Line ${line} gives no verdict.` }));
      }
    },
  });
  tally.tellAll(lines.issues);
}
