import { PORTION } from '../base/portions';
import type { Attempt } from '../model/attempt';
import { DEFAULT_TIME_RULES, deriveTimes, type Times } from '../model/deriveTimes';
import type { TraceIndex } from '../index/traceIndex';
import { timeRules } from './cells';
import type { AuditOutcome } from './audit';

export interface AttemptWithTimes {
  readonly attempt: Attempt;
  readonly times: Times;
  /** Whether it is in a count of the audit; without one, whether its outcome is known. */
  readonly isCounted: boolean;
}

/**
 * Every attempt of the index with its times, in portions: those of the audit's plan, each under the estimand of its own
 * evidence.
 */
export function* attemptRows(index: TraceIndex, audit: AuditOutcome | null): Generator<void, readonly AttemptWithTimes[], void> {
  const rules = audit?.kind === 'audit' ? { ...timeRules(audit.plan, audit.result.plan.estimand), estimand: null } : DEFAULT_TIME_RULES;
  const setAside = setAsideIds(audit);
  const rows: AttemptWithTimes[] = [];
  for (let row = 0; row < index.attemptCount; row++) {
    const attempt = index.attempt(row);
    const times = deriveTimes(attempt, rules);
    const isCounted = setAside === null ? times.J !== 'unknown' && times.J !== 'excluded' : !setAside.has(attempt.id);
    rows.push({ attempt, times, isCounted });
    if (row % PORTION === PORTION - 1) yield;
  }
  return rows;
}

/** Ids of the attempts that an audit has set aside: those that it says are in no count. Null: nothing was audited. */
function setAsideIds(audit: AuditOutcome | null): ReadonlySet<string> | null {
  if (audit?.kind === 'audit') return new Set(audit.result.excluded.flatMap(({ attempts }) => attempts));
  return audit?.kind === 'nothing' ? new Set(audit.excluded.flatMap(({ attempts }) => attempts)) : null;
}
