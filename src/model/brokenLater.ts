import type { CallNumber } from './units';
import { DEFAULT_TIME_RULES, deriveTimes, type TimeFacts } from './deriveTimes';

/**
 * The first call after which a verifier passed the state of an attempt that failed at its own submission; null for every
 * other attempt, and where either is not known. Under "first verified state" such an attempt is a success from that call on,
 * under "resolved at its own submission" a failure. On the axis calls, whatever the plan's axis. Source: DESIGN 3.
 */
export function brokenAfter(facts: TimeFacts): CallNumber | null {
  // Without a first verified call there is nothing to date; most attempts of a table end here.
  if (facts.outcome !== 'unresolved' || facts.declared?.T == null) return null;
  const { T, J } = deriveTimes(facts, { ...DEFAULT_TIME_RULES, estimand: 'first-verified' });
  return J === 'verified' ? T : null;
}
