// mini-swe-agent trajectories: `<run>/<instance>/<instance>.traj.json`, one JSON object per attempt; also gathered, one on each line.
//
// Written by mini-swe-agent 1.4 to 1.17 (`trajectory_format` "mini-swe-agent-1"), 2.x
// ("mini-swe-agent-1.1") and earlier without the tag. Defined in SWE-agent/mini-swe-agent
// `agents/default.py`, `exceptions.py`, `models/`, `docs/usage/output_files.md`.
//
// Dropped: `submission` and `exception_str` (the text stays in the file), the raw provider answer
// but its usage. Guessed: in version 1 whether an answer was badly formatted (from the complaint
// that follows it, else from the number of commands in it), and exit codes (from the rendered text).

import type { AttemptPart, PartSink, Place, Reader, Source, SourceFile } from '../contract';
import type { FileRange, Step } from '../../model/step';
import { isLinesName } from '../shared/detectLines';
import { readDocumentLines } from '../shared/documentLines';
import { FileTally } from '../shared/fileTally';
import { ContentHash } from '../shared/hash';
import { scanJson } from '../shared/jsonSlices';
import type { JsonScan, JsonSlice } from '../shared/jsonSlices';
import { nameOf, parentOf } from '../shared/paths';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { addKnown, sumUsage } from '../shared/usage';
import { hashTask, readInfo } from './facts';
import type { InfoFacts } from './facts';
import { describeMessage } from './messages';
import { claimTrajectory } from './recognise';
import { StepBuilder } from './steps';
import { readStepText } from './stepText';

export const miniSweAgentReader: Reader = {
  name: 'miniSweAgent',
  claim: claimTrajectory,
  read(source: Source, sink: PartSink): void {
    for (const file of source.files) {
      if (isLinesName(file.path)) readDocumentLines(file, sink, (document, into) => new TrajectoryFile(document, into).read());
      else new TrajectoryFile(file, sink).read();
    }
  },
  stepText: readStepText,
};

const WANT = [['info'], ['trajectory_format'], ['instance_id'], ['messages', '*']];

