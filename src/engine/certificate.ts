import type { Interval, Verdict } from '../model/results';
import type { Probability } from '../model/units';
import { clopperPearson } from './clopperPearson';
import type { ProportionInterval } from './clopperPearson';

/** Counts of both arms of one decision, all known. */
export interface ArmCounts {
  /** Attempts of the cell, live or not: trials of the restart arm. */
  readonly n: number;
  /** Trials of the continuation arm. */
  readonly nLive: number;
  /** Successes of continuing, at most nLive. */
  readonly xContinue: number;
  /** Successes of restarting, at most n. */
  readonly xRestart: number;
}

/** Intervals that hold together over the family, and what they allow to say. */
export interface Certificate {
  /** Share of the live attempts that succeeded; estimate null when nobody is live. */
  readonly continue: Interval;
  /** Share of all attempts that would succeed after a restart; estimate null without attempts. */
  readonly restart: Interval;
  /** Restart minus continue, bounds [L_R - U_C, U_R - L_C]; estimate null when one arm has none. */
  readonly difference: Interval;
  /** The intervals' verdict; without live attempts it is always `abstain`, and the caller says "not reached". */
  readonly verdict: Verdict;
}

/** Looks up the exact interval of x successes in n trials. */
export type IntervalLookup = (x: number, n: number) => ProportionInterval;

/**
 * The certificate of one decision: exact intervals of both arms with error `tail` on each side
 * (`familyTail`), the simultaneous bounds of their difference, and the verdict.
 *
 * Restart is certified when L_R > U_C and continue when L_C > U_R, both strictly; intervals that
 * touch or overlap abstain. An empty arm has the interval [0, 1].
 *
 * Source: paper A, eq 16.
 */
export function certify(counts: ArmCounts, tail: Probability): Certificate {
  return certifyWith(counts, (x, n) => clopperPearson(x, n, tail));
}

/** As `certify`, with the intervals taken from a lookup: an audit asks for the same few pairs over and over. */
export function certifyWith(counts: ArmCounts, intervalOf: IntervalLookup): Certificate {
  const continued = withEstimate(counts.xContinue, counts.nLive, intervalOf);
  const restarted = withEstimate(counts.xRestart, counts.n, intervalOf);
  const estimate = continued.estimate === null || restarted.estimate === null ? null : restarted.estimate - continued.estimate;
  return {
    continue: continued,
    restart: restarted,
    difference: { estimate, low: restarted.low - continued.high, high: restarted.high - continued.low },
    verdict: compareIntervals(continued, restarted),
  };
}

/**
 * `clopperPearson` for one tail with an answer kept for each (x, n) that was asked for. Memory: one
 * entry for each different pair.
 */
export function rememberIntervals(tail: Probability): IntervalLookup {
  const known = new Map<number, ProportionInterval>();
  return (x, n) => {
    const key = (n * (n + 1)) / 2 + x;
    // Beyond this size the key would no longer be exact.
    if (n > 1e7) return clopperPearson(x, n, tail);
    let interval = known.get(key);
    if (interval === undefined) known.set(key, (interval = clopperPearson(x, n, tail)));
    return interval;
  };
}

function withEstimate(x: number, n: number, intervalOf: IntervalLookup): Interval {
  const { low, high } = intervalOf(x, n);
  return { estimate: n === 0 ? null : x / n, low, high };
}

function compareIntervals(continued: ProportionInterval, restarted: ProportionInterval): Verdict {
  if (restarted.low > continued.high) return 'restart';
  if (continued.low > restarted.high) return 'continue';
  return 'abstain';
}
