import type { Probability } from '../model/units';
import { logBinomialCoefficient } from './binomial';
import { upperLimit } from './clopperPearson';
import { normalQuantile } from './normal';

/** Successes and trials of one arm. */
export interface Arm {
  readonly successes: number;
  readonly trials: number;
}

export interface Difference {
  /** First proportion minus second; null when an arm has no trials. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval without continuity correction; [0, 1] without trials. Source: Wilson (1927). */
export function wilsonInterval({ successes, trials }: Arm, level: Probability = 0.95): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const z = normalQuantile((1 + level) / 2);
  const share = successes / trials;
  const centre = (share + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
  const half = (z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))) / (1 + (z * z) / trials);
  return { low: successes === 0 ? 0 : Math.max(0, centre - half), high: successes === trials ? 1 : Math.min(1, centre + half) };
}

/**
 * Newcombe's hybrid score interval for a difference of two independent proportions, without continuity correction.
 *
 * Source: Newcombe (1998), method 10. Paper A prints another interval for 0/20 - 1/20: `boxInterval` (MATH.md 1.5, erratum).
 */
export function newcombeInterval(first: Arm, second: Arm, level: Probability = 0.95): Difference {
  const [a, b] = [wilsonInterval(first, level), wilsonInterval(second, level)];
  const estimate = differenceOf(first, second);
  if (estimate === null) return { estimate, low: -1, high: 1 };
  const [p, q] = [first.successes / first.trials, second.successes / second.trials];
  return { estimate, low: estimate - Math.hypot(p - a.low, b.high - q), high: estimate + Math.hypot(a.high - p, q - b.low) };
}

/** The box of two Wilson intervals, [l1 - u2, u1 - l2]: wider than its level says. */
export function boxInterval(first: Arm, second: Arm, level: Probability = 0.95): Difference {
  const [a, b] = [wilsonInterval(first, level), wilsonInterval(second, level)];
  const estimate = differenceOf(first, second);
  return estimate === null ? { estimate, low: -1, high: 1 } : { estimate, low: a.low - b.high, high: a.high - b.low };
}

function differenceOf(first: Arm, second: Arm): number | null {
  return first.trials === 0 || second.trials === 0 ? null : first.successes / first.trials - second.successes / second.trials;
}

/**
 * One-sided exact upper bound at level 1 - alpha: all of alpha in one tail. 1 when every trial succeeded or there is none.
 *
 * Source: Clopper and Pearson (1934); MATH.md 1.5.
 */
export function oneSidedUpper({ successes, trials }: Arm, alpha: Probability): Probability {
  return trials === 0 ? 1 : upperLimit(successes, trials, alpha);
}

/** Counts of a two by two table. */
export interface TwoByTwo {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export interface FisherTest {
  readonly twoSided: Probability;
  /** P(table at least as far towards a large a), and towards a small one. */
  readonly greater: Probability;
  readonly less: Probability;
}

/** Tables this much likelier than the observed one, relatively, still count as no likelier: rounding. As R and scipy. */
const SLACK = 1e-7;

/**
 * Fisher's exact test given both margins. Two-sided: all tables no likelier than the observed one. Cost: linear in the smaller margin.
 *
 * Source: Fisher (1935); MATH.md 1.5.
 */
export function fisherTest({ a, b, c, d }: TwoByTwo): FisherTest {
  const [row, column, total] = [a + b, a + c, a + b + c + d];
  const first = Math.max(0, row + column - total);
  const last = Math.min(row, column);
  const logs = Array.from({ length: last - first + 1 }, (_, i) => logChoose(first + i, row) + logChoose(column - first - i, total - row) - logChoose(column, total));
  const observed = logs[a - first] ?? 0;
  const sum = (chosen: readonly number[]): number => Math.min(1, chosen.reduce((total, log) => total + Math.exp(log), 0));
  return {
    twoSided: sum(logs.filter((log) => log <= observed + Math.log1p(SLACK))),
    greater: sum(logs.slice(a - first)),
    less: sum(logs.slice(0, a - first + 1)),
  };
}

function logChoose(k: number, n: number): number {
  return k === 0 || k === n ? 0 : logBinomialCoefficient(k, n);
}
