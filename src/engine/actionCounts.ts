import { isLiveAt, isSolvedBy } from './trace';
import type { Trace } from './trace';

/** `not_reached`: nobody was live. `horizon`: an attempt was not watched long enough, so no estimate exists. */
export type CountStatus = 'ok' | 'not_reached' | 'horizon';

/** Counts of one cell at one decision time. Null = not known because a horizon is too short. */
export interface ActionCounts {
  /** All attempts of the cell: the trials of the restart arm. */
  readonly n: number;
  /** Attempts live at t: the trials of the continuation arm. */
  readonly nLive: number | null;
  /** Live attempts with T <= B. */
  readonly xContinue: number | null;
  /** Attempts, live or not, with T <= B - t. */
  readonly xRestart: number | null;
  readonly status: CountStatus;
}

/**
 * What a clean restart at t has left of the budget B: B - t. On axes with fractions the difference
 * of two decimals is repaired to 12 significant digits, so that a run that took exactly the rest
 * (0.3 - 0.1 against 0.2) counts.
 */
export function restartBudget(budget: number, t: number): number {
  const rest = budget - t;
  return Number.isInteger(rest) ? rest : Number(rest.toPrecision(12));
}

/** Whether a live attempt can succeed within B - t and count in both arms: t < B - t. */
export function armsOverlapAt(budget: number, t: number): boolean {
  return t < restartBudget(budget, t);
}

/**
 * Counts of continuing and restarting in one cell, attempt by attempt: the plain definition, O(n).
 * `countColumns` gives the same numbers for many cells and times at once.
 *
 * The continuation arm has the nLive attempts live at t, of which those with T <= B succeed
 * (ending in E is a failure). The restart arm has all n attempts, of which those with T <= B - t
 * succeed; the two arms share attempts. When an indicator that is needed is unknown, the status is
 * `horizon` (it wins over `not_reached`) and both successes are null; nLive is null only when
 * somebody's liveness is unknown.
 *
 * Source: paper A, eqs 14-15; MATH.md 1.2.
 */
export function countActions(attempts: readonly Trace[], at: { readonly t: number; readonly budget: number }): ActionCounts {
  const rest = restartBudget(at.budget, at.t);
  let nLive = 0;
  let xContinue = 0;
  let xRestart = 0;
  let isLivenessKnown = true;
  let isSuccessKnown = true;
  for (const attempt of attempts) {
    const live = isLiveAt(attempt, at.t);
    const continued = live === false ? false : isSolvedBy(attempt, at.budget);
    const restarted = isSolvedBy(attempt, rest);
    if (live === null) isLivenessKnown = false;
    if (live === null || continued === null || restarted === null) isSuccessKnown = false;
    if (live === true) nLive++;
    if (live === true && continued === true) xContinue++;
    if (restarted === true) xRestart++;
  }
  const n = attempts.length;
  if (!isSuccessKnown) return { n, nLive: isLivenessKnown ? nLive : null, xContinue: null, xRestart: null, status: 'horizon' };
  return { n, nLive, xContinue, xRestart, status: nLive === 0 ? 'not_reached' : 'ok' };
}
