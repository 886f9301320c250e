import { throwIfCancelled } from '../base/cancelled';

/** Milliseconds of work between two looks at what else has happened, such as Ctrl+C. */
const TURN = 50;

/** Runs work in portions to its end. Rejects with a CancelledError when the signal is given meanwhile. */
export async function finishWork<Result>(work: Generator<void, Result, void>, signal: AbortSignal): Promise<Result> {
  let turned = Date.now();
  for (;;) {
    throwIfCancelled(signal);
    const step = work.next();
    if (step.done === true) return step.value;
    if (Date.now() - turned < TURN) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turned = Date.now();
  }
}
