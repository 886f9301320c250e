import { largest, smallest } from '../../base/extent';
import type { FileRange, Step } from '../../model/step';
import type { PartSink, SourceFile } from '../contract';
import { getCount, getNumber, getText } from '../shared/fields';
import { ContentHash } from '../shared/hash';
import { scanJson } from '../shared/jsonSlices';
import type { JsonPath, JsonScan, JsonSlice } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { asHarnessExit, buildStep, isHarnessExit } from './buildStep';
import type { TrajectoryElement } from './buildStep';

/** Producer's totals of one attempt; 0 as written. */
export interface ModelStats {
  readonly calls: number | null;
  readonly cost: number | null;
  readonly sent: number | null;
  readonly received: number | null;
}

/** One trajectory of a file: its root, or an entry of `attempts`. */
export interface Episode {
  readonly steps: readonly Step[];
  /** Elements of `trajectory`; of a file that was cut off, those that were begun. */
  readonly elements: number;
  readonly unreadable: number;
  /** `trajectory` is there and ended. */
  readonly isWhole: boolean;
  readonly hasTrajectory: boolean;
  readonly exitStatus: string | null;
  readonly stats: ModelStats;
  readonly version: string | null;
  readonly replayConfig: unknown;
  /** Some step's state is an object, as 1.x writes it. */
  readonly isNewer: boolean;
  readonly contentHash: string;
}

export interface ScannedTrajectory {
  readonly root: Episode;
  /** Of a retry agent, in order. Null: the file has no `attempts`. */
  readonly attempts: readonly Episode[] | null;
  readonly scan: JsonScan;
  /** Hash of the whole file. */
  readonly fileHash: string;
  readonly problems: readonly ProblemSeed[];
}

const STEP_FIELDS = ['action', 'observation', 'response', 'thought', 'state', 'execution_time'];
const INFO_FIELDS = ['exit_status', 'model_stats', 'swe_agent_version'];
/** `history`, `query` and `messages` repeat the conversation at every step; they are passed over without being kept. */
const WANT = [[], ['attempts', '*']].flatMap((prefix) => [
  ...STEP_FIELDS.map((field) => [...prefix, 'trajectory', '*', field]),
  ...INFO_FIELDS.map((field) => [...prefix, 'info', field]),
  [...prefix, 'replay_config'],
]);

/** Reads all trajectories of a file in one pass; memory is one step's texts. Lets a cancel through. */
export function scanTrajectory(file: SourceFile, sink: PartSink): ScannedTrajectory {
  const reading = new TrajectoryReading(file.path);
  const fileHash = new ContentHash();
  const scan = scanJson(readChunks(file, sink, fileHash), { want: WANT, onArray: (path, length) => reading.endArray(path, length) }, (slice) => reading.take(slice));
  return { ...reading.finish(scan), scan, fileHash: fileHash.digest() };
}

class TrajectoryReading {
  private readonly root: EpisodeBuilder;
  private readonly attempts = new Map<number, EpisodeBuilder>();
  private attemptsLength: number | null = null;
  private readonly problems: ProblemSeed[] = [];

  constructor(private readonly file: string) {
    this.root = new EpisodeBuilder(file, this.problems);
  }

  take(slice: JsonSlice): void {
    this.episodeOf(slice.path)?.take(slice.path[0] === 'attempts' ? slice.path.slice(2) : slice.path, slice);
  }

  endArray(path: JsonPath, length: number): void {
    if (path.length === 1 && path[0] === 'attempts') this.attemptsLength = length;
    else if (path[path.length - 1] === 'trajectory') this.episodeOf(path)?.end(length);
  }

  finish(scan: JsonScan): Pick<ScannedTrajectory, 'root' | 'attempts' | 'problems'> {
    const isRetry = scan.keys.includes('attempts');
    const count = largest([...this.attempts.keys()].map((i) => i + 1), this.attemptsLength ?? 0);
    const attempts = Array.from({ length: count }, (_, i) => (this.attempts.get(i) ?? new EpisodeBuilder(this.file, this.problems)).finish());
    return { root: this.root.finish(), attempts: isRetry ? attempts : null, problems: this.problems };
  }

  private episodeOf(path: JsonPath): EpisodeBuilder | null {
    if (path[0] !== 'attempts') return this.root;
    const index = path[1];
    // Files hold a handful of attempts; an index beyond that is no retry agent's.
    if (typeof index !== 'number' || index > 10_000) return null;
    const known = this.attempts.get(index) ?? new EpisodeBuilder(this.file, this.problems);
    this.attempts.set(index, known);
    return known;
  }
}

/** A problem for each bad element would bury the rest. */
const MOST_PROBLEMS = 100;

class EpisodeBuilder {
  private readonly steps: Step[] = [];
  private last: TrajectoryElement | null = null;
  private index = -1;
  private fields = new Map<string, JsonSlice>();
  private unreadable = 0;
  private length: number | null = null;
  private isNewer = false;
  private readonly info = new Map<string, unknown>();
  private replayConfig: unknown = null;
  private readonly hash = new ContentHash();
  private lastPlace: FilePlace = { line: null, byte: null };

