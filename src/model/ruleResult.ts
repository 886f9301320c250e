import type { Comparison, RuleQuantity } from './plan';

/** A rule of the plan held against an audit. */
export interface RuleResult {
  readonly name: string;
  readonly quantity: RuleQuantity;
  readonly comparison: Comparison;
  readonly value: number;
  /** Met where every value found meets it; unmet where one does not; not estimable else. */
  readonly status: 'met' | 'unmet' | 'not-estimable';
  /** The values asked for, sorted by runtime, cohort, t; null fields where the quantity is one for all. */
  readonly found: readonly RuleValue[];
  /** Why nothing can be said; null where something can. */
  readonly reason: string | null;
}

export interface RuleValue {
  readonly runtime: string | null;
  readonly cohort: string | null;
  readonly t: number | null;
  /** Null: not estimable. */
  readonly value: number | null;
}

/** Means per attempt started, against letting them go on; null fields are not estimable. */
export interface SpendingNumbers {
  /** Proportion. */
  readonly success: number | null;
  readonly calls: number | null;
  readonly dollars: number | null;
  readonly seconds: number | null;
  /** Null where no utility is declared, or a part that weighs something is not estimable. */
  readonly utility: number | null;
}

/**
 * What restarting everybody live at t would have changed. The numbers themselves are unbiased: what replaces a live attempt is another one
 * of its task. `plugin` lets a live attempt replace itself, too, as in paper A.
 */
export interface SpendingChange extends SpendingNumbers {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  readonly plugin: SpendingNumbers;
  /**
   * Why a number above is null: spending is known on the axis of calls only; a task has a single attempt, which nothing unbiased can
   * replace; or what an attempt spent is not known, by a cost that is missing or a stop before B. Null: nothing is missing.
   */
  readonly missing: 'axis' | 'few-attempts' | 'unknown' | null;
  /** Dollars of attempts without a cost for each call, and seconds, were spread evenly over their calls. */
  readonly isSpread: boolean;
}
