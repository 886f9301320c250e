import type { Attempt } from '../model/attempt';
import type { Problem } from '../model/problem';
import type { IndexFile } from '../model/results';
import type { Step } from '../model/step';

/** A score of an outside monitor for one step of an attempt. */
export interface StepScore {
  readonly monitor: string;
  /** Step index, from 0. */
  readonly step: number;
  /** In [0, 1]. */
  readonly score: number;
  readonly threshold: number | null;
}

/**
 * What is known about the traces under the roots: typed columns behind this interface.
 * Rows are attempts, sorted by file, then locator; a row number is valid for this snapshot only.
 */
export interface TraceIndex {
  /** Absolute path that `file` of attempts, files and problems is relative to. */
  readonly root: string;
  readonly attemptCount: number;
  attempt(row: number): Attempt;
  /** Row of an attempt id; -1 when unknown. */
  rowOf(id: string): number;
  /** Rows whose steps or facts stand in the file, in locator order. */
  rowsOfFile(file: string): readonly number[];
  /** Steps of an attempt, in order; empty when only a result is known. Cost: linear in its steps. */
  steps(row: number): readonly Step[];
  /** Scores from sidecars, sorted by monitor, then step. */
  scores(row: number): readonly StepScore[];
  readonly files: readonly IndexFile[];
  readonly problems: readonly Problem[];
}

export interface IndexProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly attempts: number;
  readonly bytes: number;
}
