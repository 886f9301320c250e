import { meanAlarmGain } from './alarm';

/** Forks of one state: of an action and of continuing. */
export interface StateForks {
  readonly isAlarmed: boolean;
  readonly acted: { readonly n: number; readonly successes: number };
  readonly continued: { readonly n: number; readonly successes: number };
}

/**
 * What acting is worth in the states of one task: the mean over them of A (Y_R - Y_C), A = 1 where the alarm had fired; and of Y_R - Y_C with
 * the action taken in each. Both arms of every state must have a fork. Null without states.
 *
 * Example: one alarmed state with 2 of 2 after the action and 1 of 2 after continuing, one without alarm with 0 of 1 and 1 of 1: gain 1/4, always -1/4.
 *
 * Source: paper A, general alarm value E[A (Y_R - Y_C)]; MATH.md 1.3.
 */
export function interventionValue(states: readonly StateForks[]): { readonly gain: number; readonly always: number } | null {
  const share = ({ n, successes }: StateForks['acted']): number => successes / n;
  const valueWith = (alarmOf: (state: StateForks) => number): number | null => meanAlarmGain(states.map((state) => ({ weight: 1, alarm: alarmOf(state), restart: share(state.acted), continuation: share(state.continued) })));
  const gain = valueWith(({ isAlarmed }) => Number(isAlarmed));
  const always = valueWith(() => 1);
  return gain === null || always === null ? null : { gain, always };
}

/**
 * The expected gain of knowing what continuing and an untried action come to, over taking the one that looks better now: E max(P, Q) -
 * max(E P, E Q). P, of the action, is uniform, since nothing is known of it; Q is uniform before `n` continued runs with `successes`.
 *
 * Closed: E max(P, Q) = (1 + E Q^2) / 2. Example: n = 0 gives 2/3 - 1/2 = 1/6.
 *
 * Source: expected value of perfect information, Raiffa and Schlaifer (1961).
 */
export function informationOfFork({ n, successes }: { readonly n: number; readonly successes: number }): number {
  const [a, b] = [successes + 1, n - successes + 1];
  const mean = a / (a + b);
  const square = (a * (a + 1)) / ((a + b) * (a + b + 1));
  return (1 + square) / 2 - Math.max(1 / 2, mean);
}
