import { groupBy } from '../base/groupBy';
import type { Probability } from '../model/units';
import { classCounts } from './attemptClass';
import type { ClassCounts } from './attemptClass';
import { addCellLaw, emptyWeights, isAlwaysZero, lawCost, makeCellDraw, zeroPlace, type ContributionKind } from './cellLaw';
import type { CountColumns } from './countColumns';
import { quantileOfSorted } from './quantile';
import { seededRandom } from './random';
import { drawSumOf, makeSuccessLaw, makeSumLaw } from './sumLaw';

/** What to resample: the cells of one group at one time. */
export interface MacroResamplingDesign {
  readonly counts: CountColumns;
  /** Indices of the group's cells, J of them, reached or not. */
  readonly cells: readonly number[];
  /** Index into the times of the counts. */
  readonly time: number;
  readonly seed: number;
  /** Whose mean: the macro change unless stated. */
  readonly contribution?: ContributionKind;
  /** Default 10,000. */
  readonly replicates?: number;
}

/** Percentiles of a resampled macro number; proportions. */
export interface MacroInterval {
  readonly low: number;
  readonly high: number;
  readonly level: Probability;
  readonly replicates: number;
}

/** Default number of replicates. */
export const DEFAULT_REPLICATES = 10_000;

/**
 * The percentile interval (type 7) of the macro change at one time, or of the task oracle or the perfect alarm, by resampling tasks and then,
 * anew for each drawn position, the task's attempts, and recomputing mean f (p - q); a cell that is
 * not reached in the resample gives 0. Level 0.95 unless stated. Null for a group without cells or
 * with a cell whose horizon is too short.
 *
 * The interval depends on the multiset of cells and the seed alone, not on the cells' order, and is
 * the same on every machine. Its centre is the plug-in, which is biased (BEYOND.md 9): it is a
 * resampling range and not to be called a confidence interval.
 *
 * Cost: one number for each of J x replicates positions at most, and the laws of the cells: 10,000 replicates of 3,000 cells of 49
 * attempts take 0.05 to 0.4 s, of 2,000 cells of 5 attempts 5 ms (2 GHz class). Use `resampleMacroChange` where the work must be shown or stopped.
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
 *
 * A drawn position is a cell at random, then that cell redrawn: one draw from the mixture of the cells' laws.
 * Cells of equally many attempts share the scale of their contributions, so that their mixture is a law on whole numbers.
 * How many of the J positions fall on them is binomial, one set of cells after the other, which splits the positions exactly
 * as drawing each position's cell would.
 */
export function* resampleMacroChange(design: MacroResamplingDesign): Generator<number, Float64Array | null, void> {
  const J = design.cells.length;
  const replicates = design.replicates ?? DEFAULT_REPLICATES;
  const parts = makeParts(design, replicates);
  if (parts === null) return null;
  const sums = new Float64Array(replicates);
  const positions = new Int32Array(replicates).fill(J);
  const { state } = seededRandom(design.seed);
  let cellsLeft = J;
  for (const part of parts) {
    // Making the law counts for half of the part.
    const done = (share: number): number => (J - cellsLeft + part.cells * share) / J;
    const making = makePartDraw(part, J, design.contribution);
    let made = making.next();
    for (; made.done !== true; made = making.next()) yield done(made.value / 2);
    const draw = made.value;
    const split = part.cells === cellsLeft ? null : makeSuccessLaw(part.cells, cellsLeft - part.cells, J);
    const inPortion = Math.max(1, Math.floor(DRAWS_IN_PORTION / (DRAWS_OF_SPLIT + part.cells * (part.isLaw ? 1 : DRAWS_OF_CELL))));
    for (let first = 0; first < replicates; first += inPortion) {
      const end = Math.min(replicates, first + inPortion);
      for (let replicate = first; replicate < end; replicate++) {
        const left = positions[replicate] ?? 0;
        const count = split === null ? left : drawSumOf(split, left, state);
        positions[replicate] = left - count;
        sums[replicate] = (sums[replicate] ?? 0) + draw(count, state) / (part.n * part.n);
      }
      yield done((1 + end / replicates) / 2);
    }
    cellsLeft -= part.cells;
  }
  // The positions left fall on cells that add nothing.
  return sums.map((sum) => sum / J).sort();
}

