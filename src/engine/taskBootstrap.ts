import { DEFAULT_REPLICATES } from './macroInterval';
import { quantileOfSorted } from './quantile';
import { seededRandom, type RandomStream } from './random';
import { drawSumOf, makeSuccessLaw } from './sumLaw';

/** Replicates of a macro mean. */
export interface TaskReplicates {
  /** Means over the drawn positions, in rising order. */
  readonly sorted: Float64Array;
  readonly mean: number;
  /** Standard deviation over replicates (divisor: their number). */
  readonly deviation: number;
}

export interface TaskResampling {
  /** Number of tasks J, from 1. */
  readonly tasks: number;
  /** Value of a task when its attempts are drawn anew. */
  readonly draw: (task: number, random: RandomStream) => number;
  readonly seed: number;
  /** Default 10,000. */
  readonly replicates?: number;
}

/** Positions drawn before other work gets its turn. */
const PORTION = 20_000;

/**
 * Replicates of the mean over J tasks: J tasks with replacement, and at each drawn position the task's attempts anew, so
 * that a task drawn twice gives two values. Work in portions: each `next()` does one and yields the share done; dropping the
 * generator abandons it.
 *
 * Source: paper A, section on uncertainty; MATH.md 1.5.
 */
export function* resampleTasks({ tasks, draw, seed, replicates = DEFAULT_REPLICATES }: TaskResampling): Generator<number, TaskReplicates, void> {
  const random = seededRandom(seed);
  const means = new Float64Array(replicates);
  for (let replicate = 0, drawn = 0; replicate < replicates; replicate++, drawn += tasks) {
    let sum = 0;
    for (let position = 0; position < tasks; position++) sum += draw(random.below(tasks), random);
    means[replicate] = sum / tasks;
    if (drawn >= PORTION) {
      drawn = 0;
      yield (replicate + 1) / replicates;
    }
  }
  const mean = means.reduce((sum, value) => sum + value, 0) / replicates;
  const deviation = Math.sqrt(means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / replicates);
  return { sorted: means.sort(), mean, deviation };
}

/** A replicate counts as positive or negative beyond this: a mean of exact zeros may be off by rounding. */
const NOTHING = 1e-9;

export interface ReplicateSummary {
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** Shares of replicates. */
  readonly positive: number;
  readonly zero: number;
  readonly negative: number;
}

/** Percentile bounds (type 7) and signs of replicates: a resampling range. */
export function summariseReplicates({ sorted }: TaskReplicates, level = 0.95): ReplicateSummary {
  const share = (holds: (value: number) => boolean): number => sorted.reduce((count, value) => count + Number(holds(value)), 0) / sorted.length;
  const positive = share((value) => value > NOTHING);
  const negative = share((value) => value < -NOTHING);
  return { low: quantileOfSorted(sorted, (1 - level) / 2) ?? NaN, high: quantileOfSorted(sorted, (1 + level) / 2) ?? NaN, level, positive, zero: 1 - positive - negative, negative };
}

/** Most values that are kept for one task. */
const MOST_KEPT = 100_000;

/**
 * A draw for `resampleTasks` from attempts and a statistic that does not depend on their order: values of resamples that come
 * up again are not computed again (5 attempts have 126 different ones).
 */
export function drawResampled<Item>(tasks: readonly (readonly Item[])[], statistic: (items: readonly Item[]) => number): (task: number, random: RandomStream) => number {
  const kept = tasks.map(() => new Map<string, number>());
  return (task, random) => {
    const items = tasks[task] ?? [];
    const counts = new Array<number>(items.length).fill(0);
    for (let i = 0; i < items.length; i++) {
      const drawn = random.below(items.length);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    const values = kept[task];
    const key = counts.join();
    const known = values?.get(key);
    if (known !== undefined) return known;
    const value = statistic(items.flatMap((item, index) => new Array<Item>(counts[index] ?? 0).fill(item)));
    if (values && values.size < MOST_KEPT) values.set(key, value);
    return value;
  };
}

/** Successes and failures of one task under two conditions. */
export interface TwoArms {
  readonly baseline: readonly boolean[];
  readonly treatment: readonly boolean[];
}

/**
 * A draw of treatment share minus baseline share, each arm of a task resampled by itself. Both arms have at least one attempt.
 *
 * Source: MATH.md 1.5, two-arm version.
 */
export function drawTwoArms(tasks: readonly TwoArms[]): (task: number, random: RandomStream) => number {
  // An arm redrawn has a binomial number of successes.
  const shareDraw = (arm: readonly boolean[]): ((state: Int32Array) => number) => {
    const n = arm.length;
    const successes = arm.filter((isSuccess) => isSuccess).length;
    const law = makeSuccessLaw(successes, n - successes, n);
    return (state) => drawSumOf(law, n, state) / n;
  };
  const draws = tasks.map(({ baseline, treatment }) => ({ baseline: shareDraw(baseline), treatment: shareDraw(treatment) }));
  return (task, { state }) => {
    const arms = draws[task];
    if (arms === undefined) throw new RangeError(`There is no task ${task}.`);
    const before = arms.baseline(state);
    return arms.treatment(state) - before;
  };
}

/** The same for means of numbers, such as dollars. */
export function drawTwoMeans(tasks: readonly { readonly baseline: readonly number[]; readonly treatment: readonly number[] }[]): (task: number, random: RandomStream) => number {
  const mean = (arm: readonly number[], random: RandomStream): number => {
    let sum = 0;
    for (let i = 0; i < arm.length; i++) sum += arm[random.below(arm.length)] ?? NaN;
    return sum / arm.length;
  };
  return (task, random) => {
    const { baseline, treatment } = tasks[task] ?? { baseline: [], treatment: [] };
    const before = mean(baseline, random);
    return mean(treatment, random) - before;
  };
}
