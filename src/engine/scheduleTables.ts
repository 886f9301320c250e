// Non-null assertions on array elements: every index below is within its array by construction.

import type { EpisodeLaw } from './episodeLaw';

/** What a task can still win, by calls left (entries 0 to the budget); by place in a list of caps first where there are several. */
export interface EpisodeTables {
  /** Under the best cap for each number of calls left: the task's own optimum. */
  readonly optimum: Float64Array;
  /** With the cap repeated until the calls are gone. */
  readonly repeated: readonly Float64Array[];
  /** With the cap once, then the task's own optimum. */
  readonly onward: readonly Float64Array[];
}

/** How things stand after some episodes: by task what was won, and the law of the calls left (J x (budget + 1), a row for each task). */
export interface SearchState {
  readonly budget: number;
  readonly won: Float64Array;
  readonly left: Float64Array;
  /** No task has more calls left than this. */
  readonly most: number;
}

/**
 * The tables of a task. Its optimum is a recursion over calls left: with cap c, the chance to be verified by c, plus what is left after
 * a cut at c or an end before it. Cost: caps x budget x ends that release calls.
 */
export function episodeTables(law: EpisodeLaw, caps: readonly number[]): EpisodeTables {
  const { budget } = law;
  const optimum = new Float64Array(budget + 1);
  for (let left = 1; left <= budget; left++) {
    let best = 0;
    for (const cap of caps) {
      best = Math.max(best, winAt(law, Math.min(cap, left), { left, then: optimum }));
      // Longer caps are cut to the same.
      if (cap >= left) break;
    }
    optimum[left] = best;
  }
  const repeated = caps.map((cap) => {
    const values = new Float64Array(budget + 1);
    for (let left = 1; left <= budget; left++) values[left] = winAt(law, Math.min(cap, left), { left, then: values });
    return values;
  });
  const onward = caps.map((cap) => Float64Array.from({ length: budget + 1 }, (_, left) => (left === 0 ? 0 : winAt(law, Math.min(cap, left), { left, then: optimum }))));
  return { optimum, repeated, onward };
}

/** Success of an episode with a cap within the calls left, and of what follows it. */
function winAt({ solved, live, ends, endShares }: EpisodeLaw, cap: number, { left, then }: { readonly left: number; readonly then: Float64Array }): number {
  let win = solved[cap]! + live[cap]! * then[left - cap]!;
  for (let i = 0; i < ends.length && ends[i]! <= cap; i++) win += endShares[i]! * then[left - ends[i]!]!;
  return win;
}

/**
 * The caps that lists need: of those by which the same is solved in every task the shortest, since it leaves more and more calls left
 * never win less under the same caps after it; and none by which nothing is solved. The longest cap where nothing is solved by any.
 */
export function usefulCaps(laws: readonly EpisodeLaw[], caps: readonly number[]): readonly number[] {
  const useful = caps.filter((cap, k) => laws.some(({ solved }) => solved[cap]! > (k === 0 ? 0 : solved[caps[k - 1]!]!)));
  return useful.length > 0 ? useful : caps.slice(-1);
}

/** Before the first episode. */
export function startState(tasks: number, budget: number): SearchState {
  const left = new Float64Array(tasks * (budget + 1));
  for (let task = 0; task < tasks; task++) left[task * (budget + 1) + budget] = 1;
  return { budget, won: new Float64Array(tasks), left, most: budget };
}

/** After one more episode. */
export function moveOn({ budget, won, left, most }: SearchState, laws: readonly EpisodeLaw[], cap: number): SearchState {
  const next = new Float64Array(left.length);
  const wins = Float64Array.from(won);
  let nextMost = 0;
  for (const [task, { solved, live, ends, endShares }] of laws.entries()) {
    const row = task * (budget + 1);
    for (let calls = most; calls > 0; calls--) {
      const mass = left[row + calls]!;
      if (mass === 0) continue;
      const own = Math.min(cap, calls);
      wins[task]! += mass * solved[own]!;
      for (let i = 0; i < ends.length && ends[i]! <= own; i++) next[row + calls - ends[i]!]! += mass * endShares[i]!;
      next[row + calls - own]! += mass * live[own]!;
    }
    next[row] = 0;
    for (let calls = budget; calls > nextMost; calls--) if (next[row + calls]! > 0) nextMost = calls;
  }
  return { budget, won: wins, left: next, most: nextMost };
}

/** The mean of a table by calls left under the law of a task. */
export function dotAt({ budget, left, most }: SearchState, task: number, table: Float64Array): number {
  const row = task * (budget + 1);
  let sum = 0;
  for (let calls = 1; calls <= most; calls++) sum += left[row + calls]! * table[calls]!;
  return sum;
}
