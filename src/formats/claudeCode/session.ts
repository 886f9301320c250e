import { pushAll } from '../../base/extent';
import type { Step } from '../../model/step';
import type { PartSink, SourceFile } from '../contract';
import { asRecord, getField, getString } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { ContentHash } from '../shared/hash';
import { scanLines } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { contentText } from '../shared/text';
import { LineTree } from './branches';
import { Chain } from './chain';
import type { ChainSteps } from './chain';
import { readLine } from './lines';
import type { RecordPlace, SessionLine } from './lines';

/** One conversation of a file: the session's own, or a sub-agent's. */
export interface Conversation extends ChainSteps {
  /** '' for the session's own; else what tells the sub-agent's from others of the file. */
  readonly key: string;
  /** A sub-agent's id, or the call that started it, where the file says so. */
  readonly startedBy: string | null;
  readonly steps: readonly Step[];
  readonly models: readonly string[];
  readonly versions: readonly string[];
  readonly session: string | null;
  readonly started: string | null;
  readonly ended: string | null;
}

export interface ScannedSession {
  /** Null: the file holds no line of a session's own conversation. */
  readonly main: Conversation | null;
  readonly subAgents: readonly Conversation[];
  /** First and last lines of print mode. */
  readonly init: unknown;
  readonly result: unknown;
  readonly contentHash: string | null;
}

/** Ids of lines, answers and calls that earlier files of a group hold. */
export type SeenIds = Set<string>;

/** Reads all conversations of a file in one pass. `seen`: what other files hold already, null where the file is alone; it grows. */
export function scanSession(file: SourceFile, sink: PartSink, seen: SeenIds | null): ScannedSession {
  const tally = new FileTally(file, sink);
  const reading = new SessionReading(file.path, tally, seen);
  const hash = new ContentHash();
  const chunks = readChunks(file, sink, hash);
  const isWhole = isDocument(file) ? readDocument(chunks, tally, (record, place) => reading.take(record, place)) : readJsonl(chunks, tally, (record, place) => reading.take(record, place));
  const scanned = reading.finish();
  for (const id of reading.fresh) seen?.add(id);
  tally.finish('claude-code');
  return { ...scanned, contentHash: isWhole ? hash.digest() : null };
}

type Visit = (record: unknown, place: RecordPlace) => void;

