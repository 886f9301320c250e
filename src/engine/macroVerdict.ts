import type { Probability } from '../model/units';
import { clusterInterval, type RangeReason } from './clusterInterval';

/** What the tasks together say of restarting everybody live at t. */
export interface MacroVerdict {
  readonly verdict: 'better' | 'worse' | 'cannot-tell';
  /** Why it cannot be told: there is no unbiased value, the interval may not be called a confidence interval, or 0 lies in it. Null otherwise. */
  readonly reason: RangeReason | 'not-estimable' | 'zero-inside' | null;
  /** How many macro numbers the error is shared by. */
  readonly family: number;
  /** The interval that decides, at level 1 - alpha / family, where it is one. */
  readonly interval: { readonly low: number; readonly high: number; readonly level: Probability } | null;
}

/**
 * Whether restarting everybody live changes the share solved over tasks like these: the t interval over the unbiased contributions at level
 * 1 - alpha / family lies on one side of 0, and may be called a confidence interval. Bonferroni over the family, so that the verdicts of all
 * its runtimes and times hold together; nothing sharper is assumed of how they hang together.
 *
 * Source: BEYOND.md 9.
 */
export function macroVerdict(contributions: ArrayLike<number> | null, { alpha, family }: { readonly alpha: Probability; readonly family: number }): MacroVerdict {
  const level = 1 - alpha / family;
  const found = contributions === null ? null : clusterInterval(contributions, level);
  if (found?.low == null || found.high === null) return { verdict: 'cannot-tell', reason: 'not-estimable', family, interval: null };
  const [reason] = found.reasons;
  if (reason !== undefined) return { verdict: 'cannot-tell', reason, family, interval: null };
  const { low, high } = found;
  const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'cannot-tell';
  return { verdict, reason: verdict === 'cannot-tell' ? 'zero-inside' : null, family, interval: { low, high, level } };
}
