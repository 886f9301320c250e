// Non-null assertions on array elements: every index below is within its array by construction.

import { DEFAULT_REPLICATES } from './macroInterval';
import type { OutcomeColumns } from './outcomeColumns';
import { seededRandom } from './random';
import { resampleLaw } from './resampleLaw';

export interface PolicyResampling {
  /** The cells of J tasks, each with an attempt. */
  readonly cells: readonly OutcomeColumns[];
  /** Number of values of a cell. */
  readonly values: number;
  /** The values of a cell under a resample of its attempts, such as the success of each policy. */
  readonly evaluate: (cell: number, counts: Int32Array) => ArrayLike<number>;
  readonly seed: number;
  /** Default: 40,000 for up to 50 tasks, else 10,000. The law of a mean over few tasks is a lattice whose quantiles jump. */
  readonly replicates?: number;
}

const FEW_TASKS = 50;

/** Most evaluations over all cells, and least and most of one cell. */
const EVALUATIONS = 40_000;
const LEAST_STATES = 16;
const MOST_STATES = 4_000;

/** Positions drawn, or values computed, before other work gets its turn. */
const PORTION = 50_000;

/**
 * Replicates of the mean over J tasks of several values at once: tasks with replacement, at each drawn position the task's
 * attempts anew, and all values on the same resample (paired). Entry v of the result holds value v by replicate.
 *
 * A cell's resamples are its exact multinomial law where that has few states (5 attempts: 126); else a pool of resamples stands
 * for it, of at least 16 and, up to 4,000, of 40,000 / J. With many tasks the law of a mean over tasks does not feel the pool.
 * Work in portions; dropping the generator abandons it. Cost: evaluations of up to max(40,000, 16 J) resamples, and
 * J x replicates x values additions.
 *
 * Source: paper A, section on uncertainty; MATH.md 1.5.
 */
export function* resamplePolicies({ cells, values, evaluate, seed, replicates = cells.length > FEW_TASKS ? DEFAULT_REPLICATES : 4 * DEFAULT_REPLICATES }: PolicyResampling): Generator<void, readonly Float64Array[], void> {
  const J = cells.length;
  const most = Math.min(MOST_STATES, Math.max(LEAST_STATES, Math.ceil(EVALUATIONS / J)));
  const random = seededRandom(seed);
  const laws = cells.map(({ counts }, cell) => resampleLaw(counts, most, seededRandom(seed, cell + 1)));
  const known = laws.map(({ states }) => new Array<ArrayLike<number> | null>(states.length).fill(null));
  const means = Array.from({ length: values }, () => new Float64Array(replicates));
  const sums = new Float64Array(values);
  for (let replicate = 0, work = 0; replicate < replicates; replicate++) {
    sums.fill(0);
    for (let position = 0; position < J; position++) {
      const cell = random.below(J);
      const state = laws[cell]!.draw(random);
      let row = known[cell]![state]!;
      if (row === null) {
        row = evaluate(cell, laws[cell]!.states[state]!);
        known[cell]![state] = row;
        yield;
      }
      for (let v = 0; v < values; v++) sums[v] = sums[v]! + row[v]!;
    }
    for (let v = 0; v < values; v++) means[v]![replicate] = sums[v]! / J;
    work += J * values;
    if (work >= PORTION) {
      work = 0;
      yield;
    }
  }
  return means;
}
