import { CLASSES, type ClassCounts } from './attemptClass';
import type { ContributionCounts } from './macro';
import type { RandomStream } from './random';

/** What a cell adds to a macro number; 0 where nobody is live or nobody is solved within the budget. */
export type Contribution = (counts: ContributionCounts) => number;

/**
 * Draws of a cell's contribution when its n attempts are drawn anew, with replacement: whatever the contribution, at n random numbers a draw.
 * The macro change has an exact law of its own (`cellLaw`), which is faster.
 */
export function drawContribution(classes: ClassCounts, contribution: Contribution): (random: RandomStream) => number {
  const [early, , both, late, fail] = classes;
  const n = classes.reduce((sum, count) => sum + count, 0);
  if (both + late + fail === 0 || early + both + late === 0) return () => 0;
  const members = classes.flatMap((count, index) => Array.from({ length: count }, () => index));
  return (random) => {
    let nLive = 0;
    let xContinue = 0;
    let xRestart = 0;
    for (let i = 0; i < n; i++) {
      const one = CLASSES[members[random.below(n)] ?? 0];
      nLive += one?.live ?? 0;
      xContinue += one?.continue ?? 0;
      xRestart += one?.restart ?? 0;
    }
    return contribution({ n, nLive, xContinue, xRestart });
  };
}
