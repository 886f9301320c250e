// Long work as a generator: each `next()` does a portion of a few milliseconds, and dropping it abandons the work. Whoever
// runs it decides when other things have their turn.

/** Attempts looked at in one portion, where each takes some microseconds. */
export const PORTION = 250;

/** Runs work to its end at once. */
export function runPortions<Result>(work: Generator<void, Result, void>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
