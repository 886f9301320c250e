// Samples of a JSON document: a member of an `.eval` log is one (prefix []), a `.json` log holds many (prefix samples, *).
// A document is gone through once for facts and attachments, and once for events, whose texts may name attachments that
// stand behind them; where nothing is attached, once for both.

import type { ByteRange } from '../../model/units';
import type { PartSink, SourceFile } from '../contract';
import { asRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashBytes } from '../shared/hash';
import { scanJson } from '../shared/jsonSlices';
import type { JsonPath, JsonScan, JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import type { ProblemSeed } from '../shared/problems';
import { buildFields } from '../shared/readFields';
import { resolveAttachments } from './attachments';
import { StepCollector } from './buildSteps';
import { EVENT_FIELDS, EventReader } from './events';
import { readAnswer, readToolMessage } from './messages';

/** What is looked at of a sample beside its events and messages. */
const FACTS: readonly PathPattern[] = [
  ...['id', 'epoch', 'input', 'started_at', 'completed_at', 'total_time', 'uuid'].map((key) => [key]),
  ['scores', '*', 'value'],
  ['score', 'value'],
  ['error', 'message'],
  ['limit', 'type'],
  ['error_retries', '*', 'message'],
];
const ATTACHMENTS: PathPattern = ['attachments', '*'];
/** Logs before 2024-05 keep events under `transcript`. */
const EVENT_LISTS: readonly PathPattern[] = [['events'], ['transcript', 'events']];

/** A sample that was read. */
export interface SampleReading {
  readonly facts: JsonRecord;
  /** Hash of its input where that is a text. */
  readonly inputHash: string | null;
  readonly events: EventReader;
  /** Steps of its events, or of its messages where it has no events. */
  readonly steps: StepCollector;
}

export interface SamplesReading {
  /** By index; those of which anything is there. */
  readonly samples: ReadonlyMap<number, SampleReading>;
  /** Fields of the document outside of its samples. */
  readonly root: JsonRecord;
  readonly scan: JsonScan;
  readonly problems: readonly ProblemSeed[];
}

export interface ScanSamplesOptions {
  /** Where samples stand: `[]`, or `['samples', '*']`. */
  readonly prefix: PathPattern;
  /** Fields of the root that are wanted. */
  readonly root?: readonly PathPattern[];
  /** No text in the document names an attachment. */
  readonly hasNoAttachments?: boolean;
}

/** Reads every sample of a document. Memory: facts and steps, and the largest value that is looked at. */
export function scanSamples(file: SourceFile, options: ScanSamplesOptions, sink: PartSink): SamplesReading {
  const { prefix, root = [], hasNoAttachments = false } = options;
  const found = new Samples(file, prefix.length, sink);
  const below = (patterns: readonly PathPattern[]): readonly PathPattern[] => patterns.map((pattern) => [...prefix, ...pattern]);
  const events = below(EVENT_LISTS.flatMap((list) => EVENT_FIELDS.map((field) => [...list, '*', ...field])));
  const scan = scanJson(file.chunks(), { want: [...root, ...below(FACTS), ...(hasNoAttachments ? events : below([ATTACHMENTS]))] }, (slice) => found.take(slice));
  if (!hasNoAttachments) scanJson(file.chunks(), { want: events }, (slice) => found.take(slice));
  found.endEvent();
  // Samples without events are few, and old.
  if (found.hasSilent) scanJson(file.chunks(), { want: below([['messages', '*']]) }, (slice) => found.takeMessage(slice));
  return { samples: found.samples(), root: found.root(), scan, problems: found.problems };
}

interface OpenSample {
  readonly slices: JsonSlice[];
  readonly attachments: Map<string, ByteRange>;
  inputHash: string | null;
  readonly events: EventReader;
  /** From messages; null where there are events. */
  steps: StepCollector | null;
}

class Samples {
  readonly problems: ProblemSeed[] = [];
  private readonly open = new Map<number, OpenSample>();
  private readonly rootSlices: JsonSlice[] = [];
  private event: { readonly sample: number; readonly list: string; readonly index: number | string; readonly slices: JsonSlice[] } | null = null;

  constructor(
    private readonly file: SourceFile,
    private readonly prefix: number,
    private readonly sink: PartSink,
  ) {}

  get hasSilent(): boolean {
    return [...this.open.values()].some(({ events }) => events.count === 0);
  }

  take(slice: JsonSlice): void {
    if (this.prefix > 0 && slice.path[0] !== 'samples') {
      this.rootSlices.push(slice);
      return;
    }
    const { sample, path } = this.split(slice.path);
    const [key, name] = path;
    if (key === 'events') this.takeEvent(sample, 'events', slice, path.slice(1));
    else if (key === 'transcript') this.takeEvent(sample, 'transcript', slice, path.slice(2));
    else if (key === 'attachments') this.sampleAt(sample).attachments.set(String(name), { start: slice.start, end: slice.end });
    else if (key === 'input') this.sampleAt(sample).inputHash = slice.bytes[0] === 0x22 ? `input:${hashBytes(slice.bytes)}` : null;
    else this.sampleAt(sample).slices.push({ ...slice, path });
  }

  /** Gives the last event to its sample; an event is whole when the next one begins. */
  endEvent(): void {
    if (this.event === null) return;
    const { sample, slices } = this.event;
    this.event = null;
    this.sink.checkCancelled();
    this.sampleAt(sample).events.event(slices);
  }

  takeMessage(slice: JsonSlice): void {
    const { sample } = this.split(slice.path);
    const own = this.sampleAt(sample);
    if (own.events.count > 0) return;
    this.sink.checkCancelled();
    const steps = (own.steps ??= new StepCollector(this.file.path));
    const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed.problem) this.problems.push(parsed.problem);
    const message = parsed.ok ? asRecord(parsed.value) : null;
    const role = getText(message, 'role');
    if (role !== 'assistant' && role !== 'tool') return;
    const { value, ranges } = resolveAttachments(message, own.attachments, this.file);
    const places = [{ start: slice.start, end: slice.end }, ...ranges];
    if (role === 'assistant') steps.answer({ answer: readAnswer(value), ranges: places, usage: null, cost: null, time: null });
    else steps.observation(getText(value, 'tool_call_id'), readToolMessage(value), places);
  }

  samples(): ReadonlyMap<number, SampleReading> {
    const made = [...this.open].map(([index, { slices, inputHash, events, steps }]): [number, SampleReading] => {
      const { values, problems } = buildFields(slices);
      for (const problem of [...problems, ...events.problems]) this.problems.push(problem);
      return [index, { facts: values, inputHash, events, steps: steps ?? events.steps }];
    });
    return new Map(made.sort(([a], [b]) => a - b));
  }

  root(): JsonRecord {
    const { values, problems } = buildFields(this.rootSlices);
    for (const problem of problems) this.problems.push(problem);
    return values;
  }

  private takeEvent(sample: number, list: string, slice: JsonSlice, path: JsonPath): void {
    const [index = 0, ...below] = path;
    if (this.event === null || this.event.sample !== sample || this.event.list !== list || this.event.index !== index) {
      this.endEvent();
      this.event = { sample, list, index, slices: [] };
    }
    this.event.slices.push({ ...slice, path: below });
  }

  private split(path: JsonPath): { readonly sample: number; readonly path: JsonPath } {
    return { sample: this.prefix === 0 ? 0 : Number(path[1] ?? 0), path: path.slice(this.prefix) };
  }

  private sampleAt(index: number): OpenSample {
    const known = this.open.get(index);
    if (known) return known;
    const attachments = new Map<string, ByteRange>();
    const made = { slices: [], attachments, inputHash: null, events: new EventReader(this.file, attachments), steps: null };
    this.open.set(index, made);
    return made;
  }
}
