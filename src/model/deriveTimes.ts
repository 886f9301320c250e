import type { Attempt, DeclaredTimes } from './attempt';
import { buildExitClassifier } from './exitTable';
import type { ExitClassifier } from './exitTable';
import type { Axis, Estimand, ExitClass } from './plan';
import type { Ending } from './results';

/** The facts of an attempt that its times follow from. */
export type TimeFacts = Pick<
  Attempt,
  'format' | 'exitStatus' | 'outcome' | 'basis' | 'declared' | 'noResult' | 'calls' | 'toolSteps' | 'tokens' | 'cost' | 'seconds' | 'limits'
>;

/** The parts of a plan that times depend on. */
export interface TimeRules {
  readonly axis: Axis;
  readonly classifyExit: ExitClassifier;
  /** Null: the estimand that the attempt's own basis serves. */
  readonly estimand: Estimand | null;
  /** How a stop by another budget counts: seen up to there and no further, or the end of the run. */
  readonly otherBudget: 'censor' | 'terminal';
}

/** When a run ended, counted on one axis from 1, and how. */
export interface Times {
  /** First verified position; null: never seen, or not known. */
  readonly T: number | null;
  /** Protocol-terminal position; null: none seen, or not known. */
  readonly E: number | null;
  /** The configured horizon; of a censored run the position up to which it was seen. Null when not known. */
  readonly H: number | null;
  /** min(T, E, H), by which the run had ended or was last seen; null when its position is not known. */
  readonly U: number | null;
  readonly J: Ending;
  /**
   * The class that decided: that of the exit status, or `call-limit` where the counts show that the limit of the axis
   * was met (line 5). Null where there is no exit status, and for times that a table declares.
   */
  readonly exit: ExitClass | null;
  /** Who can see the end without the outcome: anyone, or only who holds a verifier. Null: there is no such end. */
  readonly endSeenBy: 'anyone' | 'verifier' | null;
}

/** Axis calls, the default exit table, the estimand of the data. */
export const DEFAULT_TIME_RULES: TimeRules = {
  axis: 'calls',
  classifyExit: buildExitClassifier(),
  estimand: null,
  otherBudget: 'censor',
};

/**
 * How and when a run ended, from facts alone: the first matching line of
 *
 * | # | facts | J | end seen by |
 * |---|---|---|---|
 * | 1 | no verdict, infrastructure exit; no result was ever written | excluded | |
 * | 2 | no verdict | unknown | |
 * | 3 | resolved | verified at T | |
 * | 4 | unresolved, infrastructure exit | excluded | |
 * | 5 | unresolved, spent = the limit of the axis, or a status that says so | censored at the limit | anyone |
 * | 6 | unresolved, stopped by another budget | censored at the last position | anyone |
 * | 7 | unresolved, format errors, context overflow, crash | terminal there | anyone |
 * | 8 | unresolved, submitted or finished | terminal at the last position | who holds a verifier |
 *
 * A verified run is known at every budget b (a success iff T <= b), a terminal one is a failure at every b,
 * a censored one says nothing beyond H. T of a final verdict is the last position: exact for "resolved at its
 * own submission", and no answer to "first verified state", for which such a run is unknown.
 * Declared times (an outcome table, per-call labels) are used as they stand, after the precedence of MATH 1.1;
 * they hold on the axis calls only.
 * Where the position is not known T, E and U are null and J still says how the run ended.
 *
 * Example: unresolved, 250 calls of at most 250 gives T null, E null, H 250, U 250, censored.
 */
export function deriveTimes(facts: TimeFacts, rules: TimeRules = DEFAULT_TIME_RULES): Times {
  const hasVerdict = facts.outcome !== 'unknown';
  const exit = rules.classifyExit(facts.format, facts.exitStatus, hasVerdict);
  const limit = limitOn(facts, rules.axis);
  const without = (J: Ending): Times => ({ T: null, E: null, H: limit, U: null, J, exit, endSeenBy: null });
  if (facts.noResult) return without('excluded');
  const declared = declaredFor(facts, rules);
  if (declared) return normaliseDeclared(declared, facts.outcome === 'resolved');
  if (!hasVerdict) return without(exit === 'infrastructure' ? 'excluded' : 'unknown');
  // A final verdict cannot date the first verified state.
  if (rules.estimand === 'first-verified' && facts.basis === 'final') return without('unknown');

  const last = positionOn(facts, rules.axis);
  const datesOnly = datesFirstSuccessOnly(facts, rules);
  // A run that passed and was broken later is a success of the first verified state on every axis.
  if (facts.outcome === 'resolved' || (datesOnly && facts.declared !== null && normaliseDeclared(facts.declared, false).J === 'verified')) {
    return { ...endedAt(datesOnly ? null : last, limit, 'T'), J: 'verified', exit, endSeenBy: null };
  }
  if (exit === 'infrastructure') return without('excluded');
  if (meetsLimit(last, limit) || (exit === 'call-limit' && rules.axis === 'calls')) {
    const H = limit ?? last;
    return { T: null, E: null, H, U: last === null ? null : H, J: 'censored', exit: 'call-limit', endSeenBy: 'anyone' };
  }
  // On another axis the limit on calls is one budget among others.
  const stopped = exit === 'other-budget' || exit === 'call-limit' || meetsLimit(positionOn(facts, 'calls'), facts.limits.calls);
  if (stopped && rules.otherBudget === 'censor') {
    return { T: null, E: null, H: last, U: last, J: 'censored', exit: 'other-budget', endSeenBy: 'anyone' };
  }
  const endSeenBy = stopped || exit === 'agent-failure' ? 'anyone' : 'verifier';
  return { ...endedAt(last, limit, 'E'), J: 'terminal', exit: stopped ? 'other-budget' : exit, endSeenBy };
}

