import type { Probability } from '../model/units';
import type { RandomStream } from './random';

/** Attempts of one cell and whether each succeeded. */
export interface OutcomeStratum {
  readonly successes: readonly boolean[];
}

/** Attempts of one cell and the group that each belongs to. */
export interface GroupStratum extends OutcomeStratum {
  /** Group of each attempt, a whole number from 0; groups may span cells. */
  readonly groups: readonly number[];
}

export interface GroupTest {
  /** Cells that say something: both outcomes, and attempts of two groups at least. */
  readonly cells: number;
  readonly attempts: number;
  /** Groups that have attempts in those cells. */
  readonly groups: number;
  /** Sum over groups of (successes - expected)^2 / variance. */
  readonly statistic: number;
  /** Its mean when outcomes are exchangeable within cells: the number of groups. */
  readonly expected: number;
  /** Ways in which the successes of these cells could be placed. */
  readonly placements: number;
  /** Chance of a sum at least as large. */
  readonly p: Probability;
  readonly replicates: number;
}

/** Permutations of a test, and how many draws all of them may cost: large sets take fewer. */
const MOST_REPLICATES = 1999;
const LEAST_REPLICATES = 199;
const MOST_DRAWS = 2e7;

/** How many permutations a test over so many attempts makes. */
export function replicatesFor(attempts: number): number {
  return Math.max(LEAST_REPLICATES, Math.min(MOST_REPLICATES, Math.floor(MOST_DRAWS / Math.max(1, attempts))));
}

/**
 * In how many ways the successes of the cells could be placed, each as likely as any other; Infinity where a double cannot hold it. No
 * p-value is below its inverse.
 */
export function countPlacements(strata: readonly { readonly attempts: number; readonly successes: number }[]): number {
  return strata.reduce((product, { attempts, successes }) => product * choose(attempts, successes), 1);
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let at = 1; at <= Math.min(k, n - k); at++) ways = (ways * (n - at + 1)) / at;
  return Math.round(ways);
}

/** The observed order is one of those possible, so a p-value is never 0. Source: Phipson and Smyth (2010). */
export function permutationPValue(extreme: number, replicates: number): Probability {
  return (1 + extreme) / (1 + replicates);
}

/**
 * Whether successes gather in groups of attempts beyond what cells explain: each group's successes against those that it would
 * have with outcomes permuted within cells. A group may have attempts in many cells (a job over all tasks) or in one (repeats of a
 * task in one folder). Null where no cell has both outcomes and two groups. In portions, one permutation each.
 *
 * Example: one cell, successes in groups 0, 0 and failures in 1, 1: each group is off by 1 with variance 1/3, so the sum is 6, and
 * 2 of the 6 ways to place two successes give as much.
 *
 * Source: the numerator is that of the Mantel-Haenszel test for general association, Landis, Heyman and Koch (1978), with the diagonal
 * of its covariance matrix; the law comes from the permutations.
 */
export function* stratifiedGroupTest(strata: readonly GroupStratum[], chance: RandomStream): Generator<void, GroupTest | null, void> {
  const cells = strata.flatMap((stratum) => groupedCell(stratum) ?? []);
  if (cells.length === 0) return null;
  const size = cells.reduce((most, { groups }) => groups.reduce((a, b) => Math.max(a, b), most), -1) + 1;
  const { expected, variance } = moments(cells, size);
  const distance = (counts: Float64Array): number => counts.reduce((sum, count, group) => sum + ((variance[group] ?? 0) > 0 ? (count - (expected[group] ?? 0)) ** 2 / (variance[group] ?? 1) : 0), 0);
  const seen = new Float64Array(size);
  for (const { groups, successes } of cells) groups.forEach((group, at) => (seen[group] = (seen[group] ?? 0) + (successes[at] === true ? 1 : 0)));
  const statistic = distance(seen);
  const attempts = cells.reduce((sum, { groups }) => sum + groups.length, 0);
  const replicates = replicatesFor(attempts);
  let extreme = 0;
  for (let at = 0; at < replicates; at++) {
    const counts = new Float64Array(size);
    for (const { groups, draws } of cells) drawInto(counts, groups, draws, chance);
    if (distance(counts) >= statistic * (1 - SLACK)) extreme++;
    yield;
  }
  const groups = variance.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  const placements = countPlacements(cells.map(({ groups: { length }, draws }) => ({ attempts: length, successes: draws })));
  return { cells: cells.length, attempts, groups, placements, statistic, expected: groups, p: permutationPValue(extreme, replicates), replicates };
}

/** Equal sums that were added in another order. */
const SLACK = 1e-9;

interface GroupedCell {
  readonly groups: Int32Array;
  readonly successes: readonly boolean[];
  readonly draws: number;
}

function groupedCell({ groups, successes }: GroupStratum): GroupedCell | null {
  const draws = successes.filter(Boolean).length;
  if (draws === 0 || draws === successes.length || new Set(groups).size < 2) return null;
  return { groups: Int32Array.from(groups), successes, draws };
}

/** Mean and variance of each group's successes: hypergeometric in each cell, added over cells. */
function moments(cells: readonly GroupedCell[], size: number): { readonly expected: Float64Array; readonly variance: Float64Array } {
  const [expected, variance] = [new Float64Array(size), new Float64Array(size)];
  for (const { groups, draws } of cells) {
    const n = groups.length;
    const own = new Map<number, number>();
    for (const group of groups) own.set(group, (own.get(group) ?? 0) + 1);
    for (const [group, count] of own) {
      expected[group] = (expected[group] ?? 0) + (count * draws) / n;
      variance[group] = (variance[group] ?? 0) + (count * (n - count) * draws * (n - draws)) / (n * n * (n - 1));
    }
  }
  return { expected, variance };
}

/** Adds the groups of so many attempts drawn without replacement; leaves them in another order. */
function drawInto(counts: Float64Array, groups: Int32Array, draws: number, chance: RandomStream): void {
  for (let at = 0; at < draws; at++) {
    const other = at + chance.below(groups.length - at);
    const group = groups[other] ?? 0;
    groups[other] = groups[at] ?? 0;
    groups[at] = group;
    counts[group] = (counts[group] ?? 0) + 1;
  }
}
