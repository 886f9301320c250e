import { classOf, type ClassCounts } from './attemptClass';
import type { Trace } from './trace';

/** An attempt of a batch: when it was started, in any unit, and what has been seen of it. */
export interface StartedAttempt {
  readonly start: number;
  readonly trace: Trace;
}

/** A batch that may still be running, cut where it can be counted. */
export interface StartedPrefix {
  /** Indices of the attempts counted, in the order of their starts. */
  readonly prefix: readonly number[];
  /** Indices of attempts that are known but started after one that is not. */
  readonly setAside: readonly number[];
  /** Indices of attempts whose class is not known yet. */
  readonly open: readonly number[];
}

/**
 * The longest run of attempts in the order of their starts (ties: as given) whose class at (t, B) is known, for each of them.
 * Counting whatever has finished would favour fast attempts; what comes after an open one is set aside.
 *
 * The length depends on the outcomes, so a fixed-sample certificate on it is not valid: an anytime-valid rule is.
 *
 * Source: BEYOND.md 4; golden `x.start_order`.
 */
export function startedPrefix(attempts: readonly StartedAttempt[], at: { readonly t: number; readonly budget: number }): StartedPrefix {
  const order = attempts.map((_, index) => index).sort((a, b) => (attempts[a]?.start ?? 0) - (attempts[b]?.start ?? 0) || a - b);
  const isOpen = (index: number): boolean => classOf(attempts[index]?.trace ?? { T: null, E: null, H: null }, at) === null;
  const first = order.findIndex(isOpen);
  const cut = first < 0 ? order.length : first;
  const rest = order.slice(cut);
  return { prefix: order.slice(0, cut), setAside: rest.filter((index) => !isOpen(index)), open: rest.filter(isOpen) };
}

/** The classes of attempts that are all known; throws when one is not. */
export function countTraces(traces: readonly Trace[], at: { readonly t: number; readonly budget: number }): ClassCounts {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const trace of traces) {
    const index = classOf(trace, at);
    if (index === null) throw new Error('A trace whose class is not known cannot be counted.');
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
