import type { Probability } from '../model/units';
import { clopperPearson, type ProportionInterval } from './clopperPearson';
import { isLiveAt, isSolvedBy, normaliseTrace, type Trace } from './trace';

/**
 * Positions at which curves are read: multiples of a round step (1, 2 or 5 times a power of ten; whole where `isWhole`), at most
 * `most` of them, with every `fixed` position and the end, rising, above 0.
 */
export function curveGrid(end: number, { most, isWhole, fixed }: { readonly most: number; readonly isWhole: boolean; readonly fixed: readonly number[] }): readonly number[] {
  const rough = end / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((size) => size >= rough * (1 - 1e-9)) ?? rough;
  const size = isWhole ? Math.max(1, Math.ceil(step - 1e-9)) : step;
  const positions = Array.from({ length: Math.floor(end / size + 1e-9) }, (_, k) => Number(((k + 1) * size).toPrecision(12)));
  return [...new Set([...positions, ...fixed, end])].filter((at) => at > 0 && at <= end).sort((a, b) => a - b);
}

/** How far one cell is completed at one position. */
export interface CompletionCount {
  /** Attempts verified by here. */
  readonly solved: number;
  /** Attempts of which that is not known: not watched as far as here. They may be verified or not. */
  readonly unknown: number;
}

/** Completion of a cell at each position of the grid. O(attempts x grid). Source: paper A, F of eq 5; MATH.md 1.1. */
export function countCompletions(attempts: readonly Trace[], grid: readonly number[]): readonly CompletionCount[] {
  return grid.map((at) => {
    const states = attempts.map((attempt) => isSolvedBy(attempt, at));
    return { solved: states.filter((state) => state === true).length, unknown: states.filter((state) => state === null).length };
  });
}

/** A share of attempts that may not be known of each of them. */
export interface BoundedShare {
  /** Null as soon as it is not known of one attempt. */
  readonly estimate: number | null;
  /** The share if none of the unknown, and if all of them, belong to it; both the estimate where nothing is unknown. */
  readonly least: number;
  readonly most: number;
  /** Pointwise exact band: the lower end at the least, the upper end at the most. It holds whatever became of the unknown. */
  readonly low: number;
  readonly high: number;
}

/** A share with its pointwise band; without attempts [0, 1] and no estimate. Source: Clopper and Pearson (1934). */
export function boundShare({ solved, unknown }: CompletionCount, n: number, level: Probability): BoundedShare {
  if (n === 0) return { estimate: null, least: 0, most: 1, low: 0, high: 1 };
  const tail = (1 - level) / 2;
  return {
    estimate: unknown === 0 ? solved / n : null,
    least: solved / n,
    most: (solved + unknown) / n,
    low: clopperPearson(solved, n, tail).low,
    high: clopperPearson(solved + unknown, n, tail).high,
  };
}

/** How attempts that were running ended between two positions of the grid. */
export interface HazardCount {
  /** Attempts running after the position before, and watched as far as this one unless they ended by then. */
  readonly atRisk: number;
  /** Of them, verified, and terminal, by this position. */
  readonly verified: number;
  readonly terminal: number;
}

/**
 * Cause-specific counts for each interval (grid[k - 1], grid[k]], from 0. On a grid of every call their shares are the hazards of
 * `countHazards`. O(attempts x grid).
 *
 * Source: paper A, eq 6 and its remark on terminals; MATH.md 1.3.
 */
export function countHazardsBetween(attempts: readonly Trace[], grid: readonly number[]): readonly HazardCount[] {
  const traces = attempts.map(normaliseTrace);
  return grid.map((at, k) => {
    const before = grid[k - 1] ?? 0;
    const running = traces.filter((trace) => isLiveAt(trace, before) === true && isLiveAt(trace, at) !== null);
    const ended = running.filter((trace) => isLiveAt(trace, at) === false);
    const verified = ended.filter(({ T }) => T !== null).length;
    return { atRisk: running.length, verified, terminal: ended.length - verified };
  });
}

/** A hazard: a share of those at risk, with its pointwise exact band. Null where nobody is at risk. */
export function hazardShare(events: number, atRisk: number, level: Probability): ({ readonly estimate: number } & ProportionInterval) | null {
  return atRisk === 0 ? null : { estimate: events / atRisk, ...clopperPearson(events, atRisk, (1 - level) / 2) };
}

/** The position up to which every attempt was watched, or had ended by; null: every attempt was seen to end. */
export function watchedUntil(attempts: readonly Trace[]): number | null {
  const open = attempts.map(normaliseTrace).filter(({ T, E }) => T === null && E === null);
  return open.length === 0 ? null : open.reduce((least, { H }) => Math.min(least, H ?? 0), Infinity);
}

/** Completions that were seen, and those of them that no episode of length `cap` reaches. */
export interface Truncation {
  readonly completions: number;
  readonly beyond: number;
}

/**
 * How many of the completions that were seen took longer than the longest episode of a schedule: they have no chance under it.
 * A horizon hides later ones, so this is at least what is cut off.
 *
 * Source: paper A, corollary 3.4.
 */
export function countTruncated(attempts: readonly Trace[], cap: number): Truncation {
  const times = attempts.map(normaliseTrace).flatMap(({ T }) => (T === null ? [] : [T]));
  return { completions: times.length, beyond: times.filter((T) => T > cap).length };
}
