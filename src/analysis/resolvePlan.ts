import type { Plan } from '../model/plan';

/** A plan in which budget and times are settled. */
export interface SettledPlan extends Plan {
  readonly budget: number;
  readonly times: readonly number[];
}

/** What an attempt contributes to the choice of a budget: the configured limit, and U as seen. */
export interface BudgetEvidence {
  readonly configured: number | null;
  readonly seen: number | null;
}

export type PlanResolution =
  | { readonly kind: 'settled'; readonly plan: SettledPlan }
  | {
      readonly kind: 'needs-budget';
      /** The largest U seen: an offer, never taken silently, since it comes from the outcomes. Null: no attempt has one. */
      readonly largestSeen: number | null;
    }
  | { readonly kind: 'bad-times'; readonly budget: number; readonly times: readonly number[] };

/**
 * Settles B and the decision times. B: the smallest configured limit among usable attempts, else it has to be
 * asked for. Times: `defaultTimes(B)`. Times at or above B are refused (`bad-times`), since no restart is left there.
 */
export function resolvePlan(plan: Plan, evidence: readonly BudgetEvidence[], defaultTimes: (budget: number) => readonly number[]): PlanResolution {
  const budget = resolveBudget(plan, evidence);
  return typeof budget === 'number' ? settleTimes(plan, budget, defaultTimes) : budget;
}

/** As `resolvePlan`, where B is settled. */
export function settleTimes(plan: Plan, budget: number, defaultTimes: (budget: number) => readonly number[]): Exclude<PlanResolution, { readonly kind: 'needs-budget' }> {
  const times = plan.times ?? defaultTimes(budget);
  const outside = times.filter((t) => !(t > 0 && t < budget));
  if (outside.length > 0 || times.length === 0) return { kind: 'bad-times', budget, times: outside };
  return { kind: 'settled', plan: { ...plan, budget, times } };
}

/** B: the plan's, else the smallest configured limit among usable attempts, else it has to be asked for. */
export function resolveBudget(plan: Plan, evidence: readonly BudgetEvidence[]): number | Extract<PlanResolution, { readonly kind: 'needs-budget' }> {
  return plan.budget ?? extreme(evidence.map((e) => e.configured), Math.min) ?? { kind: 'needs-budget', largestSeen: extreme(evidence.map((e) => e.seen), Math.max) };
}

function extreme(values: readonly (number | null)[], choose: (a: number, b: number) => number): number | null {
  return values.reduce((best, value) => (value === null ? best : best === null ? value : choose(best, value)), null);
}
