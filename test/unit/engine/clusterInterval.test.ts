import assert from 'node:assert/strict';
import { clusterInterval } from '../../../src/engine/clusterInterval';
import { hypergeometricLaw } from '../../../src/engine/hypergeometric';
import { signFlipTest } from '../../../src/engine/signFlip';
import { centralT, quantileOfCentralT } from '../../../src/engine/studentT';

/** Central level, degrees of freedom and quantile to 18 digits, by mpmath from the incomplete beta function. */
const QUANTILES = [
  [0.95, 1, 12.7062047361747046],
  [0.95, 2, 4.30265272974946385],
  [0.95, 3, 3.18244630528370959],
  [0.95, 6, 2.44691185114496997],
  [0.9, 32, 1.6938887483837107],
  [0.9999, 5, 11.1777100702786144],
  [0.9995, 100, 3.59833899290458708],
  [0.999, 1, 636.619248768719616],
  [0.99999, 30, 5.29945134215379196],
  [0.95, 2000, 1.96115082609943803],
] as const;

describe("Student's t", () => {
  it('has the quantiles that forty digits give, from one degree of freedom to thousands', () => {
    for (const [level, degrees, expected] of QUANTILES) {
      const found = quantileOfCentralT(level, degrees);
      assert.ok(Math.abs(found / expected - 1) < 2e-11, `${level}, ${degrees}: ${found}`);
      assert.ok(Math.abs(centralT(found, degrees) - level) < 1e-13);
    }
  });

  it('refuses degrees of freedom and levels that make none', () => {
    for (const [level, degrees] of [[0.95, 0], [0.95, 1.5], [1, 3], [-0.1, 3]] as const) assert.throws(() => quantileOfCentralT(level, degrees), RangeError);
    assert.equal(quantileOfCentralT(0, 7), 0);
  });
});

describe('interval over tasks', () => {
  const spread = (count: number, scale = 1): readonly number[] => Array.from({ length: count }, (_, i) => scale * (i % 2 === 0 ? 1 + i / count : -1 - i / count));

  it('may be called a confidence interval from 20 tasks on, 8 of them contributing', () => {
    const callOf = (contributing: number, zeros: number): readonly string[] => {
      const interval = clusterInterval([...spread(contributing, 0.1), ...new Array<number>(zeros).fill(0)]);
      return [interval?.call ?? '', ...(interval?.reasons ?? [])];
    };
    assert.deepEqual(callOf(8, 12), ['confidence interval']);
    assert.deepEqual(callOf(8, 11), ['resampling range', 'few-tasks']);
    assert.deepEqual(callOf(7, 20), ['resampling range', 'few-contributing']);
    assert.deepEqual(callOf(0, 3), ['resampling range', 'few-tasks', 'few-contributing']);
  });

  it('is a range only when one task has more than half of the squared deviations, and not at exactly half', () => {
    const small = [...spread(20, 0.01), 0.9];
    assert.deepEqual(clusterInterval(small)?.reasons, ['one-task']);
    // Deviations 3, -3 and nine pairs of 0: each has exactly half.
    const half = [0.3, -0.3, ...new Array<number>(18).fill(0)];
    assert.deepEqual(clusterInterval(half)?.reasons, ['few-contributing']);
  });

  it('is centred on the mean, grows with the level and is not cut at one', () => {
    const values = [0.9, 1, 1, 0.2];
    const [narrow, wide] = [clusterInterval(values, 0.9), clusterInterval(values, 0.99)];
    assert.ok(narrow?.low != null && narrow.high != null && wide?.low != null && wide.high != null);
    assert.ok(Math.abs(narrow.low + narrow.high - 2 * narrow.mean) < 1e-12);
    assert.ok(wide.low < narrow.low && wide.high > narrow.high && wide.high > 1);
  });

  it('has no ends for one task and does not exist without any', () => {
    const one = clusterInterval([0.4]);
    assert.deepEqual([one?.mean, one?.standardError, one?.low, one?.high], [0.4, null, null, null]);
    assert.equal(clusterInterval([]), null);
  });
});

describe('sign-flip test', () => {
  it('counts the choices of signs whose sum is at least as large, ties included', () => {
    const values = [0.3, -0.1, 0.2, 0.2];
    let extreme = 0;
    for (let signs = 0; signs < 16; signs++) {
      const sum = values.reduce((total, value, i) => total + (((signs >> i) & 1) === 1 ? value : -value), 0);
      if (Math.abs(sum) >= 0.6 - 1e-12) extreme++;
    }
    assert.deepEqual(signFlipTest(values), { p: extreme / 16 });
  });

  it('exists for 1 to 16 tasks and is 1 where nothing differs from 0', () => {
    assert.equal(signFlipTest([]), null);
    assert.equal(signFlipTest(new Array<number>(17).fill(0.1)), null);
    assert.deepEqual(signFlipTest([0, 0, 0]), { p: 1 });
    assert.deepEqual(signFlipTest(new Array<number>(16).fill(0.1)), { p: 2 / 2 ** 16 });
  });
});

describe('hypergeometric law', () => {
  it('is what counting all draws gives', () => {
    for (let population = 0; population <= 8; population++) {
      for (let marked = 0; marked <= population; marked++) {
        for (let drawn = 0; drawn <= population; drawn++) {
          const counts = new Array<number>(population + 1).fill(0);
          let draws = 0;
          for (let set = 0; set < 2 ** population; set++) {
            const members = Array.from({ length: population }, (_, i) => (set >> i) & 1);
            if (members.reduce((sum, bit) => sum + bit, 0) !== drawn) continue;
            draws++;
            const hit = members.slice(0, marked).reduce((sum, bit) => sum + bit, 0);
            counts[hit] = (counts[hit] ?? 0) + 1;
          }
          const { first, weights } = hypergeometricLaw(population, marked, drawn);
          counts.forEach((count, k) => assert.ok(Math.abs(count / draws - (weights[k - first] ?? 0)) < 1e-14, `${population}, ${marked}, ${drawn}: ${k}`));
        }
      }
    }
  });

  it('adds up to one for thousands, and refuses what cannot be drawn', () => {
    const { weights, first } = hypergeometricLaw(9_000, 3_000, 4_500);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-12);
    assert.ok(Math.abs(weights.reduce((sum, weight, i) => sum + weight * (first + i), 0) - 1_500) < 1e-9);
    for (const [a, b, c] of [[3, 4, 1], [3, 1, 4], [3, 1.5, 1], [3, -1, 1]] as const) assert.throws(() => hypergeometricLaw(a, b, c), RangeError);
  });
});
