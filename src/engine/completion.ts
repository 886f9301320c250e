import { capOf, nominalCaps, type Schedule } from './schedule';
import { normaliseTrace, type Trace } from './trace';

/** F(0) = 0, F(1), …: chance of a verified state by each call; never falling, the last value holds from there on. */
export type CompletionLaw = readonly number[];

/** F(t); beyond the law's end its last value. */
export function completedBy(law: CompletionLaw, t: number): number {
  return law[Math.min(t, law.length - 1)] ?? 0;
}

/**
 * Success of a schedule under a budget when episodes are independent draws of one law and only success ends one early:
 * 1 - product of (1 - F(cap)).
 *
 * Source: paper A, eqs 5, 20 and 23.
 */
export function scheduleSuccess(law: CompletionLaw, { schedule, budget }: { readonly schedule: Schedule; readonly budget: number }): number {
  return 1 - nominalCaps(schedule, budget).reduce((fail, cap) => fail * (1 - completedBy(law, cap)), 1);
}

/** As `scheduleSuccess` for exactly these caps, whatever their sum. */
export function capsSuccess(law: CompletionLaw, caps: readonly number[]): number {
  return 1 - caps.reduce((fail, _, episode) => fail * (1 - completedBy(law, capOf({ kind: 'caps', caps }, episode))), 1);
}

/**
 * Hazards of a law: entry u - 1 is P(T = u | T >= u) for u = 1, 2, …; null where nothing is left.
 *
 * Source: paper A, eq 6.
 */
export function hazardsOf(law: CompletionLaw): readonly (number | null)[] {
  return law.slice(1).map((value, index) => {
    const before = law[index] ?? 0;
    return before >= 1 ? null : (value - before) / (1 - before);
  });
}

/**
 * P(t < T <= t + r | T > t) from hazards; null when nobody survives t. Running out of mass inside the window gives 1.
 *
 * Source: paper A, eq 7; MATH.md 1.3.
 */
export function continuationSuccess(hazards: readonly (number | null)[], { t, r }: { readonly t: number; readonly r: number }): number | null {
  if (hazards.slice(0, t).some((hazard) => hazard === null || hazard >= 1)) return null;
  let survival = 1;
  for (const hazard of hazards.slice(t, t + r)) {
    if (hazard === null) return 1;
    survival *= 1 - hazard;
  }
  return 1 - survival;
}

/** Hazards counted in attempts; entry u - 1 belongs to call u; null where nobody is at risk. */
export interface CountedHazards {
  /** Of a verified state, among attempts without one: those that ended stay at risk for ever. */
  readonly marginal: readonly (number | null)[];
  /** Of a verified state, and of a protocol-terminal end, among attempts still running. */
  readonly verified: readonly (number | null)[];
  readonly terminal: readonly (number | null)[];
  /** Attempts still running before call u. */
  readonly atRisk: readonly number[];
}

/**
 * Hazards per call up to `upto`, from attempts. An attempt whose horizon ends unresolved leaves the risk sets after it.
 *
 * Source: paper A, eq 6 and its remark on terminals; MATH.md 1.3.
 */
export function countHazards(attempts: readonly Trace[], upto: number): CountedHazards {
  const traces = attempts.map(normaliseTrace);
  const calls = Array.from({ length: upto }, (_, index) => index + 1);
  const isSeen = ({ H }: Trace, u: number): boolean => H === null || H >= u;
  const running = (u: number): readonly Trace[] => traces.filter((trace) => (trace.T ?? Infinity) >= u && (trace.E ?? Infinity) >= u && (trace.T !== null || trace.E !== null || isSeen(trace, u)));
  const unsolved = (u: number): readonly Trace[] => traces.filter((trace) => (trace.T ?? Infinity) >= u && (trace.T !== null || trace.E !== null || isSeen(trace, u)));
  const share = (at: readonly Trace[], holds: (trace: Trace) => boolean): number | null => (at.length === 0 ? null : at.filter(holds).length / at.length);
  return {
    marginal: calls.map((u) => share(unsolved(u), ({ T }) => T === u)),
    verified: calls.map((u) => share(running(u), ({ T }) => T === u)),
    terminal: calls.map((u) => share(running(u), ({ T, E }) => E === u && T !== u)),
    atRisk: calls.map((u) => running(u).length),
  };
}

/**
 * Chance that a run that is live at t is verified within the next r calls, from cause-specific hazards:
 * sum over u of lambda_u times the product over v < u of (1 - lambda_v - mu_v). Null when nobody is at risk at t + 1. With complete data this
 * is the share among live attempts, exactly.
 *
 * Source: MATH.md 1.3.
 */
export function liveContinuation({ verified, terminal }: Pick<CountedHazards, 'verified' | 'terminal'>, { t, r }: { readonly t: number; readonly r: number }): number | null {
  if ((verified[t] ?? null) === null) return null;
  let running = 1;
  let success = 0;
  for (let u = t; u < Math.min(t + r, verified.length); u++) {
    const lambda = verified[u] ?? null;
    if (lambda === null) break;
    success += running * lambda;
    running *= 1 - lambda - (terminal[u] ?? 0);
  }
  return success;
}
