import type { ProportionInterval } from './clopperPearson';
import { timesLog } from './logGamma';

/** Successes and trials of both arms, independent of each other. */
export interface TwoArms {
  readonly restart: { readonly x: number; readonly n: number };
  readonly continue: { readonly x: number; readonly n: number };
}

/**
 * The differences p - q at which the largest log chance of both arms reaches `level`: an interval, since that chance is concave
 * in the difference. Each end to within 1e-13; [-1, 1] where nothing is excluded.
 */
export function differenceInterval(arms: TwoArms, level: number): ProportionInterval {
  const { restart, continue: continued } = arms;
  const summit = restart.x / restart.n - continued.x / continued.n;
  return { low: endBetween(arms, level, { outside: -1, inside: summit }), high: endBetween(arms, level, { outside: 1, inside: summit }) };
}

function endBetween(arms: TwoArms, level: number, between: { readonly outside: number; readonly inside: number }): number {
  let { outside, inside } = between;
  if (bestChance(arms, outside) >= level) return outside;
  for (let round = 0; round < 100 && Math.abs(outside - inside) > 1e-14; round++) {
    const middle = (outside + inside) / 2;
    if (bestChance(arms, middle) >= level) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** Largest log chance with p = q + difference: concave in q, so its slope is followed to 0 by halving. */
function bestChance({ restart, continue: continued }: TwoArms, difference: number): number {
  let [low, high] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
  const slope = (q: number): number =>
    ratio(restart.x, q + difference) - ratio(restart.n - restart.x, 1 - q - difference) + ratio(continued.x, q) - ratio(continued.n - continued.x, 1 - q);
  for (let round = 0; round < 60 && high > low; round++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  const at = (q: number): number => {
    const p = Math.min(1, Math.max(0, q + difference));
    return timesLog(restart.x, p) + timesLog(restart.n - restart.x, 1 - p) + timesLog(continued.x, q) + timesLog(continued.n - continued.x, 1 - q);
  };
  // The ends too: where a count is 0 the summit may lie at 0 or 1, which halving only nears.
  return Math.max(at(low), at(high), at(Math.max(0, -difference)), at(Math.min(1, 1 - difference)));
}

function ratio(count: number, value: number): number {
  return count === 0 ? 0 : count / value;
}
