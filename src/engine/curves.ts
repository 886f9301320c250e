// Non-null assertions on array elements: every index below is within its array by construction.

import type { IntervalLookup } from './certificate';
import type { ProportionInterval } from './clopperPearson';
import { normaliseTrace, type Trace } from './trace';

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

/** Completion of a cell at each position of the rising grid, above 0. O(attempts x log grid + grid). Source: paper A, F of eq 5; MATH.md 1.1. */
export function countCompletions(attempts: readonly Trace[], grid: readonly number[]): readonly CompletionCount[] {
  const solvedAt = new Int32Array(grid.length + 1);
  const lostAt = new Int32Array(grid.length + 1);
  for (const attempt of attempts) {
    const place = placeOnGrid(attempt, grid);
    if (place.ending === 'verified') solvedAt[place.at]!++;
    else if (place.ending === 'open') lostAt[place.at]!++;
  }
  let solved = 0;
  let unknown = 0;
  return grid.map((_, k) => ({ solved: (solved += solvedAt[k]!), unknown: (unknown += lostAt[k]!) }));
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

/** A share with its pointwise band by `intervalOf`; without attempts [0, 1] and no estimate. */
export function boundShare({ solved, unknown }: CompletionCount, n: number, intervalOf: IntervalLookup): BoundedShare {
  if (n === 0) return { estimate: null, least: 0, most: 1, low: 0, high: 1 };
  return {
    estimate: unknown === 0 ? solved / n : null,
    least: solved / n,
    most: (solved + unknown) / n,
    low: intervalOf(solved, n).low,
    high: intervalOf(solved + unknown, n).high,
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
 * `countHazards`. O(attempts x log grid + grid).
 *
 * Source: paper A, eq 6 and its remark on terminals; MATH.md 1.3.
 */
export function countHazardsBetween(attempts: readonly Trace[], grid: readonly number[]): readonly HazardCount[] {
  const verified = new Int32Array(grid.length + 1);
  const terminal = new Int32Array(grid.length + 1);
  const lost = new Int32Array(grid.length + 1);
  const byEnding = { verified, terminal, open: lost };
  for (const attempt of attempts) {
    const { ending, at } = placeOnGrid(attempt, grid);
    byEnding[ending][at]!++;
  }
  // Whoever is lost at a position is not at risk up to it; whoever ends there is.
  let running = attempts.length;
  return grid.map((_, k) => {
    const atRisk = running - lost[k]!;
    running = atRisk - verified[k]! - terminal[k]!;
    return { atRisk, verified: verified[k]!, terminal: terminal[k]! };
  });
}

interface PlaceOnGrid {
  /** `open`: neither verified nor terminal. */
  readonly ending: 'verified' | 'terminal' | 'open';
  /** First position at or after the end, or the first that was not watched; the grid's length where there is none. */
  readonly at: number;
}

function placeOnGrid(attempt: Trace, grid: readonly number[]): PlaceOnGrid {
  const { T, E, H } = normaliseTrace(attempt);
  if (T !== null) return { ending: 'verified', at: firstPlace(grid, (at) => at >= T) };
  if (E !== null) return { ending: 'terminal', at: firstPlace(grid, (at) => at >= E) };
  return { ending: 'open', at: H === null ? 0 : firstPlace(grid, (at) => at > H) };
}

/** Index of the first position of which it holds, once it holds for all that follow; the grid's length without any. O(log grid). */
export function firstPlace(grid: readonly number[], holds: (at: number) => boolean): number {
  let low = 0;
  let high = grid.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(grid[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A hazard: a share of those at risk, with its pointwise band by `intervalOf`. Null where nobody is at risk. */
export function hazardShare(events: number, atRisk: number, intervalOf: IntervalLookup): ({ readonly estimate: number } & ProportionInterval) | null {
  return atRisk === 0 ? null : { estimate: events / atRisk, ...intervalOf(events, atRisk) };
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
