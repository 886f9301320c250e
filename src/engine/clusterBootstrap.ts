import { groupBy } from '../base/groupBy';
import { DEFAULT_REPLICATES } from './macroInterval';
import { seededRandom } from './random';

/** The value of one task, and the cluster that it belongs to, such as its repository. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
}

export interface ClusterReplicates {
  /** Means over the tasks of the drawn clusters, in rising order. */
  readonly sorted: Float64Array;
  /** Number of clusters k. */
  readonly clusters: number;
}

/** Clusters drawn before other work gets its turn. */
const PORTION = 50_000;

/**
 * Replicates of the mean over tasks when k clusters are drawn with replacement, each with all its tasks. Null for fewer than two
 * clusters: nothing could vary. In portions. Cost: k x replicates.
 *
 * Source: MATH.md 2, cluster bootstrap.
 */
export function* resampleClusters(values: readonly ClusteredValue[], { seed, replicates = DEFAULT_REPLICATES }: { readonly seed: number; readonly replicates?: number }): Generator<void, ClusterReplicates | null, void> {
  const clusters = [...groupBy(values, ({ cluster }) => cluster).values()].map((members) => ({ sum: members.reduce((sum, { value }) => sum + value, 0), tasks: members.length }));
  if (clusters.length < 2) return null;
  const random = seededRandom(seed);
  const means = new Float64Array(replicates);
  for (let replicate = 0, drawn = 0; replicate < replicates; replicate++) {
    let sum = 0;
    let tasks = 0;
    for (let i = 0; i < clusters.length; i++) {
      const cluster = clusters[random.below(clusters.length)];
      sum += cluster?.sum ?? NaN;
      tasks += cluster?.tasks ?? NaN;
    }
    means[replicate] = sum / tasks;
    drawn += clusters.length;
    if (drawn >= PORTION) {
      drawn = 0;
      yield;
    }
  }
  return { sorted: means.sort(), clusters: clusters.length };
}
