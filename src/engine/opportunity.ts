import type { Interval } from '../model/results';
import { valueAlarm } from './alarm';
import type { ProportionInterval } from './clopperPearson';
import type { ContributionCounts, MacroNumbers } from './macro';

/** What could be gained in one cell at one time, over letting every live run go on; chances per live run. */
export interface CellOpportunity {
  /** q and p: shares that succeeded, of the live when continued and of all within B - t. */
  readonly q: number;
  readonly p: number;
  /** (1 - q) p: gain of an alarm without error. */
  readonly ceiling: number;
  /** (p - q)+: gain of the better of the two constant actions. */
  readonly bestConstant: number;
  /** What is left for an alarm beyond the better constant action: min((1 - q) p, q (1 - p)). */
  readonly overConstant: number;
}

/**
 * Plug-in opportunity of a cell. Null when nobody is live: there is nothing to decide.
 *
 * Source: paper A, eqs 10-11; MATH.md 1.2.
 */
export function cellOpportunity({ n, nLive, xContinue, xRestart }: ContributionCounts): CellOpportunity | null {
  if (nLive === 0 || n === 0) return null;
  const q = xContinue / nLive;
  const p = xRestart / n;
  const { ceiling, overConstant } = valueAlarm({ q, p, tau: 1, phi: 0 });
  return { q, p, ceiling, bestConstant: Math.max(0, p - q), overConstant };
}

/** Intervals of both arms of a decision. */
export interface ArmIntervals {
  readonly continue: ProportionInterval;
  readonly restart: ProportionInterval;
}

/**
 * What the ceiling (1 - q) p can be while q and p lie in their intervals: it rises with p and falls with q. As good as the
 * intervals together: simultaneous bounds from simultaneous intervals.
 */
export function boundCeiling({ continue: q, restart: p }: ArmIntervals): ProportionInterval {
  return { low: (1 - q.high) * p.low, high: (1 - q.low) * p.high };
}

/**
 * What min((1 - q) p, q (1 - p)) can be while q and p lie in their intervals. It is least at a corner. On either side of p = q it
 * grows towards the diagonal, and along the diagonal towards 1/2.
 */
export function boundOverConstant({ continue: q, restart: p }: ArmIntervals): ProportionInterval {
  const at = (q: number, p: number): number => valueAlarm({ q, p, tau: 1, phi: 0 }).overConstant;
  const low = Math.min(at(q.low, p.low), at(q.low, p.high), at(q.high, p.low), at(q.high, p.high));
  const [from, to] = [Math.max(q.low, p.low), Math.min(q.high, p.high)];
  if (from > to) return { low, high: p.low > q.high ? at(q.high, p.low) : at(q.low, p.high) };
  const nearest = Math.min(to, Math.max(from, 0.5));
  return { low, high: at(nearest, nearest) };
}

/** Macro opportunity of a group of cells: means over all its cells, over letting every live run go on. */
export interface GroupOpportunity extends MacroNumbers {
  /** max(change, 0): one action for every task, the better one. */
  readonly bestConstant: number;
  /** What choosing per task adds to the best constant action, and what telling runs of a task apart could add to that. */
  readonly taskOverConstant: number;
  readonly alarmOverTask: number;
}

/**
 * The steps from doing nothing to a perfect alarm: one action for all, one for each task, one for each run. Every difference is
 * at least 0: the steps are what a group would lose by not telling its tasks (its runs) apart.
 *
 * Source: paper A, eqs 11-13 with the task as the coarser representation.
 */
export function groupOpportunity(numbers: MacroNumbers): GroupOpportunity {
  const bestConstant = Math.max(0, numbers.change);
  return { ...numbers, bestConstant, taskOverConstant: numbers.taskOracle - bestConstant, alarmOverTask: numbers.perfectAlarm - numbers.taskOracle };
}

/** An interval with its estimate, keys in the order of results. */
export function withEstimate(estimate: number, { low, high }: ProportionInterval): Interval {
  return { estimate, low, high };
}
