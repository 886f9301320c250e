import { capOf, type Schedule } from './schedule';
import { normaliseTrace, type Trace } from './trace';

/** An attempt from which episodes are drawn. */
export interface ReplayAttempt extends Trace {
  /** Only a verifier could tell that its protocol-terminal call E was a failure (it submitted): without one nothing follows it. */
  readonly endsForGood?: boolean;
}

export interface ReplayDesign {
  readonly schedule: Schedule;
  /** Total budget B, on the axis of the traces; a whole number from 1. */
  readonly budget: number;
}

/** What a schedule comes to, or why it cannot be said. */
export type Replay =
  | {
      readonly kind: 'ok';
      /** Chance that some episode is verified within the budget. */
      readonly success: number;
      /** Expected spend, up to the verified call or the end of the budget. */
      readonly spend: number;
    }
  /** A cap that is reached goes beyond what was seen of an attempt that neither succeeded nor ended. */
  | { readonly kind: 'horizon'; readonly cap: number; readonly seen: number | null }
  | { readonly kind: 'empty' };

/**
 * The exact value of a schedule when each episode draws one of a cell's attempts, uniformly and independently. An episode
 * succeeds if T <= cap; else it uses min(E, cap), and what an end before the cap leaves is there for the next episode. E = cap
 * releases nothing. An attempt that ends for good at E <= cap ends the whole replay. A single episode is never followed by another.
 *
 * No chance is used: the law of the budget left is carried from episode to episode. Cost: episodes x budgets left x distinct
 * attempts, at most B^2 n. Throws RangeError unless the budget is a whole number from 1.
 *
 * Example: attempts with T = 5, 6, 8, 10 and one without success by 30, cap 24 under 30: success 0.88, spend 11.76.
 *
 * Source: paper A, section on replay; MATH.md 1.4 (ties, releases and the difference of single and recycle are fixed there).
 */
export function replayCell(attempts: readonly ReplayAttempt[], { schedule, budget }: ReplayDesign): Replay {
  if (!Number.isInteger(budget) || budget < 1) throw new RangeError(`A replay needs a whole budget from 1, not ${budget}.`);
  if (attempts.length === 0) return { kind: 'empty' };
  const outcomes = countOutcomes(attempts);
  const totals = { success: 0, spend: 0 };
  let law = new Map([[budget, 1]]);
  for (let episode = 0; law.size > 0; episode++) {
    const next = new Map<number, number>();
    for (const [left, mass] of law) {
      const cap = Math.min(left, capOf(schedule, episode));
      for (const outcome of outcomes) {
        const chance = mass * outcome.share;
        const end = endOf(outcome, cap);
        if (end === null) return { kind: 'horizon', cap, seen: outcome.H };
        if (end.isVerified || end.isLast || left <= end.used || schedule.kind === 'single') {
          totals.success += end.isVerified ? chance : 0;
          totals.spend += chance * (budget - left + end.used);
        } else {
          next.set(left - end.used, (next.get(left - end.used) ?? 0) + chance);
        }
      }
    }
    law = next;
  }
  return { kind: 'ok', ...totals };
}

interface Outcome extends Trace {
  readonly endsForGood: boolean;
  readonly share: number;
}

/** Distinct attempts with their shares. */
function countOutcomes(attempts: readonly ReplayAttempt[]): readonly Outcome[] {
  const outcomes = new Map<string, { trace: Trace; endsForGood: boolean; count: number }>();
  for (const attempt of attempts) {
    const trace = normaliseTrace(attempt);
    const endsForGood = attempt.endsForGood === true && trace.T === null;
    const key = `${trace.T} ${trace.E} ${trace.H} ${endsForGood}`;
    const known = outcomes.get(key);
    if (known) known.count++;
    else outcomes.set(key, { trace, endsForGood, count: 1 });
  }
  return [...outcomes.values()].map(({ trace, endsForGood, count }) => ({ ...trace, endsForGood, share: count / attempts.length }));
}

/** How an episode with this cap ends; null when that was not seen. */
function endOf({ T, E, H, endsForGood }: Outcome, cap: number): { readonly isVerified: boolean; readonly isLast: boolean; readonly used: number } | null {
  if (T !== null && T <= cap) return { isVerified: true, isLast: true, used: T };
  if (E !== null && E <= cap) return { isVerified: false, isLast: endsForGood, used: E };
  if (T === null && E === null && (H === null || H < cap)) return null;
  return { isVerified: false, isLast: false, used: cap };
}
