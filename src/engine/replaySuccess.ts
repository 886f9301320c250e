// Non-null assertions on array elements: every index below is within its array by construction.

import type { EpisodeLaw } from './episodeLaw';
import { capOf, steadyFrom, type Schedule } from './schedule';

/** A replay that is this unlikely to be still going on is given up: no range shows it. */
const NEGLIGIBLE_MASS = 1e-12;

/** Success of a schedule under a law. */
export type SuccessOf = (law: EpisodeLaw, schedule: Schedule) => number;

/**
 * Success alone, as `replayLaw` gives it up to 1e-12, of schedules that were seen in full (`replayLaw` says so of the cell's own
 * law; a resample of the cell meets no cap that the cell did not). For resamples, of which there are many: memory is kept from
 * one call to the next, and a third of the work is left.
 *
 * All laws given to one function have the budget it was made for.
 */
export function makeSuccessOf(budget: number): SuccessOf {
  const value = new Float64Array(budget + 1);
  let left = new Float64Array(budget + 1);
  let next = new Float64Array(budget + 1);
  return (law, schedule) => {
    if (schedule.kind === 'single') return law.solved[budget]!;
    const steady = steadyFrom(schedule, budget);
    if (steady === 0) {
      valueSteadily(law, capOf(schedule, 0), value);
      return value[budget]!;
    }
    left.fill(0);
    left[budget] = 1;
    let success = 0;
    for (let episode = 0; ; episode++) {
      const cap = capOf(schedule, episode);
      if (episode >= steady) {
        valueSteadily(law, cap, value);
        for (let rest = 1; rest <= budget; rest++) success += left[rest]! * value[rest]!;
        return success;
      }
      const played = playOnce(law, cap, left, next);
      success += played.success;
      if (played.left < NEGLIGIBLE_MASS) return success;
      [left, next] = [next, left];
    }
  };
}

/** Fills in the success with each budget left when every episode has the same cap. */
function valueSteadily({ budget, solved, live, ends, endShares }: EpisodeLaw, ownCap: number, value: Float64Array): void {
  value[0] = 0;
  for (let left = 1, within = 0; left <= budget; left++) {
    const cap = Math.min(left, ownCap);
    while (within < ends.length && ends[within]! <= cap) within++;
    let success = solved[cap]! + live[cap]! * value[left - cap]!;
    for (let i = 0; i < within; i++) success += endShares[i]! * value[left - ends[i]!]!;
    value[left] = success;
  }
}

/** One episode for the law of the budget left, moved on into `next`; its success, and the mass that has budget left. */
function playOnce({ budget, solved, live, ends, endShares }: EpisodeLaw, ownCap: number, law: Float64Array, next: Float64Array): { readonly success: number; readonly left: number } {
  next.fill(0);
  let success = 0;
  for (let left = budget; left > 0; left--) {
    const mass = law[left]!;
    if (mass === 0) continue;
    const cap = Math.min(left, ownCap);
    success += mass * solved[cap]!;
    for (let i = 0; i < ends.length && ends[i]! <= cap; i++) next[left - ends[i]!]! += mass * endShares[i]!;
    next[left - cap]! += mass * live[cap]!;
  }
  next[0] = 0;
  let sum = 0;
  for (let left = 1; left <= budget; left++) sum += next[left]!;
  return { success, left: sum };
}
