import type { AuditDecision, AuditMacro, AuditResult } from '../model/results';

/**
 * The most that restarting loses in a decision, whatever its unknown attempts were; null where every attempt is known and had ended, so
 * that nothing is asked. A cell of which no attempt counts proves nothing.
 */
export function provenLoss({ status, n, bounds, worstCase }: Pick<AuditDecision, 'status' | 'n' | 'bounds' | 'worstCase'>): number | null {
  if (status === 'not-reached' && n > 0 && worstCase.unknown === 0) return null;
  return bounds?.whateverUnknown.lossAtMost ?? Math.max(0, -worstCase.difference.low);
}

/** The largest of these over the decisions: what restarting loses at most in any of them; null where nobody is live in one. */
export function largestLoss(decisions: readonly AuditDecision[]): number | null {
  return decisions.reduce<number | null>((most, decision) => larger(most, provenLoss(decision)), null);
}

/** Whether restarting is proven to be at most the margin worse, whatever the decision's unknown attempts were; true where nothing is asked. */
export function isProvenNonInferior(decision: AuditDecision, marginPoints: number): boolean {
  const loss = provenLoss(decision);
  if (loss === null) return true;
  const { bounds, verdict, worstCase } = decision;
  if (bounds?.nonInferior?.restart !== true) return false;
  return worstCase.unknown === 0 || (verdict === 'restart' && worstCase.level === 'any') || (marginPoints > 0 && loss <= marginPoints / 100);
}

/** Why the loss of macro changes has no proven bound. */
export type MissingLoss = 'nobody-live' | 'no-interval' | 'unknown-attempts';

/**
 * The most that any macro change loses, a proportion; or why it is not proven: one of them has no confidence interval, or rests on a task
 * with attempts that are unknown or that no attempt counts of, which its interval leaves out. Where nobody of a runtime and cohort is live at
 * t a restart changes nothing, and nothing is asked.
 */
export function largestMacroLoss(result: Pick<AuditResult, 'macro' | 'decisions'>): number | MissingLoss {
  const asked = result.macro.map((macro) => macroLoss(macro, result.decisions)).filter((found) => found !== 'nobody-live');
  if (asked.length === 0) return 'nobody-live';
  const missing = asked.find((found) => typeof found !== 'number');
  return missing ?? asked.reduce<number>((most, found) => (typeof found === 'number' ? Math.max(most, found) : most), 0);
}

/** The same of one macro change. */
export function macroLoss({ runtime, cohort, t, bounds }: AuditMacro, decisions: readonly AuditDecision[]): number | MissingLoss {
  const own = decisions.filter((decision) => decision.runtime === runtime && decision.cohort === cohort && decision.t === t);
  if (own.some(({ n, worstCase }) => n === 0 || worstCase.unknown > 0)) return 'unknown-attempts';
  if (own.every(({ status }) => status === 'not-reached')) return 'nobody-live';
  return bounds?.lossAtMost ?? 'no-interval';
}

function larger(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}
