/** Portions run together before the host may do other things, in milliseconds. */
const LONGEST_BLOCK = 8;

/** Runs work to its end without holding the extension host; null when it is no longer wanted. */
export async function finishInPortions<Result>(work: Generator<void, Result, void>, isWanted: () => boolean): Promise<Result | null> {
  for (;;) {
    const until = Date.now() + LONGEST_BLOCK;
    while (Date.now() < until) {
      const step = work.next();
      if (step.done === true) return step.value;
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (!isWanted()) return null;
  }
}

/** The same for work that is always wanted. */
export async function finish<Result>(work: Generator<void, Result, void>): Promise<Result> {
  const result = await finishInPortions<{ readonly value: Result }>(wrap(work), () => true);
  if (result === null) throw new Error('Work that is wanted was given up.');
  return result.value;
}

function* wrap<Result>(work: Generator<void, Result, void>): Generator<void, { readonly value: Result }, void> {
  return { value: yield* work };
}
