// What an audit's JSON says beside each plug-in macro number; part of the command line's stable contract.

import type { Probability } from './units';

/** A number with one attempt or one task left out. */
export interface UnbiasedInfluence {
  /** The attempt that supplies most: (change - without) / change. */
  readonly attempt: { readonly attempt: string; readonly share: number; readonly without: number };
  /** The task that supplies most of the sum; null without it where it is the only one. */
  readonly cell: { readonly task: string; readonly share: number; readonly without: number | null };
}

export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/**
 * What holds beside the plug-in numbers of a runtime and cohort at one time; proportions, relative to always continuing. No attempt is its own
 * replacement, and none is both chosen and scored by.
 *
 * Source: BEYOND.md 2 and 9.
 */
export interface UnbiasedResult {
  /** Null when `missing` says why. */
  readonly change: number | null;
  /** A task's horizon is too short, or a task has a single attempt. */
  readonly missing: 'horizon' | 'few-attempts' | null;
  /** Plug-in change minus the unbiased one. */
  readonly bias: number | null;
  readonly perfectAlarm: number | null;
  /** The better action per task, chosen on half of its attempts and scored on the others; null where a task has fewer than four. May be negative. */
  readonly splitOracle: number | null;
  /** Attempts of the task with the fewest. */
  readonly fewestAttempts: number;
  /**
   * These tasks: how far the change could move, were their attempts run again (leaving each out in turn). Null where a task has fewer than three
   * attempts, or where none changes anything.
   */
  readonly theseTasks: ({ readonly kind: 'resampling range'; readonly level: Probability } & ValueRange) | null;
  /** Tasks like these: t over tasks, pointwise. Low and high are null for a single task. */
  readonly tasksLikeThese: {
    readonly kind: 'confidence interval' | 'resampling range';
    /** J. */
    readonly tasks: number;
    /** Tasks that contribute something. */
    readonly contributing: number;
    readonly standardError: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly level: Probability;
    /** Why it is no confidence interval; empty for one. */
    readonly reasons: readonly ('few-tasks' | 'few-contributing' | 'one-task')[];
  } | null;
  /** Sign-flip p-value of no change; null for more than 16 tasks. */
  readonly exploratoryP: Probability | null;
  /** Null where the change is 0, or no attempt can be left out. */
  readonly influence: UnbiasedInfluence | null;
  /** Lowest and highest change without one attempt, and without one task. */
  readonly withoutOneAttempt: ValueRange | null;
  readonly withoutOneTask: ValueRange | null;
  /** Restarts on at t: better, worse, cannot tell; all runtimes and times of the audit hold together. */
  readonly verdict: {
    readonly verdict: 'better' | 'worse' | 'cannot-tell';
    readonly reason: 'not-estimable' | 'few-tasks' | 'few-contributing' | 'one-task' | 'zero-inside' | null;
    /** Runtimes and cohorts x times. */
    readonly family: number;
    /** The confidence interval that decides, at level 1 - alpha / family; null where there is none. */
    readonly interval: ({ readonly level: Probability } & ValueRange) | null;
  };
}
