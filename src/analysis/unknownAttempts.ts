import type { KnownAttempt } from '../engine/allowedClasses';
import type { Axis, Estimand } from '../model/plan';
import type { ExclusionReason } from '../model/results';
import { positionOn } from '../model/deriveTimes';
import type { Cell, TimedAttempt } from './cells';

/** Under which question and axis attempts are read. */
export interface Reading {
  readonly axis: Axis;
  readonly estimand: Estimand;
}

/** Attempts of a cell as far as they are known: those counted, then those missing. Null when every one is known at every time up to B. */
export function attemptsWithMissing(cell: Cell, reading: Reading, budget: number): readonly KnownAttempt[] | null {
  const missing = cell.setAside.filter(({ isMissing: counts }) => counts === true);
  const isShort = cell.usable.some(({ times: { T, E, H } }) => T === null && E === null && (H === null || H < budget));
  if (missing.length === 0 && !isShort) return null;
  return [...cell.usable.map(({ times }): KnownAttempt => ({ kind: 'trace', trace: times })), ...missing.map(({ attempt, reason }) => whatIsKnown(attempt, reason, reading))];
}

/**
 * What is known of an attempt that is missing. A run without a verdict that has not ended, or that infrastructure broke, may do
 * anything after its last position (on whole positions: end in it, too). A run that ended has its verdict there, if success
 * means the submission; a verifier might have passed it before, if success means the first verified state.
 */
function whatIsKnown({ attempt, times }: TimedAttempt, reason: ExclusionReason, { axis, estimand }: Reading): KnownAttempt {
  if (reason === 'open' || reason === 'started-later') return { kind: 'trace', trace: times };
  if (reason === 'no-axis') {
    if (times.J === 'verified') return { kind: 'success', end: times.H ?? Infinity };
    if (times.J === 'terminal') return { kind: 'failure' };
    return times.H === null ? { kind: 'all' } : { kind: 'trace', trace: { T: null, E: null, H: times.H } };
  }
  const last = positionOn(attempt, axis);
  if (last === null) return { kind: 'all' };
  const hasEnded = times.exit !== null && reason === 'no-outcome';
  if (hasEnded) return { kind: estimand === 'first-verified' ? 'end' : 'outcome', end: last };
  return estimand === 'first-verified' ? { kind: 'all' } : { kind: 'trace', trace: { T: null, E: null, H: last - 1 } };
}
