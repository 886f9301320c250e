import type { Probability } from '../model/units';
import { CLASSES } from './attemptClass';
import { decimalFraction } from './decimal';
import type { ProportionInterval } from './clopperPearson';
import { confidenceSequence, sequenceError } from './confidenceSequence';
import type { Direction } from './power';

/** The intervals of both arms after attempts in the order of their starts. */
export interface SequenceState {
  readonly n: number;
  readonly nLive: number;
  readonly continue: ProportionInterval;
  readonly restart: ProportionInterval;
  /** The parts that all intervals so far share: valid too, and never wider than before. `low` above `high` where nothing is shared. */
  readonly running: { readonly continue: ProportionInterval; readonly restart: ProportionInterval };
  /** Intervals that must hold together share no value: the attempts are not exchangeable. */
  readonly isEmpty: boolean;
  /** After how many attempts the running intervals separated first, and which action they speak for; null: not yet. */
  readonly first: { readonly n: number; readonly direction: Direction } | null;
}

const EVERYTHING: ProportionInterval = { low: 0, high: 1 };

/**
 * Follows attempts, given as indices into `CLASSES` in the order of their starts, by the one-arm sequences with error
 * alpha / (2M) each. Valid however often one looks. Cost: two intervals for each attempt.
 *
 * Source: BEYOND.md 8a; golden `x.anytime`.
 */
export function followSequences(classes: readonly number[], alpha: Probability, family: number): SequenceState {
  const delta = sequenceError(alpha, family);
  let [nLive, xContinue, xRestart] = [0, 0, 0];
  let [continued, restarted, runningContinue, runningRestart] = [EVERYTHING, EVERYTHING, EVERYTHING, EVERYTHING];
  let first: SequenceState['first'] = null;
  classes.forEach((index, at) => {
    const one = CLASSES[index];
    if (one === undefined) throw new RangeError(`There is no class ${index}.`);
    nLive += one.live;
    xContinue += one.continue;
    xRestart += one.restart;
    if (one.live === 1) continued = confidenceSequence(xContinue, nLive, delta);
    restarted = confidenceSequence(xRestart, at + 1, delta);
    runningContinue = shared(runningContinue, continued);
    runningRestart = shared(runningRestart, restarted);
    first ??= separate(runningContinue, runningRestart, at + 1);
  });
  const running = { continue: runningContinue, restart: runningRestart };
  const isEmpty = runningContinue.low > runningContinue.high || runningRestart.low > runningRestart.high;
  return { n: classes.length, nLive, continue: continued, restart: restarted, running, isEmpty, first };
}

function shared(one: ProportionInterval, other: ProportionInterval): ProportionInterval {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) };
}

function separate(continued: ProportionInterval, restarted: ProportionInterval, n: number): SequenceState['first'] {
  if (restarted.low > continued.high) return { n, direction: 'restart' };
  return continued.low > restarted.high ? { n, direction: 'continue' } : null;
}

/**
 * The least number of attempts, all of them live and late, with which the one-arm sequences certify *continue*: the least n
 * with alpha 2^n > 2M (n + 1). Alpha and M are taken as the decimals shown, so that the comparison is exact.
 *
 * Source: BEYOND.md 8a; golden `x.anytime_least_n`.
 */
export function anytimeLeastForContinue(alpha: Probability, family: number): number {
  const [level, size] = [decimalFraction(alpha), decimalFraction(family)];
  const [left, right] = [level.numerator * size.denominator, 2n * size.numerator * level.denominator];
  let n = 1;
  while (!(left * 2n ** BigInt(n) > right * BigInt(n + 1))) n++;
  return n;
}
