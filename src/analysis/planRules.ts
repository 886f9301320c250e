import { largestLoss, macroLoss } from './lossBound';
import type { Comparison, PlanRule, RuleQuantity } from '../model/plan';
import type { AuditDecision, AuditMacro, AuditResult } from '../model/results';
import type { RuleResult, RuleValue, SpendingChange } from '../model/ruleResult';

/** What rules are held against. */
export interface RuleEvidence {
  readonly result: AuditResult;
  readonly spending: readonly SpendingChange[];
}

/**
 * Holds the rules of a plan against an audit, in the plan's order. A rule without t, runtime or cohort is asked of each one:
 * it is met where all are, unmet as soon as one is not. What is not estimable is neither.
 */
export function evaluateRules(rules: readonly PlanRule[], evidence: RuleEvidence): readonly RuleResult[] {
  return rules.map((rule) => {
    const { name, quantity, comparison, value } = rule;
    const found = valuesOf(rule, evidence);
    const isUnmet = found.some((item) => item.value !== null && !holds(item.value, comparison, value));
    const unknown = found.filter((item) => item.value === null).length;
    const status = isUnmet ? 'unmet' : found.length === 0 || unknown > 0 ? 'not-estimable' : 'met';
    return { name, quantity, comparison, value, status, found, reason: status === 'not-estimable' ? reasonOf(rule, found.length, unknown) : null };
  });
}

function holds(found: number, comparison: Comparison, value: number): boolean {
  switch (comparison) {
    case '>=':
      return found >= value;
    case '>':
      return found > value;
    case '<=':
      return found <= value;
    case '<':
      return found < value;
  }
}

/** The unbiased numbers, which head the audit: a rule at a threshold must not turn on the paper's plug-in. */
const OF_MACRO: Partial<Record<RuleQuantity, (macro: AuditMacro) => number | null>> = {
  'macro-change': ({ unbiased }) => unbiased.change,
  'macro-change-low': ({ unbiased }) => unbiased.tasksLikeThese?.low ?? null,
  'macro-change-high': ({ unbiased }) => unbiased.tasksLikeThese?.high ?? null,
  'task-oracle': ({ unbiased }) => unbiased.splitOracle,
  'perfect-alarm': ({ unbiased }) => unbiased.perfectAlarm,
  'influence-share': ({ unbiased }) => unbiased.influence?.attempt.share ?? null,
};

const OF_SPENDING: Partial<Record<RuleQuantity, (change: SpendingChange) => number | null>> = {
  'calls-change': ({ calls }) => calls,
  'dollars-change': ({ dollars }) => dollars,
  'seconds-change': ({ seconds }) => seconds,
  'utility-change': ({ utility }) => utility,
};

const COUNTED: Partial<Record<RuleQuantity, (decision: AuditDecision) => boolean>> = {
  'certified-restart': ({ verdict }) => verdict === 'restart',
  'certified-continue': ({ verdict }) => verdict === 'continue',
  abstained: ({ verdict }) => verdict === 'abstain',
  'non-inferior-restart': ({ bounds }) => bounds?.nonInferior?.restart === true,
  'non-inferior-continue': ({ bounds }) => bounds?.nonInferior?.continue === true,
  live: ({ status }) => status === 'live',
  'not-reached': ({ status }) => status === 'not-reached',
};

function valuesOf(rule: PlanRule, { result, spending }: RuleEvidence): readonly RuleValue[] {
  const { quantity } = rule;
  const [ofMacro, ofSpending, counts] = [OF_MACRO[quantity], OF_SPENDING[quantity], COUNTED[quantity]];
  const isAsked = isAskedBy(rule);
  if (quantity === 'macro-loss-at-most') return result.macro.filter(isAsked).map((macro) => place(macro, numberOrNull(macroLoss(macro, result.decisions))));
  if (ofMacro !== undefined) return result.macro.filter(isAsked).map((macro) => place(macro, ofMacro(macro)));
  if (ofSpending !== undefined) return spending.filter(isAsked).map((change) => place(change, ofSpending(change)));
  const decisions = result.decisions.filter(isAsked);
  const whole = (value: number | null): readonly RuleValue[] => [{ runtime: rule.runtime, cohort: rule.cohort, t: rule.t, value: decisions.length === 0 ? null : value }];
  if (counts !== undefined) return whole(decisions.filter(counts).length);
  const isOfAll = rule.runtime === null && rule.cohort === null;
  switch (quantity) {
    case 'loss-at-most':
      return whole(largestLoss(decisions));
    case 'attempts':
      return whole(decisions.filter(({ t }) => t === (rule.t ?? result.plan.times[0])).reduce((sum, { n }) => sum + n, 0));
    case 'set-aside':
      return whole(isOfAll ? result.excluded.reduce((sum, { reason, attempts }) => sum + (reason === 'other-cohort' ? 0 : attempts.length), 0) : null);
    case 'complete-cells':
      return whole(isOfAll ? (result.plan.seal?.cells?.complete ?? null) : null);
    default:
      throw new Error(`No value is known for ${quantity}.`);
  }
}

/** A macro change that concerns nobody loses nothing. */
function numberOrNull(found: ReturnType<typeof macroLoss>): number | null {
  return typeof found === 'number' ? found : found === 'nobody-live' ? 0 : null;
}

function place({ runtime, cohort, t }: { readonly runtime: string; readonly cohort: string | null; readonly t: number }, value: number | null): RuleValue {
  return { runtime, cohort, t, value };
}

function isAskedBy(rule: PlanRule): (item: { readonly runtime: string; readonly cohort: string | null; readonly t: number }) => boolean {
  return ({ runtime, cohort, t }) => (rule.runtime === null || runtime === rule.runtime) && (rule.cohort === null || cohort === rule.cohort) && (rule.t === null || t === rule.t);
}

function reasonOf({ quantity, runtime, cohort }: PlanRule, found: number, unknown: number): string {
  if (found === 0) return 'nothing here has this runtime, cohort and time';
  if (quantity === 'complete-cells') return runtime === null && cohort === null ? 'no plan is sealed' : 'it is known for all cells together only';
  if (quantity === 'set-aside' && (runtime !== null || cohort !== null)) return 'it is known for all attempts together only';
  return `not estimable in ${unknown} of ${found}`;
}
