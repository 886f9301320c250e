// A conversation in one file: an array of events, an object that holds one, or a line for each event, as the command line
// prints them (`--json`), words of its own among them.

import type { PartSink, SourceFile } from '../contract';
import type { ByteRange } from '../../model/units';
import { FileTally } from '../shared/fileTally';
import { holdsLines } from '../shared/detectLines';
import { scanLines } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import type { JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { buildAttempt, isAttempt, withoutCalls } from './attemptOf';
import { Conversation } from './conversation';

const OPEN_BRACE = 0x7b;

/** Keys under which an object holds its events, and what else it may say. */
const HOLDERS = ['trajectory', 'history', 'events', 'entries'];
const BESIDE: readonly PathPattern[] = [['metrics'], ['stats'], ['base_state'], ['instance_id'], ['error']];

export function readConversationFile(file: SourceFile, sink: PartSink): void {
  new ConversationFile(file, sink).read();
}

class ConversationFile {
  private readonly tally: FileTally;
  private readonly conversation: Conversation;
  private readonly values = new Map<string, unknown>();
  private isWhole = true;

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
    this.conversation = new Conversation(file.path);
  }

  read(): void {
    const start = Buffer.from(this.file.read(0, 4096)).toString('utf8').replace(/^\uFEFF/, '').trimStart();
    if (start.startsWith('{') && holdsLines(this.file)) this.readLines();
    else this.readDocument(start.startsWith('[') ? [['*']] : [...HOLDERS.map((key) => [key, '*']), ...BESIDE]);
    this.finish();
  }

  private readDocument(want: readonly PathPattern[]): void {
    const scan = scanJson(readChunks(this.file, this.sink), { want }, (slice) => {
      const [key, index] = slice.path;
      if (typeof key === 'number' || (index !== undefined && HOLDERS.includes(String(key)))) this.addSlice(slice);
      else this.values.set(String(key), this.parse(slice.bytes, { line: slice.line, byte: slice.start }));
    });
    this.tally.tellAll(scan.issues);
    this.tally.unreadable += scan.skipped + scan.unfinished.length;
    this.isWhole &&= scan.isComplete && scan.skipped === 0;
    if (!scan.isComplete && scan.unfinished.length === 0 && scan.issues.length === 0) this.isWhole = false;
  }

  private addSlice(slice: JsonSlice): void {
    this.sink.checkCancelled();
    const place = { line: slice.line, byte: slice.start };
    this.add(this.parse(slice.bytes, place), slice, slice.bytes, place);
  }

  private readLines(): void {
    const scan = scanLines(readChunks(this.file, this.sink), {}, (line) => {
      this.sink.checkCancelled();
      const place = { line: line.line, byte: line.start };
      const parsed = parseJson(line.bytes, place);
      if (parsed.problem !== null) this.tally.tell(parsed.ok || line.isTerminated ? parsed.problem : { ...parsed.problem, code: 'truncated' });
      if (parsed.ok) this.add(parsed.value, line, line.bytes, place);
      // The program prints other lines among its events.
      else if (line.bytes[0] === OPEN_BRACE) this.lose();
      else this.tally.unreadable++;
    });
    this.tally.tellAll(scan.issues);
    this.tally.unreadable += scan.tooLarge;
    if (scan.tooLarge > 0) this.isWhole = false;
  }

  private parse(bytes: Uint8Array, place: FilePlace): unknown {
    const parsed = parseJson(bytes, place);
    if (parsed.problem !== null) this.tally.tell(parsed.problem);
    return parsed.ok ? parsed.value : undefined;
  }

  private add(value: unknown, range: ByteRange, bytes: Uint8Array, place: FilePlace): void {
    if (value === undefined) this.lose();
    else if (!this.conversation.add(value, { start: range.start, end: range.end }, bytes)) {
      this.lose();
      this.tally.tell(seedProblem('unknown-record', place, { found: value === null ? 'null' : typeof value, expected: 'an event', message: 'This is no event of a conversation; it was left out.' }, 'error'));
    }
  }

  private lose(): void {
    this.tally.unreadable++;
    this.isWhole = false;
  }

  private finish(): void {
    const facts = this.conversation.finish();
    this.tally.shown += facts.shown;
    this.tally.folded += facts.events - facts.shown;
    const instance = this.values.get('instance_id');
    const error = this.values.get('error');
    const built = buildAttempt(facts, {
      file: this.file.path,
      locator: '',
      range: null,
      place: { folder: null, runFolder: null },
      filePlace: WHOLE_FILE,
      run: null,
      task: typeof instance === 'string' ? instance : null,
      taskHash: null,
      attempt: null,
      error: typeof error === 'string' && error.trim() !== '' ? error : null,
      metrics: this.values.get('metrics'),
      state: this.values.get('base_state') ?? (this.values.has('stats') ? { stats: this.values.get('stats') } : null),
      isWhole: this.isWhole,
      verdict: null,
    });
    this.tally.tellAll(built.problems);
    if (built.steps.length === 0) this.tally.tell(withoutCalls(facts));
    if (isAttempt(facts)) for (const { part, steps } of [built, ...built.subagents]) this.sink.attempt(part, steps);
    this.tally.finish('openhands');
  }
}
