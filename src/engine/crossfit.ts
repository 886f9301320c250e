import { meanOf } from '../base/mean';

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

/** What a class comes to over all tasks. */
export interface CrossfitClass<Class> {
  readonly observed: Class;
  /** Live attempts in it, and the tasks that have one. */
  readonly live: number;
  readonly tasks: number;
  /** Sum of the advantages of its attempts, each weighted by one over its task's attempts, over the number of tasks. */
  readonly advantage: number;
  /** Chosen over all tasks. */
  readonly isRestarted: boolean;
  /** Tasks with a live attempt in it for which the other tasks choose otherwise than all together. */
  readonly turned: number;
}

export interface CrossfitTasks<Class> {
  /** Indices of the tasks with two attempts or more; every list below has one entry for each of them. */
  readonly tasks: readonly number[];
  readonly inSample: readonly number[];
  /** Null for one task. */
  readonly heldOut: readonly number[] | null;
  /** Restarting whoever is live: contributions to the unbiased macro change. */
  readonly always: readonly number[];
  /** In order of appearance. */
  readonly classes: readonly CrossfitClass<Class>[];
}

/** A task's live attempts by class: their number, and the sum of their advantages over the number of the task's attempts. */
type Advantages<Class> = ReadonlyMap<Class, { readonly live: number; readonly sum: number }>;

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
  const found = crossfitTasks(tasks);
  return found === null ? null : { inSample: meanOf(found.inSample), heldOut: found.heldOut === null ? null : meanOf(found.heldOut) };
}

/** As `crossfitValue`, task by task: what each contributes to the means, and what the classes are made of. Null without a task of two attempts. */
export function crossfitTasks<Class>(tasks: readonly (readonly CrossfitAttempt<Class>[])[]): CrossfitTasks<Class> | null {
  const counted = tasks.flatMap((task, index) => (task.length < 2 ? [] : [index]));
  if (counted.length === 0) return null;
  const advantages = counted.map((index) => advantagesOf(tasks[index] ?? []));
  const totals = new Map<Class, { live: number; tasks: number; sum: number }>();
  for (const task of advantages) {
    for (const [one, { live, sum }] of task) {
      const total = totals.get(one) ?? { live: 0, tasks: 0, sum: 0 };
      totals.set(one, { live: total.live + live, tasks: total.tasks + 1, sum: total.sum + sum });
    }
  }
  const chosen = (one: Class, without: number): boolean => (totals.get(one)?.sum ?? 0) - without > TIE;
  const contributions = (isRestarted: (one: Class, own: number) => boolean): readonly number[] => advantages.map((task) => [...task].reduce((total, [one, { sum }]) => total + (isRestarted(one, sum) ? sum : 0), 0));
  return {
    tasks: counted,
    inSample: contributions((one) => chosen(one, 0)),
    heldOut: counted.length === 1 ? null : contributions(chosen),
    always: contributions(() => true),
    classes: [...totals].map(([observed, { live, tasks: seen, sum }]) => ({
      observed,
      live,
      tasks: seen,
      advantage: sum / counted.length,
      isRestarted: chosen(observed, 0),
      turned: counted.length === 1 ? 0 : advantages.filter((task) => task.has(observed) && chosen(observed, task.get(observed)?.sum ?? 0) !== chosen(observed, 0)).length,
    })),
  };
}

/** Always restarting: the unbiased macro change over the tasks with two attempts or more; null without one. */
export function crossfitAlwaysRestart<Class>(tasks: readonly (readonly CrossfitAttempt<Class>[])[]): number | null {
  const found = crossfitTasks(tasks);
  return found === null ? null : meanOf(found.always);
}

function advantagesOf<Class>(task: readonly CrossfitAttempt<Class>[]): Advantages<Class> {
  const n = task.length;
  const restarts = task.reduce((sum, { restarted }) => sum + restarted, 0);
  // Whole numbers until the end: (n - 1) times the advantage of an attempt is a whole number.
  const sums = new Map<Class, { live: number; sum: number }>();
  for (const { observed, isLive, continued, restarted } of task) {
    if (!isLive) continue;
    const { live, sum } = sums.get(observed) ?? { live: 0, sum: 0 };
    sums.set(observed, { live: live + 1, sum: sum + restarts - restarted - (n - 1) * continued });
  }
  return new Map([...sums].map(([one, { live, sum }]) => [one, { live, sum: sum / (n * (n - 1)) }]));
}
