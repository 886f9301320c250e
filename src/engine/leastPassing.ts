/** Where to look, both ends included. */
export interface SearchRange {
  readonly from: number;
  readonly most: number;
}

/**
 * The least integer in [from, to] that passes, when passing never stops once begun and `to` passes; `to` is not asked. O(log(to - from)).
 */
export function firstAbove(from: number, to: number, passes: (candidate: number) => boolean): number {
  return answer(halve(from - 1, to), passes);
}

/**
 * The least integer from `from` on that passes, when passing never stops once begun; null when not even `most` does. By doubling, then
 * halving: O(log result) questions.
 */
export function leastPassing(range: SearchRange, passes: (candidate: number) => boolean): number | null {
  return answer(searchLeast(range), passes);
}

/** `leastPassing` for questions that are work in portions. */
export function* leastPassingInPortions(range: SearchRange, passes: (candidate: number) => Generator<void, boolean, void>): Generator<void, number | null, void> {
  const search = searchLeast(range);
  let step = search.next();
  while (step.done !== true) step = search.next(yield* passes(step.value));
  return step.value;
}

/** A search that yields candidates, and is told whether each passes. */
type Search<Found> = Generator<number, Found, boolean>;

function answer<Found>(search: Search<Found>, passes: (candidate: number) => boolean): Found {
  let step = search.next();
  while (step.done !== true) step = search.next(passes(step.value));
  return step.value;
}

function* searchLeast({ from, most }: SearchRange): Search<number | null> {
  if (from > most) return null;
  let [below, enough] = [from - 1, from];
  while (!(yield enough)) {
    if (enough >= most) return null;
    below = enough;
    enough = Math.min(most, 2 * Math.max(1, enough));
  }
  return yield* halve(below, enough);
}

/** The least integer above `below` that passes; `enough` does. */
function* halve(below: number, enough: number): Search<number> {
  let [last, first] = [below, enough];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (yield middle) first = middle;
    else last = middle;
  }
  return first;
}
