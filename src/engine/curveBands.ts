// Non-null assertions on array elements: every index below is within its array by construction.

import { restartBudget } from './actionCounts';
import { quantileOfSorted } from './quantile';
import { seededRandom, type RandomStream } from './random';
import { normaliseTrace, type Trace } from './trace';

/** A series over the grid with its pointwise resampling range. */
export interface Band {
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Macro curves of a group: means over its cells at each position of the grid. */
export interface GroupBands {
  /** Share verified if no attempt that is not known is, and if all are; the same where all are known. */
  readonly least: Band;
  readonly most: Band;
  /** Mean f q, mean f p, and their difference, the macro change; null where somebody was not watched as far as the budget. */
  readonly actions: { readonly continue: Band; readonly restart: Band; readonly change: Band } | null;
  readonly replicates: number;
}

export interface BandDesign {
  /** Attempts of each cell; each cell has at least one. */
  readonly cells: readonly (readonly Trace[])[];
  /** Positions, rising, above 0. Actions are compared at those below the budget; beyond they are 0. */
  readonly grid: readonly number[];
  readonly budget: number;
  readonly seed: number;
  readonly level: number;
  /** Default 2,000. */
  readonly replicates?: number;
}

const DEFAULT_REPLICATES = 2_000;
/** Elementary steps before other work gets its turn. */
const PORTION = 400_000;

/**
 * Macro curves with pointwise ranges over resamples of tasks, then attempts, as the shading of paper A's figure 3. The band of a
 * curve says nothing of the whole curve at once. In portions; dropping the generator abandons the work.
 *
 * Cost: replicates x (attempts + cells x grid).
 *
 * Source: paper A, figure 3 and section on uncertainty; MATH.md 1.5.
 */
export function* resampleCurves({ cells, grid, budget, seed, level, replicates = DEFAULT_REPLICATES }: BandDesign): Generator<void, GroupBands, void> {
  const placed = cells.map((cell) => cell.map((trace) => placeTrace(trace, grid, budget)));
  const hasActions = placed.every((cell) => cell.every(({ isActionKnown }) => isActionKnown));
  const size = grid.length;
  const lastAction = grid.filter((at) => at < budget).length;
  const sums = makeSums(size);
  const kept = SERIES.map(() => Array.from({ length: size }, () => new Float64Array(replicates)));
  const random = seededRandom(seed);
  let steps = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    clear(sums);
    for (let position = 0; position < placed.length; position++) {
      const cell = placed[random.below(placed.length)]!;
      addCell(sums, draw(cell, random), { hasActions, lastAction });
      steps += cell.length + (hasActions ? size : 0);
    }
    finish(sums, placed.length);
    SERIES.forEach((name, series) => {
      for (let k = 0; k < size; k++) kept[series]![k]![replicate] = sums[name][k]!;
    });
    if (steps > PORTION) {
      steps = 0;
      yield;
    }
  }
  clear(sums);
  for (const cell of placed) addCell(sums, cell, { hasActions, lastAction });
  finish(sums, placed.length);
  const band = (name: (typeof SERIES)[number]): Band => bandOf(sums[name], kept[SERIES.indexOf(name)]!, level);
  return {
    least: band('least'),
    most: band('most'),
    actions: hasActions ? { continue: band('continue'), restart: band('restart'), change: band('change') } : null,
    replicates,
  };
}

const SERIES = ['least', 'most', 'continue', 'restart', 'change'] as const;

/** Places of one attempt on the grid: index of the first position at or after it, or the grid's length. */
interface PlacedTrace {
  readonly solved: number;
  readonly exit: number;
  /** First position at which it is not known any more whether it is verified. */
  readonly unknown: number;
  readonly isSolvedByBudget: boolean;
  /** Number of positions, from the first, at which a restart leaves enough for a run as long as this one. */
  readonly restarts: number;
  readonly isActionKnown: boolean;
}

