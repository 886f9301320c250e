// The outputs of one evaluation run: `output.jsonl`, the critic's attempts that it is made of, verdicts and metadata.

import type { PartSink, SourceFile } from '../contract';
import { FileTally } from '../shared/fileTally';
import type { TallyState } from '../shared/fileTally';
import { nameOf, parentOf } from '../shared/paths';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import { readFields } from '../shared/readFields';
import { readOutputLines, readVerdictLines, runPlace } from './outputLines';
import type { OutputLine } from './outputLines';
import { roleOf } from './recognise';
import type { FileRole } from './recognise';
import { readMetadata } from './runtime';
import type { RunFacts } from './runtime';
import type { verdictOf } from './verdict';

type OutputRole = Extract<FileRole, { kind: 'output' }>;
type Verdict = NonNullable<ReturnType<typeof verdictOf>>;

/** Where an attempt stands. */
interface Placed {
  readonly file: string;
  readonly line: number;
}

/** What files and lines before say of those that follow. */
interface RunState {
  readonly tally: TallyState;
  readonly run: RunFacts | null;
  readonly placed: readonly (readonly [string, Placed])[];
  readonly attemptsOf: readonly (readonly [string, number])[];
  readonly selected: readonly (readonly [string, string])[];
  /** Tasks of the file that is read on. */
  readonly seen: readonly string[];
}

/** Reads the files of one run's folder, or one file of lines under another name. */
export class RunFiles {
  private run: RunFacts | null = null;
  /** Attempts by task and what identifies their conversation. */
  private readonly placed = new Map<string, Placed>();
  private readonly attemptsOf = new Map<string, number>();
  /** Of each task, the attempt that `output.jsonl` repeats. */
  private readonly selected = new Map<string, string>();

  constructor(private readonly sink: PartSink) {}

  read(files: readonly SourceFile[]): void {
    const outputs: { readonly file: SourceFile; readonly role: OutputRole }[] = [];
    const verdicts: SourceFile[] = [];
    const isReadOn = files.some(({ resume }) => resume !== undefined);
    for (const file of files) {
      const role = roleOf(file.path);
      if (role.kind === 'metadata') {
        if (!isReadOn) this.readRun(file);
      } else if (role.kind === 'verdicts') verdicts.push(file);
      else outputs.push({ file, role: role.kind === 'output' ? role : { kind: 'output', attempt: null, isErrors: false } });
    }
    // The attempts first: `output.jsonl` repeats of each task the one that was accepted.
    outputs.sort((a, b) => rank(a.role) - rank(b.role));
    const last = outputs.at(-1);
    for (const output of outputs) if (!isReadOn || output.file.resume !== undefined) this.readOutput(output.file, output.role, output === last);
    for (const file of verdicts) this.readVerdicts(file);
    const hasSeveral = [...this.attemptsOf.values()].some((count) => count > 1);
    if (last !== undefined && hasSeveral && this.selected.size > 0) {
      this.sink.run({ file: last.file.path, runFolder: parentOf(last.file.path), kind: 'selection', tasks: this.selected, runtime: {}, cohort: null });
    }
  }

  private readRun(file: SourceFile): void {
    this.sink.checkCancelled();
    const tally = new FileTally(file, this.sink);
    const { values, scan } = readFields(file, [['*']], this.sink);
    this.run = readMetadata(values);
    if (this.run !== null) {
      this.sink.run({ file: file.path, runFolder: parentOf(file.path), kind: 'metadata', tasks: new Map(), runtime: { ...this.run.runtime, agentVersion: this.run.runtime.agentVersion ?? this.run.commit }, cohort: null });
      tally.shown++;
    } else if (scan.issues.length > 0) {
      tally.unreadable++;
    } else {
      tally.refuse(seedProblem('missing-field', WHOLE_FILE, { found: 'no `agent_class`, `llm` or `max_iterations`', expected: 'metadata of an evaluation', message: 'The file is no metadata of an evaluation run.' }));
    }
    tally.finish('run-summary');
  }

