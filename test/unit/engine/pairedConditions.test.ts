import assert from 'node:assert/strict';
import { runPortions } from '../../../src/base/portions';
import { resampleClusters } from '../../../src/engine/clusterBootstrap';
import { adjustByHolm } from '../../../src/engine/holm';
import { drawTwoMeans } from '../../../src/engine/taskBootstrap';
import { seededRandom } from '../../../src/engine/random';

describe('Holm’s adjustment', () => {
  it('steps down, never falls, stops at 1 and keeps the order given', () => {
    // As R: p.adjust(c(0.01, 0.04, 0.03), "holm") and p.adjust(c(0.5, 0.02, 0.6, 0.02), "holm").
    const near = (found: readonly number[], expected: readonly number[]): void => found.forEach((p, i) => assert.ok(Math.abs(p - (expected[i] ?? NaN)) < 1e-12, `${found.join()}`));
    near(adjustByHolm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
    near(adjustByHolm([0.5, 0.02, 0.6, 0.02]), [1, 0.08, 1, 0.08]);
    assert.deepEqual(adjustByHolm([]), []);
  });
});

describe('resampling clusters', () => {
  it('draws whole clusters: every replicate is a mean over tasks of some of the 10 multisets of three', () => {
    const values = [{ cluster: 'x', value: 1 }, { cluster: 'x', value: 0 }, { cluster: 'y', value: -1 }, { cluster: 'z', value: 0.5 }, { cluster: 'z', value: 0.5 }, { cluster: 'z', value: 1 }];
    const sums = [[1, 2], [-1, 1], [2, 3]] as const;
    const law = new Map<string, number>();
    for (const a of sums) for (const b of sums) for (const c of sums) {
      const key = ((a[0] + b[0] + c[0]) / (a[1] + b[1] + c[1])).toFixed(9);
      law.set(key, (law.get(key) ?? 0) + 1 / 27);
    }
    const drawn = runPortions(resampleClusters(values, { seed: 2 })) ?? assert.fail();
    assert.equal(drawn.clusters, 3);
    const counts = new Map<string, number>();
    for (const mean of drawn.sorted) counts.set(mean.toFixed(9), (counts.get(mean.toFixed(9)) ?? 0) + 1);
    assert.deepEqual(new Set(counts.keys()), new Set(law.keys()));
    for (const [key, chance] of law) assert.ok(Math.abs((counts.get(key) ?? 0) / drawn.sorted.length - chance) < 5 * Math.sqrt(0.25 / drawn.sorted.length));
  });

  it('has nothing to draw from one cluster', () => {
    assert.equal(runPortions(resampleClusters([{ cluster: 'x', value: 1 }, { cluster: 'x', value: 0 }], { seed: 1 })), null);
  });
});

describe('resampling two arms of numbers', () => {
  it('spreads like the difference of two independent means', () => {
    const draw = drawTwoMeans([{ baseline: [1, 2, 6], treatment: [4, 8] }]);
    const random = seededRandom(3);
    const values = Array.from({ length: 40_000 }, () => draw(0, random));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    // 6 - 3, and (14/3) / 3 + 4 / 2.
    assert.ok(Math.abs(mean - 3) < 0.05 && Math.abs(variance - (14 / 9 + 2)) < 0.12, `${mean} ${variance}`);
  });
});
