import { largest } from '../base/extent';
import { CLASSES, classCounts, classOf, contributionOf } from './attemptClass';
import type { ClassCounts } from './attemptClass';
import { traceAt } from './attemptColumns';
import type { AttemptColumns } from './attemptColumns';
import type { CountColumns } from './countColumns';

/** Whose influence on which macro change. */
export interface InfluenceDesign {
  readonly columns: AttemptColumns;
  /** Counts of these columns. */
  readonly counts: CountColumns;
  /** Indices of the group's cells, in rising order. */
  readonly cells: readonly number[];
  /** Index into the times of the counts, and the time and budget themselves. */
  readonly time: number;
  readonly t: number;
  readonly budget: number;
}

/**
 * Shares of the macro change: 1 means that nothing remains without it, above 1 that the sign turns,
 * negative that it pulls against the total.
 */
export interface Influence {
  /** Entry of the columns with the largest share; ties to the first. */
  readonly attempt: { readonly entry: number; readonly share: number };
  /** Cell with the largest share; ties to the first. */
  readonly cell: { readonly cell: number; readonly share: number };
}

/**
 * The one attempt and the one cell that supply most of the plug-in macro change at one time.
 *
 * An attempt's share is (total - without) / total, where `without` is the macro change with that
 * attempt removed and the same number of cells J; a cell that is left empty contributes 0. A cell's
 * share is its part of the sum of contributions. Shares that differ by less than 1e-12 are ties.
 *
 * Null when the total is 0 (up to 1e-12), without cells, and when a horizon is too short. Cost: five
 * evaluations per cell and one pass over the attempts of one cell, because attempts of one class are
 * interchangeable.
 *
 * Source: BEYOND.md 2, influence, applied to the plug-in macro change (CLI.md, audit).
 */
export function findInfluence(design: InfluenceDesign): Influence | null {
  const classes: ClassCounts[] = [];
  for (const cell of design.cells) {
    const counts = classCounts(design.counts, cell, design.time);
    if (counts === null) return null;
    classes.push(counts);
  }
  const contributions = classes.map(contributionOf);
  const sum = contributions.reduce((total, contribution) => total + contribution, 0);
  if (classes.length === 0 || Math.abs(sum / classes.length) <= TIE) return null;
  // (total - without) / total is (u - u without) / sum of u, whatever J is.
  const attemptShares = classes.map((counts, index) =>
    CLASSES.map((_, kind) => (counts[kind] === 0 ? -Infinity : ((contributions[index] ?? 0) - contributionWithout(counts, kind)) / sum)),
  );
  const place = firstLargest(attemptShares.map((shares) => largest(shares)));
  const shares = attemptShares[place] ?? [];
  const share = largest(shares);
  const cellPlace = firstLargest(contributions.map((contribution) => contribution / sum));
  return {
    attempt: { entry: firstEntryOf(design, design.cells[place] ?? 0, (kind) => (shares[kind] ?? -Infinity) >= share - TIE), share },
    cell: { cell: design.cells[cellPlace] ?? 0, share: (contributions[cellPlace] ?? 0) / sum },
  };
}

/** Values closer than this are equal: a tie must not be broken by rounding. */
const TIE = 1e-12;

/** A cell's contribution with one attempt of the class removed. */
function contributionWithout(classes: ClassCounts, kind: number): number {
  const [early, ended, both, late, fail] = classes;
  const less = (count: number, index: number): number => (index === kind ? count - 1 : count);
  return contributionOf([less(early, 0), less(ended, 1), less(both, 2), less(late, 3), less(fail, 4)]);
}

/** Index of the first value that no other exceeds by more than a tie. */
function firstLargest(values: readonly number[]): number {
  const largest = values.reduce((best, value) => Math.max(best, value), -Infinity);
  return values.findIndex((value) => value >= largest - TIE);
}

/** The first entry of the cell whose class is one of those wanted. */
function firstEntryOf(design: InfluenceDesign, cell: number, isWanted: (kind: number) => boolean): number {
  const { offsets } = design.columns;
  const end = offsets[cell + 1] ?? 0;
  for (let entry = offsets[cell] ?? 0; entry < end; entry++) {
    const kind = classOf(traceAt(design.columns, entry), design);
    if (kind !== null && isWanted(kind) && (design.columns.weights?.[entry] ?? 1) > 0) return entry;
  }
  throw new Error(`Cell ${cell} has no attempt of the class that its counts name.`);
}
