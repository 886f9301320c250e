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
  /**
   * Default: 40,000 for up to 50 tasks, 10,000 for up to 500, else 2,000. The law of a mean over few tasks is a lattice whose
   * quantiles jump; that of many is smooth, and 2,000 draws place its ends within 6 % of a standard deviation.
   */
  readonly replicates?: number;
}

const FEW_TASKS = 50;
const MANY_TASKS = 500;
const FEWER_REPLICATES = 2_000;

function replicatesFor(tasks: number): number {
  if (tasks > MANY_TASKS) return FEWER_REPLICATES;
  return tasks > FEW_TASKS ? DEFAULT_REPLICATES : 4 * DEFAULT_REPLICATES;
}

/** Most evaluations over all cells, and least and most of one cell. */
const EVALUATIONS = 24_000;
const LEAST_STATES = 8;
const MOST_STATES = 4_000;

/** Positions drawn, or values computed, before other work gets its turn. */
const PORTION = 50_000;

/**
 * Replicates of the mean over J tasks of several values at once: tasks with replacement, at each drawn position the task's
 * attempts anew, and all values on the same resample (paired). Entry v of the result holds value v by replicate.
 *
 * A cell's resamples are its exact multinomial law where that has few states (5 attempts: 126); else a pool of balanced resamples
 * stands for it, of at least 8 and, up to 4,000, of 24,000 / J. With many tasks the law of a mean over tasks does not feel the
 * pool: what varies inside tasks is part of its variance, and that part is short by an eighth at most.
 * Work in portions; dropping the generator abandons it. Cost: evaluations of up to max(24,000, 8 J) resamples, and
 * J x replicates x values additions.
 *
 * Source: paper A, section on uncertainty; MATH.md 1.5.
 */
export function* resamplePolicies({ cells, values, evaluate, seed, replicates = replicatesFor(cells.length) }: PolicyResampling): Generator<void, readonly Float64Array[], void> {
  const J = cells.length;
  const most = Math.min(MOST_STATES, Math.max(LEAST_STATES, Math.ceil(EVALUATIONS / J)));
  const random = seededRandom(seed);
  const laws = cells.map(({ counts }, cell) => resampleLaw(counts, most, seededRandom(seed, cell + 1)));
  const firstRows = new Int32Array(J + 1);
  laws.forEach(({ states }, cell) => (firstRows[cell + 1] = firstRows[cell]! + states.length));
  // Values of a resample in a row, once it was drawn.
  const rows = new Float64Array(firstRows[J]! * values);
  const isKnown = new Uint8Array(firstRows[J]!);
  const means = Array.from({ length: values }, () => new Float64Array(replicates));
  const sums = new Float64Array(values);
  for (let replicate = 0, work = 0; replicate < replicates; replicate++) {
    sums.fill(0);
    for (let position = 0; position < J; position++) {
      const cell = random.below(J);
      const law = laws[cell]!;
      const state = law.draw(random);
      const row = firstRows[cell]! + state;
      if (isKnown[row] === 0) {
        rows.set(evaluate(cell, law.states[state]!), row * values);
        isKnown[row] = 1;
        yield;
      }
      addRow(sums, rows, row * values);
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

function addRow(sums: Float64Array, rows: Float64Array, first: number): void {
  for (let v = 0; v < sums.length; v++) sums[v]! += rows[first + v]!;
}
