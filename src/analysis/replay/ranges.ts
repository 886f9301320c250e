import { bestCutoff } from '../../engine/cutoffSelection';
import { episodeLaw } from '../../engine/episodeLaw';
import { resamplePolicies } from '../../engine/policyBootstrap';
import { makeSuccessOf } from '../../engine/replaySuccess';
import { summariseReplicates } from '../../engine/taskBootstrap';
import type { ResamplingRange } from '../../model/replayResult';
import { columnsOf, type Policy, type ReplaySetting } from './policyValues';
import type { ReplayCells } from './replayGroups';

/**
 * Replicates of the macro success of several policies on the same resamples of tasks, then attempts; entry p holds policy p by
 * replicate. A cutoff that was chosen stays as it is. Every policy must have been replayed on every cell. In portions.
 *
 * Source: paper A, section on uncertainty; MATH.md 1.5.
 */
export function* resampleSuccess(group: ReplayCells, policies: readonly Policy[], setting: ReplaySetting): Generator<void, readonly Float64Array[], void> {
  const columns = columnsOf(group, setting);
  const successOf = makeSuccessOf(setting.budget);
  return yield* resamplePolicies({
    cells: columns,
    values: policies.length,
    evaluate: (cell, counts) => {
      const outcomes = columns[cell];
      const law = outcomes === undefined ? null : episodeLaw(outcomes, counts, setting.budget);
      return Float64Array.from(policies, (policy) => {
        const schedule = policy(cell);
        return law === null || schedule === null ? NaN : successOf(law, schedule);
      });
    },
    seed: setting.seed,
  });
}

/** The range of one value, or of a first minus a second one on the same resamples. */
export function rangeOf(values: Float64Array, minus?: Float64Array): ResamplingRange | null {
  const sorted = (minus === undefined ? values.slice() : values.map((value, i) => value - (minus[i] ?? NaN))).sort();
  if (sorted.length === 0 || sorted.some(Number.isNaN)) return null;
  const { low, high, level, positive } = summariseReplicates({ sorted, mean: NaN, deviation: NaN });
  return { kind: 'resampling range', low, high, level, replicates: sorted.length, positive };
}

/** For each cutoff the share of replicates in which it is the best, of equal ones the longest. `means[k]` belongs to `cutoffs[k]`. */
export function bestShares(cutoffs: readonly number[], means: readonly Float64Array[]): readonly number[] {
  const times = new Map<number, number>();
  const replicates = means[0]?.length ?? 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    const { cutoff } = bestCutoff(cutoffs, means.map((values) => values[replicate] ?? NaN));
    times.set(cutoff, (times.get(cutoff) ?? 0) + 1);
  }
  return cutoffs.map((cutoff) => (times.get(cutoff) ?? 0) / replicates);
}
