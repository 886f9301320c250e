import type { ClassSet } from './allowedClasses';
import { isOneClass } from './allowedClasses';
import type { IntervalLookup } from './certificate';
import { against, isAlwaysAhead, isAsGood, undominated, type SetCounts } from './completions';
import { firstAbove } from './leastPassing';
import type { Direction } from './power';

/**
 * The least number of unknown attempts that, labelled and turning out well, make the verdict hold whatever the others are;
 * 0 when it does already, null when not even all of them suffice.
 *
 * One more good label never hurts, so the number is found by halving. For a given number the sets of attempts are tried:
 * never one before another that leaves an opponent at least as much and a friend at least as much. What is left are a few
 * kinds that do not compare. Where hundreds of attempts are unknown in several ways, not every choice is tried (`MOST_TRIED`):
 * the number returned then settles the decision, and a smaller one might.
 *
 * Source: BEYOND.md 3, `least_labels` of golden `x.worst_case`.
 */
export function leastLabels(sets: SetCounts, direction: Direction, intervalOf: IntervalLookup): number | null {
  const kinds = kindsOf(sets, direction);
  const most = kinds.reduce((sum, { count }) => sum + count, 0);
  const settles = (labels: number): boolean => settlesWith(sets, kinds, labels, (tried) => isAlwaysAhead(tried, direction, intervalOf));
  if (settles(0)) return 0;
  if (!settles(most)) return null;
  return firstAbove(1, most, settles);
}

/** Choices of labels tried for one number of them; exact below, which holds for some fifty unknown attempts of every kind. */
const MOST_TRIED = 50_000;

/** Unknown attempts that may belong to the same classes. */
interface Kind {
  readonly set: ClassSet;
  readonly count: number;
  /** What a label that turns out well may say. */
  readonly good: readonly number[];
  /** Kinds, by index, all of whose attempts are labelled before one of this. */
  readonly after: readonly number[];
}

function kindsOf(sets: SetCounts, direction: Direction): readonly Kind[] {
  const kinds = [...sets].filter(([set, count]) => count > 0 && !isOneClass(set)).map(([set, count]) => ({ set, count, good: undominated(set, direction), bad: undominated(set, against(direction)) }));
  type Choices = (typeof kinds)[number];
  const covers = (one: Choices, other: Choices): boolean =>
    other.good.every((goal) => one.good.some((own) => isAsGood(own, goal, direction))) && other.bad.every((goal) => one.bad.some((own) => isAsGood(own, goal, against(direction))));
  // Those that cover more come first; of two that cover each other, the first does.
  const reach = kinds.map((one) => kinds.filter((other) => covers(one, other)).length);
  const order = kinds.map((_, i) => i).sort((a, b) => (reach[b] ?? 0) - (reach[a] ?? 0) || a - b);
  const sorted = order.flatMap((index) => kinds[index] ?? []);
  return sorted.map((kind, index) => ({ ...kind, after: sorted.flatMap((other, at) => (at < index && covers(other, kind) ? [at] : [])) }));
}

function settlesWith(sets: SetCounts, kinds: readonly Kind[], labels: number, holds: (tried: SetCounts) => boolean): boolean {
  const tried = new Map(sets);
  const isFull: boolean[] = [];
  const add = (set: ClassSet, count: number): void => void tried.set(set, (tried.get(set) ?? 0) + count);
  let choices = 0;
  const search = (at: number, left: number): boolean => {
    if (left === 0) return ++choices <= MOST_TRIED && holds(tried);
    if (choices > MOST_TRIED) return false;
    const kind = kinds[at];
    if (kind === undefined) return false;
    const later = kinds.slice(at + 1).reduce((sum, { count }) => sum + count, 0);
    const most = kind.after.every((before) => isFull[before]) ? Math.min(kind.count, left) : 0;
    const [first = 0, second] = kind.good;
    for (let taken = most; taken >= Math.max(0, left - later); taken--) {
      isFull[at] = taken === kind.count;
      for (let other = 0; other <= (second === undefined ? 0 : taken); other++) {
        add(kind.set, -taken);
        add(1 << first, taken - other);
        if (second !== undefined) add(1 << second, other);
        const found = search(at + 1, left - taken);
        add(kind.set, taken);
        add(1 << first, other - taken);
        if (second !== undefined) add(1 << second, -other);
        if (found) return true;
      }
    }
    return false;
  };
  return search(0, labels);
}
