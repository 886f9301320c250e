import { drawState, makeAliasTable } from './aliasTable';
import type { AliasTable } from './aliasTable';
import { CLASSES, contributionOf } from './attemptClass';
import type { ClassCounts } from './attemptClass';
import type { RandomStream } from './random';

/** The law of a cell's contribution when its n attempts are drawn anew, with replacement. */
export interface CellLaw {
  /** The contribution when chance cannot change it, else null. */
  readonly constant: number | null;
  /** One draw. */
  readonly draw: (random: RandomStream) => number;
}

/**
 * The law for given classes. The n attempts are not drawn one by one but in blocks, each by one
 * random number from the exact multinomial law of the block's class counts: a cell of 5 attempts
 * costs one draw, one of 50 about six. Building costs up to `MOST_STATES` per block size.
 */
export function makeCellLaw(classes: ClassCounts): CellLaw {
  const n = classes.reduce((sum, count) => sum + count, 0);
  const [early, ended, both, late, fail] = classes;
  const isNeverLive = both + late + fail === 0;
  const isNeverSolved = early + both + late === 0;
  const isOneClass = Math.max(early, ended, both, late, fail) === n;
  if (isNeverLive || isNeverSolved || isOneClass) {
    const constant = contributionOf(classes);
    return { constant, draw: () => constant };
  }
  const size = blockSize(n, classes.filter((count) => count > 0).length);
  return { constant: null, draw: size === n ? drawWhole(classes, n) : drawInBlocks(classes, n, size) };
}

/** Draws a cell that is one block: the contribution of each state is known beforehand. */
function drawWhole(classes: ClassCounts, n: number): (random: RandomStream) => number {
  const { table, packed } = makeBlockLaw(classes, n, n);
  const contributions = Float64Array.from(packed, (sums) => {
    return (liveOf(sums) * restartOf(sums) - n * continueOf(sums)) / (n * n);
  });
  // A state drawn from the table is one of the law's.
  return (random) => contributions[drawState(table, random.uint32())]!;
}

function drawInBlocks(classes: ClassCounts, n: number, size: number): (random: RandomStream) => number {
  const block = makeBlockLaw(classes, n, size);
  const blocks = Math.floor(n / size);
  const remainder = n % size === 0 ? null : makeBlockLaw(classes, n, n % size);
  return (random) => {
    let nLive = 0;
    let xRestart = 0;
    let xContinue = 0;
    for (let i = 0; i < blocks; i++) {
      const sums = drawBlock(block, random);
      nLive += liveOf(sums);
      xRestart += restartOf(sums);
      xContinue += continueOf(sums);
    }
    if (remainder !== null) {
      const sums = drawBlock(remainder, random);
      nLive += liveOf(sums);
      xRestart += restartOf(sums);
      xContinue += continueOf(sums);
    }
    return (nLive * xRestart - n * xContinue) / (n * n);
  };
}

/** States of a block beyond which its table would cost more than the draws it saves. */
const MOST_STATES = 1024;
/** Attempts in a block: their counts fit ten bits, and no binomial coefficient overflows. */
const MOST_IN_BLOCK = 500;

/** The largest block of at most n attempts whose class counts have at most `MOST_STATES` values. */
function blockSize(n: number, classes: number): number {
  let size = 1;
  while (size < Math.min(n, MOST_IN_BLOCK) && stateCount(size + 1, classes) <= MOST_STATES) size++;
  return size;
}

/** Ways to split `size` attempts over the classes: "size + classes - 1 over classes - 1". */
function stateCount(size: number, classes: number): number {
  let count = 1;
  for (let i = 1; i < classes; i++) count = (count * (size + i)) / i;
  return count;
}

interface BlockLaw {
  readonly table: AliasTable;
  /** The sums of nLive, xRestart and xContinue in each state, ten bits each. */
  readonly packed: Int32Array;
}

const liveOf = (sums: number): number => sums & 1023;
const restartOf = (sums: number): number => (sums >> 10) & 1023;
const continueOf = (sums: number): number => sums >> 20;

function drawBlock(block: BlockLaw, random: RandomStream): number {
  // A state drawn from the table is one of the block's.
  return block.packed[drawState(block.table, random.uint32())]!;
}

/** The multinomial law of `size` draws from the n attempts, by the sums that matter. */
function makeBlockLaw(classes: ClassCounts, n: number, size: number): BlockLaw {
  const present = CLASSES.map(({ live, restart, continue: continued }, index) => ({
    share: (classes[index] ?? 0) / n,
    sums: live + (restart << 10) + (continued << 20),
  })).filter(({ share }) => share > 0);
  const chances: number[] = [];
  const packed: number[] = [];
  // Splits `left` draws over the classes from `index` on; `chance` and `sums` belong to those before.
  const visit = (index: number, left: number, chance: number, sums: number): void => {
    const kind = present[index];
    if (kind === undefined) return;
    const isLast = index === present.length - 1;
    // "left over count" times share^count, built up from count = 0.
    let factor = 1;
    for (let count = 0; count <= left; count++) {
      if (count > 0) factor *= ((left - count + 1) / count) * kind.share;
      if (!isLast) {
        visit(index + 1, left - count, chance * factor, sums + count * kind.sums);
      } else if (count === left) {
        chances.push(chance * factor);
        packed.push(sums + count * kind.sums);
      }
    }
  };
  visit(0, size, 1, 0);
  return { table: makeAliasTable(Float64Array.from(chances)), packed: Int32Array.from(packed) };
}
