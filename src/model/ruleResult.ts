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

/** What restarting everybody live at t would have changed, against letting them go on: means per attempt started. */
export interface SpendingChange {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  /** Proportion; null fields are not estimable. */
  readonly success: number | null;
  readonly calls: number | null;
  readonly dollars: number | null;
  readonly seconds: number | null;
  /** Null where no utility is declared, or a part that weighs something is not estimable. */
  readonly utility: number | null;
  /** Dollars of attempts without a cost for each call, and seconds, were spread evenly over their calls. */
  readonly isSpread: boolean;
}
