import { classCounts, type ClassCounts } from './attemptClass';
import type { CountColumns } from './countColumns';
import { splitOracle } from './splitOracle';
import { unbiasedAlarm, unbiasedChange } from './unbiased';

/** Unbiased macro numbers of a group of cells at one time; proportions, relative to always continuing. Never clipped. */
export interface UnbiasedMacro {
  /** What each cell adds to the sum behind the change, in the order of the cells; null where one cell has no such value. */
  readonly contributions: Float64Array | null;
  /** Mean of the contributions; null without cells and where one has fewer than two attempts or a horizon too short. */
  readonly change: number | null;
  readonly perfectAlarm: number | null;
  /** Chosen on one half of a cell's attempts and scored on the other; null where one cell has fewer than four attempts. */
  readonly splitOracle: number | null;
  /** Attempts of the smallest cell; 0 without cells. */
  readonly fewestAttempts: number;
}

/**
 * Unbiased versions of `macroNumbers` for the given cells at one time: means over all J of them, and null as soon as one cell has no value. In
 * expectation over samples of these cells the change and the perfect alarm are the true ones, and the split oracle is not above it.
 *
 * `oracles` remembers the split oracle by class counts, over groups and times. Cost: O(cells), and one `splitOracle` for each different cell.
 *
 * Source: BEYOND.md 2, macro numbers.
 */
export function unbiasedMacro(counts: CountColumns, cells: readonly number[], time: number, oracles: OracleMemory = new Map()): UnbiasedMacro {
  const classes = cells.map((cell) => classCounts(counts, cell, time));
  const change = classes.map((one) => one && unbiasedChange(one));
  return {
    contributions: change.every((one) => one !== null) ? Float64Array.from(change) : null,
    change: meanOrNull(change),
    perfectAlarm: meanOrNull(classes.map((one) => one && unbiasedAlarm(one))),
    splitOracle: meanOrNull(classes.map((one) => one && rememberedOracle(one, oracles))),
    fewestAttempts: cells.length === 0 ? 0 : cells.reduce((fewest, cell) => Math.min(fewest, counts.n[cell] ?? 0), Infinity),
  };
}

/** Split oracles by class counts. */
export type OracleMemory = Map<string, number | null>;

function rememberedOracle(classes: ClassCounts, oracles: OracleMemory): number | null {
  const key = classes.join();
  let value = oracles.get(key);
  if (value === undefined) {
    value = splitOracle(classes);
    oracles.set(key, value);
  }
  return value;
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return values.length === 0 ? null : sum / values.length;
}
