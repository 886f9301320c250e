/**
 * The timed trace of one attempt on one budget axis; null = not observed.
 * T: first verified position. E: protocol-terminal position. H: configured horizon.
 * Positions count from 1 on the axis of calls and may be fractions on others.
 */
export interface Trace {
  readonly T: number | null;
  readonly E: number | null;
  readonly H: number | null;
}

/** Which of T, E and H came first; `unknown`: none of the three is known. */
export type TraceEnding = 'verified' | 'terminal' | 'censored' | 'unknown';

/**
 * The trace with only what could be observed, itself where nothing is dropped: T or E beyond H is dropped, and so is T after E,
 * because nothing can be seen after a protocol terminal. T = H, E = H and T = E are observed.
 *
 * H null means that no horizon is known: T and E then stand as they are.
 *
 * Source: paper A (2610.36544), section on traces; ties and E < T as fixed in MATH.md 1.1.
 */
export function normaliseTrace(trace: Trace): Trace {
  const H = trace.H;
  const E = isWithin(trace.E, H) ? trace.E : null;
  const T = isWithin(trace.T, H) && isWithin(trace.T, E) ? trace.T : null;
  return T === trace.T && E === trace.E ? trace : { T, E, H };
}

/**
 * U = min(T, E, H) of the normalised trace, where observation stopped. Null when none is known.
 *
 * Source: paper A, eq 19.
 */
export function observedUntil(trace: Trace): number | null {
  const { T, E, H } = normaliseTrace(trace);
  return T ?? E ?? H;
}

/**
 * J: how the trace ended. In a tie verified wins over terminal, and terminal over censored:
 * a state reached at the terminal call passes the verifier, and success never refers to E.
 *
 * Source: paper A, eq 19; tie rule MATH.md 1.1.
 */
export function traceEnding(trace: Trace): TraceEnding {
  const { T, E, H } = normaliseTrace(trace);
  if (T !== null) return 'verified';
  if (E !== null) return 'terminal';
  return H === null ? 'unknown' : 'censored';
}

/**
 * Whether the attempt was still running after position t: T > t and E > t, both strict.
 * Everything is live at t = 0. A trace without T and E is live up to H included; beyond H it is
 * unknown: null.
 *
 * Source: paper A, eq 14; MATH.md 1.1.
 */
export function isLiveAt(trace: Trace, t: number): boolean | null {
  if (t <= 0) return true;
  const { T, E, H } = normaliseTrace(trace);
  const exit = T ?? E;
  if (exit !== null) return exit > t;
  return H !== null && t <= H ? true : null;
}

/**
 * Whether the attempt had succeeded by position b (T <= b). A terminated trace is a known failure
 * at every b; a trace without T and E is a known failure up to H included, null beyond.
 *
 * Source: paper A, eq 15; MATH.md 1.1.
 */
export function isSolvedBy(trace: Trace, b: number): boolean | null {
  const { T, E, H } = normaliseTrace(trace);
  if (T !== null) return T <= b;
  if (b <= 0 || E !== null) return false;
  return H !== null && b <= H ? false : null;
}

/** True for an observed position that lies at or before the end; an end of null is no end. */
function isWithin(position: number | null, end: number | null): boolean {
  return position !== null && (end === null || position <= end);
}