class TrajectoryFile {
  private builder = new StepBuilder();
  private info: InfoFacts | null = null;
  private tag: string | null = null;
  private instance: string | null = null;
  private prompt: string | null = null;
  private readonly tally: FileTally;
  private lastKind: string | null = null;
  private exit: { status: string | null; hasException: boolean } | null = null;
  private firstMs: number | null = null;
  private lastMs: number | null = null;
  private nonFinite = 0;
  private firstNonFinite: FilePlace | null = null;

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
  }

  read(): void {
    const hash = new ContentHash();
    const scan = scanJson(readChunks(this.file, this.sink, hash), { want: WANT }, (slice) => this.take(slice));
    this.tally.tellAll(scan.issues);
    this.tellDuplicates(scan);
    this.tellNonFinite();
    if (scan.unfinished.length > 0 && scan.root === 'object' && scan.keys.at(-1) === 'messages') this.tally.unreadable++;
    this.tally.unreadable += scan.root === 'object' ? scan.skipped : 0;
    if (this.isTrajectory()) this.endTrajectory(scan, scan.isComplete || scan.cut !== null ? hash.digest() : null);
    else this.endUnknown(scan);
  }

  private take(slice: JsonSlice): void {
    const [key, index] = slice.path;
    if (key === 'messages' && typeof index === 'number') this.takeMessage(slice, index);
    else if (slice.path.length === 1 && typeof key === 'string') this.takeField(key, slice);
  }

  private takeField(key: string, slice: JsonSlice): void {
    const value = this.parse(slice);
    if (value === undefined) return;
    if (key === 'info') {
      this.info = readInfo(value);
      this.builder.phrases = this.info.phrases;
    } else if (typeof value === 'string' && key === 'trajectory_format') {
      this.tag = value;
    } else if (typeof value === 'string') {
      this.instance = value.trim() === '' ? null : value;
    } else if (value !== null) {
      this.tally.tell(seedProblem('bad-value', placeOf(slice), { found: typeof value, expected: 'a string', message: `\`${key}\` is not a string.` }));
    }
  }

  private takeMessage(slice: JsonSlice, index: number): void {
    if (index === 0 && this.tally.shown + this.tally.unreadable > 0) this.startAgain();
    const value = this.parse(slice);
    if (value === undefined) {
      this.tally.unreadable++;
      return;
    }
    const message = describeMessage(value);
    if (message === null) {
      const expected = 'a message with the role system, user, assistant, tool or exit';
      this.tally.refuse(seedProblem('unknown-record', placeOf(slice), { found: shapeOf(value), expected, message: `Message ${index + 1} has no known role.` }, 'warning'));
      return;
    }
    this.tally.shown++;
    this.lastKind = message.kind;
    if ('timeMs' in message && message.timeMs !== null) {
      this.firstMs ??= message.timeMs;
      this.lastMs = Math.max(this.lastMs ?? 0, message.timeMs);
    }
    if (message.kind === 'user' && this.builder.callCount === 0) this.prompt ??= message.text;
    if (message.kind === 'exit') this.exit = message;
    const range: FileRange = { file: this.file.path, start: slice.start, end: slice.end };
    this.builder.add(message, range);
  }

  /** A second `messages` replaces the first, as in every JSON library. */
  private startAgain(): void {
    this.tally.folded += this.tally.shown + this.tally.unreadable;
    this.tally.shown = 0;
    this.tally.unreadable = 0;
    const { phrases } = this.builder;
    this.builder = new StepBuilder();
    this.builder.phrases = phrases;
    this.exit = null;
    this.prompt = null;
    this.firstMs = null;
    this.lastMs = null;
  }

  private parse(slice: JsonSlice): unknown {
    const parsed = parseJson(slice.bytes, placeOf(slice));
    if (parsed.problem !== null) this.tally.tell(parsed.problem);
    if (!parsed.ok) return undefined;
    this.nonFinite += parsed.nonFinite;
    if (parsed.nonFinite > 0) this.firstNonFinite ??= placeOf(slice);
    return parsed.value;
  }

  private isTrajectory(): boolean {
    return this.tag?.startsWith('mini-swe-agent') === true || this.info?.isMini === true || (this.info !== null && this.tally.shown > 0);
  }

  private endTrajectory(scan: JsonScan, contentHash: string | null): void {
    this.checkVersion();
    const info = this.info ?? readInfo(null);
    if (this.info === null) this.tellMissing('info', 'The file has no `info`: totals, limits and configuration are not known.');
    if (scan.isComplete && !scan.keys.includes('messages')) this.tellMissing('messages', 'The file has no `messages`: its steps are not known.');
    const exitStatus = info.exitStatus ?? this.exit?.status ?? null;
    const steps = this.builder.finish({
      isSubmitted: exitStatus === 'Submitted' && scan.isComplete,
      endsWithUser: this.exit === null && this.lastKind === 'user' && (exitStatus === 'Submitted' || exitStatus === 'LimitsExceeded'),
    });
    const isWhole = scan.isComplete && this.tally.unreadable === 0;
    this.sink.attempt({ ...this.facts(info, exitStatus, contentHash), ...this.sums(info, steps, isWhole) }, steps);
    this.tally.finish('mini-swe-agent');
  }

  private facts(info: InfoFacts, exitStatus: string | null, contentHash: string | null): Omit<AttemptPart, keyof Sums> {
    const path = this.file.path;
    const task = this.instance ?? taskFromPath(path);
    return {
      role: 'trajectory',
      format: 'mini-swe-agent',
      formatVersion: this.tag === null ? null : this.tag.replace(/^mini-swe-agent-?/, '') || null,
      file: path,
      locator: '',
      range: null,
      contentHash,
      place: placeInRun(path, task),
      task,
      taskHash: hashTask(info.instanceTemplate, this.prompt),
      cohort: null,
      runtime: info.runtime,
      attempt: null,
      started: this.firstMs === null ? null : new Date(this.firstMs).toISOString(),
      side: null,
      exitStatus,
      limits: info.limits,
      outcome: 'unknown',
      outcomeFile: null,
      basis: null,
      declared: null,
      noResult: false,
      synthetic: false,
    };
  }

  /**
   * Sums over the steps. Where messages are missing, sums would be too low: then the producer's
   * totals stand, and what it does not total is not known.
   */
  private sums(info: InfoFacts, steps: readonly Step[], isWhole: boolean): Sums {
    if (!isWhole) return { calls: info.calls, toolSteps: null, toolCalls: null, tokens: { input: null, cached: null, output: null }, cost: knownCost(info), seconds: null };
    const counted = this.builder.callCount;
    const cost = steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null);
    return {
      calls: this.calls(info, counted),
      toolSteps: steps.filter((step) => step.isToolStep).length,
      toolCalls: steps.reduce((sum, step) => sum + (step.call === null ? 0 : step.toolCalls), 0),
      tokens: sumUsage(steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens }))),
      cost: cost ?? knownCost(info),
      seconds: this.firstMs === null || this.lastMs === null ? null : (this.lastMs - this.firstMs) / 1000,
    };
  }

  /** Calls of the messages, and a last one that raised an error instead of answering. */
  private calls(info: InfoFacts, counted: number): number | null {
    const total = info.calls;
    if (counted === 0) return total;
    if (total === null || total === counted) return counted;
    const hasFailedLast = total === counted + 1 && (info.hasException || this.exit?.hasException === true);
    if (hasFailedLast) return total;
    this.tally.tell(seedProblem('conflict', WHOLE_FILE, {
      found: `api_calls ${total}`,
      expected: `${counted}, the number of calls among the messages`,
      message: `The file says ${total} calls, its messages show ${counted}; the messages are counted.`,
    }));
    return counted;
  }

  private checkVersion(): void {
    if (this.tag === null || ['mini-swe-agent-1', 'mini-swe-agent-1.1'].includes(this.tag)) return;
    this.tally.tell(seedProblem('unknown-version', WHOLE_FILE, {
      found: this.tag.slice(0, 80),
      expected: 'mini-swe-agent-1 or mini-swe-agent-1.1',
      message: 'The trajectory is of a version that is not known; it is read as far as it looks like a known one.',
    }));
  }

  private endUnknown(scan: JsonScan): void {
    if (scan.issues.length === 0) this.tellMissing('info', 'This is no mini-swe-agent trajectory, though its place says so: it has neither its `info` nor its format tag.');
    this.tally.shown = 0;
    this.tally.folded = 0;
    this.tally.unreadable = 1;
    this.tally.finish(null);
  }

  private tellMissing(field: string, message: string): void {
    this.tally.tell(seedProblem('missing-field', WHOLE_FILE, { found: `no \`${field}\``, expected: `\`${field}\``, message }));
  }

  private tellDuplicates(scan: JsonScan): void {
    for (const { path, byte, line } of scan.duplicates) {
      const message = `The key \`${String(path.at(-1)).slice(0, 60)}\` occurs twice; the last value counts.`;
      this.tally.tell(seedProblem('duplicate', { byte, line }, { found: 'a second value', expected: 'one value', message }));
    }
  }

  private tellNonFinite(): void {
    if (this.firstNonFinite === null) return;
    const message = 'Numbers that JSON does not have were taken as unknown.';
    this.tally.tell(seedProblem('bad-value', this.firstNonFinite, { found: `${this.nonFinite} of NaN or Infinity`, expected: 'finite numbers', message }));
  }
}