function placeTrace(trace: Trace, grid: readonly number[], budget: number): PlacedTrace {
  const { T, E, H } = normaliseTrace(trace);
  const first = (holds: (at: number) => boolean): number => {
    const found = grid.findIndex(holds);
    return found < 0 ? grid.length : found;
  };
  const exit = T ?? E;
  return {
    solved: T === null ? grid.length : first((at) => at >= T),
    exit: exit === null ? grid.length : first((at) => at >= exit),
    unknown: exit !== null ? grid.length : first((at) => H === null || at > H),
    isSolvedByBudget: T !== null && T <= budget,
    restarts: T === null ? 0 : first((at) => restartBudget(budget, at) < T),
    isActionKnown: exit !== null || (H !== null && H >= budget),
  };
}

type Sums = Readonly<Record<(typeof SERIES)[number] | 'live' | 'fast', Float64Array>> & { solvedByBudget: number };

function makeSums(size: number): Sums {
  const series = (): Float64Array => new Float64Array(size);
  return { least: series(), most: series(), continue: series(), restart: series(), change: series(), live: series(), fast: series(), solvedByBudget: 0 };
}

function clear(sums: Sums): void {
  for (const name of SERIES) sums[name].fill(0);
  sums.solvedByBudget = 0;
}

function draw(cell: readonly PlacedTrace[], random: RandomStream): readonly PlacedTrace[] {
  return cell.map(() => cell[random.below(cell.length)]!);
}

/** Adds a cell: completions as steps, to be summed up in `finish`; what a restart brings as f p at each position. */
function addCell(sums: Sums, attempts: readonly PlacedTrace[], { hasActions, lastAction }: { readonly hasActions: boolean; readonly lastAction: number }): void {
  const weight = 1 / attempts.length;
  const size = sums.least.length;
  const { live, fast } = sums;
  if (hasActions) {
    live.fill(0);
    fast.fill(0);
  }
  for (const { solved, exit, unknown, isSolvedByBudget, restarts } of attempts) {
    if (solved < size) {
      sums.least[solved]! += weight;
      sums.most[solved]! += weight;
    } else if (unknown < size) {
      sums.most[unknown]! += weight;
    }
    if (!hasActions) continue;
    if (isSolvedByBudget) {
      sums.solvedByBudget += weight;
      if (solved < size) sums.continue[solved]! += weight;
    }
    if (exit < size) live[exit]! += 1;
    if (restarts > 0) fast[restarts - 1]! += 1;
  }
  if (!hasActions) return;
  let exited = 0;
  let enough = fast.reduce((sum, count) => sum + count, 0);
  for (let k = 0; k < lastAction; k++) {
    exited += live[k]!;
    sums.restart[k]! += (attempts.length - exited) * enough * weight * weight;
    enough -= fast[k]!;
  }
}

/** Sums steps up and turns sums into means over J cells. Continuing: what is verified between here and the budget. */
function finish(sums: Sums, J: number): void {
  let least = 0;
  let most = 0;
  let solved = 0;
  for (let k = 0; k < sums.least.length; k++) {
    least += sums.least[k]!;
    most += sums.most[k]!;
    solved += sums.continue[k]!;
    sums.least[k] = least / J;
    sums.most[k] = most / J;
    sums.continue[k] = withoutNoise((sums.solvedByBudget - solved) / J);
    sums.restart[k]! /= J;
    sums.change[k] = withoutNoise(sums.restart[k]! - sums.continue[k]!);
  }
}

/** Sums of shares may miss zero by their rounding. */
function withoutNoise(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : value;
}

function bandOf(value: Float64Array, columns: readonly Float64Array[], level: number): Band {
  const sorted = columns.map((column) => column.slice().sort());
  const quantile = (p: number): Float64Array => Float64Array.from(sorted, (column) => quantileOfSorted(column, p) ?? NaN);
  return { value: value.slice(), low: quantile((1 - level) / 2), high: quantile((1 + level) / 2) };
}
