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
}

/** The cutoff with the best mean over the tasks; of equal ones the longest. Null without tasks. */
export function chooseCutoff({ cutoffs, values }: CutoffTable): ChosenCutoff | null {
  if (values.length === 0) return null;
  return bestOf(cutoffs, cutoffs.map((_, k) => values.reduce((sum, row) => sum + (row[k] ?? NaN), 0) / values.length));
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
  const tasks = values.map((row, task) => {
    const means = cutoffs.map((_, k) => values.reduce((sum, other, index) => (index === task ? sum : sum + (other[k] ?? NaN)), 0) / (values.length - 1));
    const { cutoff } = bestOf(cutoffs, means);
    return { cutoff, value: row[cutoffs.indexOf(cutoff)] ?? NaN };
  });
  return { tasks, mean: tasks.reduce((sum, { value }) => sum + value, 0) / tasks.length };
}

function bestOf(cutoffs: readonly number[], means: readonly number[]): ChosenCutoff {
  const best = means.reduce((most, mean) => Math.max(most, mean), -Infinity);
  const tied = cutoffs.map((cutoff, k) => ({ cutoff, mean: means[k] ?? NaN })).filter(({ mean }) => mean >= best - TIE);
  const [first, ...others] = tied;
  if (first === undefined) throw new RangeError('A choice needs at least one cutoff, and values that are numbers.');
  return others.reduce((longest, next) => (next.cutoff > longest.cutoff ? next : longest), first);
}