  /** The last of the files can be read on: all others were read before it. */
  private readOutput(file: SourceFile, role: OutputRole, isLast: boolean): void {
    const tally = new FileTally(file, this.sink);
    const seen = new Set<string>();
    if (file.resume !== undefined) this.resume(JSON.parse(file.resume.state) as RunState, tally, seen);
    const isFinal = role.attempt === null && !role.isErrors;
    const label = (task: string | null, line: number, stated: number | null, run: RunFacts | null): string | null => {
      const name = labelOf(role, stated, run);
      // A resumed run may write a task again.
      if (task === null || !seen.has(task)) {
        if (task !== null) seen.add(task);
        return name;
      }
      return name === null ? `line ${line}` : `${name} line ${line}`;
    };
    const pause = (at: { readonly byte: number; readonly line: number }, counted: TallyState): void => {
      const { run, placed, attemptsOf, selected } = this;
      const state: RunState = { tally: counted, run, placed: [...placed], attemptsOf: [...attemptsOf], selected: [...selected], seen: [...seen] };
      this.sink.pause?.({ ...at, state: JSON.stringify(state) }, file.path);
    };
    readOutputLines({ file, place: runPlace(file), run: this.run, label, ...(isLast ? { onTail: pause } : {}) }, tally, this.sink, (line) => this.take(file, line, isFinal, tally));
    tally.finish('openhands');
  }

  /** Goes on from what files and lines before have said. */
  private resume({ tally, run, placed, attemptsOf, selected, seen }: RunState, counted: FileTally, tasks: Set<string>): void {
    counted.resume(tally);
    this.run = run;
    for (const [identity, place] of placed) this.placed.set(identity, place);
    for (const [task, count] of attemptsOf) this.attemptsOf.set(task, count);
    for (const [task, place] of selected) this.selected.set(task, place);
    for (const task of seen) tasks.add(task);
  }

  private take(file: SourceFile, line: OutputLine, isFinal: boolean, tally: FileTally): 'shown' | 'copy' {
    const { task } = line.part;
    const identity = task === null || !line.hasEvents ? null : `${line.key} ${task}`;
    const original = identity === null ? undefined : this.placed.get(identity);
    if (original === undefined) {
      if (identity !== null) this.placed.set(identity, { file: file.path, line: line.line });
      if (task !== null) this.attemptsOf.set(task, (this.attemptsOf.get(task) ?? 0) + 1);
      if (task !== null && isFinal) this.selected.set(task, `${file.path}#${line.line}`);
      this.sink.attempt(line.part, line.steps);
      for (const { part, steps } of line.subagents) this.sink.attempt(part, steps);
      return 'shown';
    }
    if (task !== null && isFinal) this.selected.set(task, `${original.file}#${original.line}`);
    if (original.file === file.path) {
      tally.tell(seedProblem('duplicate', { line: line.line, byte: line.part.range?.start ?? null }, { found: `the attempt of line ${original.line} once more`, expected: 'each attempt once', message: `Line ${line.line} repeats line ${original.line}; the attempt is counted once.` }));
    }
    if (task !== null && line.verdict !== null) this.label(file, task, line.verdict);
    return 'copy';
  }

  private readVerdicts(file: SourceFile): void {
    const tally = new FileTally(file, this.sink);
    readVerdictLines(file, tally, this.sink, (task, verdict) => this.label(file, task, verdict));
    tally.finish('swebench-report');
  }

  /** A verdict on what the run handed in for a task. The run is that of the folder. */
  private label(file: SourceFile, task: string, verdict: Verdict): void {
    this.sink.outcome({ file: file.path, task, verdict, runIds: [nameOf(parentOf(file.path))], stem: null, model: null, attempt: null });
  }
}

/** Attempts in order, errors after the file that they were kept out of, the final output last. */
function rank({ attempt, isErrors }: OutputRole): number {
  const last = attempt === null && !isErrors;
  return last ? Infinity : 2 * (attempt ?? 5000) + (isErrors ? 1 : 0);
}

function labelOf({ attempt, isErrors }: OutputRole, stated: number | null, run: RunFacts | null): string | null {
  const number = attempt ?? ((run?.criticRuns ?? 0) > 1 ? stated : null);
  const name = number === null ? null : `critic_attempt_${number}`;
  return isErrors ? [name, 'errors'].filter((part) => part !== null).join(' ') : name;
}
