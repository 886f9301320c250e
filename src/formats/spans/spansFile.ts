import type { PartSink, SourceFile } from '../contract';
import type { Outcome } from '../../model/attempt';
import { holdsLines } from '../shared/detectLines';
import { asArray, asRecord, getArray, getField, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { hashBytes } from '../shared/hash';
import { scanLines } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import type { JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { attributesOf } from './attributes';
import { buildTrace } from './buildAttempt';
import type { TraceFacts } from './buildAttempt';
import { asSpan, strangeKind } from './rawSpan';
import type { RawSpan } from './rawSpan';
import { describeSpan, firstVerdict } from './spanFacts';
import type { SpanFacts } from './spanFacts';

const OTLP_ROOTS = ['resourceSpans', 'resource_spans', 'batches'];
const OTLP_SCOPES = ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'];
const OTLP_WANT: readonly PathPattern[] = OTLP_ROOTS.flatMap((root) => [[root, '*', 'resource'], ...OTLP_SCOPES.map((scope) => [root, '*', scope, '*', 'spans', '*'])]);
const LISTS = ['spans', 'data', 'observations', 'runs', 'child_runs', 'traces', 'results'];
const LIST_WANT: readonly PathPattern[] = [...LISTS.map((key) => [key, '*']), ...['id', 'metadata', 'scores', 'trace'].map((key) => [key])];
const MAX_DEPTH = 200;
const MAX_SEEDS = 1000;
const MOST_KINDS = 5;

interface At {
  readonly start: number;
  readonly line: number;
  readonly depth: number;
  /** The trace that spans without a trace of their own are of. */
  readonly trace: string | null;
}

/** Reads the spans of one file, and makes attempts of their traces at its end. */
export class SpansFile {
  private readonly tally: FileTally;
  private readonly seeds: ProblemSeed[] = [];
  /** By trace, then by span: of a span that was exported twice the one that ended is kept. */
  private readonly traces = new Map<string, Map<string, SpanFacts>>();
  private readonly facts = new Map<string, TraceFacts>();
  private number = 0;
  private repeats = 0;
  private others = 0;
  private unreadable = 0;
  private isBroken = false;
  /** Kinds of spans that are not known, the first few of them, and how many spans state one. */
  private readonly kinds = new Set<string>();
  private strange = 0;

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
  }

  read(): void {
    if (holdsLines(this.file)) {
      const scan = scanLines(readChunks(this.file, this.sink), {}, (line) => {
        this.sink.checkCancelled();
        this.takeBytes(line.bytes, { start: line.start, line: line.line, depth: 0, trace: null });
      });
      this.note(scan.issues);
      this.unreadable += scan.tooLarge;
    } else {
      const { first, keys } = this.lookAhead();
      this.collect(() => readChunks(this.file, this.sink), first, keys, { start: 0, line: 1, depth: 0, trace: null });
    }
    this.finish();
  }

  private lookAhead(): { readonly first: number | undefined; readonly keys: readonly string[] } {
    const head = this.file.read(0, 65_536);
    const first = head.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
    return { first, keys: scanJson([head], { want: [] }, () => undefined).keys };
  }

  /** A line, or an element of a list. */
  private takeBytes(bytes: Uint8Array, at: At): void {
    const parsed = parseJson(bytes, { line: at.line, byte: at.start });
    if (parsed.problem !== null) this.note([parsed.problem]);
    if (!parsed.ok) {
      this.unreadable++;
      return;
    }
    const record = asRecord(parsed.value);
    const span = asSpan(record, at.trace);
    if (span !== null && record !== null) {
      this.addSpan(span, { start: at.start, bytes }, null);
      // A tree of runs keeps those that were started inside the one that started them.
      if ((getArray(record, 'child_runs')?.length ?? 0) > 0) this.collect(() => [bytes], bytes[0], ['child_runs'], { ...at, trace: span.trace });
      return;
    }
    const isHolder = asArray(parsed.value) !== null || [...OTLP_ROOTS, ...LISTS].some((key) => getArray(record, key) !== null);
    if (isHolder && at.depth < MAX_DEPTH) this.collect(() => [bytes], bytes[0], Object.keys(record ?? {}), at);
    else this.others++;
  }

  /** Spans of an object or a list that may hold some. */
  private collect(chunks: () => Iterable<Uint8Array>, first: number | undefined, keys: readonly string[], at: At): void {
    const isOtlp = OTLP_ROOTS.some((key) => keys.includes(key));
    const isList = first === 0x5b;
    // Objects of unknown keys may hold lists of spans by name, each a trace or several.
    const want: readonly PathPattern[] = isList ? [['*']] : isOtlp ? OTLP_WANT : LISTS.some((key) => keys.includes(key)) ? LIST_WANT : [['*', '*']];
    const resources = new Map<number, JsonRecord>();
    const meta: Record<string, unknown> = {};
    const inner: JsonSlice[] = [];
    const scan = scanJson(chunks(), { want, start: at.start, line: at.line }, (slice) => {
      const last = slice.path.at(-1);
      if (isOtlp) this.takeOtlp(slice, resources);
      else if (typeof last === 'number') {
        // The id of a trace may stand after its spans.
        if (isList || at.trace !== null) this.takeBytes(slice.bytes, { start: slice.start, line: slice.line, depth: at.depth + 1, trace: at.trace });
        else inner.push(slice);
      } else if (slice.path.length === 1 && (last === 'id' || last === 'metadata' || last === 'scores' || last === 'trace')) {
        const parsed = parseJson(slice.bytes);
        if (parsed.ok) meta[last] = parsed.value;
      }
    });
    const trace = getText(meta, 'id') ?? getText(getRecord(meta, 'trace'), 'id');
    for (const slice of inner) this.takeBytes(slice.bytes, { start: slice.start, line: slice.line, depth: at.depth + 1, trace });
    if (trace !== null) this.facts.set(trace, traceFacts(meta));
    this.note(scan.issues);
    this.unreadable += scan.skipped + (scan.unfinished.length > 0 ? 1 : 0);
  }

  private takeOtlp(slice: JsonSlice, resources: Map<number, JsonRecord>): void {
    const index = Number(slice.path[1]);
    const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed.problem !== null) this.note([parsed.problem]);
    const record = parsed.ok ? asRecord(parsed.value) : null;
    if (slice.path.at(-1) === 'resource') {
      if (record !== null) resources.set(index, attributesOf(record));
      return;
    }
    const span = asSpan(record);
    if (span === null) {
      if (parsed.ok) this.others++;
      else this.unreadable++;
      return;
    }
    this.addSpan(span, slice, resources.get(index) ?? null);
  }

  private addSpan(raw: RawSpan, { start, bytes }: Pick<JsonSlice, 'start' | 'bytes'>, resource: JsonRecord | null): void {
    const kind = strangeKind(raw);
    if (kind !== null) this.strange++;
    if (kind !== null && this.kinds.size < MOST_KINDS) this.kinds.add(kind);
    const range = { file: this.file.path, start, end: start + bytes.length };
    const span = describeSpan(raw, { range, number: this.number++, hash: hashBytes(bytes) }, resource);
    const spans = this.traces.get(span.trace) ?? new Map<string, SpanFacts>();
    this.traces.set(span.trace, spans);
    const known = spans.get(span.id);
    if (known !== undefined) {
      this.repeats++;
      // Exporters that report a span at its begin and at its end write it twice.
      if (known.endMs !== null && span.endMs === null) return;
    }
    spans.set(span.id, span);
  }

  private note(seeds: readonly ProblemSeed[]): void {
    for (const seed of seeds) {
      if (seed.severity === 'error') this.isBroken = true;
      if (this.seeds.length < MAX_SEEDS) this.seeds.push(seed);
    }
  }

  private finish(): void {
    const attempts = this.attempts();
    const built = attempts.map(([key, spans]) => buildTrace(this.file.path, key, spans, this.factsOf(spans)));
    const hasCalls = built.some(({ parts }) => parts.some(({ part }) => (part.calls ?? 0) > 0));
    if (!hasCalls && !this.isBroken) {
      // Spans of services without a model in them are no trace of an agent.
      if (this.others > 0 && this.traces.size > 0) this.tally.tell(noCalls(this.others));
      this.tally.finish(null);
      return;
    }
    this.tally.tellAll(this.seeds);
    if (!hasCalls) {
      this.tally.unreadable = Math.max(1, this.unreadable);
      this.tally.finish(null);
      return;
    }
    for (const { parts } of built) {
      for (const { part, steps } of parts) this.sink.attempt(part, steps);
    }
    this.tellTraces(attempts, built.map(({ parts }) => parts.length));
    this.tally.shown = built.reduce((sum, { shown }) => sum + shown, 0);
    this.tally.folded = attempts.reduce((sum, [, spans]) => sum + spans.length, 0) - this.tally.shown + this.repeats + this.others;
    this.tally.unreadable = this.unreadable;
    this.tally.finish('otel');
  }

  /** Traces, and those of one conversation as one, in the order of the file. */
  private attempts(): readonly (readonly [string, readonly SpanFacts[]])[] {
    const groups = new Map<string, SpanFacts[]>();
    for (const [trace, byId] of this.traces) {
      const spans = [...byId.values()];
      const key = spans.find((span) => span.conversation !== null)?.conversation ?? trace;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      for (const span of spans) group.push(span);
    }
    return [...groups];
  }

  private factsOf(spans: readonly SpanFacts[]): TraceFacts | null {
    for (const span of spans) {
      const facts = this.facts.get(span.trace);
      if (facts !== undefined) return facts;
    }
    return null;
  }

  private tellTraces(attempts: readonly (readonly [string, readonly SpanFacts[]])[], parts: readonly number[]): void {
    const orphans = attempts.flatMap(([, spans]) => {
      const ids = new Set(spans.map((span) => span.id));
      return spans.filter((span) => span.parent !== null && !ids.has(span.parent));
    });
    const empty = parts.filter((count) => count === 0).length;
    if (orphans.length > 0) this.tally.tell(missingParents(orphans.length));
    if (empty > 0) this.tally.tell(withoutCalls(empty));
    if (this.strange > 0) this.tally.tell(strangeKinds(this.strange, this.kinds));
    if (this.repeats > 0) this.tally.tell(seedProblem('duplicate', WHOLE_FILE, { found: `${this.repeats} spans once more`, expected: 'each span once', message: 'Spans that were exported more than once are counted once.' }));
    if (this.others > 0) this.tally.tell(seedProblem('unknown-record', WHOLE_FILE, { found: `${this.others} records that are no spans`, expected: 'spans', message: 'Records that are no spans were left out.' }));
  }
}

