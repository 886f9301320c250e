// Non-null assertions on array elements: every index below is within its array by construction.

import { drawSum, makeAliasTable } from './aliasTable';
import type { RandomStream } from './random';

/** Resamples of n attempts, as counts over their distinct outcomes; each state is one of them. */
export interface ResampleLaw {
  readonly states: readonly Int32Array[];
  /** A state by its chance. */
  readonly draw: (random: RandomStream) => number;
}

/**
 * The law of n draws with replacement from n attempts whose distinct outcomes have these counts. With at most `most` states it is
 * the exact multinomial law; else `most` balanced resamples drawn by `random` stand for it, each with the same chance, so that a
 * statistic is computed once for each. Throws RangeError without attempts.
 *
 * Balanced: all of them together hold each attempt equally often. Each alone is a resample like any other, and the mean of a
 * statistic over them is off by what is not linear in it alone; its variance over them falls short by one part in `most`.
 *
 * Source: Davison, Hinkley and Schechtman (1986).
 *
 * Example: counts 4 and 1 have 6 states.
 */
export function resampleLaw(counts: Int32Array, most: number, random: RandomStream): ResampleLaw {
  const n = counts.reduce((sum, count) => sum + count, 0);
  if (n === 0) throw new RangeError('There is nothing to resample.');
  if (countStates(n, counts.length, most) > most) {
    const drawn = drawBalanced(counts, most, random);
    return { states: drawn, draw: (stream) => stream.below(most) };
  }
  const states: Int32Array[] = [];
  const chances: number[] = [];
  const state = new Int32Array(counts.length);
  // Splits `left` draws over the outcomes from `index` on; `chance` belongs to those before.
  const visit = (index: number, left: number, chance: number): void => {
    if (index === counts.length - 1) {
      state[index] = left;
      states.push(state.slice());
      chances.push(chance * ((counts[index] ?? 0) / n) ** left);
      return;
    }
    // "left over count" times share^count, built up from count = 0.
    let factor = 1;
    for (let count = 0; count <= left; count++) {
      if (count > 0) factor *= ((left - count + 1) / count) * ((counts[index] ?? 0) / n);
      state[index] = count;
      visit(index + 1, left - count, chance * factor);
    }
  };
  visit(0, n, 1);
  const table = makeAliasTable(0, Float64Array.from(chances));
  return { states, draw: (stream) => drawSum(table, 1, stream.state) };
}

/** Ways to split n draws over k outcomes, "n + k - 1 over k - 1"; stops counting above `most`. */
function countStates(n: number, k: number, most: number): number {
  let count = 1;
  for (let i = 1; i < k && count <= most; i++) count = (count * (n + i)) / i;
  return count;
}

function drawBalanced(counts: Int32Array, resamples: number, random: RandomStream): readonly Int32Array[] {
  const members = Int32Array.from([...counts].flatMap((count, outcome) => new Array<number>(count * resamples).fill(outcome)));
  for (let i = members.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    const swapped = members[i]!;
    members[i] = members[other]!;
    members[other] = swapped;
  }
  const n = members.length / resamples;
  return Array.from({ length: resamples }, (_, resample) => {
    const drawn = new Int32Array(counts.length);
    for (let i = resample * n; i < (resample + 1) * n; i++) drawn[members[i]!]!++;
    return drawn;
  });
}
