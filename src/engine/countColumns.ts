// Non-null assertions on array elements: every index below is within its array by construction.

import { restartBudget } from './actionCounts';
import type { CountStatus } from './actionCounts';
import { cellCount } from './attemptColumns';
import type { AttemptColumns } from './attemptColumns';

/** What is counted: the decision times and the budget, on the axis of the columns. */
export interface CountDesign {
  /** Decision times in any order. */
  readonly times: readonly number[];
  /** B. */
  readonly budget: number;
}

/**
 * Counts of every decision. Index cell x times + time for nLive, xContinue, xRestart and both;
 * index cell for n. A count that is not known is -1.
 */
export interface CountColumns {
  readonly cells: number;
  readonly times: number;
  /** Attempts of each cell. */
  readonly n: Int32Array;
  readonly nLive: Int32Array;
  readonly xContinue: Int32Array;
  readonly xRestart: Int32Array;
  /** Live attempts with T <= B - t: they count as a success in both arms. Zero unless t < B - t. */
  readonly both: Int32Array;
}

/** Unknown count in `CountColumns`. */
export const UNKNOWN_COUNT = -1;

/**
 * Counts of continuing and restarting for every cell and time: what `countActions` gives for each
 * one alone.
 *
 * Two histograms per cell, of exits (T or E, whichever ended the attempt) and of successes (T),
 * over the intervals between the positions that matter: the times, the rests B - t, and B. Their
 * prefix sums answer every decision. Cost: one pass over the attempts plus cells x times; 147,000
 * attempts of 3,000 cells take 2 to 5 ms (one core, 2 GHz class).
 *
 * Source: paper A, eqs 14-15; MATH.md 1.2.
 */
export function countColumns(columns: AttemptColumns, design: CountDesign): CountColumns {
  const cells = cellCount(columns);
  const times = design.times.length;
  const size = cells * times;
  const counts: CountColumns = {
    cells,
    times,
    n: new Int32Array(cells),
    nLive: new Int32Array(size),
    xContinue: new Int32Array(size),
    xRestart: new Int32Array(size),
    both: new Int32Array(size),
  };
  const scale = makePositionScale(design);
  const histogram: CellHistogram = {
    exits: new Int32Array(scale.slots),
    successes: new Int32Array(scale.slots),
    attempts: 0,
    shortestHorizon: Infinity,
  };
  for (let cell = 0; cell < cells; cell++) {
    fillHistogram(histogram, columns, cell, scale);
    counts.n[cell] = histogram.attempts;
    for (let time = 0; time < times; time++) countDecision(counts, cell, time, histogram, scale);
  }
  return counts;
}

/** The status of one decision. */
export function statusAt(counts: CountColumns, cell: number, time: number): CountStatus {
  const index = cell * counts.times + time;
  if (counts.xContinue[index] === UNKNOWN_COUNT) return 'horizon';
  return counts.nLive[index] === 0 ? 'not_reached' : 'ok';
}

/** Cumulated counts of one cell: entry s counts what lies at or before border s. */
interface CellHistogram {
  readonly exits: Int32Array;
  readonly successes: Int32Array;
  attempts: number;
  /** Least H of the attempts that neither succeeded nor terminated; Infinity without any. */
  shortestHorizon: number;
}

function fillHistogram(histogram: CellHistogram, columns: AttemptColumns, cell: number, scale: PositionScale): void {
  const { offsets, T, E, H, weights } = columns;
  const { exits, successes } = histogram;
  exits.fill(0);
  successes.fill(0);
  histogram.attempts = 0;
  histogram.shortestHorizon = Infinity;
  const end = offsets[cell + 1] ?? 0;
  for (let entry = offsets[cell] ?? 0; entry < end; entry++) {
    const weight = weights === undefined ? 1 : (weights[entry] ?? 0);
    histogram.attempts += weight;
    const horizon = H[entry] ?? NaN;
    // Not observed is NaN or negative: such a position fails every `>= 0`, such a horizon cuts nothing.
    const cut = horizon >= 0 ? horizon : Infinity;
    const t = T[entry] ?? NaN;
    const e = E[entry] ?? NaN;
    const isTerminated = e >= 0 && e <= cut;
    if (t >= 0 && t <= cut && !(isTerminated && e < t)) {
      const slot = scale.slotOf(t);
      exits[slot]! += weight;
      successes[slot]! += weight;
    } else if (isTerminated) {
      exits[scale.slotOf(e)]! += weight;
    } else if (weight > 0) {
      histogram.shortestHorizon = Math.min(histogram.shortestHorizon, horizon >= 0 ? horizon : 0);
    }
  }
  for (let slot = 1; slot < exits.length; slot++) {
    exits[slot]! += exits[slot - 1]!;
    successes[slot]! += successes[slot - 1]!;
  }
}

function countDecision(counts: CountColumns, cell: number, time: number, histogram: CellHistogram, scale: PositionScale): void {
  const { attempts, exits, successes, shortestHorizon } = histogram;
  const index = cell * counts.times + time;
  const { t, atTime, atRest } = scale.decisions[time]!;
  // At t = 0 everything is live, whatever the traces say.
  const exited = t <= 0 ? 0 : exits[atTime]!;
  const solvedByTime = t <= 0 ? 0 : successes[atTime]!;
  // An attempt without T and E is known to be live, and not to have succeeded, only up to its horizon.
  counts.nLive[index] = shortestHorizon < t ? UNKNOWN_COUNT : attempts - exited;
  if (shortestHorizon < Math.max(t, scale.budget)) {
    counts.xContinue[index] = UNKNOWN_COUNT;
    counts.xRestart[index] = UNKNOWN_COUNT;
    counts.both[index] = UNKNOWN_COUNT;
    return;
  }
  const solvedByRest = successes[atRest]!;
  counts.xContinue[index] = Math.max(0, successes[scale.atBudget]! - solvedByTime);
  counts.xRestart[index] = solvedByRest;
  counts.both[index] = Math.max(0, solvedByRest - solvedByTime);
}

/** Where the positions that matter lie: the times, the rests B - t, and B, in order. */
interface PositionScale {
  readonly budget: number;
  /** Number of slots: slot s ends at border s, included; the last slot lies beyond every border. */
  readonly slots: number;
  readonly atBudget: number;
  readonly decisions: readonly { readonly t: number; readonly atTime: number; readonly atRest: number }[];
  /** The first slot whose border is not below the position. */
  readonly slotOf: (position: number) => number;
}

/** Largest budget for which each whole position gets its slot from a table. */
const LARGEST_TABLE = 65_535;

function makePositionScale({ times, budget }: CountDesign): PositionScale {
  const rests = times.map((t) => restartBudget(budget, t));
  const borders = Float64Array.from(new Set([...times, ...rests, budget])).sort();
  const search = (position: number): number => {
    let low = 0;
    let high = borders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (borders[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const last = Math.max(0, borders.at(-1) ?? 0);
  const hasTable = last <= LARGEST_TABLE && borders.length < LARGEST_TABLE;
  const table = Uint16Array.from({ length: hasTable ? Math.floor(last) + 1 : 0 }, (_, position) => search(position));
  return {
    budget,
    slots: borders.length + 1,
    atBudget: search(budget),
    decisions: times.map((t, time) => ({ t, atTime: search(t), atRest: search(rests[time]!) })),
    slotOf: (position) => table[position] ?? search(position),
  };
}