/** Numbers drawn in one portion, about: some milliseconds. */
const DRAWS_IN_PORTION = 1_000_000;
/** States of laws visited in one portion, about. */
const STATES_IN_PORTION = 1_500_000;
/** Numbers that one binomial of up to some thousand trials takes, about. */
const DRAWS_OF_SPLIT = 6;
/** Numbers that one redrawn cell takes without its law, about; and how many states of a law can be visited meanwhile. */
const DRAWS_OF_CELL = 14;
const STATES_OF_CELL = 80;
/** The law of a cell of more attempts is not made: it would fill no cache. */
const MOST_ATTEMPTS_IN_LAW = 200;

/** Cells of equal classes. */
interface Kind {
  readonly classes: ClassCounts;
  readonly cells: number;
}

/** Cells of n attempts each whose contributions are drawn together. */
interface Part {
  readonly n: number;
  readonly cells: number;
  /** True: by the mixture of the laws of all kinds. False: cell by cell, of a single kind. */
  readonly isLaw: boolean;
  readonly kinds: readonly Kind[];
}

/**
 * The cells that can add something, by attempts and classes, in an order that does not depend on theirs; null when a cell is
 * not known. The law of a kind is made unless drawing its cells without costs less.
 */
function makeParts({ counts, cells, time }: MacroResamplingDesign, replicates: number): readonly Part[] | null {
  if (cells.length === 0) return null;
  const sameClasses = new Map<string, { readonly classes: ClassCounts; cells: number }>();
  for (const cell of cells) {
    const classes = classCounts(counts, cell, time);
    if (classes === null) return null;
    const known = sameClasses.get(classes.join());
    if (known === undefined) sameClasses.set(classes.join(), { classes, cells: 1 });
    else known.cells++;
  }
  const kinds = [...sameClasses.values()].filter(({ classes }) => !isAlwaysZero(classes)).sort((a, b) => compareClasses(a.classes, b.classes));
  const parts: Part[] = [];
  const bySize = groupBy(kinds, ({ classes }) => String(sizeOf(classes)));
  for (const n of [...bySize.keys()].map(Number).sort((a, b) => a - b)) {
    const ofSize = bySize.get(String(n)) ?? [];
    const isWorthLaw = (kind: Kind): boolean => n <= MOST_ATTEMPTS_IN_LAW && lawCost(n) <= replicates * kind.cells * STATES_OF_CELL;
    const withLaw = ofSize.filter(isWorthLaw);
    if (withLaw.length > 0) parts.push({ n, cells: withLaw.reduce((sum, kind) => sum + kind.cells, 0), isLaw: true, kinds: withLaw });
    for (const kind of ofSize) if (!isWorthLaw(kind)) parts.push({ n, cells: kind.cells, isLaw: false, kinds: [kind] });
  }
  return parts;
}

function sizeOf(classes: ClassCounts): number {
  return classes.reduce((sum, count) => sum + count, 0);
}

function compareClasses(a: ClassCounts, b: ClassCounts): number {
  const difference = a.map((count, index) => count - (b[index] ?? 0)).find((value) => value !== 0);
  return difference ?? 0;
}

/** The sum of the contributions of `count` positions of one part, times n^2. */
type PartDraw = (count: number, state: Int32Array) => number;

/** Prepares the draws of a part, for up to J positions; yields the share done. */
function* makePartDraw({ n, cells, isLaw, kinds }: Part, J: number, contribution: ContributionKind = 'change'): Generator<number, PartDraw, void> {
  const [first] = kinds;
  if (!isLaw && first !== undefined) {
    const drawCell = makeCellDraw(first.classes, contribution);
    return (count, state) => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += drawCell(state);
      return sum;
    };
  }
  const weights = emptyWeights(n);
  let visited = 0;
  for (const [index, kind] of kinds.entries()) {
    addCellLaw(weights, kind.classes, kind.cells / cells, contribution);
    visited += lawCost(n);
    if (visited > STATES_IN_PORTION) {
      visited = 0;
      yield (index + 1) / kinds.length;
    }
  }
  const law = makeSumLaw(-zeroPlace(n), weights, J);
  return (count, state) => drawSumOf(law, count, state);
}
