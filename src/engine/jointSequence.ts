import type { Verdict } from '../model/results';
import type { Probability } from '../model/units';
import type { ClassCounts } from './attemptClass';
import type { ProportionInterval } from './clopperPearson';
import { differenceInterval } from './differenceInterval';
import { logGamma, timesLog } from './logGamma';
import { boundaryWithOverlap } from './overlapBoundary';

/** What the joint sequence says of one decision. */
export interface JointEvidence {
  /** log e-value against p <= q, so for *restart*; p the chance of a restart, q that of continuing. */
  readonly logRestart: number;
  /** log e-value against p >= q, so for *continue*. */
  readonly logContinue: number;
  /** log(M / alpha); a verdict needs more. */
  readonly threshold: number;
  /** Null when nobody is live. */
  readonly verdict: Verdict | null;
}

/** A decision of a family under the joint sequence. */
export interface JointDesign {
  readonly alpha: Probability;
  /** M. */
  readonly family: number;
  /** True when t < B - t: a live attempt may then succeed within B - t. */
  readonly armsOverlap: boolean;
}

/**
 * The evidence of a decision's classes, valid however often one looks at attempts in the order of their starts: the chance of
 * these classes under a Dirichlet(1/2) mixture over all laws, against the largest chance under a law with p <= q (or p >= q).
 * Both e-values of a family exceed M / alpha anywhere, ever, where they should not, with chance at most alpha.
 *
 * Cost: O(1) without overlap, a search of some hundred logarithms with it. Absolute error below 1e-9 up to n = 1e4 (measured
 * against a search over all laws in 30 digits).
 *
 * Source: BEYOND.md 8b (universal inference, Wasserman, Ramdas and Balakrishnan 2020); golden `x.joint_sequence`.
 */
export function jointEvidence(counts: ClassCounts, { alpha, family, armsOverlap }: JointDesign): JointEvidence {
  const [early, ended, both, late, fail] = counts;
  if (!armsOverlap && both > 0) throw new RangeError('Without overlap no attempt succeeds in both arms.');
  const nLive = both + late + fail;
  const n = nLive + early + ended;
  const mixture = logMixture(armsOverlap ? counts : [early, ended, late, fail]);
  const free = logLikelihood(counts);
  // Whole numbers, so that a tie is exact: the sign of p-hat - q-hat.
  const lead = (early + both) * nLive - (both + late) * n;
  const bound = nLive === 0 || lead === 0 ? free : armsOverlap ? boundaryWithOverlap(counts) : boundaryApart(counts);
  const [logRestart, logContinue] = [mixture - (lead > 0 ? bound : free), mixture - (lead < 0 ? bound : free)];
  const threshold = Math.log(family / alpha);
  const verdict = logRestart > threshold ? 'restart' : logContinue > threshold ? 'continue' : 'abstain';
  return { logRestart, logContinue, threshold, verdict: nLive === 0 ? null : verdict };
}

/**
 * The differences p - q that the joint sequence does not exclude; null where the arms overlap. It holds for all looks and the
 * whole family together.
 */
export function jointInterval(counts: ClassCounts, { alpha, family, armsOverlap }: JointDesign): ProportionInterval | null {
  if (armsOverlap) return null;
  const [early, ended, both, late, fail] = counts;
  const nLive = both + late + fail;
  const mixture = logMixture([early, ended, late, fail]) - timesLog(ended, ended / (ended + nLive)) - timesLog(nLive, nLive / (ended + nLive));
  const arms = { restart: { x: early, n: early + ended + nLive }, continue: { x: late, n: nLive } };
  return nLive === 0 ? { low: -1, high: 1 } : differenceInterval(arms, mixture - Math.log(family / alpha));
}

/** log of the mean chance of the counts, in their order, over Dirichlet(1/2, ..., 1/2). */
function logMixture(counts: readonly number[]): number {
  const [n, parts] = [counts.reduce((sum, count) => sum + count, 0), counts.length];
  return counts.reduce((sum, count) => sum + logGamma(count + 0.5), 0) - parts * logGamma(0.5) + logGamma(parts / 2) - logGamma(n + parts / 2);
}

/** Largest log chance of the classes under any law. */
function logLikelihood(counts: ClassCounts): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce<number>((sum, count) => sum + timesLog(count, count / n), 0);
}

/** The largest log chance with p = q where the arms do not overlap: early of n and late of nLive share one chance. */
function boundaryApart([early, ended, , late, fail]: ClassCounts): number {
  const nLive = late + fail;
  const [successes, trials] = [early + late, early + ended + 2 * nLive];
  const apart = timesLog(ended, ended / (ended + nLive)) + timesLog(nLive, nLive / (ended + nLive));
  return apart + timesLog(successes, successes / trials) + timesLog(trials - successes, (trials - successes) / trials);
}
