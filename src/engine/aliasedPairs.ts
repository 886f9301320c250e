import type { CrossfitAttempt } from './crossfit';

/** A live attempt whose task, by its other attempts, is better off with one of the actions. */
export interface LeaningAttempt {
  /** Index of its task and, within it, of the attempt. */
  readonly task: number;
  readonly attempt: number;
  /** Success of a restart among the task's other attempts. */
  readonly restart: number;
  /** Success of continuing among the task's other live attempts. */
  readonly continuation: number;
}

/** Two live attempts that look the same and should be treated differently. */
export interface AliasedPair {
  readonly restarted: LeaningAttempt;
  readonly continued: LeaningAttempt;
  /** The smaller of both differences between the actions, in (0, 1]: what deciding them alike costs at least, on one of the two. */
  readonly gap: number;
}

export interface AliasedPairs {
  /** Pairs of tasks with such a pair, over all classes. */
  readonly count: number;
  /** The pairs with the largest gaps, one for each pair of tasks in a class: of each task the attempt with the largest difference. Ties by index. */
  readonly shown: readonly AliasedPair[];
}

export interface PairSearch<Class> {
  /** Pairs shown. */
  readonly most: number;
  /** Whether a class says something of its attempts: those of which nothing is known do not look the same. Left out: every class does. */
  readonly isSeen?: (observed: Class) => boolean;
}

/**
 * Pairs of live attempts of different tasks in the same class whose tasks' better actions are opposite, each estimated without the attempt
 * itself: the restart success of the task's other attempts against the continuation success of its other live attempts. Leaving an
 * attempt out moves its task's shares against it, which alone would tell the attempts of one task apart: an attempt counts only where the
 * task with all of its attempts leans the same way. A task in which no other attempt is live, or where both are equal, leans nowhere.
 * Cost: attempts, and pairs of tasks in a class.
 *
 * Example: of one task attempts with T = 3, 3, never, never, of another T = 10, 10, 10, never, t = 4 under 12, all alike: the live ones of the
 * first lean to restart (2/3 against 0), the last of the second to continue (0 against 1): one pair, gap 2/3.
 *
 * Source: aliasing in paper A, section on representations; leave-one-out as in BEYOND.md 11.
 */
export function aliasedPairs<Class>(tasks: readonly (readonly CrossfitAttempt<Class>[])[], { most, isSeen }: PairSearch<Class>): AliasedPairs {
  const classes = new Map<Class, { readonly restarted: Map<number, LeaningAttempt>; readonly continued: Map<number, LeaningAttempt> }>();
  tasks.forEach((attempts, task) => {
    for (const { observed, leaning } of leaningAttempts(attempts, task)) {
      if (isSeen?.(observed) === false) continue;
      const known = classes.get(observed) ?? { restarted: new Map<number, LeaningAttempt>(), continued: new Map<number, LeaningAttempt>() };
      classes.set(observed, known);
      const side = leaning.restart > leaning.continuation ? known.restarted : known.continued;
      const best = side.get(task);
      if (best === undefined || differenceOf(leaning) > differenceOf(best)) side.set(task, leaning);
    }
  });
  let count = 0;
  let shown: AliasedPair[] = [];
  for (const { restarted, continued } of classes.values()) {
    for (const one of restarted.values()) {
      for (const other of continued.values()) {
        if (one.task === other.task) continue;
        count++;
        shown.push({ restarted: one, continued: other, gap: Math.min(differenceOf(one), differenceOf(other)) });
        if (shown.length >= 2 * most + 1000) shown = largest(shown, most);
      }
    }
  }
  return { count, shown: largest(shown, most) };
}

function largest(pairs: readonly AliasedPair[], most: number): AliasedPair[] {
  return [...pairs].sort((a, b) => b.gap - a.gap || a.restarted.task - b.restarted.task || a.continued.task - b.continued.task || a.restarted.attempt - b.restarted.attempt).slice(0, most);
}

function differenceOf({ restart, continuation }: LeaningAttempt): number {
  return Math.abs(restart - continuation);
}

function leaningAttempts<Class>(attempts: readonly CrossfitAttempt<Class>[], task: number): readonly { readonly observed: Class; readonly leaning: LeaningAttempt }[] {
  const live = attempts.filter(({ isLive }) => isLive);
  const restarts = attempts.reduce((sum, { restarted }) => sum + restarted, 0);
  const solved = live.reduce((sum, { continued }) => sum + continued, 0);
  if (live.length < 2) return [];
  const whole = restarts / attempts.length - solved / live.length;
  return attempts.flatMap(({ observed, isLive, continued, restarted }, attempt) => {
    if (!isLive) return [];
    const restart = (restarts - restarted) / (attempts.length - 1);
    const continuation = (solved - continued) / (live.length - 1);
    return whole * (restart - continuation) < 1e-12 ? [] : [{ observed, leaning: { task, attempt, restart, continuation } }];
  });
}
