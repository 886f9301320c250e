// Non-null assertions on array elements: every index below is within its array by construction.

import { restartBudget } from './actionCounts';
import { firstPlace } from './curves';
import { DEFAULT_REPLICATES } from './macroInterval';
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
  /** Mean f q and mean f p, whose difference is the macro change (`macroInterval` has its range); null where somebody was not watched as far as the budget. */
  readonly actions: { readonly continue: Band; readonly restart: Band } | null;
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
  /** Default: those of a macro number for up to 500 tasks, else 2,000, which place the ends of a smooth law within 6 % of a standard deviation. */
  readonly replicates?: number;
}

const MANY_TASKS = 500;
const FEWER_REPLICATES = 2_000;
/** Elementary steps before other work gets its turn. */
const PORTION = 400_000;

/**
 * Macro curves with pointwise ranges over resamples of tasks, then attempts, as the shading of paper A's figure 3. The band of a
 * curve says nothing of the whole curve at once. In portions; dropping the generator abandons the work.
 *
 * Cost: replicates x (attempts + cells x grid), at 5 and 2 ns: 3,000 cells of 49 attempts on 66 positions take 8 s beside other work.
 *
 * Source: paper A, figure 3 and section on uncertainty; MATH.md 1.5.
 */
export function* resampleCurves({ cells, grid: wanted, budget, seed, level, replicates = cells.length > MANY_TASKS ? FEWER_REPLICATES : DEFAULT_REPLICATES }: BandDesign): Generator<void, GroupBands, void> {
  // What continuing achieves is read off completion, which must then be known at the budget.
  const grid = [...new Set([...wanted, budget])].sort((a, b) => a - b);
  const placed = placeCells(cells, grid, budget);
  const { hasActions, J } = placed;
  const size = grid.length;
  const sums = makeSums(size);
  const kept = SERIES.map(() => Array.from({ length: size }, () => new Float64Array(replicates)));
  const random = seededRandom(seed);
  let steps = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    clear(sums);
    for (let position = 0; position < J; position++) steps += addRedrawn(sums, placed, random.below(J), random);
    finish(sums, placed);
    SERIES.forEach((name, series) => {
      for (let k = 0; k < size; k++) kept[series]![k]![replicate] = sums[name][k]!;
    });
    if (steps > PORTION) {
      steps = 0;
      yield;
    }
  }
  clear(sums);
  for (let cell = 0; cell < J; cell++) addAsItIs(sums, placed, cell);
  finish(sums, placed);
  const places = wanted.map((at) => grid.indexOf(at));
  const band = (name: (typeof SERIES)[number]): Band => {
    const columns = kept[SERIES.indexOf(name)]!;
    return bandOf(Float64Array.from(places, (k) => sums[name][k]!), places.map((k) => columns[k]!), level);
  };
  return {
    least: band('least'),
    most: band('most'),
    actions: hasActions ? { continue: band('continue'), restart: band('restart') } : null,
    replicates,
  };
}

const SERIES = ['least', 'most', 'continue', 'restart'] as const;

/** Attempts of all cells by their places on the grid, cell after cell. Positions that are not met have the grid's length. */
interface PlacedCells {
  readonly J: number;
  readonly offsets: Int32Array;
  /** First position at or after T; for attempts without T that of E, counted on from `endsFrom`. */
  readonly ends: Int16Array;
  /** First position at which it is not known any more whether the attempt is verified. */
  readonly unknown: Int16Array;
  /** Number of positions, from the first, at which a restart leaves enough for a run as long as this one. */
  readonly restarts: Int16Array;
  readonly size: number;
  /** Place of the budget on the grid. */
  readonly budgetAt: number;
  readonly hasActions: boolean;
  readonly hasUnknown: boolean;
}

function placeCells(cells: readonly (readonly Trace[])[], grid: readonly number[], budget: number): PlacedCells {
  const traces = cells.flat().map(normaliseTrace);
  const size = grid.length;
  const offsets = new Int32Array(cells.length + 1);
  cells.forEach((cell, index) => (offsets[index + 1] = offsets[index]! + cell.length));
  const from = (least: number): number => firstPlace(grid, (at) => at >= least);
  const unknown = Int16Array.from(traces, ({ T, E, H }) => (T !== null || E !== null ? size : H === null ? 0 : firstPlace(grid, (at) => at > H)));
  return {
    J: cells.length,
    offsets,
    ends: Int16Array.from(traces, ({ T, E }) => (T !== null ? from(T) : endsFrom(size) + (E === null ? size : from(E)))),
    unknown,
    restarts: Int16Array.from(traces, ({ T }) => (T === null ? 0 : firstPlace(grid, (at) => restartBudget(budget, at) < T))),
    size,
    budgetAt: grid.indexOf(budget),
    hasActions: traces.every(({ T, E, H }) => T !== null || E !== null || (H !== null && H >= budget)),
    hasUnknown: unknown.some((place) => place < size),
  };
}