function strangeKinds(count: number, kinds: ReadonlySet<string>): ProblemSeed {
  const names = [...kinds].join(', ');
  return seedProblem('unknown-record', WHOLE_FILE, { found: `${count} spans of kinds that are not known: ${names}`, expected: 'calls of models, tools, agents and the like', message: `Spans of kinds that are not known are in no step: ${names}.` }, 'warning');
}

function noCalls(others: number): ProblemSeed {
  return seedProblem('unknown-record', WHOLE_FILE, { found: `${others} records that are no spans, and no call of a model`, expected: 'spans of an agent', message: 'The file looks like spans and holds no call of a model, so it is no trace of an agent.' });
}

function missingParents(count: number): ProblemSeed {
  return seedProblem('missing-field', WHOLE_FILE, {
    found: `${count} spans under parents that are not in the file`,
    expected: 'whole traces',
    message: 'The file does not hold all of its traces; spans without their parent are taken for outermost ones.',
  }, 'information');
}

function withoutCalls(count: number): ProblemSeed {
  return seedProblem('unknown-record', WHOLE_FILE, {
    found: `${count} traces without a call of a model`,
    expected: 'traces of agents',
    message: 'Traces without a call of a model and without a tool are no attempts and were left out.',
  });
}

/** What Langfuse says of a trace beside its observations. */
function traceFacts(meta: JsonRecord): TraceFacts {
  const scores = (getArray(meta, 'scores') ?? getArray(getRecord(meta, 'trace'), 'scores') ?? []).map((score) => ({ name: getString(score, 'name') ?? '', value: getField(score, 'value') ?? getField(score, 'stringValue') }));
  const outcome: Outcome = firstVerdict(scores);
  return { metadata: getRecord(meta, 'metadata') ?? getRecord(getRecord(meta, 'trace'), 'metadata') ?? {}, outcome };
}
