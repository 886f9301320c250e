// What monitors say about one attempt: plain data, so that the command line, reports and views
// share it. Steps are indices from 0 here; views count from 1.

import type { FileRange } from './step';
import type { Probability } from './units';

/** Which rule marked a failure window. `score`: a monitor from outside, whose reasons are its own. */
export const WINDOW_RULES = ['same-output', 'other-output', 'errors', 'malformed', 'score'] as const;
export type WindowRule = (typeof WINDOW_RULES)[number];

/** A run of steps that a monitor marks, with the reason. */
export interface FailureWindow {
  readonly monitor: string;
  readonly rule: WindowRule;
  /** First and last step, indices from 0, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Short words with counts: "same command, same output, 5 times". */
  readonly reason: string;
  /** The steps that the reason counts, indices from 0, rising; between them other steps may lie. */
  readonly steps: readonly number[];
}

/** Where a threshold comes from; `none`: nobody stated one, so there is no alarm. */
export type ThresholdSource = 'plan' | 'sidecar' | 'default' | 'none';

/** One monitor over one attempt. */
export interface MonitorRun {
  /** As a plan or a sidecar names it. */
  readonly name: string;
  readonly label: string;
  /** What the score means, one sentence. */
  readonly description: string;
  readonly threshold: Probability | null;
  readonly thresholdSource: ThresholdSource;
  /**
   * Score after each step, from what was visible by then: element i rests on steps 0..i alone.
   * Null where the monitor says nothing. Length: number of steps.
   */
  readonly scores: readonly (Probability | null)[];
  /** First step (index from 0) whose score is at least the threshold; null when none is. */
  readonly alarm: number | null;
  /** Sorted by `from`, then `to`; windows of one monitor do not overlap. */
  readonly windows: readonly FailureWindow[];
}

/** A failure window of one run, with the place of its first and last step in the raw file. */
export interface PlacedWindow {
  readonly attemptId: string;
  readonly task: string | null;
  readonly attempt: string;
  readonly monitor: string;
  readonly description: string;
  readonly reason: string;
  /** Steps counted from 1, both included. */
  readonly from: number;
  readonly to: number;
  /** From the first byte of the first step to the last byte of the last one, where both stand in one file. */
  readonly range: FileRange | null;
}
