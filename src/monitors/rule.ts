import type { FailureWindow, Probability, StepView } from './types';

/** What a rule may know about the run before its first step. */
export interface RunContext {
  /** Configured limit of calls; null: none, or not known. */
  readonly callLimit: number | null;
}

/**
 * A monitor that is computed here, from hashes and flags of steps, without their text.
 *
 * A rule is a fold: `start` gives a function that is handed one step after another and answers with
 * the score after it. So a score cannot rest on what came later, and a growing trace is scored
 * without starting again.
 */
export interface Rule {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly threshold: Probability;
  /** Least score that is marked as a failure window; a lower threshold lowers it too. */
  readonly markAt: Probability;
  start(context: RunContext): (step: StepView) => Probability | null;
  /**
   * Failure windows, sorted and disjoint. Unlike scores they look back over the whole run: a window
   * grows while its cause goes on.
   */
  findWindows(steps: readonly StepView[], scores: readonly (Probability | null)[], markAt: Probability): readonly FailureWindow[];
}
