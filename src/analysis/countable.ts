// What can be counted in an index under a plan, the same for every question that is asked of cells.

import { compareText } from '../base/compareText';
import { PORTION } from '../base/portions';
import type { TraceIndex } from '../index/traceIndex';
import type { Basis } from '../model/attempt';
import type { Estimand, Plan } from '../model/plan';
import type { AuditResult, ExclusionReason } from '../model/results';
import { groupInPortions, type Cells, type IndexedAttempt, type TimedAttempt } from './cells';
import type { BudgetEvidence } from './resolvePlan';

/** No limit is configured and the plan states no B, which must not be taken from the outcomes silently. */
export interface NeedsBudget {
  readonly kind: 'needs-budget';
  readonly estimand: Estimand;
  readonly usable: number;
  /** The largest U seen: an offer. */
  readonly largestSeen: number | null;
}

/** The plan cannot be carried out on these data. */
export interface RefusedAudit {
  readonly kind: 'refused';
  readonly message: string;
  /** Stated where no other wish would help: the data hold nothing to compute it from. */
  readonly reason?: 'no-data';
}

/** No attempt can be counted. */
export interface NothingToAudit {
  readonly kind: 'nothing';
  readonly message: string;
  readonly attempts: number;
  readonly excluded: AuditResult['excluded'];
}

/** Cells in which something can be counted. */
export interface CountableCells {
  readonly kind: 'cells';
  readonly grouped: Cells;
  /** Cohorts of the plan of which there is no attempt. */
  readonly absentCohorts: readonly string[];
}

/** The cells of an index under a plan, in portions; or why nothing can be counted. */
export function* countableInPortions(index: TraceIndex, plan: Plan): Generator<void, CountableCells | RefusedAudit | NothingToAudit, void> {
  const attempts: IndexedAttempt[] = [];
  for (let row = 0; row < index.attemptCount; row++) {
    attempts.push({ row, attempt: index.attempt(row) });
    if (row % PORTION === PORTION - 1) yield;
  }
  // As plans name them: '' for attempts without one.
  const cohorts = new Set(attempts.map(({ attempt }) => attempt.cohort ?? ''));
  const absentCohorts = (plan.cohorts ?? []).filter((cohort) => !cohorts.has(cohort));
  if (attempts.length > 0 && absentCohorts.length === plan.cohorts?.length) return { kind: 'refused', message: describeAbsent(absentCohorts, cohorts) };
  const grouped = yield* groupInPortions(attempts, plan);
  yield;
  return grouped.cells.some((cell) => cell.usable.length > 0) ? { kind: 'cells', grouped, absentCohorts } : nothing(attempts.length, grouped);
}

/** What attempts say about the budget. */
export function budgetEvidence(usable: readonly TimedAttempt[]): readonly BudgetEvidence[] {
  return usable.map(({ attempt, times }) => ({ configured: attempt.declared?.H ?? attempt.limits.calls, seen: times.U }));
}

/** Ids of the attempts in no count, by reason; sorted. */
export function describeExcluded(excluded: Cells['excluded']): AuditResult['excluded'] {
  const byReason = new Map<ExclusionReason, string[]>();
  for (const { attempt, reason } of excluded) {
    const ids = byReason.get(reason) ?? [];
    byReason.set(reason, ids);
    ids.push(attempt.attempt.id);
  }
  return [...byReason].map(([reason, ids]) => ({ reason, attempts: ids.sort(compareText) })).sort((a, b) => compareText(a.reason, b.reason));
}

/** How many attempts rest on what. */
export function countBases(usable: readonly TimedAttempt[]): Readonly<Record<Basis, number>> {
  const counts: Record<Basis, number> = { 'per-call': 0, declared: 0, final: 0 };
  for (const { attempt } of usable) if (attempt.basis !== null) counts[attempt.basis]++;
  return counts;
}

function describeAbsent(absent: readonly string[], cohorts: ReadonlySet<string>): string {
  const known = [...cohorts].filter((cohort) => cohort !== '').sort(compareText);
  const here = known.length === 0 ? 'no attempt here states a cohort' : `cohorts here: ${known.slice(0, 10).join(', ')}${known.length > 10 ? ` and ${known.length - 10} more` : ''}`;
  return `No attempt is of the ${absent.length === 1 ? 'cohort' : 'cohorts'} ${absent.join(', ')}; ${here}.`;
}

/** The answer where no attempt can be counted, with the reasons. */
export function nothing(attempts: number, grouped: Cells): NothingToAudit {
  const excluded = describeExcluded(grouped.excluded);
  const reasons = excluded.map(({ reason, attempts: ids }) => `${ids.length} ${reason}`).join(', ');
  const message = attempts === 0 ? 'No attempts were found.' : `None of ${attempts} attempts can be counted: ${reasons}.`;
  return { kind: 'nothing', message, attempts, excluded };
}
