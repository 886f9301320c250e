import { normaliseTrace, type Trace } from './trace';

/** An attempt from which episodes are drawn. */
export interface ReplayAttempt extends Trace {
  /** Only a verifier could tell that its protocol-terminal call E was a failure (it submitted): without one nothing follows it. */
  readonly endsForGood?: boolean;
}

/** Distinct attempts of a cell, in order of first appearance: entry i of every column is one of them. */
export interface OutcomeColumns {
  /** First verified position; Infinity: none. */
  readonly T: Float64Array;
  /** Protocol-terminal position of an attempt without T; Infinity: none. */
  readonly E: Float64Array;
  /** Up to where the attempt is known: Infinity with T or E, else H; 0 where no H is known. */
  readonly seen: Float64Array;
  /** 1 where nothing follows E. */
  readonly endsForGood: Uint8Array;
  /** Attempts that share the outcome; their sum is `n`. */
  readonly counts: Int32Array;
  readonly n: number;
}

/**
 * The distinct outcomes of a cell's attempts. A resample of the attempts is another list of counts over the same columns.
 * Throws RangeError for an end that is no whole position, since what it releases would not be counted in whole steps.
 */
export function outcomeColumns(attempts: readonly ReplayAttempt[]): OutcomeColumns {
  const distinct = new Map<string, { readonly trace: Trace; readonly endsForGood: boolean; count: number }>();
  for (const attempt of attempts) {
    const trace = normaliseTrace(attempt);
    if (trace.T === null && trace.E !== null && !Number.isInteger(trace.E)) throw new RangeError(`A replay needs ends at whole positions, not at ${trace.E}.`);
    const endsForGood = attempt.endsForGood === true && trace.T === null && trace.E !== null;
    const key = trace.T !== null ? `T ${trace.T}` : trace.E !== null ? `E ${trace.E} ${endsForGood}` : `H ${trace.H}`;
    const known = distinct.get(key);
    if (known) known.count++;
    else distinct.set(key, { trace, endsForGood, count: 1 });
  }
  const outcomes = [...distinct.values()];
  return {
    T: Float64Array.from(outcomes, ({ trace }) => trace.T ?? Infinity),
    E: Float64Array.from(outcomes, ({ trace }) => (trace.T === null ? (trace.E ?? Infinity) : Infinity)),
    seen: Float64Array.from(outcomes, ({ trace }) => (trace.T === null && trace.E === null ? (trace.H ?? 0) : Infinity)),
    endsForGood: Uint8Array.from(outcomes, ({ endsForGood }) => Number(endsForGood)),
    counts: Int32Array.from(outcomes, ({ count }) => count),
    n: attempts.length,
  };
}
