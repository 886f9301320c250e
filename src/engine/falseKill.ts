import type { Probability } from '../model/units';
import { logUpperTail } from './binomial';
import { upperLimit } from './clopperPearson';
import { decimalFraction } from './decimal';
import { leastPassing } from './leastPassing';

/** How many calibration successes the threshold lets go; -1: never stop. */
export type Allowance = number;

/** floor(rho (n + 1)) - 1: the expected false-kill rate is at most rho. Source: BEYOND.md 6. */
export function conformalAllowance(n: number, rho: Probability): Allowance {
  return floorOfShare(n + 1, rho) - 1;
}

/** floor(rho n), paper C's rule: the expected rate may exceed rho, and the actual one does about half the time. */
export function paperAllowance(n: number, rho: Probability): Allowance {
  return floorOfShare(n, rho);
}

/**
 * The largest b with P(Bin(n, rho) <= b) <= delta, -1 if none: with chance 1 - delta the actual rate is at most rho. O(log n) tails.
 *
 * Source: BEYOND.md 6; golden `x.false_kill`.
 */
export function pacAllowance(n: number, rho: Probability, delta: Probability): Allowance {
  let [good, bad] = [-1, n + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isAtMost({ b: middle, n, rho }, delta)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The law of the actual false-kill rate under an allowance, for continuous scores; ties only lower it. */
export interface FalseKillLaw {
  readonly mean: Probability;
  /** The rate that is exceeded with chance 0.05. */
  readonly upper95: Probability;
  /** P(rate > rho). */
  readonly above: Probability;
}

/**
 * Beta(b + 1, n - b), the law of the share of later successes above a threshold just over the (b + 1)-th largest maximum of n
 * calibration successes. -1 stops nobody, b >= n everybody.
 *
 * Source: BEYOND.md 6; golden `x.false_kill`.
 */
export function falseKillLaw(b: Allowance, n: number, rho: Probability): FalseKillLaw {
  if (b < 0) return { mean: 0, upper95: 0, above: 0 };
  if (b >= n) return { mean: 1, upper95: 1, above: rho < 1 ? 1 : 0 };
  return { mean: (b + 1) / (n + 1), upper95: upperLimit(b, n, 0.05), above: chanceOfAtMost({ b, n, rho }) };
}

/**
 * The least number of calibration successes n with P(Bin(n, rho) <= b) <= delta; null when none is (rho 0), or beyond 1e9.
 *
 * Example: rho = delta = 0.05 and b = 0 need 59. Source: BEYOND.md 6; golden `x.pac_n`.
 */
export function pacLeastSuccesses(b: number, rho: Probability, delta: Probability): number | null {
  return leastPassing({ from: Math.max(1, b), most: MOST_SUCCESSES }, (n) => isAtMost({ b, n, rho }, delta));
}

const MOST_SUCCESSES = 1e9;

interface Tail {
  readonly b: number;
  readonly n: number;
  readonly rho: Probability;
}

/** P(Bin(n, rho) <= b). */
function chanceOfAtMost({ b, n, rho }: Tail): Probability {
  if (b < 0) return 0;
  if (b >= n || rho <= 0) return 1;
  // P(X <= b) is P(n - X >= n - b).
  return rho >= 1 ? 0 : Math.exp(logUpperTail(n - b, n, 1 - rho, rho));
}

/** Up to here a comparison that rounding could decide is made in whole numbers. */
const MOST_EXACT = 5_000;

/** P(Bin(n, rho) <= b) <= delta; near the border exactly, with rho and delta as the decimals shown. */
function isAtMost(tail: Tail, delta: Probability): boolean {
  const chance = chanceOfAtMost(tail);
  const isClear = Math.abs(chance - delta) > 1e-9 * delta || tail.n > MOST_EXACT || tail.b < 0 || tail.b >= tail.n;
  return isClear ? chance <= delta : isAtMostExactly(tail, delta);
}

function isAtMostExactly({ b, n, rho }: Tail, delta: Probability): boolean {
  const [share, level] = [decimalFraction(rho), decimalFraction(delta)];
  const rest = share.denominator - share.numerator;
  let term = rest ** BigInt(n);
  let sum = term;
  for (let k = 1; k <= b; k++) {
    term = (term * BigInt(n - k + 1) * share.numerator) / (BigInt(k) * rest);
    sum += term;
  }
  return sum * level.denominator <= level.numerator * share.denominator ** BigInt(n);
}

/** floor(n x share), the share as the decimal shown. */
function floorOfShare(n: number, share: Probability): number {
  const { numerator, denominator } = decimalFraction(share);
  return Number((BigInt(n) * numerator) / denominator);
}
