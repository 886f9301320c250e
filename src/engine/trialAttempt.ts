import type { Trace } from './trace';
import { normaliseTrace } from './trace';

/** An attempt of a trial, watched through the budget. Positions are whole and count from 1. */
export interface TrialAttempt {
  /** First verified position; Infinity: none by the budget. */
  readonly solvedAt: number;
  /** Position at which it was verified or ended; Infinity: still running at the budget. */
  readonly endedAt: number;
  /** Positions after which the monitor was asked, rising; several may be equal. */
  readonly checks: readonly number[];
  /** What it said there, in [0, 1]; as long as `checks`. */
  readonly scores: readonly number[];
}

/** What is frozen before the trial. */
export interface TrialRules {
  /** B, a whole number from 1. */
  readonly budget: number;
  /** Position at which the fixed-time rule restarts whoever is live; null: it never does. */
  readonly fixedTime: number | null;
  /** The monitor restarts at its first score of at least this; null: it never does. */
  readonly threshold: number | null;
  /** Taken from the budget, in its unit: each question to the monitor, and each restart. */
  readonly charges: TrialCharges;
}

export interface TrialCharges {
  readonly check: number;
  readonly reset: number;
}

/** The times of an attempt as a trial takes them; null when it was not watched through the budget. */
export function watchedThrough(trace: Trace, budget: number): Pick<TrialAttempt, 'solvedAt' | 'endedAt'> | null {
  const { T, E, H } = normaliseTrace(trace);
  if (T === null && E === null && (H === null || H < budget)) return null;
  const solvedAt = T !== null && T <= budget ? T : Infinity;
  const ended = T ?? E ?? Infinity;
  return { solvedAt, endedAt: ended <= budget ? ended : Infinity };
}

/** Position of the monitor's first score of at least the threshold; null when there is none. */
export function alarmAt({ checks, scores }: TrialAttempt, threshold: number | null): number | null {
  const at = threshold === null ? -1 : scores.findIndex((score) => score >= threshold);
  return checks[at] ?? null;
}

/** How the part of an episode before any restart ends, on the budget's axis. */
export interface Course {
  /** Positions used by the attempt itself. */
  readonly used: number;
  /** Charged for questions to the monitor. */
  readonly checks: number;
  /** Charged for the restart; less than its price where less was left. */
  readonly reset: number;
  /** What is left for a fresh attempt; null: nothing was stopped. */
  readonly left: number | null;
  /** Whether the attempt itself was verified within the budget; false when it was stopped. */
  readonly isSolved: boolean;
}

/**
 * The course of an attempt that is stopped at a position, or let go on (null). It is stopped only where it is live, its position
 * lies below the budget and the budget is not used up by then. A question after the call at which the run ends is not asked. With
 * charges for questions a run may meet the end of the budget before its own end; it then counts as not solved, and what a fraction of a call
 * costs is spent.
 *
 * Cost: linear in the questions. Source: paper A, section 7.4; MATH.md 1.6.
 */
export function courseOf(attempt: TrialAttempt, stop: number | null, { budget, checkCharge, resetCharge }: { readonly budget: number; readonly checkCharge: number; readonly resetCharge: number }): Course {
  const end = Math.min(attempt.endedAt, budget);
  if (stop !== null && stop < end) {
    const checks = checkCharge * attempt.checks.filter((position) => position <= stop).length;
    const left = budget - stop - checks;
    if (left >= 0) return { used: stop, checks, reset: Math.min(resetCharge, left), left: Math.max(0, left - resetCharge), isSolved: false };
  }
  const checks = checkCharge * attempt.checks.filter((position) => position < end).length;
  if (end + checks <= budget) return { used: end, checks, reset: 0, left: null, isSolved: attempt.solvedAt <= budget };
  return { ...usedUp(attempt, { budget, checkCharge, end }), reset: 0, left: null, isSolved: false };
}

/** Where the budget ends when questions use a part of it: calls made, and the rest, which questions and a fraction of a call took. */
function usedUp({ checks }: TrialAttempt, { budget, checkCharge, end }: { readonly budget: number; readonly checkCharge: number; readonly end: number }): { readonly used: number; readonly checks: number } {
  let asked = 0;
  let used = 0;
  for (const position of [...checks.filter((check) => check < end), end]) {
    const reach = Math.floor(budget - checkCharge * asked);
    used = Math.max(used, Math.min(position, reach));
    if (reach <= position) break;
    asked++;
  }
  return { used, checks: budget - used };
}
