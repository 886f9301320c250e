import assert from 'node:assert/strict';
import { drawSum, makeAliasTable } from '../../../src/engine/aliasTable';
import { quantileOfSorted } from '../../../src/engine/quantile';
import { randomFrom, seededRandom } from '../../../src/engine/random';
import { drawSumOf, makeSuccessLaw, makeSumLaw } from '../../../src/engine/sumLaw';

const take = (count: number, next: () => number): readonly number[] => Array.from({ length: count }, next);

describe('seeded chance', () => {
  it('is the published generator', () => {
    // First outputs of the authors' xoshiro128plusplus.c from the state 1, 2, 3, 4.
    const expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420];
    assert.deepEqual(take(10, randomFrom(Int32Array.of(1, 2, 3, 4)).uint32), expected);
  });

  it('is one sequence per seed, the same on every machine', () => {
    // Written down once; a change means that numbers which people have printed change with it.
    assert.deepEqual(take(3, seededRandom(1).uint32), [1930938082, 70788108, 457405994]);
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
  /** Probability of each number that the table can give, found by going through its columns. */
  const massOf = ({ first, stay, other }: ReturnType<typeof makeAliasTable>): Map<number, number> => {
    const mass = new Map<number, number>();
    const add = (number: number, share: number): void => void mass.set(number, (mass.get(number) ?? 0) + share / stay.length);
    stay.forEach((share, column) => {
      add(first + column, share / 2 ** 31);
      add(other[column] ?? NaN, 1 - share / 2 ** 31);
    });
    return mass;
  };

  it('gives each number its probability, whatever the weights sum to and however many there are', () => {
    for (const weights of [[1], [0.5, 0.5], [0.1, 0.2, 0.3, 0.4], [0, 1, 0], [97, 1, 1, 0.5, 0.5], [1, 0, 0, 2, 3, 4, 5, 6, 7, 0.25]]) {
      const mass = massOf(makeAliasTable(-3, Float64Array.from(weights)));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      weights.forEach((weight, index) => assert.ok(Math.abs((mass.get(index - 3) ?? 0) - weight / total) < 2 ** -30, `${weights.join()}: ${index}`));
    }
  });

  it('draws the columns by the generator, number after number', () => {
    const table = makeAliasTable(10, Float64Array.of(1, 2, 3, 4, 5));
    const random = seededRandom(4);
    const expected = take(1000, random.uint32).reduce((sum, word) => {
      const column = word >>> 29;
      return sum + ((word * 8) % 2 ** 32 < (table.stay[column] ?? 0) * 2 ? 10 + column : (table.other[column] ?? 0));
    }, 0);
    const drawn = seededRandom(4);
    assert.equal(drawSum(table, 1000, drawn.state), expected);
    assert.equal(drawn.uint32(), random.uint32());
  });
});

describe('a sum of independent draws', () => {
  it('has the law of the convolution, for every number of draws', () => {
    const weights = Float64Array.of(0.2, 0, 0.5, 0.3);
    const law = makeSumLaw(-1, weights, 11);
    const { state } = seededRandom(6);
    let exact = new Map([[0, 1]]);
    for (let count = 1; count <= 11; count++) {
      const next = new Map<number, number>();
      for (const [sum, p] of exact) weights.forEach((weight, index) => next.set(sum + index - 1, (next.get(sum + index - 1) ?? 0) + p * weight));
      exact = next;
      const draws = 20_000;
      const seen = new Map<number, number>();
      for (let i = 0; i < draws; i++) {
        const sum = drawSumOf(law, count, state);
        seen.set(sum, (seen.get(sum) ?? 0) + 1);
      }
      for (const sum of seen.keys()) assert.ok((exact.get(sum) ?? 0) > 0, `${sum} cannot be the sum of ${count}`);
      for (const [sum, p] of exact) assert.ok(Math.abs((seen.get(sum) ?? 0) / draws - p) <= 5 * Math.sqrt((p * (1 - p)) / draws) + 1 / draws, `${sum} of ${count}`);
    }
    assert.equal(drawSumOf(law, 0, state), 0);
  });

  it('has the mean and the variance of the binomial, in a hundred thousand trials too', () => {
    for (const [successes, failures, trials] of [[1, 2999, 3000], [1500, 1500, 3000], [2, 1, 100_000], [7, 0, 12], [0, 3, 12]] as const) {
      const law = makeSuccessLaw(successes, failures, trials);
      const { state } = seededRandom(11);
      const draws = Array.from({ length: 5000 }, () => drawSumOf(law, trials, state));
      const p = successes / (successes + failures);
      const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
      const variance = trials * p * (1 - p);
      assert.ok(Math.abs(mean - trials * p) <= 5 * Math.sqrt(variance / draws.length), `${mean} for ${trials * p}`);
      const spread = draws.reduce((sum, value) => sum + (value - trials * p) ** 2, 0) / draws.length;
      assert.ok(Math.abs(spread - variance) <= 5 * variance * Math.sqrt((2 + 1 / Math.max(variance, 1)) / draws.length), `${spread} for ${variance}`);
    }
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
