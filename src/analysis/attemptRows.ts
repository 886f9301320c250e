import type { Attempt } from '../model/attempt';
import { DEFAULT_TIME_RULES, deriveTimes, type Times } from '../model/deriveTimes';
import type { TraceIndex } from '../index/traceIndex';
import { timeRules } from './cells';
import type { AuditOutcome } from './audit';

/** Every attempt of the index with its times: those of the audit's plan, each under the estimand of its own evidence. */
export function attemptRows(index: TraceIndex, audit: AuditOutcome | null): readonly { readonly attempt: Attempt; readonly times: Times }[] {
  const rules = audit?.kind === 'audit' ? { ...timeRules(audit.plan, audit.result.plan.estimand), estimand: null } : DEFAULT_TIME_RULES;
  return Array.from({ length: index.attemptCount }, (_, row) => {
    const attempt = index.attempt(row);
    return { attempt, times: deriveTimes(attempt, rules) };
  });
}