/**
 * Where the run ended on an axis: the number of calls or tool steps, or what it had spent; null when the trace does
 * not say. Tokens of the transcript are not kept per attempt.
 */
export function positionOn(facts: TimeFacts, axis: Axis): number | null {
  switch (axis) {
    case 'calls':
      return positive(facts.calls);
    case 'tool-steps':
      return positive(facts.toolSteps);
    case 'usage-tokens':
      return facts.tokens.input === null || facts.tokens.output === null ? null : positive(facts.tokens.input + facts.tokens.output);
    case 'usd':
      return positive(facts.cost);
    case 'seconds':
      return positive(facts.seconds);
    case 'tokens':
      return null;
  }
}

/** The configured limit on an axis; null: none, or not stated. */
export function limitOn(facts: TimeFacts, axis: Axis): number | null {
  if (axis === 'calls') return facts.limits.calls;
  if (axis === 'usd') return facts.limits.usd;
  if (axis === 'seconds') return facts.limits.seconds;
  return null;
}

/** A run without any call has no position: it was never live. */
function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function meetsLimit(last: number | null, limit: number | null): boolean {
  return last !== null && limit !== null && last >= limit;
}

/**
 * An end at `last` that was seen. A producer that counts otherwise can pass its own limit by a call; the
 * horizon is then where the run was seen to end, so that the end is not taken for unobserved.
 */
function endedAt(last: number | null, limit: number | null, which: 'T' | 'E'): Pick<Times, 'T' | 'E' | 'H' | 'U'> {
  const H = limit !== null && last !== null && last > limit ? last : limit;
  return { T: which === 'T' ? last : null, E: which === 'E' ? last : null, H, U: last };
}

function declaredFor(facts: TimeFacts, rules: TimeRules): DeclaredTimes | null {
  const { declared } = facts;
  if (declared === null || rules.axis !== 'calls') return null;
  if (declared.T === null && declared.E === null && declared.H === null) return null;
  // Per-call results may be read as the verdict on the submission, which is then dated by the last call.
  if (rules.estimand === 'resolved-at-submission' && facts.basis === 'per-call') return null;
  return declared;
}

/** The first verified call is known, and it cannot be placed on another axis; the run may have gone on after it. */
function datesFirstSuccessOnly({ declared, basis }: TimeFacts, rules: TimeRules): boolean {
  return declared !== null && declared.T !== null && !(rules.estimand === 'resolved-at-submission' && basis === 'per-call');
}

/**
 * Declared times under the precedence of MATH 1.1: verified, then terminal, then censored; what would have
 * happened after E or H was not observed and is dropped.
 */
function normaliseDeclared({ T, E, H }: DeclaredTimes, resolved: boolean): Times {
  const end = E !== null && (H === null || E <= H) ? E : null;
  const seen = T !== null && (H === null || T <= H) && (end === null || T <= end) ? T : null;
  if (seen !== null) return { T: seen, E: end, H, U: seen, exit: null, J: 'verified', endSeenBy: null };
  if (end !== null) return { T: null, E: end, H, U: end, exit: null, J: 'terminal', endSeenBy: 'anyone' };
  // A success without its time is a success all the same; only its position is not known.
  if (resolved && T === null) return { T: null, E: null, H, U: null, exit: null, J: 'verified', endSeenBy: null };
  if (H === null) return { T: null, E: null, H, U: null, exit: null, J: 'unknown', endSeenBy: null };
  return { T: null, E: null, H, U: H, exit: null, J: 'censored', endSeenBy: 'anyone' };
}
