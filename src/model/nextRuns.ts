// What it would take to settle what abstains: fresh cells of a fixed number of attempts, the cheapest first. Plain data.

import type { DecisionRule } from './plan';
import type { LeastAttempts } from './results';

/** What attempts cost, by the mean of those counted; null where none says. */
export interface RunCost {
  readonly calls: number | null;
  readonly dollars: number | null;
}

/** A decision that abstains, and the fresh cell that would settle it with the wanted chance. */
export interface NextRun {
  readonly task: string;
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  /** Attempts seen, which the prediction rests on. */
  readonly seen: number;
  /** Attempts of the fresh cell. */
  readonly attempts: number;
  /** Predictive chance of each certificate. */
  readonly chances: { readonly restart: number; readonly continue: number };
  /** Of the whole cell. */
  readonly cost: RunCost;
}

export interface RunTotals extends RunCost {
  readonly decisions: number;
  /** A cell serves all its decisions: it has the attempts of the one that needs most. */
  readonly cells: number;
  readonly attempts: number;
}

export interface NextRunsResult {
  readonly schema: 'restart-lens/next-runs@1';
  readonly rule: DecisionRule;
  /** M of the audit, for the fresh cells, too. */
  readonly family: number;
  readonly power: number;
  /** Weight of each class in the Dirichlet prior. */
  readonly prior: number;
  /** Larger cells are not looked at. */
  readonly mostAttempts: number;
  /** Decisions that abstain; those looked at, the largest differences first; those that a cell of at most `mostAttempts` would settle. */
  readonly abstaining: number;
  readonly lookedAt: number;
  readonly reachable: number;
  /** Cheapest first: by dollars where all are known, else by calls, else by attempts. */
  readonly rankedBy: 'dollars' | 'calls' | 'attempts';
  readonly runs: readonly NextRun[];
  /** Of the first few, and of all. */
  readonly first: RunTotals;
  readonly all: RunTotals;
  /** The price of looking while runs arrive: least attempts under the anytime rule, where the arms do not overlap. */
  readonly anytime: LeastAttempts;
}
