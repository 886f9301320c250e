import { UNKNOWN_COUNT } from './countColumns';
import type { CountColumns } from './countColumns';

/** Counts of one cell at one time that a macro number needs, all known. */
export interface ContributionCounts {
  readonly n: number;
  readonly nLive: number;
  readonly xContinue: number;
  readonly xRestart: number;
}

/**
 * What a cell adds to the sum behind the macro change: f (p - q), with f = nLive / n,
 * q = xContinue / nLive and p = xRestart / n. It is computed as (nLive xRestart - n xContinue) / n^2,
 * whose numerator is a whole number, so that equal arms give exactly 0. A cell without attempts or
 * without live ones gives 0. In [-1, 1], as a proportion of the cell's attempts.
 *
 * Source: MATH.md 1.2.
 */
export function changeContribution({ n, nLive, xContinue, xRestart }: ContributionCounts): number {
  return n === 0 ? 0 : (nLive * xRestart - n * xContinue) / (n * n);
}

/** What a cell adds to the task oracle: f max(p - q, 0). As `changeContribution` otherwise. */
export function oracleContribution(counts: ContributionCounts): number {
  return Math.max(0, changeContribution(counts));
}

/** What a cell adds to the perfect alarm: f (1 - q) p, that is (nLive - xContinue) xRestart / n^2. */
export function alarmContribution({ n, nLive, xContinue, xRestart }: ContributionCounts): number {
  return n === 0 ? 0 : ((nLive - xContinue) * xRestart) / (n * n);
}

/** Means over the cells of a group at one time; proportions, relative to always continuing. */
export interface MacroNumbers {
  /** Mean f (p - q): everybody live is restarted. */
  readonly change: number;
  /** Mean f max(p - q, 0): restart where the task gains by it. */
  readonly taskOracle: number;
  /** Mean f (1 - q) p: restart exactly the live attempts that would fail. */
  readonly perfectAlarm: number;
}

export interface GroupMacro {
  /** J: all cells of the group, reached or not. */
  readonly cells: number;
  /** Cells of status `horizon`. */
  readonly horizonCells: number;
  /** Cells of status `ok`. */
  readonly liveCells: number;
  /** Cells whose change is not 0. */
  readonly contributing: number;
  /** Null for a group without cells or with horizon cells: their part is not known. */
  readonly numbers: MacroNumbers | null;
  /** The same means with 0 for the horizon cells, J unchanged; null only without cells. */
  readonly withHorizonAsZero: MacroNumbers | null;
}

/**
 * Plug-in macro numbers of the given cells at one time. O(cells).
 *
 * The mean runs over all cells of the group, J, not only the reached ones; a cell that is not
 * reached contributes 0.
 *
 * Source: paper A, eq 22 and section on macro effects; MATH.md 1.2.
 */
export function macroNumbers(counts: CountColumns, cells: readonly number[], time: number): GroupMacro {
  let horizonCells = 0;
  let liveCells = 0;
  let contributing = 0;
  let change = 0;
  let taskOracle = 0;
  let perfectAlarm = 0;
  for (const cell of cells) {
    const known = knownCounts(counts, cell, time);
    if (known === null) {
      horizonCells++;
      continue;
    }
    if (known.nLive > 0) liveCells++;
    const contribution = changeContribution(known);
    if (contribution !== 0) contributing++;
    change += contribution;
    taskOracle += oracleContribution(known);
    perfectAlarm += alarmContribution(known);
  }
  const J = cells.length;
  const means = J === 0 ? null : { change: change / J, taskOracle: taskOracle / J, perfectAlarm: perfectAlarm / J };
  return { cells: J, horizonCells, liveCells, contributing, numbers: horizonCells > 0 ? null : means, withHorizonAsZero: means };
}

/** Counts of one decision; null when a horizon is too short. */
export function knownCounts(counts: CountColumns, cell: number, time: number): ContributionCounts | null {
  const index = cell * counts.times + time;
  const xContinue = counts.xContinue[index] ?? UNKNOWN_COUNT;
  const xRestart = counts.xRestart[index] ?? UNKNOWN_COUNT;
  const nLive = counts.nLive[index] ?? UNKNOWN_COUNT;
  if (xContinue === UNKNOWN_COUNT || xRestart === UNKNOWN_COUNT || nLive === UNKNOWN_COUNT) return null;
  return { n: counts.n[cell] ?? 0, nLive, xContinue, xRestart };
}
