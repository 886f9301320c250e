import type { Probability } from '../model/units';
import { classCounts } from './attemptClass';
import type { ClassCounts } from './attemptClass';
import { makeCellLaw } from './cellLaw';
import type { CellLaw } from './cellLaw';
import type { CountColumns } from './countColumns';
import { quantileOfSorted } from './quantile';
import { seededRandom } from './random';
import type { RandomStream } from './random';

/** What to resample: the cells of one group at one time. */
export interface MacroResamplingDesign {
  readonly counts: CountColumns;
  /** Indices of the group's cells, J of them, reached or not. */
  readonly cells: readonly number[];
  /** Index into the times of the counts. */
  readonly time: number;
  readonly seed: number;
  /** Default 10,000. */
  readonly replicates?: number;
}

/** Percentiles of the resampled macro change; proportions. */
export interface MacroInterval {
  readonly low: number;
  readonly high: number;
  readonly level: Probability;
  readonly replicates: number;
}

/** Default number of replicates. */
export const DEFAULT_REPLICATES = 10_000;

/**
 * The percentile interval (type 7) of the macro change at one time, by resampling tasks and then,
 * anew for each drawn position, the task's attempts, and recomputing mean f (p - q); a cell that is
 * not reached in the resample gives 0. Level 0.95 unless stated. Null for a group without cells or
 * with a cell whose horizon is too short.
 *
 * The interval depends on the multiset of cells and the seed alone, not on the cells' order, and is
 * the same on every machine. Its centre is the plug-in, which is biased (BEYOND.md 9): it is a
 * resampling range and not to be called a confidence interval.
 *
 * Cost: J x replicates draws. 2,000 cells of 5 attempts, 10,000 replicates: about 0.5 s; 3,000 cells
 * of 49: about 2.5 s. Use `resampleMacroChange` where the work must be shown or stopped.
 *
 * Source: MATH.md 1.5, first item; paper A, section on uncertainty.
 */
export function macroInterval(design: MacroResamplingDesign, level: Probability = 0.95): MacroInterval | null {
  const work = resampleMacroChange(design);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value === null ? null : percentileInterval(step.value, level);
}

/** The percentile interval of replicates sorted in rising order; at least one. */
export function percentileInterval(sorted: Float64Array, level: Probability): MacroInterval | null {
  const low = quantileOfSorted(sorted, (1 - level) / 2);
  const high = quantileOfSorted(sorted, 1 - (1 - level) / 2);
  return low === null || high === null ? null : { low, high, level, replicates: sorted.length };
}

/**
 * The replicates behind `macroInterval`, sorted in rising order, as work in portions of a few
 * milliseconds: each `next()` does one and yields the share done, in (0, 1]; dropping the generator
 * abandons the work. Returns null where `macroInterval` is null.
 */
export function* resampleMacroChange(design: MacroResamplingDesign): Generator<number, Float64Array | null, void> {
  const portions = makePortions(design);
  if (portions === null) return null;
  const J = design.cells.length;
  const replicates: Replicates = {
    sums: new Float64Array(design.replicates ?? DEFAULT_REPLICATES),
    positions: new Int32Array(design.replicates ?? DEFAULT_REPLICATES).fill(J),
  };
  const random = seededRandom(design.seed);
  let cellsLeft = J;
  for (const portion of portions) {
    addPortion(replicates, portion.law, makeCountDraw(portion.cells, cellsLeft, J), random);
    cellsLeft -= portion.cells;
    yield 1 - cellsLeft / J;
  }
  return replicates.sums.map((sum) => sum / J).sort();
}

interface Replicates {
  /** Sum of the contributions so far. */
  readonly sums: Float64Array;
  /** Positions that have not been given to a cell yet. */
  readonly positions: Int32Array;
}

/** Gives each replicate its positions that fall on one law, and adds their contributions. */
function addPortion(replicates: Replicates, law: CellLaw, drawCount: CountDraw, random: RandomStream): void {
  const { sums, positions } = replicates;
  for (let replicate = 0; replicate < sums.length; replicate++) {
    const left = positions[replicate] ?? 0;
    const count = drawCount(left, random);
    positions[replicate] = left - count;
    let sum = 0;
    if (law.constant !== null) sum = count * law.constant;
    else for (let i = 0; i < count; i++) sum += law.draw(random);
    sums[replicate] = (sums[replicate] ?? 0) + sum;
  }
}

/** Cells that share a law. */
interface Portion {
  readonly law: CellLaw;
  readonly cells: number;
}

/** Cells of one portion at most: keeps portions short and the counts' probabilities far from underflow. */
const MOST_CELLS_IN_PORTION = 16;

/** The cells by equal classes, in an order that does not depend on theirs; null when one is not known. */
function makePortions({ counts, cells, time }: MacroResamplingDesign): readonly Portion[] | null {
  if (cells.length === 0) return null;
  const sameClasses = new Map<string, { readonly classes: ClassCounts; cells: number }>();
  for (const cell of cells) {
    const classes = classCounts(counts, cell, time);
    if (classes === null) return null;
    const known = sameClasses.get(classes.join());
    if (known === undefined) sameClasses.set(classes.join(), { classes, cells: 1 });
    else known.cells++;
  }
  const kinds = [...sameClasses.values()].sort((a, b) => compareClasses(a.classes, b.classes));
  return kinds.flatMap(({ classes, cells: all }) => {
    const law = makeCellLaw(classes);
    const portions = Math.ceil(all / MOST_CELLS_IN_PORTION);
    return Array.from({ length: portions }, (_, index) => ({
      law,
      cells: Math.min(MOST_CELLS_IN_PORTION, all - index * MOST_CELLS_IN_PORTION),
    }));
  });
}

function compareClasses(a: ClassCounts, b: ClassCounts): number {
  const difference = a.map((count, index) => count - (b[index] ?? 0)).find((value) => value !== 0);
  return difference ?? 0;
}

type CountDraw = (left: number, random: RandomStream) => number;

/**
 * Draws how many of the `left` positions go to `cells` of the `cellsLeft` cells: binomial, by
 * inversion along the smaller side. One such draw after the other splits J positions over the cells
 * exactly as drawing each position's cell would. Powers are products, the same on every machine.
 */
function makeCountDraw(cells: number, cellsLeft: number, J: number): CountDraw {
  if (cells === cellsLeft) return (left) => left;
  const isMirrored = 2 * cells > cellsLeft;
  const share = (isMirrored ? cellsLeft - cells : cells) / cellsLeft;
  const odds = share / (1 - share);
  const noneOf = new Float64Array(J + 1);
  noneOf[0] = 1;
  for (let left = 1; left <= J; left++) noneOf[left] = (noneOf[left - 1] ?? 0) * (1 - share);
  return (left, random) => {
    let rest = random.unit();
    let probability = noneOf[left] ?? 0;
    let count = 0;
    while (rest >= probability && count < left) {
      rest -= probability;
      probability *= ((left - count) / (count + 1)) * odds;
      count++;
    }
    return isMirrored ? left - count : count;
  };
}
