import assert from 'node:assert/strict';
import { drawState, makeAliasTable } from '../../../src/engine/aliasTable';
import { quantileOfSorted } from '../../../src/engine/quantile';
import { seededRandom } from '../../../src/engine/random';

const take = (count: number, next: () => number): readonly number[] => Array.from({ length: count }, next);

describe('seeded chance', () => {
  it('is one sequence per seed, the same on every machine', () => {
    // Written down once; a change means that numbers which people have printed change with it.
    assert.deepEqual(take(3, seededRandom(1).uint32), [567570025, 170273830, 2330253643]);
    assert.deepEqual(take(3, seededRandom(1).uint32), take(3, seededRandom(1).uint32));
  });

  it('differs between neighbouring, negative and large seeds, and between streams', () => {
    const firsts = [0, 1, 2, -1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].map((seed) => seededRandom(seed).uint32());
    firsts.push(seededRandom(1, 1).uint32(), seededRandom(1, 2).uint32());
    assert.equal(new Set(firsts).size, firsts.length);
    assert.throws(() => seededRandom(0.5), RangeError);
    assert.throws(() => seededRandom(1, NaN), RangeError);
  });

  it('is uniform from the first number of each seed on', () => {
    const firsts = Array.from({ length: 4000 }, (_, seed) => seededRandom(seed).unit());
    const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length;
    assert.ok(Math.abs(mean - 0.5) < 5 / Math.sqrt(12 * firsts.length));
    // Neighbouring seeds are uncorrelated.
    const product = firsts.slice(1).reduce((sum, value, index) => sum + (value - 0.5) * ((firsts[index] ?? 0) - 0.5), 0) / firsts.length;
    assert.ok(Math.abs(product) < 5 / (12 * Math.sqrt(firsts.length)));
  });

  it('draws whole numbers below an end equally often', () => {
    const random = seededRandom(3);
    const counts = new Int32Array(7);
    for (let i = 0; i < 70_000; i++) counts[random.below(7)]!++;
    for (const count of counts) assert.ok(Math.abs(count - 10_000) < 5 * Math.sqrt(10_000));
    assert.equal(random.below(1), 0);
  });

  it('keeps fractions in [0, 1)', () => {
    assert.ok(take(10_000, seededRandom(8).unit).every((value) => value >= 0 && value < 1));
  });
});

describe('an alias table', () => {
  it('gives each state its probability, found by going through the columns', () => {
    for (const probabilities of [[1], [0.5, 0.5], [0.1, 0.2, 0.3, 0.4], [0, 1, 0], [0.97, 0.01, 0.01, 0.005, 0.005]]) {
      const { stay, other } = makeAliasTable(Float64Array.from(probabilities));
      const mass = new Float64Array(probabilities.length);
      stay.forEach((share, column) => {
        mass[column] = (mass[column] ?? 0) + share / stay.length;
        const state = other[column] ?? 0;
        mass[state] = (mass[state] ?? 0) + (1 - share) / stay.length;
      });
      probabilities.forEach((probability, state) => assert.ok(Math.abs((mass[state] ?? 0) - probability) < 1e-15));
    }
  });

  it('draws by where the number falls in the columns, ends included', () => {
    const table = makeAliasTable(Float64Array.of(0.25, 0.75));
    assert.deepEqual([0, 2 ** 30 - 1, 2 ** 30, 2 ** 31, 2 ** 32 - 1].map((uint32) => drawState(table, uint32)), [0, 0, 1, 1, 1]);
  });
});

describe('an empirical quantile', () => {
  it('interpolates linearly between order statistics', () => {
    assert.equal(quantileOfSorted([1, 2, 4], 0.25), 1.5);
    assert.equal(quantileOfSorted([1, 2, 4], 0.75), 3);
    assert.deepEqual([0, 0.5, 1].map((probability) => quantileOfSorted([1, 2, 4], probability)), [1, 2, 4]);
    assert.equal(quantileOfSorted([], 0.5), null);
    assert.equal(quantileOfSorted([7], 0.3), 7);
  });
});
