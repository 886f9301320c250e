import { pushAll } from '../../base/extent';
import type { AttemptPart, PartSink, SourceFile } from '../contract';
import type { FileRange, Step } from '../../model/step';
import type { ByteRange } from '../../model/units';
import { describeChat, isHalfMessage } from '../shared/chatMessages';
import { readChatFacts } from '../shared/chatFacts';
import { holdsLines } from '../shared/detectLines';
import { getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { ContentHash, hashBytes } from '../shared/hash';
import { scanLines } from '../shared/jsonLines';
import type { JsonLine, LineScan } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import type { JsonScan, JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { buildFields } from '../shared/readFields';
import { makePart } from './attempt';
import { ChatSteps } from './chatSteps';
import { classifyRecord, COLLECTION_KEYS, ENVELOPE_KEYS, LIST_KEYS, listOf } from './lists';
import { META_KEYS, readMetadata } from '../shared/conversationFacts';

const OBJECT_WANT: readonly PathPattern[] = [
  ...[...LIST_KEYS, ...COLLECTION_KEYS].map((key) => [key, '*']),
  ...ENVELOPE_KEYS.flatMap((outer) => LIST_KEYS.map((key) => [outer, key, '*'])),
  ...META_KEYS.map((key) => [key]),
  ['choices'],
  ['response'],
  // What lists under other keys begin with.
  ['*', 0],
];
const ARRAY_WANT: readonly PathPattern[] = [['*']];
/** Ids by which lines of several conversations in one file are told apart. */
const THREADS = ['conversation_id', 'session_id', 'sessionId', 'thread_id', 'traj_id', 'trajectory_id', 'rollout_id'];
const MAX_THREADS = 10_000;
/** Conversations without a single answer after which a file is a list of prompts, and none of runs. */
const MAX_UNANSWERED = 1000;
const MAX_DEPTH = 3;
const MAX_SEEDS = 1000;
const MAX_STRANGE = 10;

/** A value that may hold a conversation. */
interface Place {
  readonly start: number;
  readonly line: number;
  readonly locator: string;
  /** Null: the whole file. */
  readonly range: ByteRange | null;
  readonly depth: number;
}

interface Pending {
  readonly part: AttemptPart;
  readonly steps: readonly Step[];
}

/** What lines before say of those that follow. */
interface LinesState {
  readonly answers: number;
  readonly guessed: number;
  readonly isKnownMake: boolean;
  readonly messages: number;
  readonly others: number;
  readonly halves: number;
  readonly unreadable: number;
  readonly isBroken: boolean;
  readonly seeds: readonly ProblemSeed[];
  readonly strange: readonly (readonly [key: string, place: Place])[];
}

/** Reads one file: gathers what it finds, and says at the end whether it was a trace at all. */
export class MessagesFile {
  private readonly tally: FileTally;
  private readonly seeds: ProblemSeed[] = [];
  private readonly pending: Pending[] = [];
  /** Conversations of lines or elements that are single messages, by thread. */
  private readonly threads = new Map<string, ChatSteps>();
  private answers = 0;
  private guessed = 0;
  private isKnownMake = false;
  private messages = 0;
  private others = 0;
  /** Of the others, those that have the role or the content of a message. */
  private halves = 0;
  private unreadable = 0;
  private isBroken = false;
  private isGrowing = false;
  /** Lists of messages under keys that are not known. */
  private readonly strange = new Map<string, Place>();

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
  }

  read(): void {
    const hash = new ContentHash();
    let isWhole = true;
    if (holdsLines(this.file)) {
      const { resume } = this.file;
      if (resume !== undefined) this.resume(JSON.parse(resume.state) as LinesState);
      const scan = scanLines(readChunks(this.file, this.sink, hash), { start: resume?.byte ?? 0, line: resume?.line ?? 1, onTail: (at) => this.pause(at) }, (line) => this.takeLine(line));
      this.note(scan.issues);
      this.unreadable += scan.tooLarge;
      isWhole = scan.tooLarge === 0;
    } else {
      let isFirst = true;
      const chunks = (): Iterable<Uint8Array> => {
        const fed = isFirst ? hash : undefined;
        isFirst = false;
        return readChunks(this.file, this.sink, fed);
      };
      isWhole = this.readValue(chunks, this.firstByte(), { start: 0, line: 1, locator: '', range: null, depth: 0 }, () => hash.digest());
    }
    this.endThreads(isWhole ? () => (this.file.resume === undefined ? hash.digest() : this.hashAll()) : () => null);
    this.finish();
  }

  /** Lines that are conversations by themselves can be read on; where lines are messages, the conversation is not over. */
  private pause(at: LineScan['resume']): void {
    if (this.threads.size > 0 || this.pending.length > 0) return;
    const { answers, guessed, isKnownMake, messages, others, halves, unreadable, isBroken, seeds, strange } = this;
    this.sink.pause?.({ ...at, state: JSON.stringify({ answers, guessed, isKnownMake, messages, others, halves, unreadable, isBroken, seeds, strange: [...strange] } satisfies LinesState) });
  }

  private resume({ answers, guessed, isKnownMake, messages, others, halves, unreadable, isBroken, seeds, strange }: LinesState): void {
    Object.assign(this, { answers, guessed, isKnownMake, messages, others, halves, unreadable, isBroken } satisfies Partial<LinesState>);
    pushAll(this.seeds, seeds);
    for (const [key, place] of strange) this.strange.set(key, place);
  }

  /** Of the file from its beginning, which was not read now. */
  private hashAll(): string {
    const hash = new ContentHash();
    for (const chunk of this.file.chunks()) hash.update(chunk);
    return hash.digest();
  }

  private firstByte(): number | undefined {
    return this.file.read(0, 4096).find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  }

  private takeLine(line: JsonLine): void {
    this.sink.checkCancelled();
    const parsed = parseJson(line.bytes, { line: line.line, byte: line.start });
    const place: Place = { start: line.start, line: line.line, locator: String(line.line), range: { start: line.start, end: line.end }, depth: 1 };
    if (parsed.ok) {
      this.takeRecord(parsed.value, line.bytes, place);
      return;
    }
    // Of a line that was cut off, the messages before the cut are there.
    this.isGrowing ||= !line.isTerminated;
    const before = this.messages;
    if (line.bytes.length > 0) this.readValue(() => [line.bytes], line.bytes[0], place, () => null);
    if (this.messages > before) return;
    this.unreadable++;
    if (this.seeds.length === 0 || this.seeds.at(-1)?.line !== line.line) this.note([parsed.problem]);
  }

  /** A line, or an element of a list. */
  private takeRecord(value: unknown, bytes: Uint8Array, place: Place, into?: ChatSteps): void {
    const kind = classifyRecord(value);
    if (place.depth > MAX_DEPTH && kind !== 'message') this.others++;
    else if (kind === 'conversation') this.readValue(() => [bytes], bytes[0], place, () => hashBytes(bytes));
    else if (kind === 'message') this.addMessage(into ?? this.threadOf(value), value, { start: place.start, end: place.start + bytes.length });
    else this.passOver(value);
  }

  private passOver(value: unknown): void {
    this.others++;
    if (isHalfMessage(value)) this.halves++;
  }

  private threadOf(value: unknown): ChatSteps {
    const id = THREADS.map((key) => getText(value, key)).find((text) => text !== null) ?? '';
    const known = this.threads.get(id) ?? (this.threads.size >= MAX_THREADS ? this.threads.get('') : undefined);
    if (known !== undefined) return known;
    const made = new ChatSteps();
    this.threads.set(this.threads.size >= MAX_THREADS ? '' : id, made);
    return made;
  }

  private addMessage(talk: ChatSteps, value: unknown, range: ByteRange): boolean {
    const message = describeChat(value);
    if (message === null) return false;
    const place: FileRange = { file: this.file.path, ...range };
    talk.add(message, readChatFacts(value), place);
    this.messages++;
    return true;
  }

  /** One object or list that may hold a conversation. Returns whether all of it could be read. */
  private readValue(chunks: () => Iterable<Uint8Array>, first: number | undefined, place: Place, digest: () => string | null): boolean {
    const isList = first === 0x5b;
    const talks = new Map<string, ChatSteps>();
    const fields: JsonSlice[] = [];
    const scan = scanJson(chunks(), { want: isList ? ARRAY_WANT : OBJECT_WANT, start: place.start, line: place.line }, (slice) => {
      if (isList) this.takeElement(slice, place, talks);
      else this.takeMember(slice, place, talks, fields);
    });
    this.note(scan.issues);
    const lost = scan.skipped + (scan.unfinished.length > 0 ? 1 : 0);
    this.unreadable += lost;
    const isWhole = scan.isComplete && lost === 0;
    if (!isList) this.readStrings(chunks, scan, place, talks);
    const meta = isList ? {} : buildFields(fields).values;
    this.endConversation(talks, meta, place, { isWhole, digest });
    return isWhole;
  }

  private takeElement(slice: JsonSlice, place: Place, talks: Map<string, ChatSteps>): void {
    const value = this.parse(slice);
    if (value === undefined) return;
    const index = String(slice.path[0]);
    const inner: Place = { start: slice.start, line: slice.line, locator: place.locator === '' ? index : `${place.locator}[${index}]`, range: { start: slice.start, end: slice.end }, depth: place.depth + 1 };
    // Messages of a list that is a conversation by itself belong together; those of the file may be of several threads.
    this.takeRecord(value, slice.bytes, inner, place.depth === 0 ? undefined : talkOf(talks, ''));
  }

  private takeMember(slice: JsonSlice, place: Place, talks: Map<string, ChatSteps>, fields: JsonSlice[]): void {
    const index = slice.path.at(-1);
    const key = String(slice.path.at(-2) ?? '');
    if (slice.path.length === 1) {
      if (index === 'choices' || index === 'response') this.takeResponse(slice, talks);
      else fields.push(slice);
      return;
    }
    if (typeof index !== 'number') return;
    if (slice.path.length === 2 && !isListKey(key)) {
      this.lookAtStrange(slice, key, place);
      return;
    }
    const value = this.parse(slice);
    if (value === undefined) return;
    const known = talks.get(listOf(key));
    if (index === 0 && known !== undefined && listOf(key) === key) talks.set(key, new ChatSteps());
    const inner: Place = { start: slice.start, line: slice.line, locator: `${place.locator === '' ? '' : `${place.locator}.`}${key}[${index}]`, range: { start: slice.start, end: slice.end }, depth: place.depth + 1 };
    const isCollection = (COLLECTION_KEYS as readonly string[]).includes(key);
    // Inside a conversation, what holds messages of its own is a part of the log and no other run.
    if (place.depth > 0 && !isCollection && classifyRecord(value) === 'conversation') this.others++;
    else this.takeRecord(value, slice.bytes, inner, talkOf(talks, listOf(key)));
  }

  private lookAtStrange(slice: JsonSlice, key: string, place: Place): void {
    const parsed = parseJson(slice.bytes);
    if (parsed.ok && this.strange.size < MAX_STRANGE && describeChat(parsed.value) !== null) this.strange.set(key, { ...place, start: slice.start, line: slice.line });
  }

  /** The answer that a logged request got. */
  private takeResponse(slice: JsonSlice, talks: Map<string, ChatSteps>): void {
    const value = this.parse(slice);
    const key = slice.path[0] === 'choices' ? { choices: value } : value;
    const talk = talkOf(talks, talks.has('input') ? 'input' : 'messages');
    if (this.addMessage(talk, key, slice)) talk.isRequest = true;
  }

  /** Lists that are kept as JSON text: each step's range is the whole text. */
  private readStrings(chunks: () => Iterable<Uint8Array>, scan: JsonScan, place: Place, talks: Map<string, ChatSteps>): void {
    const keys = LIST_KEYS.filter((key) => scan.keys.includes(key));
    if (keys.length === 0 || [...talks.values()].some((talk) => talk.counts.assistant > 0)) return;
    scanJson(chunks(), { want: keys.map((key) => [key]), start: place.start, line: place.line }, (slice) => {
      if (slice.bytes[0] !== 0x22) return;
      const text = parseJson(slice.bytes);
      if (!text.ok || typeof text.value !== 'string' || !/^\s*\[\s*\{/.test(text.value.slice(0, 100))) return;
      // Of a text that is no whole list, the messages before the fault are there.
      const inner = scanJson([Buffer.from(text.value)], { want: ARRAY_WANT }, (message) => {
        const parsed = parseJson(message.bytes);
        if (!parsed.ok || !this.addMessage(talkOf(talks, String(slice.path[0])), parsed.value, slice)) this.passOver(parsed.ok ? parsed.value : null);
      });
      if (inner.issues.length === 0) return;
      this.unreadable++;
      this.note(inner.issues.map((issue) => ({ ...issue, line: slice.line, byte: slice.start, found: `${issue.found} (in the text under "${String(slice.path[0])}")` })));
    });
  }

  private parse(slice: JsonSlice): unknown {
    const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed.problem !== null) this.note([parsed.problem]);
    if (parsed.ok) return parsed.value;
    this.unreadable++;
    return undefined;
  }

  /** Of several lists with messages, the likeliest one is the conversation; the others repeat it or are parts of it. */
  private endConversation(talks: ReadonlyMap<string, ChatSteps>, meta: JsonRecord, place: Place, read: { readonly isWhole: boolean; readonly digest: () => string | null }): void {
    const names = ['', ...LIST_KEYS].filter((name) => talks.has(name));
    const chosen = names.find((name) => (talks.get(name)?.counts.assistant ?? 0) > 0) ?? names.find((name) => total(talks.get(name)) > 0);
    const talk = chosen === undefined ? undefined : talks.get(chosen);
    if (talk === undefined) return;
    this.emit(talk, meta, place, { isWhole: read.isWhole, contentHash: read.digest() });
  }

  private endThreads(digest: () => string | null): void {
    const isAlone = this.threads.size === 1;
    const contentHash = isAlone ? digest() : null;
    for (const [id, talk] of this.threads) {
      const place: Place = { start: 0, line: 1, locator: isAlone ? '' : id, range: null, depth: 0 };
      this.emit(talk, id === '' ? {} : { conversation_id: id }, place, { isWhole: this.unreadable === 0 || this.isGrowing, contentHash });
    }
  }

  private emit(talk: ChatSteps, meta: JsonRecord, place: Place, read: { readonly isWhole: boolean; readonly contentHash: string | null }): void {
    const steps = talk.finish();
    this.answers += steps.length;
    this.guessed += talk.guessed;
    this.isKnownMake ||= talk.guessed === 0;
    const facts = readMetadata(meta);
    if (facts.conflict !== null) {
      this.note([seedProblem('conflict', { line: place.line, byte: place.start }, { found: `${facts.conflict} that disagree`, expected: 'one verdict', message: 'Two fields give different verdicts; none of them is used.' })]);
    }
    const part = makePart(this.file.path, facts, talk.totals(), steps, { ...place, ...read });
    this.pending.push({ part, steps });
    if (this.answers > 0 && this.isKnownMake) this.flush();
    else if (this.pending.length > MAX_UNANSWERED) this.pending.shift();
  }

  private flush(): void {
    for (const { part, steps } of this.pending) this.sink.attempt(part, steps);
    this.pending.length = 0;
  }

  private note(seeds: readonly ProblemSeed[]): void {
    for (const seed of seeds) {
      if (seed.severity === 'error') this.isBroken = true;
      if (this.seeds.length < MAX_SEEDS) this.seeds.push(seed);
    }
  }

  private finish(): void {
    const isTrace = this.answers > 0 && (this.isKnownMake || this.messages > this.answers);
    if (!isTrace) {
      // A file without an answer is a list of prompts or no conversation at all; a damaged one may have been either.
      if (this.isBroken) {
        this.tally.tellAll(this.seeds);
        this.tally.unreadable = 1;
      }
      else if (this.messages > 0 && this.halves > 0) this.tally.tell(noAnswer(this.messages, this.halves));
      this.tally.finish(null);
      return;
    }
    this.flush();
    this.tally.tellAll(this.seeds);
    for (const [key, place] of this.strange) this.tally.tell(strangeList(key, place));
    if (this.guessed > 0) this.tally.tell(unknownMake(this.messages, this.answers, this.others));
    else if (this.others > 0) this.tally.tell(noMessages(this.others));
    this.tally.shown = this.messages;
    this.tally.folded = this.others;
    this.tally.unreadable = this.unreadable;
    this.tally.finish('messages');
  }
}

function talkOf(talks: Map<string, ChatSteps>, name: string): ChatSteps {
  const known = talks.get(name);
  if (known !== undefined) return known;
  const made = new ChatSteps();
  talks.set(name, made);
  return made;
}

function total(talk: ChatSteps | undefined): number {
  return talk === undefined ? 0 : Object.values(talk.counts).reduce((sum, count) => sum + count, 0);
}

function isListKey(key: string): boolean {
  return [...LIST_KEYS, ...COLLECTION_KEYS].some((known) => known === key) || key === 'choices';
}

function strangeList(key: string, { line, start }: Place): ProblemSeed {
  const name = key.slice(0, 60);
  return seedProblem('unknown-record', { line, byte: start }, { found: `messages under "${name}"`, expected: `messages under ${LIST_KEYS.slice(0, 4).join(', ')} or the like`, message: `The list under "${name}" begins with a message, and its name is not known; it was left out.` });
}

function noAnswer(messages: number, halves: number): ProblemSeed {
  return seedProblem('missing-field', WHOLE_FILE, {
    found: `${messages} messages, none of a model, and ${halves} records without role or without content`,
    expected: 'answers of a model',
    message: 'The file holds messages and no answer of a model, so it is no trace of an agent; some of its records lack what makes a message.',
  });
}

function unknownMake(messages: number, answers: number, others: number): ProblemSeed {
  return seedProblem('unknown-record', WHOLE_FILE, {
    found: `${messages} records that look like messages, ${answers} of them from a model, and ${others} others`,
    expected: 'a trace format that is known',
    message: 'The file is of unknown make; it was taken for a plain conversation, and what its records say beyond that was not read.',
  });
}

function noMessages(others: number): ProblemSeed {
  return seedProblem('unknown-record', WHOLE_FILE, {
    found: `${others} records without a message`,
    expected: 'messages',
    message: 'Records that hold no message were left out.',
  });
}