/** Where ends without success begin in a histogram of ends: after the places of successes and of none. */
function endsFrom(size: number): number {
  return size + 1;
}

type Sums = Readonly<Record<(typeof SERIES)[number], Float64Array>> & {
  /** Attempts of one cell by their places: all 0 between cells. */
  readonly endedAt: Int32Array;
  readonly unknownAt: Int32Array;
  readonly restartsAt: Int32Array;
};

function makeSums(size: number): Sums {
  const series = (): Float64Array => new Float64Array(size);
  const places = (length: number): Int32Array => new Int32Array(length);
  return { least: series(), most: series(), continue: series(), restart: series(), endedAt: places(2 * endsFrom(size)), unknownAt: places(size + 1), restartsAt: places(size + 1) };
}

function clear(sums: Sums): void {
  for (const name of SERIES) sums[name].fill(0);
}

/** Adds a cell whose attempts are drawn anew; returns about how many steps that took. */
function addRedrawn(sums: Sums, placed: PlacedCells, cell: number, random: RandomStream): number {
  const { offsets, ends, unknown, restarts, hasUnknown, size } = placed;
  const { endedAt, unknownAt, restartsAt } = sums;
  const first = offsets[cell]!;
  const n = offsets[cell + 1]! - first;
  // As `random.below(n)`, with the division by n made once.
  const part = Math.floor(2 ** 32 / n);
  for (let i = 0; i < n; i++) {
    let drawn = Math.floor(random.uint32() / part);
    while (drawn >= n) drawn = Math.floor(random.uint32() / part);
    const entry = first + drawn;
    endedAt[ends[entry]!]!++;
    restartsAt[restarts[entry]!]!++;
    if (hasUnknown) unknownAt[unknown[entry]!]!++;
  }
  addCounts(sums, placed, n);
  return n + size;
}

function addAsItIs(sums: Sums, placed: PlacedCells, cell: number): void {
  const { offsets, ends, unknown, restarts } = placed;
  const first = offsets[cell]!;
  const end = offsets[cell + 1]!;
  for (let entry = first; entry < end; entry++) {
    sums.endedAt[ends[entry]!]!++;
    sums.restartsAt[restarts[entry]!]!++;
    sums.unknownAt[unknown[entry]!]!++;
  }
  addCounts(sums, placed, end - first);
}

/** Adds a cell of n attempts by their places, which are emptied: completions as steps, to be summed up in `finish`; f p at each position. */
function addCounts({ least, most, restart, endedAt, unknownAt, restartsAt }: Sums, { size, budgetAt, hasActions, hasUnknown }: PlacedCells, n: number): void {
  const weight = 1 / n;
  const failures = endsFrom(size);
  let live = n;
  let enough = n - restartsAt[0]!;
  for (let k = 0; k < size; k++) {
    const solved = endedAt[k]!;
    least[k]! += solved * weight;
    if (hasUnknown) most[k]! += (solved + unknownAt[k]!) * weight;
    if (!hasActions || k >= budgetAt) continue;
    live -= solved + endedAt[failures + k]!;
    restart[k]! += live * enough * weight * weight;
    enough -= restartsAt[k + 1]!;
  }
  endedAt.fill(0);
  restartsAt.fill(0);
  if (hasUnknown) unknownAt.fill(0);
}

/** Sums steps up and turns sums into means over J cells. Continuing: what is verified between here and the budget. */
function finish({ least, most, continue: continued, restart }: Sums, { J, size, budgetAt, hasActions, hasUnknown }: PlacedCells): void {
  let ofLeast = 0;
  let ofMost = 0;
  for (let k = 0; k < size; k++) {
    ofLeast += least[k]!;
    ofMost += most[k]!;
    least[k] = ofLeast / J;
    most[k] = hasUnknown ? ofMost / J : least[k]!;
  }
  if (!hasActions) return;
  for (let k = 0; k < size; k++) {
    continued[k] = k < budgetAt ? withoutNoise(least[budgetAt]! - least[k]!) : 0;
    restart[k]! /= J;
  }
}

/** Sums of shares may miss zero by their rounding. */
function withoutNoise(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : value;
}

function bandOf(value: Float64Array, columns: readonly Float64Array[], level: number): Band {
  const sorted = columns.map((column) => column.slice().sort());
  const quantile = (p: number): Float64Array => Float64Array.from(sorted, (column) => quantileOfSorted(column, p) ?? NaN);
  return { value, low: quantile((1 - level) / 2), high: quantile((1 + level) / 2) };
}
