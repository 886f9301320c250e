import type { Probability } from '../model/units';
import { criticalTail } from './criticalTail';
import type { Direction } from './power';
import { regionAt, type SignRegion } from './signRegion';
import type { SignRule } from './signTest';

/** Which outcomes are calibrated. */
export interface CalibrationDesign {
  /** Attempts of a cell. */
  readonly n: number;
  readonly armsOverlap: boolean;
  readonly direction: Direction;
}

/** Fewer outcomes than this between two tails are looked at one by one. */
const FEW = 40;
/** Relative; further than rounding, and nearer than the next outcome. */
const JUST_BELOW = 1e-9;

/**
 * The least critical tail that the rule does not certify for n attempts: outcomes below it are certified, those at it and above
 * are not; 1/2 where everything is. Cost: some twenty decisions of the rule.
 *
 * Source: BEYOND.md 7; golden `x.calibrated_sign`.
 */
export function calibratedTail(rule: SignRule, design: CalibrationDesign): Probability {
  const { n, armsOverlap, direction } = design;
  const isSafe = (tail: Probability): boolean => rule.certifies({ direction, tail }, n, armsOverlap);
  // No outcome says more than all of n against none of n.
  let safe = 4 ** -n;
  let unsafe = armsOverlap ? calibratedTail(rule, { ...design, armsOverlap: false }) : 0.5;
  // Overlap has changed no level in any case tried: one proof just below settles it then.
  if (armsOverlap && isSafe(unsafe * (1 - JUST_BELOW))) return unsafe;
  let between = outcomesBetween(regionAt(safe, n, direction), regionAt(unsafe, n, direction), armsOverlap);
  while (between.length > FEW) {
    const middle = Math.sqrt(safe * unsafe);
    if (isSafe(middle)) safe = middle;
    else unsafe = middle;
    between = outcomesBetween(regionAt(safe, n, direction), regionAt(unsafe, n, direction), armsOverlap);
  }
  const tails = between
    .flatMap(({ nLive, xContinue, xRestart }) => criticalTail({ n, nLive, xContinue, xRestart })?.tail ?? [])
    .sort((a, b) => a - b);
  const first = tails.findIndex((tail) => !isSafe(tail));
  return first < 0 ? 0.5 : (tails[first] ?? 0.5);
}

/** One outcome of n attempts. */
export interface SignOutcome {
  readonly nLive: number;
  readonly xContinue: number;
  readonly xRestart: number;
}

/** The outcomes that can come about and lie in `outer` and not in `inner`; both of the same direction and n. Null for `inner`: all of `outer`. */
export function outcomesBetween(inner: SignRegion | null, outer: SignRegion, armsOverlap: boolean): readonly SignOutcome[] {
  const outcomes: SignOutcome[] = [];
  const { n, direction } = outer;
  for (let nLive = 1; nLive <= n; nLive++) {
    for (let xContinue = 0; xContinue <= nLive; xContinue++) {
      const entry = (nLive * (nLive + 1)) / 2 + xContinue;
      const most = n - nLive + (armsOverlap ? xContinue : 0);
      const border = outer.borders[entry] ?? 0;
      const reached = inner?.borders[entry];
      const [from, to] = direction === 'restart' ? [border, Math.min(most, (reached ?? n + 1) - 1)] : [(reached ?? -1) + 1, Math.min(most, border)];
      for (let xRestart = from; xRestart <= to; xRestart++) outcomes.push({ nLive, xContinue, xRestart });
    }
  }
  return outcomes;
}
