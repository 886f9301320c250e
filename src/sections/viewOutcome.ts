import type { AuditedOutcome } from '../analysis/audit';
import { auditAttempts } from '../analysis/auditAttempts';
import { countUnreadable } from '../index/indexResult';
import type { TraceIndex } from '../index/traceIndex';
import type { AuditView } from '../protocol/audit';
import { PLAIN_CONTEXT, viewSeal } from '../views/audit/context';
import { viewAudit } from '../views/audit/viewAudit';

/** The view of an audit, with what could not be read; the same for panel, command line and reports. */
export function viewOutcome(outcome: AuditedOutcome, { files }: Pick<TraceIndex, 'files'>): AuditView {
  const { result, exchangeability, gates } = outcome;
  return viewAudit(result, auditAttempts(outcome), { ...PLAIN_CONTEXT, seal: viewSeal(result.plan), unreadable: countUnreadable(files), exchangeability, gates });
}
