/**
 * How a total budget is spent on episodes, each started afresh from the task.
 * `single`: one episode with the whole budget and nothing after it. `recycle`: episodes without a cap of their own, so that only
 * observable ends start another. `fixed`: the same cap for each. `geometric`: floor(base ratio^i), at least 1. `luby`: unit times
 * 1, 1, 2, 1, 1, 2, 4, … `caps`: a list whose last cap repeats.
 */
export type Schedule =
  | { readonly kind: 'single' }
  | { readonly kind: 'recycle' }
  | { readonly kind: 'fixed'; readonly cap: number }
  | { readonly kind: 'geometric'; readonly base: number; readonly ratio: number }
  | { readonly kind: 'luby'; readonly unit: number }
  | { readonly kind: 'caps'; readonly caps: readonly number[] };

/**
 * The cap of an episode (from 0) before the budget that is left cuts it: Infinity where it has none of its own.
 * Throws RangeError for caps, bases and units below 1 and ratios below 1, with which a budget would never end.
 *
 * Source: paper A, section on replay; Luby, Sinclair and Zuckerman (1993); MATH.md 1.4.
 */
export function capOf(schedule: Schedule, episode: number): number {
  switch (schedule.kind) {
    case 'single':
    case 'recycle':
      return Infinity;
    case 'fixed':
      return atLeastOne(schedule.cap, 'A cap');
    case 'geometric':
      return Math.max(1, Math.floor(atLeastOne(schedule.base, 'A base') * atLeastOne(schedule.ratio, 'A ratio') ** episode));
    case 'luby':
      return atLeastOne(schedule.unit, 'A unit') * lubyTerm(episode + 1);
    case 'caps':
      return atLeastOne(schedule.caps[Math.min(episode, schedule.caps.length - 1)] ?? NaN, 'Each of one or more caps');
  }
}

/**
 * The first episode (from 0) from which on every episode's cap is the same under this budget, a cap of at least the budget being
 * none; Infinity where there is none, as for Luby.
 */
export function steadyFrom(schedule: Schedule, budget: number): number {
  switch (schedule.kind) {
    case 'single':
    case 'recycle':
    case 'fixed':
      return 0;
    case 'caps':
      return Math.max(0, schedule.caps.length - 1);
    case 'luby':
      return Infinity;
    case 'geometric': {
      if (schedule.ratio === 1) return 0;
      // Each episode uses at least one call, so there are no more of them than calls.
      for (let episode = 0; episode < budget; episode++) if (capOf(schedule, episode) >= budget) return episode;
      return Infinity;
    }
  }
}

/**
 * Caps of the episodes when each uses its cap up, the last one cut to what is left; their sum is the budget.
 *
 * Example: fixed 16 under 30 gives 16, 14.
 */
export function nominalCaps(schedule: Schedule, budget: number): readonly number[] {
  const caps: number[] = [];
  for (let left = budget; left > 0; left -= caps[caps.length - 1] ?? left) caps.push(Math.min(left, capOf(schedule, caps.length)));
  return caps;
}

/** Term i (from 1) of 1, 1, 2, 1, 1, 2, 4, … */
function lubyTerm(i: number): number {
  let rest = i;
  for (;;) {
    // The smallest k with 2^k - 1 >= rest; exact, where a logarithm may round.
    let power = 1;
    while (power - 1 < rest) power *= 2;
    if (power - 1 === rest) return power / 2;
    rest -= power / 2 - 1;
  }
}

function atLeastOne(value: number, what: string): number {
  if (value >= 1 && Number.isFinite(value)) return value;
  throw new RangeError(`${what} must be a number from 1, not ${value}.`);
}
