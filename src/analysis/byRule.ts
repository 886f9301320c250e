import type { Audit, CellDecision } from '../engine/audit';
import type { Certifiable } from '../engine/certifiable';
import type { DecisionRule } from '../model/plan';
import type { AuditDecision, AuditResult, Verdict, VerdictCounts } from '../model/results';
import type { SignVerdicts } from './signVerdicts';

/** Both rules' answers to the decision at `index` of an audit, and in front the one of the plan's rule. */
export function decideByRule(decision: CellDecision, index: number, sign: SignVerdicts | null, rule: DecisionRule): Pick<AuditDecision, 'verdict' | 'certifiable' | 'byRule'> {
  const isCalibrated = rule === 'calibrated' && sign !== null;
  const fixed = pickCertifiable(decision.certifiable);
  const calibrated = sign?.verdicts[index] ?? null;
  return {
    verdict: isCalibrated ? (calibrated?.verdict ?? null) : decision.verdict,
    certifiable: isCalibrated ? pickCertifiable(sign.certifiable[index]) : fixed,
    byRule: calibrated === null || decision.verdict === null ? null : { fixed: { verdict: decision.verdict, certifiable: fixed }, calibrated },
  };
}

/** Keys in the contract's order. */
function pickCertifiable(found: Certifiable | undefined): AuditDecision['certifiable'] {
  return { restart: found?.restart ?? false, continue: found?.continue ?? false };
}

export function countTotals({ totals }: Pick<Audit, 'totals'>, decisions: readonly AuditDecision[], sign: SignVerdicts | null): AuditResult['totals'] {
  const { live, notReached, horizon } = totals;
  const byRule = {
    fixed: countVerdicts(decisions, (decision) => decision.byRule?.fixed.verdict ?? null),
    calibrated: countVerdicts(decisions, (decision) => decision.byRule?.calibrated.verdict ?? null),
  };
  return { live, notReached, horizon, ...countVerdicts(decisions, ({ verdict }) => verdict), byRule: sign === null ? null : byRule };
}

function countVerdicts(decisions: readonly AuditDecision[], verdictOf: (decision: AuditDecision) => Verdict | null): VerdictCounts {
  const counts = { restart: 0, continue: 0, abstain: 0 };
  for (const decision of decisions) {
    const verdict = verdictOf(decision);
    if (verdict !== null) counts[verdict]++;
  }
  return counts;
}

export function leastByRule(audit: Pick<Audit, 'leastAttempts'>, sign: SignVerdicts | null, rule: DecisionRule): Omit<AuditResult['leastAttempts'], 'byFamily'> {
  const fixed = { continue: audit.leastAttempts.continue, restart: audit.leastAttempts.restart?.n ?? null };
  if (sign === null) return { ...fixed, byRule: null };
  const calibrated = sign.leastAttempts;
  return { ...(rule === 'calibrated' ? calibrated : fixed), byRule: { fixed, calibrated } };
}
