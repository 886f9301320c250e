import { PORTION } from '../base/portions';
import { armsOverlapAt } from '../engine/actionCounts';
import { classCounts } from '../engine/attemptClass';
import type { Audit, CellDecision } from '../engine/audit';
import { judgeMargin, lossAndGain } from '../engine/bounds';
import type { ProportionInterval } from '../engine/clopperPearson';
import { jointInterval } from '../engine/jointSequence';
import type { AuditMacro, AuditWorstCase, DecisionBounds, MacroBounds } from '../model/results';
import type { SettledPlan } from './resolvePlan';

/** What bounds are made from. */
export interface BoundsInput {
  readonly audit: Audit;
  /** With the verdicts of the plan's rule. */
  readonly decided: readonly CellDecision[];
  readonly worst: readonly AuditWorstCase[];
  readonly plan: SettledPlan;
}

/**
 * The most that restarting loses and gains, in the order of the decisions; null where nobody is live or there is no estimate. By
 * the simultaneous bounds of the difference of the plan's rule; under the anytime rule, where the arms do not overlap, by the
 * sequence of both arms together, which is sharper and rests on the same event as the verdicts. Which of the two is used hangs on t and B
 * alone, never on the outcomes. In portions.
 */
export function* decisionBounds({ audit, decided, worst, plan }: BoundsInput): Generator<void, readonly (DecisionBounds | null)[], void> {
  const known = new Map<string, ProportionInterval>();
  const found: (DecisionBounds | null)[] = [];
  for (const [at, decision] of decided.entries()) {
    const { difference, status, verdict, cell, time } = decision;
    const armsOverlap = armsOverlapAt(plan.budget, plan.times[time] ?? 0);
    const basis = plan.rule !== 'anytime' ? 'intervals' : armsOverlap ? 'sequences' : 'joint-sequence';
    const unknown = worst[at];
    if (status !== 'ok' || difference === null || unknown === undefined) {
      found.push(null);
      continue;
    }
    let bounds: ProportionInterval = difference;
    if (basis === 'joint-sequence') {
      const classes = classCounts(audit.counts, cell, time);
      const key = classes?.join() ?? '';
      bounds = known.get(key) ?? (classes === null ? difference : (jointInterval(classes, { alpha: plan.alpha, family: audit.family, armsOverlap }) ?? difference));
      known.set(key, bounds);
      yield;
    }
    const here = lossAndGain(bounds);
    const whatever = lossAndGain(unknown.difference);
    found.push({
      basis,
      ...here,
      whateverUnknown: unknown.unknown === 0 ? here : { lossAtMost: Math.max(here.lossAtMost, whatever.lossAtMost), gainAtMost: Math.max(here.gainAtMost, whatever.gainAtMost) },
      // The arms' sequences spend an error of their own, beside that of the verdict.
      nonInferior: plan.marginPoints === null ? null : judgeMargin(bounds, basis === 'sequences' ? 'abstain' : (verdict ?? 'abstain'), plan.marginPoints / 100),
    });
    if (at % PORTION === PORTION - 1) yield;
  }
  return found;
}

/** The same of a macro change, where the interval over tasks may be called a confidence interval; else null. */
export function macroBounds({ verdict: { interval } }: Pick<AuditMacro['unbiased'], 'verdict'>, { marginPoints }: Pick<SettledPlan, 'marginPoints'>): MacroBounds | null {
  if (interval === null) return null;
  return { level: interval.level, ...lossAndGain(interval), nonInferior: marginPoints === null ? null : judgeMargin(interval, 'abstain', marginPoints / 100) };
}
