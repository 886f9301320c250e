import type { Probability } from '../model/units';
import { armsOverlapAt } from './actionCounts';
import { classCounts, type ClassCounts } from './attemptClass';
import type { Audit, AuditTotals, CellDecision } from './audit';
import { certifyWith, type IntervalLookup } from './certificate';
import type { Certifiable } from './certifiable';
import type { ProportionInterval } from './clopperPearson';
import { confidenceSequence, sequenceError } from './confidenceSequence';
import { findJointCertifiable, leastJointAttempts } from './jointDesign';
import { jointEvidence } from './jointSequence';

/** What the anytime rule needs of an audit's design. */
export interface AnytimePlan {
  readonly times: readonly number[];
  readonly budget: number;
  readonly alpha: Probability;
}

/** The intervals of one arm that hold at every look, for a family of M; answers are kept. */
export function rememberSequences(alpha: Probability, family: number): IntervalLookup {
  const delta = sequenceError(alpha, family);
  const known = new Map<string, ProportionInterval>();
  return (x, n) => {
    const key = `${x} ${n}`;
    const interval = known.get(key) ?? confidenceSequence(x, n, delta);
    known.set(key, interval);
    return interval;
  };
}

/**
 * The same counts decided by the anytime rule: verdicts by the joint sequence, drawn intervals by those of the arms. Nothing of
 * the fixed rule is left. The counts must be those of attempts in the order of their starts, up to the first that is not known
 * (`startedPrefix`). Equal decisions are looked at once.
 *
 * Source: BEYOND.md 8.
 */
export function decideAnytime(audit: Audit, plan: AnytimePlan): Audit {
  const { alpha } = plan;
  const { family } = audit;
  const intervalOf = rememberSequences(alpha, family);
  const verdicts = new Map<string, CellDecision['verdict']>();
  const designs = new Map<string, Certifiable>();
  const overlaps = plan.times.map((t) => armsOverlapAt(plan.budget, t));
  const verdictOf = (classes: ClassCounts, armsOverlap: boolean): CellDecision['verdict'] => {
    const key = `${classes.join()} ${armsOverlap}`;
    const verdict = verdicts.get(key) ?? jointEvidence(classes, { alpha, family, armsOverlap }).verdict;
    verdicts.set(key, verdict);
    return verdict;
  };
  const certifiableOf = (n: number, nLive: number, armsOverlap: boolean): Certifiable => {
    const key = `${n} ${nLive} ${armsOverlap}`;
    const found = designs.get(key) ?? findJointCertifiable({ n, nLive, armsOverlap }, { alpha, family });
    designs.set(key, found);
    return found;
  };
  const decisions = audit.decisions.map((decision): CellDecision => {
    const { cell, time, n, nLive, xContinue, xRestart, status } = decision;
    const armsOverlap = overlaps[time] ?? false;
    const certifiable = certifiableOf(n, nLive ?? 0, armsOverlap);
    const classes = classCounts(audit.counts, cell, time);
    if (classes === null || nLive === null || xContinue === null || xRestart === null) return { ...decision, certifiable };
    const { continue: continued, restart, difference } = certifyWith({ n, nLive, xContinue, xRestart }, intervalOf);
    return { ...decision, continue: continued, restart, difference, verdict: status === 'ok' ? verdictOf(classes, armsOverlap) : null, certifiable };
  });
  // The class that overlap adds costs attempts, so the least of all times is that of one without it.
  const least = leastJointAttempts({ alpha, family, armsOverlap: overlaps.every((overlap) => overlap) });
  return { ...audit, decisions, totals: countVerdicts(audit.totals, decisions), leastAttempts: least };
}

function countVerdicts(totals: AuditTotals, decisions: readonly CellDecision[]): AuditTotals {
  const counts = { restart: 0, continue: 0, abstain: 0 };
  for (const { verdict } of decisions) if (verdict !== null) counts[verdict]++;
  return { ...totals, ...counts };
}