/** An exported document begins like any object, and has more lines than one. */
function isDocument(file: SourceFile): boolean {
  if (file.size === 0) return /\.json$/i.test(file.path);
  const head = Buffer.from(file.read(0, 4096)).toString('utf8');
  return /^[\s\ufeff]*\{\s*"loglines"\s*:/.test(head);
}

function readJsonl(chunks: Iterable<Uint8Array>, tally: FileTally, visit: Visit): boolean {
  let isWhole = true;
  const scan = scanLines(chunks, {}, (line) => {
    const place = { line: line.line, byte: line.start, end: line.end };
    const parsed = parseJson(line.bytes, place);
    if (!parsed.ok) {
      isWhole = false;
      tally.refuse(line.isTerminated ? parsed.problem : { ...parsed.problem, code: 'truncated' });
      return;
    }
    if (parsed.problem !== null) tally.tell(parsed.problem);
    visit(parsed.value, place);
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.tooLarge;
  return isWhole && scan.tooLarge === 0;
}

function readDocument(chunks: Iterable<Uint8Array>, tally: FileTally, visit: Visit): boolean {
  const scan = scanJson(chunks, { want: [['loglines', '*']] }, (slice) => {
    const place = { line: slice.line, byte: slice.start, end: slice.end };
    const parsed = parseJson(slice.bytes, place);
    if (!parsed.ok) {
      tally.refuse(parsed.problem);
      return;
    }
    if (parsed.problem !== null) tally.tell(parsed.problem);
    visit(parsed.value, place);
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.skipped + scan.unfinished.length;
  return scan.isComplete;
}

/** Facts of a conversation beside its calls. */
class Log {
  readonly chain: Chain;
  readonly versions: string[] = [];
  session: string | null = null;
  started: string | null = null;
  ended: string | null = null;
  hasWords = false;

  constructor(readonly key: string, readonly startedBy: string | null, file: string) {
    this.chain = new Chain(file);
  }

  note({ version, session, time }: SessionLine): void {
    if (version !== null && !this.versions.includes(version)) this.versions.push(version);
    this.session = session ?? this.session;
    this.started ??= time;
    this.ended = time ?? this.ended;
  }
}

const MOST_UNKNOWN = 5;

class SessionReading {
  private readonly main: Log;
  private readonly sides = new Map<string, Log>();
  /** Side lines without an id of their sub-agent: line to the first line of its conversation. */
  private readonly roots = new Map<string, string>();
  private readonly tree = new LineTree();
  private readonly own = new Set<string>();
  private readonly unknown = new Set<string>();
  private strangeResults = 0;
  private firstStrange: FilePlace | null = null;
  private init: unknown = null;
  private result: unknown = null;
  /** Ids that this file adds to those of the group; only when it is read, since the lines of one answer share its id. */
  readonly fresh: string[] = [];

  constructor(private readonly file: string, private readonly tally: FileTally, private readonly seen: SeenIds | null) {
    this.main = new Log('', null, file);
  }

  take(value: unknown, place: RecordPlace): void {
    const record = asRecord(value);
    if (record === null) {
      this.tally.refuse(seedProblem('bad-value', place, { found: 'a line that is no object', expected: 'an object in each line', message: 'The line is no object; it was left out.' }, 'error'));
      return;
    }
    const line = readLine(record, place);
    if (line.kind === 'broken') {
      this.tally.refuse(seedProblem('missing-field', place, { found: 'no message', expected: 'a message', message: 'The line has no message; it was left out.' }, 'error'));
    } else if (this.isCopy(line)) {
      this.tally.folded++;
    } else {
      this.add(line);
    }
  }

  finish(): Omit<ScannedSession, 'contentHash'> {
    const main = conversationOf(this.main, this.tree.abandoned());
    this.tally.shown -= main.droppedLines;
    this.tally.folded += main.droppedLines;
    this.tellRemarks(main);
    const subAgents = [...this.sides.values()].map((log) => conversationOf(log, new Set()));
    return { main: this.main.hasWords || this.init !== null || this.result !== null ? main : null, subAgents, init: this.init, result: this.result };
  }

  /** Written twice, or copied from a session that this one continues. */
  private isCopy(line: SessionLine): boolean {
    if (line.isCopy) return true;
    const ids = idsOf(line);
    const [first] = ids;
    if (first !== undefined && line.uuid !== null) {
      if (this.own.has(first)) return true;
      this.own.add(first);
    }
    if (this.seen === null) return false;
    const isSeen = ids.some((id) => this.seen?.has(id));
    if (!isSeen) pushAll(this.fresh, ids);
    return isSeen;
  }

  private add(line: SessionLine): void {
    const log = this.logOf(line);
    log.note(line);
    switch (line.kind) {
      case 'answer': {
        log.hasWords = true;
        const message = log.chain.addAnswer(line);
        this.grow(line, { isPrompt: false, message });
        this.tally.shown++;
        return;
      }
      case 'results': {
        log.hasWords = true;
        const strange = log.chain.addResults(line);
        if (strange > 0) this.firstStrange ??= line.place;
        this.strangeResults += strange;
        this.grow(line, { isPrompt: false, message: null });
        this.tally.shown++;
        return;
      }
      case 'prompt':
        log.hasWords = true;
        this.grow(line, { isPrompt: !line.isMeta, message: null });
        this.tally.shown++;
        return;
      case 'system':
        this.grow(line, { isPrompt: false, message: null });
        this.tally.shown++;
        return;
      case 'init':
        this.init = line.record;
        this.tally.shown++;
        return;
      case 'result':
        this.result = line.record;
        this.tally.shown++;
        return;
      case 'progress':
        if (line.agent !== null && line.call !== null) this.main.chain.addProgress(line.agent, line.call);
        break;
      case 'unknown':
        if (this.unknown.size < MOST_UNKNOWN) this.unknown.add(line.type.slice(0, 40));
        break;
      case 'synthetic':
      case 'interface':
      case 'broken':
        break;
    }
    this.grow(line, { isPrompt: false, message: null });
    this.tally.folded++;
  }

  private grow(line: SessionLine, what: { readonly isPrompt: boolean; readonly message: string | null }): void {
    if (line.chain === null && line.uuid !== null) this.tree.add(line.uuid, line.parent, what);
  }

  private logOf(line: SessionLine): Log {
    if (line.chain === null) return this.main;
    const key = line.chain === '' ? this.rootOf(line) : line.chain;
    const known = this.sides.get(key);
    if (known !== undefined) return known;
    // A sub-agent without an id is found by its first prompt.
    const prompt = line.chain === '' && line.kind === 'prompt' ? contentText(getField(line.message, 'content')) : null;
    const log = new Log(key, line.chain === '' ? (prompt === null ? null : this.main.chain.takePrompt(prompt)) : line.chain, this.file);
    this.sides.set(key, log);
    return log;
  }

  private rootOf({ uuid, parent }: SessionLine): string {
    const root = (parent === null ? undefined : this.roots.get(parent)) ?? `side ${uuid ?? 'chain'}`;
    if (uuid !== null) this.roots.set(uuid, root);
    return root;
  }

  private tellRemarks(main: Conversation): void {
    if (main.dropped > 0) {
      this.tally.tell(seedProblem('duplicate', WHOLE_FILE, { found: `${main.dropped} calls after prompts that were replaced`, expected: 'one line of conversation', message: `Calls after prompts that the user edited or rewound: ${main.dropped}. They are not part of the conversation that went on, and are not counted.` }));
    }
    if (this.strangeResults > 0) {
      this.tally.tell(seedProblem('missing-field', this.firstStrange ?? WHOLE_FILE, { found: `${this.strangeResults} results without their calls`, expected: 'the call of each result', message: `Tool results whose calls are not in the file: ${this.strangeResults}.` }, 'information'));
    }
    if (this.unknown.size > 0) {
      const types = [...this.unknown].join(', ');
      this.tally.tell(seedProblem('unknown-record', WHOLE_FILE, { found: `lines of type ${types}`, expected: 'types of lines that are known', message: `Lines of types that are not known were left out: ${types}.` }));
    }
  }
}

function conversationOf(log: Log, abandoned: ReadonlySet<string>): Conversation {
  const { key, startedBy, chain, versions, session, started, ended } = log;
  return { key, startedBy, models: chain.models, versions, session, started, ended, ...chain.finish(abandoned) };
}

/** What names a line, its answer and its calls in every file that has a copy of it; the line's own first. */
function idsOf(line: SessionLine): readonly string[] {
  const ids = line.uuid === null ? [] : [`line ${line.uuid}`];
  if (line.kind === 'answer' && line.messageId !== null) ids.push(`answer ${line.messageId}`);
  if (line.kind !== 'results') return ids;
  const content = getField(line.message, 'content');
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  const call = getString(first, 'tool_use_id');
  return call === null ? ids : [...ids, `result ${call}`];
}
