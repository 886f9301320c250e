// Non-null assertions on array elements: every index below is within its array by construction.

import type { OutcomeColumns } from './outcomeColumns';

/** What one episode comes to under any cap from 0 to the budget: the law that replays are made of. */
export interface EpisodeLaw {
  readonly budget: number;
  /** By cap: chance that the episode is verified by it. */
  readonly solved: Float64Array;
  /** By cap: chance that the cap stops the episode while it is live; exactly 0 where none is. */
  readonly live: Float64Array;
  /** By cap: expected spend of an episode that was verified or ended by the cap, times the chance of it. */
  readonly used: Float64Array;
  /** Rising positions of ends that release what they leave, and their chances. */
  readonly ends: Int32Array;
  readonly endShares: Float64Array;
  /** Up to where attempts without T and E were watched, in order of appearance; 0: not known. */
  readonly watched: readonly number[];
}

/**
 * The episode law of distinct outcomes, drawn by their counts; null without attempts. Cost: budget + outcomes.
 * Throws RangeError unless the budget is a whole number from 1.
 */
export function episodeLaw({ T, E, seen, endsForGood }: OutcomeColumns, counts: Int32Array, budget: number): EpisodeLaw | null {
  if (!Number.isInteger(budget) || budget < 1) throw new RangeError(`A replay needs a whole budget from 1, not ${budget}.`);
  const n = counts.reduce((sum, count) => sum + count, 0);
  if (n === 0) return null;
  const solvedAt = new Int32Array(budget + 1);
  const endedAt = new Int32Array(budget + 1);
  const releasedAt = new Int32Array(budget + 1);
  const usedAt = new Float64Array(budget + 1);
  const watched: number[] = [];
  counts.forEach((count, i) => {
    if (count === 0) return;
    const position = Math.min(T[i]!, E[i]!);
    if (position === Infinity && seen[i]! < budget) watched.push(seen[i]!);
    if (position > budget) return;
    // Caps are whole: what happens inside a step is known when the step ends.
    const at = Math.ceil(position);
    usedAt[at] = usedAt[at]! + count * position;
    if (T[i]! <= budget) solvedAt[at] = solvedAt[at]! + count;
    else endedAt[at] = endedAt[at]! + count;
    if (T[i]! > budget && endsForGood[i] === 0) releasedAt[at] = releasedAt[at]! + count;
  });
  const law = { solved: new Float64Array(budget + 1), live: new Float64Array(budget + 1), used: new Float64Array(budget + 1) };
  for (let cap = 0, solved = 0, ended = 0, used = 0; cap <= budget; cap++) {
    solved += solvedAt[cap]!;
    ended += endedAt[cap]!;
    used += usedAt[cap]!;
    law.solved[cap] = solved / n;
    law.live[cap] = (n - solved - ended) / n;
    law.used[cap] = used / n;
  }
  const ends = placesOf(releasedAt);
  return { budget, ...law, ends, endShares: Float64Array.from(ends, (at) => releasedAt[at]! / n), watched };
}

/** Indices of entries above 0, rising. */
function placesOf(counts: Int32Array): Int32Array {
  const places = new Int32Array(counts.length);
  let found = 0;
  for (let at = 0; at < counts.length; at++) if (counts[at]! > 0) places[found++] = at;
  return places.slice(0, found);
}
