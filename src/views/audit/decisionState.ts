import type { AuditDecision } from '../../model/results';
import type { DecisionState } from '../../protocol/audit';

/** The status in words' terms: a cell without any countable attempt is `uncounted`, which a result's status leaves inside `not-reached`. */
export function stateOf({ status, n }: Pick<AuditDecision, 'status' | 'n'>): DecisionState {
  return status === 'not-reached' && n === 0 ? 'uncounted' : status;
}

/** Decisions of cells without any countable attempt. */
export function countUncounted(decisions: readonly AuditDecision[]): number {
  return decisions.filter((decision) => stateOf(decision) === 'uncounted').length;
}
