import { PORTION } from '../base/portions';
import type { Attempt } from '../model/attempt';
import { DEFAULT_TIME_RULES, deriveTimes, type Times } from '../model/deriveTimes';
import type { TraceIndex } from '../index/traceIndex';
import { timeRules } from './cells';
import type { AuditOutcome } from './audit';

/**
 * Every attempt of the index with its times, in portions: those of the audit's plan, each under the estimand of its own
 * evidence.
 */
export function* attemptRows(index: TraceIndex, audit: AuditOutcome | null): Generator<void, readonly { readonly attempt: Attempt; readonly times: Times }[], void> {
  const rules = audit?.kind === 'audit' ? { ...timeRules(audit.plan, audit.result.plan.estimand), estimand: null } : DEFAULT_TIME_RULES;
  const rows: { readonly attempt: Attempt; readonly times: Times }[] = [];
  for (let row = 0; row < index.attemptCount; row++) {
    const attempt = index.attempt(row);
    rows.push({ attempt, times: deriveTimes(attempt, rules) });
    if (row % PORTION === PORTION - 1) yield;
  }
  return rows;
}
