import type { AuditDecision, AuditMacro, AuditResult } from '../model/results';

/** The most that restarting loses in a decision, whatever its unknown attempts were; null where nobody is live. */
export function provenLoss({ status, bounds, worstCase }: Pick<AuditDecision, 'status' | 'bounds' | 'worstCase'>): number | null {
  if (status === 'not-reached') return null;
  return bounds?.whateverUnknown.lossAtMost ?? Math.max(0, -worstCase.difference.low);
}

/** The largest of these over the decisions: what restarting loses at most in any of them; null where nobody is live in one. */
export function largestLoss(decisions: readonly AuditDecision[]): number | null {
  return decisions.reduce<number | null>((most, decision) => larger(most, provenLoss(decision)), null);
}

/**
 * The most that any macro change loses, a proportion; null where one of them has no confidence interval, or there is none. Where
 * nobody of a runtime and cohort is live at t a restart changes nothing, and nothing is asked.
 */
export function largestMacroLoss({ macro, decisions }: Pick<AuditResult, 'macro' | 'decisions'>): number | null {
  const live = new Set(decisions.filter(({ status }) => status !== 'not-reached').map(keyOf));
  const asked = macro.filter((one) => live.has(keyOf(one)));
  return asked.some(({ bounds }) => bounds === null) ? null : asked.reduce<number | null>((most, { bounds }) => larger(most, bounds?.lossAtMost ?? null), null);
}

function keyOf({ runtime, cohort, t }: Pick<AuditMacro, 'runtime' | 'cohort' | 't'>): string {
  return JSON.stringify([runtime, cohort, t]);
}

function larger(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}
