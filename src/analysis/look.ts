import { hashCanonical } from '../plan/hashPlan';
import type { LookFact } from '../model/studyLog';
import type { SealCheck } from '../model/seal';
import type { AuditedOutcome } from './audit';

/** What the study log keeps of an audit of a plan that has a lock; null where it has none. */
export function lookFact({ result, cells }: Pick<AuditedOutcome, 'result' | 'cells'>, check: SealCheck, by: string): LookFact | null {
  if (check.state === 'none') return null;
  const { totals, plan } = result;
  return {
    kind: 'look',
    by,
    state: check.state === 'intact' ? (plan.sealed ? 'planned' : 'exploratory') : check.state,
    plan: plan.hash,
    seal: check.lock?.seal ?? null,
    changed: check.state === 'intact' ? [] : check.changed,
    data: digestData(cells),
    attempts: result.provenance.attempts,
    restart: totals.restart,
    continue: totals.continue,
    abstain: totals.abstain,
  };
}

/** SHA-256 of what is counted: each attempt with its times and content. The same attempts give the same digest, whatever folder they lie in. */
export function digestData(cells: AuditedOutcome['cells']): string {
  const rows = cells.flatMap(({ task, runtime, cohort, usable }) => usable.map(({ attempt, times: { T, E, H, U, J } }) => JSON.stringify([task, runtime, cohort, attempt.attempt, T, E, H, U, J, attempt.contentHash])));
  return hashCanonical(rows.sort());
}
