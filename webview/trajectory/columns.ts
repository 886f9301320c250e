import { NO_SCORE } from '../../src/protocol/trajectory';

/** A column of the score chart: one step, or several where there are more steps than room. */
export interface Column {
  /** First and last step, from 1, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** The highest score of its steps; null where none has one. */
  readonly score: number | null;
  readonly reached: boolean;
}

/**
 * The scores as at most `most` columns. Where steps share a column the highest score stands for them, so that no
 * crossing of the threshold is lost.
 */
export function groupColumns(scores: Float64Array, { threshold, most }: { readonly threshold: number | null; readonly most: number }): readonly Column[] {
  const width = Math.max(1, Math.ceil(scores.length / Math.max(1, most)));
  const columns: Column[] = [];
  for (let from = 0; from < scores.length; from += width) {
    const to = Math.min(scores.length, from + width);
    let highest: number | null = null;
    for (let i = from; i < to; i++) {
      const score = scores[i] ?? NO_SCORE;
      if (score !== NO_SCORE && (highest === null || score > highest)) highest = score;
    }
    columns.push({ from: from + 1, to, score: highest, reached: highest !== null && threshold !== null && highest >= threshold });
  }
  return columns;
}

/** Steps named on the axis: the first, the last, and round numbers between that keep their distance. */
export function chooseTicks(steps: number, most: number): readonly number[] {
  if (steps <= 1) return steps === 1 ? [1] : [];
  const rough = steps / Math.max(1, most);
  const size = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const pace = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? 10 * size;
  const ticks = [1];
  for (let tick = pace; tick < steps; tick += pace) if (tick > 1 && tick - 1 >= pace / 2 && steps - tick >= pace / 2) ticks.push(tick);
  return [...ticks, steps];
}

/** Labels from left to right, those dropped that would run into the one before. Places and widths in the same unit. */
export function placeLabels<Label extends { readonly at: number; readonly width: number }>(labels: readonly Label[], gap: number): readonly Label[] {
  const placed: Label[] = [];
  let free = -Infinity;
  for (const label of labels) {
    if (label.at < free) continue;
    placed.push(label);
    free = label.at + label.width + gap;
  }
  return placed;
}
