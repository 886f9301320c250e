import type { Probability } from '../model/units';
import { quantileOfCentralT } from './studentT';

/** What an interval over tasks may be called. */
export type IntervalCall = 'confidence interval' | 'resampling range';

/** Why it may not be called a confidence interval. */
export type RangeReason = 'few-tasks' | 'few-contributing' | 'one-task';

/** A t interval over tasks. */
export interface ClusterInterval {
  /** J. */
  readonly tasks: number;
  readonly mean: number;
  /** s / sqrt(J); null for one task, as are the ends. */
  readonly standardError: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly level: Probability;
  /** Tasks whose contribution is not 0. */
  readonly contributing: number;
  readonly call: IntervalCall;
  /** The conditions that fail, in the order of the type; empty for a confidence interval. */
  readonly reasons: readonly RangeReason[];
}

/** Fewest tasks, and fewest of them that contribute, of a confidence interval. */
export const LEAST_TASKS = 20;
export const LEAST_CONTRIBUTING = 8;
/** Largest share of the squared deviations that one task may have in it. */
export const LARGEST_DEVIATION = 0.5;

/**
 * The interval for a mean over tasks like these: mean ± t(J - 1) s / sqrt(J) over the unbiased contributions. It is a confidence interval only
 * for at least 20 tasks, 8 of which contribute, none with more than half of the squared deviations (simulated coverage of 95 % intervals
 * under this rule 0.89 to 0.97); all else is a range of what resampling tasks would show. Not clipped to [-1, 1]. Null without tasks. O(J).
 *
 * Source: BEYOND.md 9.
 */
export function clusterInterval(contributions: ArrayLike<number>, level: Probability = 0.95): ClusterInterval | null {
  const values = Array.from(contributions);
  const tasks = values.length;
  if (tasks === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / tasks;
  const squares = values.map((value) => (value - mean) ** 2);
  const squareSum = squares.reduce((sum, value) => sum + value, 0);
  const contributing = values.filter((value) => value !== 0).length;
  const largestSquare = squares.reduce((largest, value) => Math.max(largest, value), 0);
  const reasons: RangeReason[] = [];
  if (tasks < LEAST_TASKS) reasons.push('few-tasks');
  if (contributing < LEAST_CONTRIBUTING) reasons.push('few-contributing');
  // A share of exactly one half is not more than it, whatever rounding does.
  if (largestSquare > LARGEST_DEVIATION * squareSum * (1 + 1e-12)) reasons.push('one-task');
  const call = reasons.length === 0 ? 'confidence interval' : 'resampling range';
  if (tasks === 1) return { tasks, mean, standardError: null, low: null, high: null, level, contributing, call, reasons };
  const standardError = Math.sqrt(squareSum / (tasks - 1) / tasks);
  const half = quantileOfCentralT(level, tasks - 1) * standardError;
  return { tasks, mean, standardError, low: mean - half, high: mean + half, level, contributing, call, reasons };
}
