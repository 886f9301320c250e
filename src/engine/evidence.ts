import type { Probability } from '../model/units';
import { familyTail } from './clopperPearson';
import { decimalFraction } from './decimal';

/**
 * U0(n, M): the upper end of the interval when none of n attempts succeeded, at level alpha over a
 * family of M decisions: 1 - (alpha / (4M))^(1/n). 1 for n = 0. Relative error below 1e-15.
 *
 * Example: U0(42, 1) = 0.0991 at alpha 0.05.
 *
 * Source: paper A, eq 17.
 */
export function upperEndWithoutSuccess(n: number, family: number, alpha: Probability): Probability {
  return n === 0 ? 1 : -Math.expm1(Math.log(familyTail(alpha, family)) / n);
}

/**
 * The least n with U0(n, M) <= epsilon: how many attempts without a success show that the rate is
 * at most epsilon. 0 for epsilon >= 1, null for epsilon <= 0 (no number is enough).
 *
 * Alpha and epsilon are the decimals shown: where n attempts reach epsilon exactly, n is returned,
 * whatever the rounding of the logarithms (epsilon 0.9875, M = 1, alpha 0.05 gives 1).
 *
 * Example: epsilon 0.1 takes 42 attempts at M = 1 and 90 at M = 156.
 *
 * Source: paper A, eq 18.
 */
export function attemptsForUpperEnd(epsilon: Probability, family: number, alpha: Probability): number | null {
  if (epsilon >= 1) return 0;
  if (!(epsilon > 0)) return null;
  const ratio = Math.log(familyTail(alpha, family)) / Math.log1p(-epsilon);
  const nearest = Math.round(ratio);
  if (nearest < 1) return 1;
  if (Math.abs(ratio - nearest) > BORDER * ratio) return Math.ceil(ratio);
  return isReached(nearest, { epsilon, family, alpha }) ? nearest : nearest + 1;
}

/** Relative distance to an integer below which the rounding of two logarithms could decide. */
const BORDER = 1e-12;

/**
 * Largest n for which the border is decided in whole numbers. A tie needs (1 - epsilon)^n = alpha / (4M),
 * which decimals and an M below 2^53 can only meet at a small n; beyond it there is no tie to respect.
 */
const MOST_EXACT = 2000;

/** U0(n, M) <= epsilon, that is (1 - epsilon)^n <= alpha / (4M), in whole numbers. */
function isReached(n: number, { epsilon, family, alpha }: { epsilon: number; family: number; alpha: number }): boolean {
  if (n > MOST_EXACT) return upperEndWithoutSuccess(n, family, alpha) <= epsilon;
  const bound = decimalFraction(epsilon);
  const level = decimalFraction(alpha);
  const power = BigInt(n);
  const rest = bound.denominator - bound.numerator;
  return rest ** power * BigInt(family) * 4n * level.denominator <= level.numerator * bound.denominator ** power;
}
