import assert from 'node:assert/strict';
import { runPortions } from '../../../src/base/portions';
import { seededRandom } from '../../../src/engine/random';
import { countPlacements, replicatesFor, stratifiedGroupTest, type GroupStratum } from '../../../src/engine/stratifiedPermutation';
import { stratifiedRankTest, type RankStratum } from '../../../src/engine/stratifiedRank';

const rank = (strata: readonly RankStratum[], seed = 1) => runPortions(stratifiedRankTest(strata, seededRandom(seed)));
const group = (strata: readonly GroupStratum[], seed = 1) => runPortions(stratifiedGroupTest(strata, seededRandom(seed)));
const near = (found: number | undefined, expected: number, tolerance = 1e-12): void => assert.ok(Math.abs((found ?? NaN) - expected) <= tolerance, `${found} is not ${expected}`);

/** Every way to place the successes of a cell. */
function placements(successes: readonly boolean[]): readonly (readonly boolean[])[] {
  const count = successes.filter(Boolean).length;
  return Array.from({ length: 2 ** successes.length }, (_, bits) => successes.map((__, at) => ((bits >> at) & 1) === 1)).filter((placed) => placed.filter(Boolean).length === count);
}

/** Share of all ways to place successes, cell by cell, of which a statistic is at least as large as that of the first argument. */
function bruteForce<Stratum extends { readonly successes: readonly boolean[] }>(strata: readonly Stratum[], statistic: (strata: readonly Stratum[]) => number): number {
  const ways = strata.reduce<readonly (readonly Stratum[])[]>((all, stratum) => all.flatMap((before) => placements(stratum.successes).map((successes) => [...before, { ...stratum, successes }])), [[]]);
  const observed = statistic(strata);
  return ways.filter((way) => statistic(way) >= observed - 1e-9).length / ways.length;
}

/** Distance of the rank sum from its mean, by counting for each success who stands before it. */
function rankDistance(strata: readonly RankStratum[]): number {
  let distance = 0;
  for (const { positions, successes } of strata) {
    positions.forEach((position, at) => {
      if (successes[at] !== true) return;
      const before = positions.filter((other) => other < position).length;
      const ties = positions.filter((other) => other === position).length;
      distance += before + (ties + 1) / 2 - (positions.length + 1) / 2;
    });
  }
  return Math.abs(distance);
}

/** The statistic of groups, from a table of cells and groups. */
function groupDistance(strata: readonly GroupStratum[]): number {
  const names = [...new Set(strata.flatMap(({ groups }) => groups))];
  return names.reduce((total, name) => {
    let [observed, expected, variance] = [0, 0, 0];
    for (const { groups, successes } of strata) {
      const [n, m, size] = [groups.length, successes.filter(Boolean).length, groups.filter((own) => own === name).length];
      observed += groups.filter((own, at) => own === name && successes[at] === true).length;
      expected += (m * size) / n;
      variance += (size * (n - size) * m * (n - m)) / (n * n * (n - 1));
    }
    return total + (variance === 0 ? 0 : (observed - expected) ** 2 / variance);
  }, 0);
}

const T = true;
const F = false;
const RANKED: readonly RankStratum[] = [
  { positions: [5, 1, 3, 2], successes: [T, F, T, F] },
  { positions: [1, 1, 2], successes: [F, T, F] },
  { positions: [9, 7, 7, 8, 9], successes: [T, F, F, F, T] },
];
const GROUPED: readonly GroupStratum[] = [
  { groups: [0, 1, 2, 2], successes: [T, F, T, F] },
  { groups: [0, 1, 1], successes: [T, F, F] },
  { groups: [2, 2, 0, 0, 1], successes: [F, F, T, T, F] },
];

