/** Values closer than this are a tie: rounding must not choose. */
const TIE = 1e-12;

/** Value of each task under each cutoff: `values[task][k]` belongs to `cutoffs[k]`. */
export interface CutoffTable {
  /** In any order, each once; at least one. */
  readonly cutoffs: readonly number[];
  /** Tasks, each with one value a cutoff. */
  readonly values: readonly (readonly number[])[];
}

export interface ChosenCutoff {
  readonly cutoff: number;
  /** Mean over the tasks that it was chosen on. */
  readonly mean: number;
  /** All cutoffs with that mean, rising. */
  readonly tied: readonly number[];
}

/** The cutoff with the best mean over the tasks; of equal ones the longest. Null without tasks. */
export function chooseCutoff({ cutoffs, values }: CutoffTable): ChosenCutoff | null {
  if (values.length === 0) return null;
  return bestCutoff(cutoffs, sumByCutoff(cutoffs, values).map((sum) => sum / values.length));
}

export interface HeldOut {
  /** By task: the cutoff chosen on the others, and the task's own value under it. */
  readonly tasks: readonly { readonly cutoff: number; readonly value: number }[];
  readonly mean: number;
}

/**
 * Each task under the cutoff that is best on the other tasks. Null for fewer than two tasks. Cost: tasks x cutoffs.
 *
 * Source: paper A, section on cutoff selection; MATH.md 1.4.
 */
export function leaveOneTaskOut({ cutoffs, values }: CutoffTable): HeldOut | null {
  if (values.length < 2) return null;
  const sums = sumByCutoff(cutoffs, values);
  const tasks = values.map((row) => {
    // Taking a task out of the sum rounds by far less than a tie allows.
    const { cutoff } = bestCutoff(cutoffs, sums.map((sum, k) => (sum - (row[k] ?? NaN)) / (values.length - 1)));
    return { cutoff, value: row[cutoffs.indexOf(cutoff)] ?? NaN };
  });
  return { tasks, mean: tasks.reduce((sum, { value }) => sum + value, 0) / tasks.length };
}

function sumByCutoff(cutoffs: readonly number[], values: CutoffTable['values']): readonly number[] {
  return cutoffs.map((_, k) => values.reduce((sum, row) => sum + (row[k] ?? NaN), 0));
}

/** The cutoff with the best of these means; of equal ones the longest. Throws RangeError without cutoffs or where no mean is a number. */
export function bestCutoff(cutoffs: readonly number[], means: readonly number[]): ChosenCutoff {
  const best = means.reduce((most, mean) => Math.max(most, mean), -Infinity);
  const tied = cutoffs.filter((_, k) => (means[k] ?? NaN) >= best - TIE).sort((a, b) => a - b);
  const cutoff = tied.at(-1);
  if (cutoff === undefined) throw new RangeError('A choice needs at least one cutoff, and values that are numbers.');
  return { cutoff, mean: means[cutoffs.indexOf(cutoff)] ?? NaN, tied };
}
