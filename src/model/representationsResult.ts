// The answer of `representations --json`; part of the command line's stable contract.

import type { Axis, Estimand } from './plan';
import type { AuditResult } from './results';
import type { Probability } from './units';

/** What a representation shows of a live attempt at t; absent: it does not show it. Null: not known of this attempt or task. */
export interface ObservedClass {
  /** Known before the attempt starts. */
  readonly repository?: string | null;
  /** Input tokens of the task's first calls, against the median over tasks. */
  readonly prompt?: 'short' | 'long' | null;
  /** What happened by t; null: the attempt has no steps in its trace. */
  readonly prefix?: PrefixClass | null;
  /** Rung of the score after the last step by t, from 0; null: no score by then. */
  readonly rung?: number | null;
}

/** What the steps by t come to. */
export interface PrefixClass {
  /** A step that edits, without an error: there is something to submit. */
  readonly isEdited: boolean;
  readonly isTested: boolean;
  /** Steps with an error: up to one, or more. */
  readonly hasErrors: boolean;
  /** An action was taken again. */
  readonly isRepeated: boolean;
}

/** A mean over tasks with its t interval; low and high are null for a single task. */
export interface ValueOverTasks {
  readonly estimate: number;
  readonly kind: 'confidence interval' | 'resampling range';
  readonly low: number | null;
  readonly high: number | null;
  readonly level: Probability;
  /** Tasks that contribute something. */
  readonly contributing: number;
  /** Why it is no confidence interval; empty for one. */
  readonly reasons: readonly ('few-tasks' | 'few-contributing' | 'one-task')[];
}

export interface RepresentationClass {
  readonly observed: ObservedClass;
  readonly live: number;
  readonly tasks: number;
  /** Restart minus continue of its live attempts, as a mean over all tasks of the group. */
  readonly advantage: number;
  /** What all tasks together choose. */
  readonly decision: 'restart' | 'continue';
  /** Tasks with a live attempt in it for which the other tasks choose otherwise. */
  readonly turned: number;
}

export interface AliasedAttempt {
  /** Id of the attempt, and its label. */
  readonly attempt: string;
  readonly label: string;
  readonly task: string;
  /** Its last step by t, from 1; null without steps. */
  readonly step: number | null;
  /** Success of both actions among the task's other attempts. */
  readonly restart: number;
  readonly continue: number;
}

/** Two live attempts of one class, of tasks whose better actions are opposite. */
export interface AliasedPairResult {
  readonly restarted: AliasedAttempt;
  readonly continued: AliasedAttempt;
  /** The smaller of both differences. */
  readonly gap: number;
}

export interface RepresentationResult {
  /** `nothing`, `task`, `prefix`, `task+prefix`, `score:NAME`, `prefix+score:NAME`. */
  readonly name: string;
  /** The coarser one that it refines; null for `nothing`. */
  readonly refines: string | null;
  /** Why there is none; its numbers are then null. `no-features`: no repository and no prompt length. `axis`: steps have no place on it. */
  readonly missing: 'no-features' | 'no-steps' | 'axis' | null;
  /** Rising thresholds of a score's rungs: quartiles of all live scores, whatever came of them. Null without a score. */
  readonly thresholds: readonly number[] | null;
  /** By live attempts, most first, then by advantage. */
  readonly classes: readonly RepresentationClass[];
  /** Over always continuing, chosen and scored on the same tasks. */
  readonly inSample: number | null;
  /** Each task under what the other tasks chose: in expectation not above the representation's decision value. Null with fewer than two tasks. */
  readonly heldOut: ValueOverTasks | null;
  /** Held out minus that of the one it refines, paired by task. */
  readonly increment: ValueOverTasks | null;
  /** `count`: pairs of tasks with such a pair; `shown`: those with the largest gaps. Attempts without steps or score are in none where these are shown. */
  readonly aliased: { readonly count: number; readonly shown: readonly AliasedPairResult[] };
}

/** A runtime and cohort at one time. */
export interface RepresentationGroup {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  /** Tasks that count: two attempts or more, all watched to B. */
  readonly tasks: number;
  /** Tasks left out: with a single attempt, and with an attempt that was not watched to B. */
  readonly singleTasks: number;
  readonly horizonTasks: number;
  readonly attempts: number;
  readonly live: number;
  readonly liveTasks: number;
  /** Why nothing can be valued; null otherwise. `one-task`: a value in sample only. */
  readonly missing: 'no-tasks' | 'no-live' | 'one-task' | null;
  /** Restarting everybody live, unbiased: no choice is made. */
  readonly always: ValueOverTasks | null;
  /** Monitors that say the same of everybody live, and so tell nothing apart. */
  readonly constantMonitors: readonly string[];
  readonly representations: readonly RepresentationResult[];
}

export interface RepresentationsResult {
  readonly schema: 'restart-lens/representations@1';
  readonly plan: {
    readonly axis: Axis;
    readonly budget: number;
    readonly times: readonly number[];
    readonly estimand: Estimand;
    readonly runtimeKey: readonly string[];
    readonly seed: number;
  };
  /** Sorted by runtime, cohort, t. */
  readonly groups: readonly RepresentationGroup[];
  readonly excluded: AuditResult['excluded'];
  readonly provenance: AuditResult['provenance'];
}
