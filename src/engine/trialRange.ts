import { DEFAULT_REPLICATES } from './macroInterval';
import { quantileOfSorted } from './quantile';
import { seededRandom } from './random';
import type { TrialMeasures, TrialTask } from './trialTask';

/** Replicates of the means over tasks: one array a measure, in the order of the measures, unsorted; replicate r of one belongs to r of the others. */
export type TrialReplicates = readonly Float64Array[];

export interface TrialResampling {
  readonly tasks: readonly TrialTask[];
  readonly seed: number;
  /** Default 10,000. */
  readonly replicates?: number;
}

/** Draws before other work gets its turn. */
const PORTION = 10_000;
/** Most resamples of one task that are kept. */
const MOST_KEPT = 20_000;

/**
 * Resamples tasks with replacement and, at each drawn position, the task's attempts; every measure is computed anew on the resample,
 * what follows a restart included. One draw serves all measures, so their differences are paired. In portions; at least one task.
 *
 * Cost: replicates x attempts of the drawn tasks, and one measuring for each different resample of a task.
 *
 * Source: paper A, section on uncertainty; MATH.md 1.5 and 1.6.
 */
export function* resampleTrial({ tasks, seed, replicates = DEFAULT_REPLICATES }: TrialResampling): Generator<void, TrialReplicates, void> {
  const random = seededRandom(seed);
  const kept = tasks.map(() => new Map<string, TrialMeasures>());
  const sums: Float64Array[] = [];
  let drawn = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    for (let position = 0; position < tasks.length; position++) {
      const at = random.below(tasks.length);
      const task = tasks[at];
      if (task === undefined) continue;
      const size = task.attempts.length;
      const counts = new Uint16Array(size);
      for (let i = 0; i < size; i++) {
        const one = random.below(size);
        counts[one] = (counts[one] ?? 0) + 1;
      }
      const key = counts.join();
      const measures = kept[at]?.get(key) ?? task.measure(counts);
      if (kept[at] && kept[at].size < MOST_KEPT) kept[at].set(key, measures);
      measures.forEach((value, measure) => {
        const sum = (sums[measure] ??= new Float64Array(replicates));
        sum[replicate] = (sum[replicate] ?? 0) + value;
      });
      drawn += size;
    }
    if (drawn < PORTION) continue;
    drawn = 0;
    yield;
  }
  // Divided once, so that a share of one everywhere is exactly one.
  for (const sum of sums) for (let replicate = 0; replicate < replicates; replicate++) sum[replicate] = (sum[replicate] ?? 0) / tasks.length;
  return sums;
}

/** The means over tasks when nothing is drawn anew; null without tasks. */
export function meanMeasures(tasks: readonly TrialTask[]): TrialMeasures | null {
  const [first, ...others] = tasks.map((task) => task.measure(new Array<number>(task.attempts.length).fill(1)));
  if (first === undefined) return null;
  const sum = others.reduce((total, measures) => total.map((value, at) => value + (measures[at] ?? 0)), first);
  return sum.map((value) => value / tasks.length);
}

/** Percentile bounds (type 7) of replicates; null when none of them exists. `undefinedShare`: replicates that do not exist (NaN). */
export function percentileRange(replicates: Float64Array, level = 0.95): { readonly low: number; readonly high: number; readonly level: number; readonly undefinedShare: number } | null {
  const known = replicates.filter((value) => !Number.isNaN(value)).sort();
  const low = quantileOfSorted(known, (1 - level) / 2);
  const high = quantileOfSorted(known, (1 + level) / 2);
  return low === null || high === null ? null : { low, high, level, undefinedShare: 1 - known.length / replicates.length };
}
