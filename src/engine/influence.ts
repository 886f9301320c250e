import { largest } from '../base/extent';
import { classCounts, classOf, contributionOf } from './attemptClass';
import { traceAt } from './attemptColumns';
import type { AttemptColumns } from './attemptColumns';
import type { CountColumns } from './countColumns';
import { leaveOneOut, type ClassContribution, type LeftOut } from './leaveOneOut';

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
 * The one attempt and the one cell that supply most of a macro number at one time: of the plug-in change, or of whatever `contribution` says
 * (`unbiasedChange`).
 *
 * An attempt's share is (total - without) / total, where `without` is the macro number with that attempt removed and the same number of
 * cells J (plug-in: a cell that is left empty contributes 0; unbiased: a cell of two cannot lose one). A cell's share is its part of the
 * sum of contributions. Shares that differ by less than 1e-12 are ties.
 *
 * Null when the total is 0 (up to 1e-12), without cells, where a cell has no contribution, and where no attempt can be left out. Cost: five
 * evaluations per cell and one pass over the attempts of one cell, because attempts of one class are interchangeable.
 *
 * Source: BEYOND.md 2, influence; CLI.md, audit.
 */
export function findInfluence(design: InfluenceDesign, contribution: ClassContribution = contributionOf): Influence | null {
  const left = leaveOneOut(
    design.cells.map((cell) => classCounts(design.counts, cell, design.time)),
    contribution,
  );
  return left === null ? null : influenceOf(design, left);
}

/** As `findInfluence`, from what `leaveOneOut` found for the design's cells. */
export function influenceOf(design: InfluenceDesign, { total, contributions, withoutAttempt }: LeftOut): Influence | null {
  if (Math.abs(total) <= TIE) return null;
  const attemptShares = withoutAttempt.map((ofCell) => ofCell.map((without) => (without === null ? -Infinity : (total - without) / total)));
  const place = firstLargest(attemptShares.map((shares) => largest(shares)));
  const shares = attemptShares[place] ?? [];
  const share = largest(shares);
  if (share === -Infinity) return null;
  const sum = total * contributions.length;
  const cellPlace = firstLargest(contributions.map((contribution) => contribution / sum));
  return {
    attempt: { entry: firstEntryOf(design, design.cells[place] ?? 0, (kind) => (shares[kind] ?? -Infinity) >= share - TIE), share },
    cell: { cell: design.cells[cellPlace] ?? 0, share: (contributions[cellPlace] ?? 0) / sum },
  };
}

/** Values closer than this are equal: a tie must not be broken by rounding. */
const TIE = 1e-12;

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
