// Non-null assertions on array elements: every index below is within its array by construction.

import { drawSum, makeAliasTable, type AliasTable } from './aliasTable';

/** The law of sums of independent draws of one whole number. Entry i: the table of the sum of 2^i draws. */
export type SumLaw = readonly AliasTable[];

/** A table with more states costs more to make than the draws that it saves. */
const MOST_STATES = 1024;

/** A state at an end of a law that is less likely than this is left out: far below what a table can tell. */
const NEGLIGIBLE = 2 ** -60;

/**
 * The law of sums of up to `most` draws of the number `first + i` with probability `weights[i]`; the weights sum to 1 up to
 * rounding.
 *
 * A sum of m draws is one draw for each bit of m: the sum of 2^i draws has a law of its own, the convolution of the one before
 * with itself. Tables stop at about `MOST_STATES` states; the greatest is then drawn from several times. Cost: the square of the
 * states of each table. Rounding of repeated convolutions is relative and stays below 1e-14.
 */
export function makeSumLaw(first: number, weights: Float64Array, most: number): SumLaw {
  let law = trim(first, weights);
  const tables = [makeAliasTable(law.first, law.weights)];
  for (let summed = 2; summed <= most && 2 * law.weights.length - 1 <= 2 * MOST_STATES; summed *= 2) {
    law = trim(2 * law.first, convolve(law.weights));
    if (law.weights.length > MOST_STATES) break;
    tables.push(makeAliasTable(law.first, law.weights));
  }
  return tables;
}

/** The law of the number of successes in up to `most` trials, each with chance `successes / (successes + failures)`. */
export function makeSuccessLaw(successes: number, failures: number, most: number): SumLaw {
  const all = successes + failures;
  return makeSumLaw(0, Float64Array.of(failures / all, successes / all), most);
}

/** The sum of `count` draws, exactly distributed up to the resolution of the tables; moves `state` as `drawSum` does. */
export function drawSumOf(law: SumLaw, count: number, state: Int32Array): number {
  const top = law.length - 1;
  let sum = drawSum(law[top]!, count >>> top, state);
  for (let i = 0; i < top; i++) if ((count >>> i) & 1) sum += drawSum(law[i]!, 1, state);
  return sum;
}

interface Weights {
  readonly first: number;
  readonly weights: Float64Array;
}

function trim(first: number, weights: Float64Array): Weights {
  let start = 0;
  let end = weights.length;
  while (start < end - 1 && weights[start]! < NEGLIGIBLE) start++;
  while (end > start + 1 && weights[end - 1]! < NEGLIGIBLE) end--;
  return { first: first + start, weights: weights.subarray(start, end) };
}

function convolve(weights: Float64Array): Float64Array {
  const result = new Float64Array(2 * weights.length - 1);
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    for (let j = 0; j < weights.length; j++) result[i + j]! += weight * weights[j]!;
  }
  return result;
}