  constructor(private readonly file: string, private readonly problems: ProblemSeed[]) {}

  take(path: JsonPath, slice: JsonSlice): void {
    this.hash.update(slice.bytes);
    const [key, at, field] = path;
    if (key === 'trajectory' && typeof at === 'number' && typeof field === 'string') {
      if (at !== this.index) this.begin(at);
      this.lastPlace = { line: slice.line, byte: slice.start };
      this.fields.set(field, slice);
    } else if (key === 'info' && typeof at === 'string') {
      this.info.set(at, this.parse(slice));
    } else if (key === 'replay_config') {
      this.replayConfig = this.parse(slice);
    }
  }

  /** The trajectory ended; elements without any known field show only now. */
  end(length: number): void {
    this.flush();
    this.skipTo(length);
    this.length = length;
  }

  finish(): Episode {
    this.flush();
    const stats = this.info.get('model_stats');
    return {
      steps: this.withEnding(),
      elements: this.length ?? this.index + 1,
      unreadable: this.unreadable,
      isWhole: this.length !== null,
      hasTrajectory: this.length !== null || this.index >= 0,
      exitStatus: getText(Object.fromEntries(this.info), 'exit_status'),
      stats: { calls: getCount(stats, 'api_calls'), cost: getNumber(stats, 'instance_cost'), sent: getCount(stats, 'tokens_sent'), received: getCount(stats, 'tokens_received') },
      version: getText(Object.fromEntries(this.info), 'swe_agent_version'),
      replayConfig: this.replayConfig,
      isNewer: this.isNewer,
      contentHash: this.hash.digest(),
    };
  }

  private withEnding(): readonly Step[] {
    const step = this.steps[this.steps.length - 1];
    if (step === undefined || this.last === null || this.length === null || !isHarnessExit(this.last)) return this.steps;
    return [...this.steps.slice(0, -1), asHarnessExit(step, this.last)];
  }

  private begin(index: number): void {
    this.flush();
    // A second `trajectory` replaces the first, as in every JSON library.
    if (index < this.index) this.restart();
    this.skipTo(index);
    this.index = index;
  }

  private restart(): void {
    this.steps.length = 0;
    this.last = null;
    this.index = -1;
    this.unreadable = 0;
  }

  /** Elements between the last one seen and `index` had none of the fields. */
  private skipTo(index: number): void {
    for (let missing = this.index + 1; missing < index; missing++) this.tellUnreadable(missing, 'none of the fields of a step');
    this.index = Math.max(this.index, index - 1);
  }

  private flush(): void {
    if (this.fields.size === 0) return;
    const { fields } = this;
    this.fields = new Map();
    const element = this.readElement(fields);
    this.last = element;
    if (element === null) this.tellUnreadable(this.index, 'no action in text');
    else this.steps.push(buildStep(element, this.steps.length, this.steps.length + 1));
  }

  private readElement(fields: ReadonlyMap<string, JsonSlice>): TrajectoryElement | null {
    const text = (name: string): string | null => {
      const slice = fields.get(name);
      const value = slice === undefined ? null : this.parse(slice);
      return typeof value === 'string' ? value : null;
    };
    const action = text('action');
    if (action === null) return null;
    const state = fields.get('state');
    const stateValue = state === undefined ? null : this.parse(state);
    if (typeof stateValue === 'object' && stateValue !== null) this.isNewer = true;
    const time = fields.get('execution_time');
    const seconds = time === undefined ? null : this.parse(time);
    const observation = text('observation');
    return {
      action,
      observation,
      response: text('response'),
      thought: text('thought'),
      hasState: typeof stateValue === 'string' ? stateValue.trim() !== '' : typeof stateValue === 'object' && stateValue !== null && Object.keys(stateValue).length > 0,
      executionTime: typeof seconds === 'number' ? seconds : null,
      actionRange: this.rangeOf(['action', 'response', 'thought'].flatMap((name) => fields.get(name) ?? [])),
      observationRange: observation === null ? null : this.rangeOf([fields.get('observation')].flatMap((slice) => slice ?? [])),
    };
  }

  private rangeOf(slices: readonly JsonSlice[]): FileRange {
    return { file: this.file, start: smallest(slices.map((s) => s.start)), end: largest(slices.map((s) => s.end)) };
  }

  private parse(slice: JsonSlice): unknown {
    const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed.problem !== null) this.tell(parsed.problem);
    return parsed.ok ? parsed.value : null;
  }

  private tellUnreadable(index: number, found: string): void {
    this.unreadable++;
    this.tell(seedProblem('unknown-record', this.lastPlace, { found, expected: 'an object with action and observation', message: `Element ${index + 1} of the trajectory is no step; it was left out.` }, 'error'));
  }

  private tell(problem: ProblemSeed): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}
