// The answer of `conditions --json`; part of the command line's stable contract.

import type { Axis, Estimand } from './plan';
import type { ReplayGroupName, ResamplingRange } from './replayResult';
import type { AuditResult } from './results';

/** An interval of a difference of two shares, for itself alone. */
export interface PointwiseDifference {
  readonly kind: 'pointwise';
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/** One of the two conditions; figures over the tasks that both have. */
export interface ConditionSide {
  readonly groups: readonly Pick<ReplayGroupName, 'runtime' | 'cohort'>[];
  readonly attempts: number;
  readonly successes: number;
  /** The largest configured limit; null when none is stated. */
  readonly horizon: number | null;
  /** Tasks that only this condition has. */
  readonly ownTasks: number;
}

export interface ConditionTask {
  readonly task: string;
  /** What it is clustered by: its repository, else itself. */
  readonly cluster: string;
  readonly a: { readonly n: number; readonly successes: number };
  readonly b: { readonly n: number; readonly successes: number };
  /** b minus a, Newcombe's interval. */
  readonly difference: PointwiseDifference;
}

/** A figure per attempt under both conditions, over shared tasks on which both know it. */
export interface ConditionFigure {
  readonly unit: 'usd' | 'seconds' | 'calls';
  readonly tasks: number;
  /** Attempts of those tasks for which it is known, and the mean over them. */
  readonly a: { readonly n: number; readonly mean: number };
  readonly b: { readonly n: number; readonly mean: number };
  /** Mean over tasks of b's mean minus a's; tasks, then attempts of each arm resampled. */
  readonly difference: { readonly estimate: number; readonly interval: ResamplingRange | null };
}

/** How many attempts of shared tasks ended in one way, by when. */
export interface ExitRow {
  /** The exit status as written, else how the attempt ended: verified, terminal, limit. */
  readonly status: string;
  readonly a: ExitCounts;
  readonly b: ExitCounts;
  /** Fisher's exact test of the whole counts, two-sided, Holm-adjusted over the rows. Attempts share tasks: descriptive. */
  readonly fisher: { readonly kind: 'Holm-adjusted'; readonly p: number; readonly raw: number };
}

export interface ExitCounts {
  /** Up to `splitAt`, included. */
  readonly before: number;
  readonly after: number;
}

export interface ConditionsResult {
  readonly schema: 'restart-lens/conditions@1';
  readonly plan: { readonly axis: Axis; readonly budget: number; readonly estimand: Estimand; readonly runtimeKey: readonly string[]; readonly seed: number };
  /** Differences are b minus a. */
  readonly a: ConditionSide;
  readonly b: ConditionSide;
  /** Shared tasks on which an attempt was not watched up to the budget: in no figure. */
  readonly horizonTasks: readonly string[];
  /** Sorted by task. */
  readonly tasks: readonly ConditionTask[];
  /** Mean over shared tasks of b's share minus a's; null without shared tasks. */
  readonly paired: {
    readonly estimate: number;
    /** Repositories resampled; null for fewer than two. A task without a repository is a cluster of its own. */
    readonly clustered: ResamplingRange | null;
    readonly clusters: number;
    /** Tasks, then attempts of each arm by itself. */
    readonly twoArm: ResamplingRange | null;
  } | null;
  /** All attempts of shared tasks as two plain samples, without regard to tasks; null without any. `box` is wider than its level says. */
  readonly pooled: { readonly newcombe: PointwiseDifference; readonly box: PointwiseDifference; readonly fisher: number } | null;
  /** Call up to which an end counts as before. */
  readonly splitAt: number;
  /** Sorted by status. */
  readonly exits: readonly ExitRow[];
  readonly figures: readonly ConditionFigure[];
  /** Where the horizons differ: attempts of the longer condition on shared tasks, and those first verified after the shorter horizon. */
  readonly beyond: { readonly side: 'a' | 'b'; readonly horizon: number; readonly attempts: number; readonly completions: number; readonly upper: number } | null;
  readonly excluded: AuditResult['excluded'];
  readonly provenance: AuditResult['provenance'];
}
