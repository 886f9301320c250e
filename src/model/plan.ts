import type { RuntimeFields } from './attempt';

/** Budget axes. They never stand in for one another. */
export const AXES = ['calls', 'tool-steps', 'tokens', 'usage-tokens', 'usd', 'seconds'] as const;
export type Axis = (typeof AXES)[number];

/** What success means in time: a verifier ran after each call, or only the final verdict is known. */
export const ESTIMANDS = ['first-verified', 'resolved-at-submission'] as const;
export type Estimand = (typeof ESTIMANDS)[number];

/**
 * How a verdict comes about. `fixed`: two disjoint exact intervals, as in paper A; `calibrated`: the exact sign test on the joint
 * law of both arms; both for a number of attempts fixed in advance. `anytime`: valid at every look.
 */
export const RULES = ['fixed', 'calibrated', 'anytime'] as const;
export type DecisionRule = (typeof RULES)[number];

/**
 * Which decisions hold together. `planned`: each cell at the decision times, at the budget. `sliders`: each cell at every whole t
 * below every whole budget up to the plan's, so that both may be moved after looking; for the fixed rule only.
 */
export const FAMILIES = ['planned', 'sliders'] as const;
export type DecisionFamily = (typeof FAMILIES)[number];

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

/** What to do with an attempt of the planned number that has no verdict: count on without it, or take the next one started. */
export const MISSING_DATA = ['set-aside', 'replace'] as const;
export type MissingDataRule = (typeof MISSING_DATA)[number];

/** Cells that a plan names in advance: each of the tasks under one runtime and cohort. */
export interface PlannedCells {
  readonly tasks: readonly string[];
  /** Fields of the plan's runtime key; null: the traces do not state it. */
  readonly runtime: RuntimeFields;
  readonly cohort: string | null;
}

/** What a unit of each is worth, in units of the plan's choice; costs have negative weights. */
export interface UtilityWeights {
  readonly success: number;
  readonly calls: number;
  readonly dollars: number;
  readonly seconds: number;
}
export const UTILITY_PARTS = ['success', 'calls', 'dollars', 'seconds'] as const satisfies readonly (keyof UtilityWeights)[];

/** Quantities that a go / no-go rule may name. Changes are restart minus continue; proportions, not points. */
export const RULE_QUANTITIES = [
  'macro-change',
  'macro-change-low',
  'macro-change-high',
  'task-oracle',
  'perfect-alarm',
  'influence-share',
  'calls-change',
  'dollars-change',
  'seconds-change',
  'utility-change',
  'certified-restart',
  'certified-continue',
  'abstained',
  'loss-at-most',
  'macro-loss-at-most',
  'non-inferior-restart',
  'non-inferior-continue',
  'live',
  'not-reached',
  'attempts',
  'set-aside',
  'complete-cells',
] as const;
export type RuleQuantity = (typeof RULE_QUANTITIES)[number];

export const COMPARISONS = ['>=', '>', '<=', '<'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A condition fixed in advance: a quantity, a comparison and a value. Null for t, runtime or cohort: it is asked of each one. */
export interface PlanRule {
  readonly name: string;
  readonly quantity: RuleQuantity;
  readonly comparison: Comparison;
  readonly value: number;
  readonly t: number | null;
  /** As the audit names it. */
  readonly runtime: string | null;
  readonly cohort: string | null;
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
  readonly family: DecisionFamily;
  /** Null: the estimand that the data serve. */
  readonly estimand: Estimand | null;
  readonly seed: number;
  readonly runtimeKey: readonly RuntimeField[];
  /** Cohorts to audit; null: all. */
  readonly cohorts: readonly string[] | null;
  /** Lines put before the default exit table. */
  readonly exitTable: readonly ExitRule[];
  readonly monitors: readonly MonitorPlan[];
  /** Cells of the family; null: at freezing those seen then, without a seal those seen now. */
  readonly cells: readonly PlannedCells[] | null;
  /** Attempts per cell at which the fixed rule looks; null: settled at freezing from the size of the family. */
  readonly attemptsPerCell: number | null;
  /** Margin of non-inferiority in points, 0 to 100: how much worse an action may be than the other and still do; null: none is stated. */
  readonly marginPoints: number | null;
  readonly missingData: MissingDataRule;
  readonly utility: UtilityWeights | null;
  readonly rules: readonly PlanRule[];
}
