import type { TraceIndex } from '../index/traceIndex';
import type { RuleResult, SpendingChange } from '../model/ruleResult';
import type { AuditedOutcome } from './audit';
import { evaluateRules } from './planRules';
import { spendingChanges } from './spendingChange';

/** What a plan asks of an audit beyond its verdicts. */
export interface PlanCheck {
  readonly rules: readonly RuleResult[];
  /** Sorted by runtime, cohort, t; empty where neither rules nor a utility ask for it. */
  readonly spending: readonly SpendingChange[];
}

/** Rules met and unmet, and the changes of spending and utility where the plan asks for them. In portions. */
export function* checkPlan(input: { readonly outcome: AuditedOutcome; readonly index: TraceIndex }): Generator<void, PlanCheck, void> {
  const { plan, result } = input.outcome;
  const asks = plan.utility !== null || plan.rules.some(({ quantity }) => /^(calls|dollars|seconds|utility)-change$/.test(quantity));
  const spending = asks ? yield* spendingChanges(input) : [];
  return { rules: evaluateRules(plan.rules, { result, spending }), spending };
}