type Sums = Pick<AttemptPart, 'calls' | 'toolSteps' | 'toolCalls' | 'tokens' | 'cost' | 'seconds'>;

/** The producer's total. It writes 0 for calls that it cannot price, failed ones among them; without any call 0 is what was spent. */
function knownCost(info: InfoFacts): number | null {
  return info.cost === 0 && info.calls !== 0 ? null : info.cost;
}

function placeOf(slice: JsonSlice): FilePlace {
  return { line: slice.line, byte: slice.start };
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : `a ${typeof value}`;
  return `an object with ${Object.keys(value).slice(0, 5).map((key) => key.slice(0, 40)).join(', ') || 'no keys'}`;
}

const stemOf = (path: string): string => nameOf(path).replace(/\.traj\.json$|\.json$/i, '');

/** Instance ids of benchmarks: `owner__repo-123`, `owner__repo.hash.kind__suffix`. */
const INSTANCE_ID = /^[A-Za-z0-9][\w.-]*__[\w.-]+$/;

function taskFromPath(path: string): string | null {
  return [stemOf(path), nameOf(parentOf(path))].find((name) => INSTANCE_ID.test(name)) ?? null;
}

/** `<run>/<instance>/<instance>.traj.json`, or `<run>/<instance>.traj.json`; other places name no run. */
function placeInRun(path: string, task: string | null): Place {
  const folder = parentOf(path);
  const stem = stemOf(path);
  if (folder !== '' && (nameOf(folder) === task || nameOf(folder) === stem)) return { folder, runFolder: parentOf(folder) };
  return { folder: null, runFolder: stem === task ? folder : null };
}