describe('outcomes against an order within cells', () => {
  it('are by hand: one success, started last of three, is one of two places as far from the middle', () => {
    assert.deepEqual(rank([{ positions: [1, 2, 3], successes: [F, F, T] }]), { cells: 1, attempts: 3, placements: 3, statistic: 3, expected: 2, p: 2 / 3, method: 'exact', replicates: null });
  });

  it('have the p-value of all ways to place successes, in unequal cells and with ties', () => {
    const test = rank(RANKED);
    near(test?.p, bruteForce(RANKED, rankDistance));
    assert.equal(test?.placements, 6 * 3 * 10);
    // Ranks 4 and 3; 1.5; 4.5 and 4.5.
    assert.deepEqual([test.statistic, test.expected], [17.5, 5 + 2 + 6]);
    for (const one of RANKED) near(rank([one])?.p, bruteForce([one], rankDistance));
  });

  it('say nothing where no cell has both outcomes and two positions', () => {
    assert.equal(rank([{ positions: [1, 2], successes: [T, T] }, { positions: [3, 3], successes: [T, F] }, { positions: [], successes: [] }]), null);
    assert.equal(rank([...RANKED, { positions: [1, 2], successes: [F, F] }])?.cells, 3);
  });

  it('are permuted where the exact law would cost too much, and never reach 0', () => {
    const positions = Array.from({ length: 700 }, (_, at) => at);
    const late = rank([{ positions, successes: positions.map((at) => at >= 350) }]);
    assert.deepEqual([late?.method, late?.replicates, late?.p], ['permutation', 1999, 1 / 2000]);
    // Every other one is 175 above the mean rank sum: nothing, at a deviation of 2,700 or so.
    const even = rank([{ positions, successes: positions.map((at) => at % 2 === 1) }]);
    near(even?.p, 0.948, 0.03);
    assert.deepEqual(even, rank([{ positions, successes: positions.map((at) => at % 2 === 1) }]));
  });
});

describe('outcomes against groups within cells', () => {
  it('are by hand: two groups of two that share out the outcomes between them', () => {
    const test = group([{ groups: [0, 0, 1, 1], successes: [T, T, F, F] }]);
    assert.deepEqual([test?.cells, test?.attempts, test?.groups, test?.placements, test?.expected, test?.replicates], [1, 4, 2, 6, 2, 1999]);
    near(test?.statistic, 6);
    near(test?.p, 1 / 3, 0.03);
  });

  it('have the statistic of a table and the p-value of all ways to place successes, within the error of the draws', () => {
    const test = group(GROUPED);
    near(test?.statistic, groupDistance(GROUPED));
    near(test?.p, bruteForce(GROUPED, groupDistance), 0.03);
    assert.notEqual(group(GROUPED, 2)?.p, undefined);
  });

  it('find a group that spans cells in each of which it has one attempt', () => {
    const strata = Array.from({ length: 12 }, () => ({ groups: [0, 1, 2, 3, 4], successes: [T, F, F, F, F] }));
    assert.equal(group(strata)?.p, 1 / 2000);
    assert.equal(group(strata.map(({ groups }, at) => ({ groups, successes: groups.map((own) => own === at % 5) })))?.p, 1);
  });

  it('say nothing where each cell has one group or one outcome', () => {
    assert.equal(group([{ groups: [3, 3], successes: [T, F] }, { groups: [0, 1], successes: [T, T] }]), null);
  });
});

describe('both tests, with outcomes that have nothing to do with order and groups', () => {
  it('reject no more often than their level', () => {
    const chance = seededRandom(20);
    const found = { rank: [] as number[], group: [] as number[] };
    for (let data = 0; data < 300; data++) {
      const strata = Array.from({ length: 6 }, (_, cell) => {
        const rate = chance.unit();
        const size = 3 + (cell % 3);
        return { positions: Array.from({ length: size }, () => chance.below(4)), groups: Array.from({ length: size }, () => chance.below(4)), successes: Array.from({ length: size }, () => chance.unit() < rate) };
      });
      found.rank.push(rank(strata, data)?.p ?? 1);
      found.group.push(group(strata, data)?.p ?? 1);
    }
    for (const values of [found.rank, found.group]) {
      // Three standard deviations above the level.
      for (const level of [0.05, 0.2, 0.5]) {
        const share = values.filter((p) => p <= level).length / values.length;
        assert.ok(share <= level + 3 * Math.sqrt((level * (1 - level)) / values.length), `${share} at ${level}`);
      }
      assert.ok(values.filter((p) => p <= 0.5).length / values.length > 0.3);
    }
  });
});

describe('permutations', () => {
  it('are fewer in large sets, and placements are counted', () => {
    assert.deepEqual([10, 20_000, 147_000].map(replicatesFor), [1999, 1000, 199]);
    assert.equal(countPlacements([{ attempts: 5, successes: 2 }, { attempts: 4, successes: 4 }, { attempts: 6, successes: 3 }]), 200);
    assert.equal(countPlacements(Array.from({ length: 400 }, () => ({ attempts: 20, successes: 10 }))), Infinity);
  });
});
