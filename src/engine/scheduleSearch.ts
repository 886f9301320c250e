// Non-null assertions on array elements: every index below is within its array by construction.

import { meanOf } from '../base/mean';
import type { EpisodeLaw } from './episodeLaw';
import { makeSuccessOf } from './replaySuccess';
import { dotAt, episodeTables, moveOn, startState, usefulCaps, type EpisodeTables, type SearchState } from './scheduleTables';

export interface ScheduleSearch {
  /** One law for each of J tasks, at least one, all of one budget. */
  readonly laws: readonly EpisodeLaw[];
  /** Caps to make lists of: whole, rising, at least one, none beyond what was watched of any task. */
  readonly caps: readonly number[];
  /** About how many products may be added up; default 150 million, one or two seconds. */
  readonly work?: number;
}

/** A list of caps for all tasks; the last repeats. */
export interface ChosenSchedule {
  readonly caps: readonly number[];
  /** Mean success over the tasks that it was chosen on. */
  readonly success: number;
}

export interface FoundSchedules {
  /** Best on all tasks together. */
  readonly best: ChosenSchedule;
  /** The best single cap repeated, among the same caps. */
  readonly fixed: ChosenSchedule;
  /** No list of these caps comes to more than this; the value of `best` where the search was complete. */
  readonly upper: number;
  /** Mean over tasks of each task's own optimum, whose caps may also follow the calls left: no list for all can come to more. */
  readonly perTask: number;
  /** By task: the list chosen on the other tasks, and its success on this one; null for one task. */
  readonly heldOut: readonly { readonly caps: readonly number[]; readonly value: number }[] | null;
  /** Whether `heldOut` is surely the best choice on the other tasks; `best` is one where `upper` is its success. */
  readonly isHeldOutExact: boolean;
}

/** Means closer than this are a tie. */
const TIE = 1e-12;
const DEFAULT_WORK = 1.5e8;
/** Products before other work gets its turn. */
const PORTION = 3e6;
const LEAST_WIDTH = 32;

/**
 * The list of caps c1, c2, … (the last repeats, each cut to the calls left) with the best mean success over tasks, when every episode draws
 * one of the task's attempts and ends before a cap release calls, as in `replayLaw`; and, in the same search, the best list without each of
 * the tasks. Of equal lists the one with the fewest caps; of these caps, first to last, each as long as it can be without loss.
 *
 * With one list for all tasks what is left to be won depends on the whole law of the calls left of every task, so there is no recursion
 * over calls left alone. The search is by branch and bound over lists in order of their length: a beginning is dropped when the mean of
 * what each task could still win by its own optimum (a recursion over its calls left) beats neither the best list nor that of any
 * left-out task. Where nothing is released the order of caps does not matter and each set of them is looked at once. Where the work is used up, the beginnings with the highest
 * bounds go on, and the highest bound of those dropped is `upper`: the gap is known.
 *
 * No chance is used. In portions. Throws RangeError without laws or caps.
 *
 * Source: episodes and releases MATH.md 1.4; leave-one-task-out as for cutoffs there; branch and bound, Land and Doig (1960).
 */
export function* searchSchedules({ laws, caps, work = DEFAULT_WORK }: ScheduleSearch): Generator<void, FoundSchedules, void> {
  const budget = laws[0]?.budget;
  if (budget === undefined || caps.length === 0) throw new RangeError('A search for a schedule needs a task and a cap.');
  const tables: EpisodeTables[] = [];
  const useful = usefulCaps(laws, caps);
  for (const law of laws) {
    tables.push(episodeTables(law, useful));
    yield;
  }
  const incumbents = new Incumbents(laws.length);
  const { dropped, hasDropped } = yield* searchLevels({ tables, laws, budget, useful, incumbents, work });
  const valuesOf = keepValues(laws, budget);
  const lengthened: (readonly number[])[] = [];
  for (let goal = 0; goal < incumbents.goals; goal++) {
    lengthened.push(lengthen(incumbents, goal, { caps, valuesOf }));
    yield;
  }
  const best = lengthened[0]!;
  const success = meanOf(valuesOf(best));
  return {
    best: { caps: best, success },
    fixed: incumbents.fixedOf({ caps, valuesOf }),
    upper: Math.max(success, dropped),
    perTask: tables.reduce((sum, { optimum }) => sum + optimum[budget]!, 0) / laws.length,
    heldOut: laws.length < 2 ? null : laws.map((_, task) => ({ caps: lengthened[task + 1]!, value: valuesOf(lengthened[task + 1]!)[task]! })),
    isHeldOutExact: !hasDropped,
  };
}

