/** An attempt as a policy sees it: its class at the decision, and what both actions come to. */
export interface CrossfitAttempt<Class> {
  readonly observed: Class;
  readonly isLive: boolean;
  /** 1 when continuing succeeded. */
  readonly continued: 0 | 1;
  /** 1 when the attempt would be a success of a clean restart. */
  readonly restarted: 0 | 1;
}

/** The value of a policy over always continuing, as a mean over tasks. */
export interface CrossfitValue {
  /** Chosen and scored on the same tasks: never below `heldOut`. */
  readonly inSample: number;
  /** Each task scored under what the other tasks chose; null for one task. */
  readonly heldOut: number | null;
}

/** A task's live attempts by class: the sum of their advantages over the number of the task's attempts. */
type Advantages<Class> = ReadonlyMap<Class, number>;

/** Policies are compared with this absolute tolerance: a tie must not be broken by rounding. */
const TIE = 1e-12;

/**
 * The value of restarting in those classes where it pays, without the flattery of choosing and scoring on the same attempts.
 *
 * A live attempt's advantage is the mean restart success of the task's other attempts less its own continuation. For each task
 * a class is restarted iff the advantages of the other tasks, each attempt weighted by one over its task's attempts, sum to
 * more than 0; ties and classes not seen there continue. Tasks with one attempt are skipped. Null without any other task.
 * Linear in the attempts.
 *
 * Source: BEYOND.md 11; golden `x.crossfit`.
 */
export function crossfitValue<Class>(tasks: readonly (readonly CrossfitAttempt<Class>[])[]): CrossfitValue | null {
  const advantages = tasks.flatMap((task) => (task.length < 2 ? [] : [advantagesOf(task)]));
  if (advantages.length === 0) return null;
  const totals = new Map<Class, number>();
  for (const task of advantages) for (const [one, sum] of task) totals.set(one, (totals.get(one) ?? 0) + sum);
  const meanOf = (isRestarted: (one: Class, own: number) => boolean): number =>
    advantages.reduce((total, task) => total + [...task].reduce((sum, [one, own]) => sum + (isRestarted(one, own) ? own : 0), 0), 0) / advantages.length;
  return {
    inSample: meanOf((one) => (totals.get(one) ?? 0) > TIE),
    heldOut: advantages.length === 1 ? null : meanOf((one, own) => (totals.get(one) ?? 0) - own > TIE),
  };
}

/** Always restarting: the unbiased macro change over the tasks with two attempts or more; null without one. */
export function crossfitAlwaysRestart<Class>(tasks: readonly (readonly CrossfitAttempt<Class>[])[]): number | null {
  const advantages = tasks.flatMap((task) => (task.length < 2 ? [] : [advantagesOf(task)]));
  if (advantages.length === 0) return null;
  return advantages.reduce((total, task) => total + [...task.values()].reduce((sum, own) => sum + own, 0), 0) / advantages.length;
}

function advantagesOf<Class>(task: readonly CrossfitAttempt<Class>[]): Advantages<Class> {
  const n = task.length;
  const restarts = task.reduce((sum, { restarted }) => sum + restarted, 0);
  // Whole numbers until the end: (n - 1) times the advantage of an attempt is a whole number.
  const sums = new Map<Class, number>();
  for (const { observed, isLive, continued, restarted } of task) {
    if (isLive) sums.set(observed, (sums.get(observed) ?? 0) + restarts - restarted - (n - 1) * continued);
  }
  return new Map([...sums].map(([one, sum]) => [one, sum / (n * (n - 1))]));
}
