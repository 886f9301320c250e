import type { AttemptPart, FilePart, OutcomePart, PartSink, RunPart, ScorePart } from '../formats/contract';
import { throwIfCancelled } from '../base/cancelled';
import type { StopSignal } from '../base/cancelled';
import type { Problem } from '../model/problem';
import type { Step } from '../model/step';
import { TableBuilder } from './columns';
import type { Table } from './columns';
import { attemptRow, fileRow, outcomeRow, problemRow, runRow, scoreRow, stepRow } from './partRows';
import { ATTEMPT_PART_SCHEMA, FILE_SCHEMA, OUTCOME_SCHEMA, PROBLEM_SCHEMA, RUN_SCHEMA, SCORE_SCHEMA, STEP_SCHEMA } from './partSchemas';

/** What was read from some groups of sources. Steps stand in their attempts' order. */
export interface PartBatch {
  readonly attempts: Table;
  readonly steps: Table;
  readonly outcomes: Table;
  readonly runs: Table;
  readonly scores: Table;
  readonly problems: Table;
  readonly files: Table;
}

export const BATCH_TABLES = ['attempts', 'steps', 'outcomes', 'runs', 'scores', 'problems', 'files'] as const;

/** Receives parts of one group after another as columns. */
export class PartCollector implements PartSink {
  private readonly builders = {
    attempts: new TableBuilder(ATTEMPT_PART_SCHEMA),
    steps: new TableBuilder(STEP_SCHEMA),
    outcomes: new TableBuilder(OUTCOME_SCHEMA),
    runs: new TableBuilder(RUN_SCHEMA),
    scores: new TableBuilder(SCORE_SCHEMA),
    problems: new TableBuilder(PROBLEM_SCHEMA),
    files: new TableBuilder(FILE_SCHEMA),
  };
  private group = 0;
  private reader = '';
  private filesSeen = new Set<string>();
  private start: readonly number[] = [];

  constructor(private readonly signal?: StopSignal) {}

  get attemptCount(): number {
    return this.builders.attempts.length;
  }

  /** Parts that follow belong to this group and reader. */
  beginGroup(group: number, reader: string): void {
    this.group = group;
    this.reader = reader;
    this.filesSeen = new Set();
    this.start = BATCH_TABLES.map((name) => this.builders[name].length);
  }

  /** Drops what the group has given so far. */
  dropGroup(): void {
    BATCH_TABLES.forEach((name, index) => this.builders[name].cut(this.start[index] ?? 0));
    this.filesSeen = new Set();
  }

  /** Whether the group's reader has reported on the file. */
  hasFile(path: string): boolean {
    return this.filesSeen.has(path);
  }

  attempt(part: AttemptPart, steps: readonly Step[]): void {
    const stepStart = this.builders.steps.length;
    for (const step of steps) this.builders.steps.push(stepRow(step));
    this.builders.attempts.push(attemptRow(part, part, { reader: this.reader, group: this.group, stepStart, stepCount: steps.length }));
  }

  outcome(part: OutcomePart): void {
    this.builders.outcomes.push(outcomeRow(part, this.group));
  }

  run(part: RunPart): void {
    this.builders.runs.push(runRow(part, this.group));
  }

  score(part: ScorePart): void {
    this.builders.scores.push(scoreRow(part, this.group));
  }

  problem(problem: Problem): void {
    this.builders.problems.push(problemRow(problem, this.group));
  }

  file(part: FilePart): void {
    // One line a file: a second report of the same group would count its records twice.
    if (this.filesSeen.has(part.file)) return;
    this.filesSeen.add(part.file);
    this.builders.files.push(fileRow(part, this.group));
  }

  checkCancelled(): void {
    throwIfCancelled(this.signal);
  }

  /** Everything collected; the collector must not be used afterwards. */
  finish(): PartBatch {
    const { attempts, steps, outcomes, runs, scores, problems, files } = this.builders;
    return {
      attempts: attempts.finish(),
      steps: steps.finish(),
      outcomes: outcomes.finish(),
      runs: runs.finish(),
      scores: scores.finish(),
      problems: problems.finish(),
      files: files.finish(),
    };
  }
}