interface Levels {
  readonly tables: readonly EpisodeTables[];
  readonly laws: readonly EpisodeLaw[];
  readonly budget: number;
  readonly useful: readonly number[];
  readonly incumbents: Incumbents;
  readonly work: number;
}

/** The beginning of a list, as places in the useful caps, and the mean that no list beginning so exceeds. */
interface Beginning {
  readonly places: readonly number[];
  readonly bound: number;
}

/** Goes through lists in order of length; the highest bound of beginnings that were given up undecided, and whether there were any. */
function* searchLevels({ tables, laws, budget, useful, incumbents, work }: Levels): Generator<void, { readonly dropped: number; readonly hasDropped: boolean }, void> {
  const J = laws.length;
  const isOrderFree = laws.every(({ ends }) => ends.length === 0);
  const ofOne = 2 * J * useful.length * (isOrderFree ? 1 : budget);
  const width = Math.max(LEAST_WIDTH, Math.floor(work / 4 / ofOne));
  const values = new Float64Array(J);
  const bounds = new Float64Array(J);
  let dropped = -Infinity;
  let done = 0;
  let sinceTurn = 0;
  let level: readonly Beginning[] = [{ places: [], bound: Infinity }];
  while (level.length > 0) {
    const next: Beginning[] = [];
    const seen = new Set<string>();
    for (const beginning of level) {
      if (done > work && beginning.places.length > 0) {
        dropped = Math.max(dropped, beginning.bound);
        continue;
      }
      const state = stateAfter(beginning.places, { laws, budget, useful });
      if (beginning.places.length > 0 && !incumbents.isOpen(boundOf(state, tables, bounds))) continue;
      // Longest first, so that of the orders of the same caps the one with the longest first is kept.
      for (let place = useful.length - 1; place >= 0; place--) {
        const places = [...beginning.places, place];
        for (let task = 0; task < J; task++) {
          values[task] = state.won[task]! + dotAt(state, task, tables[task]!.repeated[place]!);
          bounds[task] = state.won[task]! + dotAt(state, task, tables[task]!.onward[place]!);
        }
        incumbents.offer(places, values, useful);
        if (!incumbents.isOpen(bounds)) continue;
        if (isOrderFree) {
          const key = [...places].sort((a, b) => a - b).join();
          if (seen.has(key)) continue;
          seen.add(key);
        }
        next.push({ places, bound: meanOf(bounds) });
      }
      done += ofOne;
      sinceTurn += ofOne;
      if (sinceTurn > PORTION) {
        sinceTurn = 0;
        yield;
      }
    }
    if (next.length > width) {
      next.sort((a, b) => b.bound - a.bound);
      dropped = Math.max(dropped, next[width]!.bound);
      next.length = width;
    }
    level = next;
  }
  return { dropped, hasDropped: dropped > -Infinity };
}

function stateAfter(places: readonly number[], { laws, budget, useful }: Pick<Levels, 'laws' | 'budget' | 'useful'>): SearchState {
  let state = startState(laws.length, budget);
  for (const place of places) state = moveOn(state, laws, useful[place]!);
  return state;
}

/** By task what its own optimum could still make of it, written into `bounds`. */
function boundOf(state: SearchState, tables: readonly EpisodeTables[], bounds: Float64Array): Float64Array {
  for (let task = 0; task < tables.length; task++) bounds[task] = state.won[task]! + dotAt(state, task, tables[task]!.optimum);
  return bounds;
}

/** The best lists so far: goal 0 over all tasks, goal 1 + j without task j. */
class Incumbents {
  readonly goals: number;
  readonly #sums: Float64Array;
  readonly #lists: (readonly number[])[];
  readonly #tie: number;
  #fixed: { readonly list: readonly number[]; readonly sum: number } | null = null;

