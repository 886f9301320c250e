import type { Probability } from '../model/units';
import { logUpperTail } from './binomial';
import type { ArmCounts } from './certificate';
import type { Direction } from './power';

/** How far apart the two arms of a decision lie. */
export interface CriticalTail {
  /** The action that the counts speak for. */
  readonly direction: Direction;
  /** The error on each side of both intervals at which they just meet; below 1/2. Smaller: further apart. */
  readonly tail: Probability;
}

/**
 * The tail at which the exact intervals of both arms meet: with any larger one `certify` gives the direction, with any smaller
 * one it abstains. It orders the outcomes of a decision from those that say most to those that say nothing.
 *
 * Null when nobody is live, or when the intervals would meet at a tail of 1/2 or more: such counts speak for neither action.
 *
 * For restart it is the common value of P(Bin(n, z) >= xRestart) and P(Bin(nLive, z) <= xContinue) at the z where the two are
 * equal; mirrored for continue. Relative error about 1e-12. Cost: some ten pairs of binomial tails.
 *
 * Source: BEYOND.md 7.
 */
export function criticalTail(counts: ArmCounts): CriticalTail | null {
  const { n, nLive, xContinue, xRestart } = counts;
  if (nLive === 0) return null;
  const restart = meetingTail({ x: xRestart, n }, { x: xContinue, n: nLive });
  if (restart < 0.5) return { direction: 'restart', tail: restart };
  const forContinue = meetingTail({ x: xContinue, n: nLive }, { x: xRestart, n });
  return forContinue < 0.5 ? { direction: 'continue', tail: forContinue } : null;
}

interface Arm {
  readonly x: number;
  readonly n: number;
}

/** The tail at which the lower end of the upper arm meets the upper end of the lower arm; 1 where they meet at none below 1. */
function meetingTail(upper: Arm, lower: Arm): Probability {
  // The one end is 0, or the other 1, whatever the tail.
  if (upper.x === 0 || lower.x === lower.n) return 1;
  const excess = (u: number): number => logAtLeast(upper, u) - logAtMost(lower, u);
  const u = risingRoot(excess, -REACH, REACH);
  return Math.exp(logAtLeast(upper, u));
}

/** log P(X >= x) at the rate with logit u. */
function logAtLeast({ x, n }: Arm, u: number): number {
  return logUpperTail(x, n, rateAt(u), rateAt(-u));
}

/** log P(X <= x): at least n - x failures. */
function logAtMost({ x, n }: Arm, u: number): number {
  return logUpperTail(n - x, n, rateAt(-u), rateAt(u));
}

/** The rate with logit u; its complement is `rateAt(-u)`, with all its digits. */
export function rateAt(u: number): Probability {
  return 1 / (1 + Math.exp(-u));
}

/** Rates closer to 0 or 1 than e^-40 decide nothing. */
const REACH = 40;
const MAX_ROUNDS = 200;

/** The root of a rising function in [low, high], by false position with the Illinois step; an end where the root lies beyond it. */
function risingRoot(valueAt: (u: number) => number, low: number, high: number): number {
  let [left, right] = [low, high];
  let [atLeft, atRight] = [valueAt(left), valueAt(right)];
  if (atLeft >= 0) return left;
  if (atRight <= 0) return right;
  // Which end moved last: the value of an end that stays twice is halved.
  let moved: 'left' | 'right' | null = null;
  for (let round = 0; round < MAX_ROUNDS && right - left > 1e-14 * Math.max(1, Math.abs(left)); round++) {
    const guess = right - (atRight * (right - left)) / (atRight - atLeft);
    // Far from the root the function is steep on one side only: there halving is quicker.
    const u = round % 3 === 2 || !(guess > left && guess < right) ? (left + right) / 2 : guess;
    const value = valueAt(u);
    if (value === 0) return u;
    if (value < 0) {
      left = u;
      atLeft = value;
      if (moved === 'left') atRight /= 2;
      moved = 'left';
    } else {
      right = u;
      atRight = value;
      if (moved === 'right') atLeft /= 2;
      moved = 'right';
    }
  }
  return (left + right) / 2;
}
