import { CLASSES, type ClassCounts } from './attemptClass';

/** A cell's contribution to a macro number by its classes; null where it does not exist. */
export type ClassContribution = (classes: ClassCounts) => number | null;

/** A macro number of J cells, and what it would be without one attempt or one cell. */
export interface LeftOut {
  /** The mean of the contributions over J. */
  readonly total: number;
  /** What each cell adds to the sum. */
  readonly contributions: readonly number[];
  /**
   * By cell, then class (length 5): the macro number without one attempt of the class, J unchanged, since attempts of a class are
   * interchangeable; null where the cell has none of it, or no contribution without it.
   */
  readonly withoutAttempt: readonly (readonly (number | null)[])[];
  /** By cell: the mean of the other J - 1; null when there are none. */
  readonly withoutCell: readonly (number | null)[];
}

/** Lowest and highest of some values. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/**
 * A macro number with each attempt and each cell left out in turn. Null without cells and where a cell has no contribution (a class of
 * null: its horizon is too short). Cost: five evaluations per cell.
 *
 * Source: BEYOND.md 2, influence.
 */
export function leaveOneOut(cells: readonly (ClassCounts | null)[], contribution: ClassContribution): LeftOut | null {
  const J = cells.length;
  const classes: ClassCounts[] = [];
  const contributions: number[] = [];
  for (const one of cells) {
    const value = one && contribution(one);
    if (one === null || value === null) return null;
    classes.push(one);
    contributions.push(value);
  }
  if (J === 0) return null;
  const sum = contributions.reduce((total, value) => total + value, 0);
  const total = sum / J;
  return {
    total,
    contributions,
    withoutAttempt: classes.map((one, cell) =>
      CLASSES.map((_, kind) => {
        const value = one[kind] === 0 ? null : contribution(lessOne(one, kind));
        return value === null ? null : total + (value - (contributions[cell] ?? 0)) / J;
      }),
    ),
    withoutCell: contributions.map((value) => (J === 1 ? null : (sum - value) / (J - 1))),
  };
}

/** Lowest and highest of the values that exist; null when none does. */
export function rangeOfKnown(values: readonly (number | null)[]): ValueRange | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? null : { low, high };
}

/** The classes with one attempt of the class removed. */
function lessOne(classes: ClassCounts, kind: number): ClassCounts {
  const [early, ended, both, late, fail] = classes;
  const less = (count: number, index: number): number => (index === kind ? count - 1 : count);
  return [less(early, 0), less(ended, 1), less(both, 2), less(late, 3), less(fail, 4)];
}
