import { quantileOfSorted } from './quantile';

/** Rungs of a score, from its lowest bin up. */
export interface ScoreLadder {
  /** Rising, each once: at most three. A score is in the bin after all thresholds that lie below it. */
  readonly thresholds: readonly number[];
  /** Bin of a score, from 0. */
  binOf(score: number): number;
}

/**
 * A ladder with rungs at the quartiles of all scores, whatever came of the attempts; quartiles that are equal, or the largest score, make no
 * further rung. Null without scores.
 */
export function quartileLadder(scores: readonly number[]): ScoreLadder | null {
  if (scores.length === 0) return null;
  const sorted = Float64Array.from(scores).sort();
  const highest = sorted.at(-1) ?? 0;
  const quartiles = [0.25, 0.5, 0.75].flatMap((share) => quantileOfSorted(sorted, share) ?? []);
  const thresholds = [...new Set(quartiles)].filter((threshold) => threshold < highest);
  return { thresholds, binOf: (score) => thresholds.filter((threshold) => score > threshold).length };
}
