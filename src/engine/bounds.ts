import type { LossAndGain, NonInferior, Verdict } from '../model/results';
import type { Probability } from '../model/units';

/** From bounds of restart minus continue. Each side errs as often as its own end does. */
export function lossAndGain({ low, high }: { readonly low: number; readonly high: number }): LossAndGain {
  return { lossAtMost: Math.min(1, Math.max(0, -low)), gainAtMost: Math.min(1, Math.max(0, high)) };
}

/**
 * Holds both actions against a margin, in both directions. A certified action is not inferior by any margin, and where the margin is
 * 0 the other one is inferior: pass `abstain` where the verdict rests on another error than the bounds.
 *
 * Under the margin 0 these are exactly the verdicts; a larger margin never loses a claim of non-inferiority. All claims together
 * with the verdicts err at most as often as the verdicts alone may (docs/MATH.md 1.2b).
 */
export function judgeMargin({ low, high }: { readonly low: number; readonly high: number }, verdict: Verdict, margin: Probability): NonInferior {
  return { restart: judge({ worst: low, best: high }, { isBetter: verdict === 'restart', isWorse: verdict === 'continue' }, margin), continue: judge({ worst: -high, best: -low }, { isBetter: verdict === 'continue', isWorse: verdict === 'restart' }, margin) };
}

/** `worst` and `best`: bounds of this action minus the other. */
function judge({ worst, best }: { readonly worst: number; readonly best: number }, { isBetter, isWorse }: { readonly isBetter: boolean; readonly isWorse: boolean }, margin: Probability): boolean | null {
  // Without a margin it is the question of the verdict, which asks for intervals strictly apart.
  if (isBetter || (margin === 0 ? worst > 0 : worst >= -margin)) return true;
  return best < -margin || (margin === 0 && isWorse) ? false : null;
}
