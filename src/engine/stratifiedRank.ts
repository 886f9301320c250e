import type { Probability } from '../model/units';
import type { RandomStream } from './random';
import { countPlacements, permutationPValue, replicatesFor, type OutcomeStratum } from './stratifiedPermutation';

/** Attempts of one cell: where each stands in an order, and whether it succeeded. */
export interface RankStratum extends OutcomeStratum {
  /** Where each attempt stands, in any unit; equal values are ties. */
  readonly positions: readonly number[];
}

export interface RankTest {
  /** Cells that say something: both outcomes, and attempts at two positions at least. */
  readonly cells: number;
  readonly attempts: number;
  /** Sum of the ranks within their cells (from 1; ties share the mean rank) of the attempts that succeeded. */
  readonly statistic: number;
  /** Its mean when outcomes are exchangeable within cells. */
  readonly expected: number;
  /** Ways in which the successes of these cells could be placed. */
  readonly placements: number;
  /** Chance of a sum at least as far from the mean, either way. */
  readonly p: Probability;
  readonly method: 'exact' | 'permutation';
  /** Null: exact. */
  readonly replicates: number | null;
}

/** Steps of arithmetic that the exact law may cost; beyond it outcomes are permuted. */
const MOST_STEPS = 2e7;

/**
 * Whether success goes with the order of attempts within cells: Wilcoxon's rank sums, added over cells, against outcomes permuted
 * within each. Exact by convolution as long as that is cheap, else by seeded permutations, p = (1 + those as extreme) / (1 + all).
 * Null where no cell has both outcomes and two positions.
 *
 * Example: positions 1, 2, 3 with failure, failure, success give sum 3 against 2 expected, p = 2/3.
 *
 * Source: Wilcoxon (1945); Phipson and Smyth (2010) for the permutation p-value.
 */
