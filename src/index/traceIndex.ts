import type { Attempt, CallResult } from '../model/attempt';
import type { TaskGate } from '../model/gates';
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
  /** US dollars that the score cost; null: not stated. */
  readonly cost: number | null;
}

/** A sub-agent of an attempt. Its steps and text are read by its row, like an attempt's. */
export interface SubAgent {
  /** Its row, after those of the attempts: `attempt`, `steps` and step texts take it, nothing that counts attempts does. */
  readonly row: number;
  /** Index of the attempt's step that started it (or the sub-agent above it); null where the traces do not say. */
  readonly step: number | null;
  /** 1: started by the attempt itself; 2: by one of its sub-agents; and so on. */
  readonly depth: number;
}

/** What became of the scores of a sidecar. */
export interface ScoreFile {
  readonly file: string;
  /** Scores that could be read. */
  readonly scores: number;
  /** Of those, how many name exactly one attempt and a step that it has. */
  readonly found: number;
}

/**
 * What is known about the traces under the roots: typed columns behind this interface.
 * Rows are attempts, sorted by file, then locator; a row number is valid for this snapshot only. Rows from
 * `attemptCount` on are sub-agents, which are no attempts: they are reached through `subAgents` and `subAgentsOfFile`.
 */
export interface TraceIndex {
  /** Absolute path that `file` of attempts, files and problems is relative to. */
  readonly root: string;
  readonly attemptCount: number;
  attempt(row: number): Attempt;
  /** How many sub-agents there are, over all attempts. */
  readonly subAgentCount: number;
  /** Row of an attempt or sub-agent by its id; -1 when unknown. */
  rowOf(id: string): number;
  /** Rows whose steps or facts stand in the file, in locator order. */
  rowsOfFile(file: string): readonly number[];
  /** Rows of sub-agents whose steps stand in the file, as `rowsOfFile`. */
  subAgentsOfFile(file: string): readonly number[];
  /** Sub-agents of an attempt, sorted by step, file, locator; empty for a sub-agent's row. */
  subAgents(row: number): readonly SubAgent[];
  /** The attempt under which a sub-agent hangs; null for an attempt's row. */
  parentOf(row: number): number | null;
  /** Steps of an attempt, in order; empty when only a result is known. Cost: linear in its steps. */
  steps(row: number): readonly Step[];
  /** One step of an attempt (index from 0); null when it has no such step. Cost: that of one step, however many there are. */
  step(row: number, index: number): Step | null;
  /** Scores from sidecars, sorted by monitor, then step. */
  scores(row: number): readonly StepScore[];
  /** What a verifier said after calls, from label sidecars, sorted by call. */
  callResults(row: number): readonly CallResult[];
  readonly files: readonly IndexFile[];
  /** Sidecars from which scores were read, sorted by file. */
  readonly scoreFiles: readonly ScoreFile[];
  /** What sidecars say of tasks' verifiers, sorted by task. */
  readonly gates: readonly TaskGate[];
  readonly problems: readonly Problem[];
}

export interface IndexProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly attempts: number;
  readonly bytes: number;
}
