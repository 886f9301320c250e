import type { AttemptPart, FilePart, OutcomePart, PartSink, ResumePoint, RunPart, ScorePart } from '../formats/contract';
import { throwIfCancelled } from '../base/cancelled';
import type { StopSignal } from '../base/cancelled';
import type { Problem } from '../model/problem';
import type { FileRange, Step } from '../model/step';
import { TableBuilder } from './columns';
import type { Table } from './columns';
import { groupRow } from './groupRow';
import { attemptRow, fileRow, outcomeRow, problemRow, runRow, scoreRow, stepRow } from './partRows';
import type { GroupName } from './readGroups';
import { ATTEMPT_PART_SCHEMA, FILE_SCHEMA, GROUP_SCHEMA, OUTCOME_SCHEMA, PROBLEM_SCHEMA, RUN_SCHEMA, SCORE_SCHEMA, STEP_SCHEMA } from './partSchemas';

/** What was read from some groups of sources. Steps stand in their attempts' order. */
export interface PartBatch {
  /** Rows of `GROUP_SCHEMA`: which rows of the other tables come from which group. */
  readonly groups: Table;
  readonly attempts: Table;
  readonly steps: Table;
  readonly outcomes: Table;
  readonly runs: Table;
  readonly scores: Table;
  readonly problems: Table;
  readonly files: Table;
}

/** The tables whose rows belong to groups. */
export const BATCH_TABLES = ['attempts', 'steps', 'outcomes', 'runs', 'scores', 'problems', 'files'] as const;
export type BatchTable = (typeof BATCH_TABLES)[number];

/** Receives parts of one group after another as columns. */
export class PartCollector implements PartSink {
  private readonly groups = new TableBuilder(GROUP_SCHEMA);
  private readonly builders = {
    attempts: new TableBuilder(ATTEMPT_PART_SCHEMA),
    steps: new TableBuilder(STEP_SCHEMA),
    outcomes: new TableBuilder(OUTCOME_SCHEMA),
    runs: new TableBuilder(RUN_SCHEMA),
    scores: new TableBuilder(SCORE_SCHEMA),
    problems: new TableBuilder(PROBLEM_SCHEMA),
    files: new TableBuilder(FILE_SCHEMA),
  };
  private name: GroupName = { reader: '', key: '', first: '' };
  private filesSeen = new Set<string>();
  private start: Record<BatchTable, number> = this.lengths();
  private part = 0;
  private paused: { readonly point: ResumePoint; readonly path: string | null; readonly lengths: Record<BatchTable, number> } | null = null;

  constructor(private readonly signal?: StopSignal) {}

  get attemptCount(): number {
    return this.builders.attempts.length;
  }

  /** Parts that follow belong to this group of sources, until it is ended. */
  beginGroup(name: GroupName): void {
    this.name = name;
    this.filesSeen = new Set();
    this.start = this.lengths();
    this.part = 0;
    this.paused = null;
  }

  /** A file of the group is read on from where it was left; this piece has this number. */
  resumeGroup(part: number): void {
    this.part = part;
  }

  /** The reader's pause, and the rows that it leaves. */
  pause(point: ResumePoint, path?: string): void {
    this.paused = { point, path: path ?? null, lengths: this.lengths() };
  }

  /** Where the group's reader has paused; null when it has not. */
  get pausedAt(): { readonly byte: number; readonly path: string | null } | null {
    return this.paused && { byte: this.paused.point.byte, path: this.paused.path };
  }

  /** Drops what the group has given so far. */
  dropGroup(): void {
    for (const name of BATCH_TABLES) this.builders[name].cut(this.start[name]);
    this.filesSeen = new Set();
    this.part = 0;
    this.paused = null;
  }

  /** `isWhole`: reading the same bytes again would give the same. `print`: of what stands before the pause (`printBefore`). */
  endGroup({ isWhole, print = null }: { readonly isWhole: boolean; readonly print?: string | null }): void {
    const { paused, start, part } = this;
    const kept = (name: BatchTable): number => (paused?.lengths[name] ?? 0) - start[name];
    const pause =
      paused === null || print === null
        ? null
        : {
            point: paused.point,
            path: paused.path,
            print,
            part,
            kept: { attempts: kept('attempts'), steps: kept('steps'), outcomes: kept('outcomes'), runs: kept('runs'), scores: kept('scores'), problems: kept('problems'), files: kept('files') },
          };
    this.groups.push(groupRow({ name: this.name, isWhole, part, start, pause }));
  }

  /** Whether the group's reader has reported on the file. */
  hasFile(path: string): boolean {
    return this.filesSeen.has(path);
  }

  attempt(part: AttemptPart, steps: readonly Step[]): void {
    const stepStart = this.builders.steps.length;
    for (const step of steps) this.builders.steps.push(stepRow(step));
    this.builders.attempts.push(attemptRow(part, part, { reader: this.name.reader, stepStart, stepCount: steps.length, stepFiles: otherFiles(part.file, steps) }));
  }

  outcome(part: OutcomePart): void {
    this.builders.outcomes.push(outcomeRow(part));
  }

  run(part: RunPart): void {
    this.builders.runs.push(runRow(part));
  }

  score(part: ScorePart): void {
    this.builders.scores.push(scoreRow(part));
  }

  problem(problem: Problem): void {
    this.builders.problems.push(problemRow(problem));
  }

  file(part: FilePart): void {
    // One line a file: a second report of the same group would count its records twice.
    if (this.filesSeen.has(part.file)) return;
    this.filesSeen.add(part.file);
    this.builders.files.push(fileRow(part));
  }

  checkCancelled(): void {
    throwIfCancelled(this.signal);
  }

  /** Everything collected; the collector must not be used afterwards. */
  finish(): PartBatch {
    const { attempts, steps, outcomes, runs, scores, problems, files } = this.builders;
    return {
      groups: this.groups.finish(),
      attempts: attempts.finish(),
      steps: steps.finish(),
      outcomes: outcomes.finish(),
      runs: runs.finish(),
      scores: scores.finish(),
      problems: problems.finish(),
      files: files.finish(),
    };
  }

  private lengths(): Record<BatchTable, number> {
    const { attempts, steps, outcomes, runs, scores, problems, files } = this.builders;
    return {
      attempts: attempts.length,
      steps: steps.length,
      outcomes: outcomes.length,
      runs: runs.length,
      scores: scores.length,
      problems: problems.length,
      files: files.length,
    };
  }
}

/** Files beside the attempt's own in which its steps stand, in their order. */
function otherFiles(own: string, steps: readonly Step[]): readonly string[] {
  const files = new Set<string>();
  let last = own;
  const add = (range: FileRange | null): void => {
    if (range === null) return;
    // Neighbours mostly stand in one file, and comparing is cheaper than a set.
    if (range.file !== last) {
      last = range.file;
      if (last !== own) files.add(last);
    }
    range.more?.forEach(add);
  };
  for (const { action, observation } of steps) {
    add(action);
    add(observation);
  }
  return [...files];
}