export function* stratifiedRankTest(strata: readonly RankStratum[], chance: RandomStream): Generator<void, RankTest | null, void> {
  const cells = strata.flatMap((stratum) => rankedCell(stratum) ?? []);
  if (cells.length === 0) return null;
  const sum = (of: (cell: RankedCell) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
  const attempts = sum(({ ranks }) => ranks.length);
  // Ranks are doubled, so that mean ranks of ties are whole.
  const statistic = sum(({ observed }) => observed) / 2;
  const expected = sum(({ mean }) => mean) / 2;
  const placements = countPlacements(cells.map(({ ranks, successes }) => ({ attempts: ranks.length, successes })));
  const head = { cells: cells.length, attempts, placements, statistic, expected };
  const distance = Math.abs(statistic - expected);
  const law = exactLaw(cells);
  if (law !== null) return { ...head, p: farther(law, 2 * expected, 2 * distance), method: 'exact', replicates: null };
  const replicates = replicatesFor(attempts);
  let extreme = 0;
  const drawn = cells.map(({ ranks, successes }) => ({ ranks: Int32Array.from(ranks), draws: successes }));
  for (let at = 0; at < replicates; at++) {
    let total = 0;
    for (const { ranks, draws } of drawn) total += drawSum(ranks, draws, chance);
    if (Math.abs(total / 2 - expected) >= distance - SLACK) extreme++;
    yield;
  }
  return { ...head, p: permutationPValue(extreme, replicates), method: 'permutation', replicates };
}

/** Means of cells are thirds and the like: equal distances may differ in the last digits. */
const SLACK = 1e-7;

interface RankedCell {
  /** Doubled ranks. */
  readonly ranks: readonly number[];
  readonly successes: number;
  readonly observed: number;
  readonly mean: number;
}

function rankedCell({ positions, successes }: RankStratum): RankedCell | null {
  const count = successes.filter(Boolean).length;
  if (count === 0 || count === positions.length || new Set(positions).size < 2) return null;
  const ranks = doubledRanks(positions);
  const observed = ranks.reduce((sum, rank, at) => sum + (successes[at] === true ? rank : 0), 0);
  return { ranks, successes: count, observed, mean: count * (positions.length + 1) };
}

/** Twice the mean rank of each value, from 2. */
function doubledRanks(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  sorted.forEach((value, at) => {
    if (!first.has(value)) first.set(value, at + 1);
    last.set(value, at + 1);
  });
  return values.map((value) => (first.get(value) ?? 0) + (last.get(value) ?? 0));
}

/** The law of the sum of doubled ranks over all cells; `low` is the sum of its first entry. */
interface SumLaw {
  readonly low: number;
  readonly chances: Float64Array;
}

/** Null where it would cost too much. */
function exactLaw(cells: readonly RankedCell[]): SumLaw | null {
  let steps = 0;
  let width = 1;
  for (const { ranks, successes } of cells) {
    const range = 2 * successes * (ranks.length - successes) + 1;
    steps += ranks.length * successes * range + width * range;
    width += range - 1;
    if (steps > MOST_STEPS) return null;
  }
  let law: SumLaw = { low: 0, chances: Float64Array.of(1) };
  const known = new Map<string, SumLaw>();
  for (const { ranks, successes } of cells) {
    const key = `${successes}:${[...ranks].sort((a, b) => a - b).join(',')}`;
    const own = known.get(key) ?? lawOfCell(ranks, successes);
    known.set(key, own);
    law = convolve(law, own);
  }
  return law;
}

/** Every choice of the successes among the attempts is as likely as any other. */
function lawOfCell(ranks: readonly number[], successes: number): SumLaw {
  const sorted = [...ranks].sort((a, b) => a - b);
  const total = (part: readonly number[]): number => part.reduce((sum, rank) => sum + rank, 0);
  const high = total(sorted.slice(sorted.length - successes));
  const low = total(sorted.slice(0, successes));
  // chances[k][s]: of k successes among the attempts so far with sum s; each attempt goes in with the chance that is left.
  const chances = Array.from({ length: successes + 1 }, () => new Float64Array(high + 1));
  const start = chances[0];
  if (start !== undefined) start[0] = 1;
  sorted.forEach((rank, at) => {
    const left = sorted.length - at;
    for (let k = Math.min(successes, at + 1); k >= 0; k--) {
      const own = chances[k];
      const before = k > 0 ? chances[k - 1] : undefined;
      if (own === undefined) continue;
      const stays = (left - (successes - k)) / left;
      const enters = (successes - k + 1) / left;
      for (let s = high; s >= 0; s--) own[s] = (own[s] ?? 0) * stays + (before !== undefined && s >= rank ? (before[s - rank] ?? 0) * enters : 0);
    }
  });
  return { low, chances: (chances[successes] ?? new Float64Array(high + 1)).slice(low) };
}

function convolve(one: SumLaw, other: SumLaw): SumLaw {
  const chances = new Float64Array(one.chances.length + other.chances.length - 1);
  one.chances.forEach((a, i) => {
    if (a !== 0) other.chances.forEach((b, j) => (chances[i + j] = (chances[i + j] ?? 0) + a * b));
  });
  return { low: one.low + other.low, chances };
}

function farther({ low, chances }: SumLaw, mean: number, distance: number): Probability {
  let p = 0;
  chances.forEach((chance, at) => {
    if (Math.abs(low + at - mean) >= distance - SLACK) p += chance;
  });
  return Math.min(1, p);
}

/** Sum of so many ranks drawn without replacement. Leaves the ranks in another order, which is as good a start for the next draw. */
function drawSum(ranks: Int32Array, draws: number, chance: RandomStream): number {
  let sum = 0;
  for (let at = 0; at < draws; at++) {
    const other = at + chance.below(ranks.length - at);
    const rank = ranks[other] ?? 0;
    ranks[other] = ranks[at] ?? 0;
    ranks[at] = rank;
    sum += rank;
  }
  return sum;
}
