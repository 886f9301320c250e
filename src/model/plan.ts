import type { RuntimeFields } from './attempt';

/** Budget axes. They never stand in for one another. */
export const AXES = ['calls', 'tool-steps', 'tokens', 'usage-tokens', 'usd', 'seconds'] as const;
export type Axis = (typeof AXES)[number];

/** What success means in time: a verifier ran after each call, or only the final verdict is known. */
export const ESTIMANDS = ['first-verified', 'resolved-at-submission'] as const;
export type Estimand = (typeof ESTIMANDS)[number];

export const RULES = ['fixed', 'anytime'] as const;
export type DecisionRule = (typeof RULES)[number];

export type RuntimeField = keyof RuntimeFields;
export const RUNTIME_FIELDS: readonly RuntimeField[] = ['agent', 'agentVersion', 'model', 'provider', 'config'];

/** How an exit counts when there is no better evidence; see `deriveTimes`. */
export type ExitClass = 'infrastructure' | 'call-limit' | 'other-budget' | 'agent-failure' | 'submitted';

/** One line of the exit table: the first line whose format and pattern match decides. */
export interface ExitRule {
  /** A trace format, or null for any. */
  readonly format: string | null;
  /** Regular expression over the exit status as written, anchored at both ends, case-insensitive. */
  readonly status: string;
  /** The line holds only for attempts that have no verdict. */
  readonly withoutVerdict?: true;
  readonly exit: ExitClass;
}

export interface MonitorPlan {
  /** `step-count`, `repeated-action`, `error-streak`, `malformed-streak`, or the name in a scores sidecar. */
  readonly monitor: string;
  /** Alarm at the first step whose score is at least this, in [0, 1]. */
  readonly threshold: number;
}

/** What is audited, fixed before outcomes are looked at. `restart-lens.jsonc` holds a part of it; the rest are defaults. */
export interface Plan {
  readonly axis: Axis;
  /** B; null: not stated, then the smallest configured limit among usable attempts. */
  readonly budget: number | null;
  /** Decision times, rising, each > 0 and < B; null: six times floor(kB/7). */
  readonly times: readonly number[] | null;
  readonly alpha: number;
  readonly rule: DecisionRule;
  /** Null: the estimand that the data serve. */
  readonly estimand: Estimand | null;
  readonly seed: number;
  readonly runtimeKey: readonly RuntimeField[];
  /** Cohorts to audit; null: all. */
  readonly cohorts: readonly string[] | null;
  /** Lines put before the default exit table. */
  readonly exitTable: readonly ExitRule[];
  readonly monitors: readonly MonitorPlan[];
}
