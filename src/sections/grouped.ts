import type { AuditedOutcome } from '../analysis/audit';
import type { Cells } from '../analysis/cells';

/** The cells of an audit as they were grouped for it. */
export function groupedOf({ cells, excluded, result }: AuditedOutcome): Cells {
  return { cells, excluded, estimand: result.plan.estimand };
}
