import type { ClassCounts } from './attemptClass';
import type { Certifiable, DecisionDesign, LeastAttempts } from './certifiable';
import { jointEvidence, type JointDesign } from './jointSequence';
import { leastPassing } from './leastPassing';

/** What `leastJointAttempts` looks at; more attempts of the best kind never hurt. */
const SEARCHED = { from: 1, most: 2_000 };

/**
 * Could some outcome of these n attempts, of which nLive are live at 0 < t < B, be certified by the joint sequence? The best
 * outcome for *continue* is that every live attempt is late and every other one failed, for *restart* that every live attempt
 * fails and every other one succeeded early; searching every outcome found no other (test).
 *
 * Source: BEYOND.md 8b.
 */
export function findJointCertifiable({ n, nLive, armsOverlap }: DecisionDesign, design: Omit<JointDesign, 'armsOverlap'>): Certifiable {
  if (nLive < 1 || nLive > n) return { restart: false, continue: false };
  const verdictOf = (counts: ClassCounts): string | null => jointEvidence(counts, { ...design, armsOverlap }).verdict;
  return { restart: verdictOf([n - nLive, 0, 0, 0, nLive]) === 'restart', continue: verdictOf([0, n - nLive, 0, nLive, 0]) === 'continue' };
}

/**
 * The least number of attempts in a cell with which the joint sequence could certify anything, by direction; null: none up to
 * 2,000. Overlapping arms have one class more to pay for. A few thousand evaluations.
 *
 * Example: without overlap 9 for continue at M = 156 and alpha 0.05.
 */
export function leastJointAttempts(design: JointDesign): LeastAttempts {
  const { armsOverlap } = design;
  const canContinue = (n: number): boolean => findJointCertifiable({ n, nLive: n, armsOverlap }, design).continue;
  const canRestart = (n: number, nLive: number): boolean => findJointCertifiable({ n, nLive, armsOverlap }, design).restart;
  const livesOf = (n: number): readonly number[] => Array.from({ length: Math.max(0, n - 1) }, (_, i) => i + 1);
  const n = leastPassing(SEARCHED, (size) => livesOf(size).some((nLive) => canRestart(size, nLive)));
  const lives = n === null ? [] : livesOf(n).filter((nLive) => canRestart(n, nLive));
  return { continue: leastPassing(SEARCHED, canContinue), restart: n === null ? null : { n, fewestLive: lives[0] ?? 0, mostLive: lives[lives.length - 1] ?? 0 } };
}