  constructor(tasks: number) {
    this.goals = tasks < 2 ? 1 : tasks + 1;
    this.#sums = new Float64Array(this.goals).fill(-Infinity);
    this.#lists = Array.from({ length: this.goals }, () => []);
    this.#tie = TIE * tasks;
  }

  /** Lists come in order of length, so of equal ones the first is the shortest; among those the one with longer caps first. */
  offer(places: readonly number[], values: Float64Array, useful: readonly number[]): void {
    const list = places.map((place) => useful[place]!);
    const total = sumOf(values);
    for (let goal = 0; goal < this.goals; goal++) {
      const sum = goal === 0 ? total : total - values[goal - 1]!;
      const best = this.#sums[goal]!;
      const known = this.#lists[goal]!;
      if (sum < best - this.#tie || (sum <= best + this.#tie && (list.length > known.length || !isLonger(list, known)))) continue;
      this.#sums[goal] = Math.max(sum, best);
      this.#lists[goal] = list;
    }
    if (list.length > 1) return;
    const { list: known, sum: best } = this.#fixed ?? { list: [0], sum: -Infinity };
    if (total > best + this.#tie || (total >= best - this.#tie && isLonger(list, known))) this.#fixed = { list, sum: Math.max(total, best) };
  }

  /** Whether something with these bounds by task could beat the best list of any goal. */
  isOpen(bounds: Float64Array): boolean {
    const total = sumOf(bounds);
    for (let goal = 0; goal < this.goals; goal++) {
      if ((goal === 0 ? total : total - bounds[goal - 1]!) > this.#sums[goal]! + this.#tie) return true;
    }
    return false;
  }

  listOf(goal: number): readonly number[] {
    return this.#lists[goal]!;
  }

  /** Whether these values by task are as good as the best of the goal. */
  isAsGood(values: Float64Array, goal: number): boolean {
    return sumOf(values) - (goal === 0 ? 0 : values[goal - 1]!) >= this.#sums[goal]! - this.#tie;
  }

  /** The best repeated cap over all tasks, of equal ones the longest. */
  fixedOf({ caps, valuesOf }: Lengthening): ChosenSchedule {
    const { list, sum } = this.#fixed ?? { list: caps.slice(-1), sum: -Infinity };
    const longest = [...caps].reverse().find((cap) => cap > list[0]! && sumOf(valuesOf([cap])) >= sum - this.#tie) ?? list[0]!;
    return { caps: [longest], success: meanOf(valuesOf([longest])) };
  }
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Whether a list has the longer cap where it first differs from another of the same length. */
function isLonger(list: readonly number[], other: readonly number[]): boolean {
  const at = list.findIndex((cap, i) => cap !== other[i]);
  return at >= 0 && list[at]! > (other[at] ?? 0);
}

interface Lengthening {
  readonly caps: readonly number[];
  readonly valuesOf: (list: readonly number[]) => Float64Array;
}

/** The list of a goal with each cap, first to last, as long as it can be without loss. */
function lengthen(incumbents: Incumbents, goal: number, { caps, valuesOf }: Lengthening): readonly number[] {
  let list = incumbents.listOf(goal);
  for (let at = 0; at < list.length; at++) {
    for (let k = caps.length - 1; k >= 0 && caps[k]! > list[at]!; k--) {
      const longer = [...list.slice(0, at), caps[k]!, ...list.slice(at + 1)];
      if (!incumbents.isAsGood(valuesOf(longer), goal)) continue;
      list = longer;
      break;
    }
  }
  return list;
}

/** Success of a list by task, each list computed once. */
function keepValues(laws: readonly EpisodeLaw[], budget: number): Lengthening['valuesOf'] {
  const kept = new Map<string, Float64Array>();
  const successOf = makeSuccessOf(budget);
  return (caps) => {
    const key = caps.join();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const values = Float64Array.from(laws, (law) => successOf(law, { kind: 'caps', caps }));
    kept.set(key, values);
    return values;
  };
}
