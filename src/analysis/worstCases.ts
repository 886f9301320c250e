import { PORTION } from '../base/portions';
import { rememberSequences } from '../engine/anytimeAudit';
import type { CellDecision } from '../engine/audit';
import { rememberIntervals } from '../engine/certificate';
import { familyTail } from '../engine/clopperPearson';
import { boundDecision, type WorstCase } from '../engine/worstCase';
import type { AuditWorstCase, Verdict } from '../model/results';
import type { Cell } from './cells';
import type { SettledPlan } from './resolvePlan';
import { attemptsWithMissing, type Reading } from './unknownAttempts';

/**
 * What the unknown attempts of each decision could change, in the order of the decisions; by the intervals of the family:
 * the exact ones, or under the anytime rule the arms' sequences. In portions, since cells with thousands of unknown attempts take
 * a while; cells without any cost nothing.
 */
export function* worstCases(decisions: readonly CellDecision[], cells: readonly Cell[], plan: SettledPlan, { estimand, family }: Pick<Reading, 'estimand'> & { readonly family: number }): Generator<void, readonly AuditWorstCase[], void> {
  const intervalOf = plan.rule === 'anytime' ? rememberSequences(plan.alpha, family) : rememberIntervals(familyTail(plan.alpha, family));
  const known = new Map(cells.map((cell, index) => [index, attemptsWithMissing(cell, { axis: plan.axis, estimand }, plan.budget)]));
  const describeBy = plan.rule === 'fixed' ? describe : describeSharper;
  const found: AuditWorstCase[] = [];
  for (const [at, decision] of decisions.entries()) {
    const attempts = known.get(decision.cell) ?? null;
    const t = plan.times[decision.time] ?? 0;
    found.push(attempts === null ? nothingUnknown(decision) : describeBy(boundDecision(attempts, { t, budget: plan.budget }, intervalOf), decision.verdict));
    if (attempts !== null || at % PORTION === PORTION - 1) yield;
  }
  return found;
}

function nothingUnknown({ difference, verdict }: CellDecision): AuditWorstCase {
  const certified = verdict ?? 'abstain';
  return {
    unknown: 0,
    difference: { low: difference?.low ?? -1, high: difference?.high ?? 1 },
    verdict: certified,
    level: certified === 'abstain' ? 'abstain' : 'any',
    leastLabels: certified === 'abstain' ? null : 0,
  };
}

function describe({ unknown, difference, verdict, level, leastLabels }: WorstCase): AuditWorstCase {
  return { unknown, difference: { low: difference.low, high: difference.high }, verdict, level, leastLabels };
}

/**
 * Verdicts of the other rules come from the joint law of both arms, which the arms' intervals only bound: a verdict holds whatever
 * is unknown where these are apart under every completion, too. Where it abstains, labels add evidence, and none is sure to settle it.
 */
function describeSharper(bound: WorstCase, planned: Verdict | null): AuditWorstCase {
  const verdict = planned ?? 'abstain';
  const isAny = verdict !== 'abstain' && bound.level === 'any' && bound.verdict === verdict;
  return { ...describe(bound), verdict, level: isAny ? 'any' : verdict === 'abstain' ? 'abstain' : 'at_random', leastLabels: isAny ? 0 : null };
}
