import assert from 'node:assert/strict';
import { informationOfFork, interventionValue } from '../../../src/engine/interventionValue';
import { seededRandom } from '../../../src/engine/random';

describe('the value of an action in place of continuing', () => {
  it('is the mean over states, with the alarm and without', () => {
    const states = [
      { isAlarmed: true, acted: { n: 2, successes: 2 }, continued: { n: 2, successes: 1 } },
      { isAlarmed: false, acted: { n: 1, successes: 0 }, continued: { n: 1, successes: 1 } },
    ];
    assert.deepEqual(interventionValue(states), { gain: 1 / 4, always: -1 / 4 });
    assert.equal(interventionValue([]), null);
  });
});

describe('the information of a fork', () => {
  it('is the expected gain of knowing both chances, as drawing them gives it', () => {
    const random = seededRandom(5);
    for (const [n, successes] of [[0, 0], [3, 0], [4, 2], [10, 9]] as const) {
      const rounds = 200_000;
      let best = 0;
      for (let round = 0; round < rounds; round++) {
        // The k-th smallest of n + 1 uniform numbers is Beta(k, n + 2 - k).
        const q = Array.from({ length: n + 1 }, () => random.unit()).sort((a, b) => a - b)[successes] ?? NaN;
        best += Math.max(random.unit(), q) / rounds;
      }
      const mean = (successes + 1) / (n + 2);
      // Five standard errors of 200,000 rounds of a number in [0, 1].
      assert.ok(Math.abs(best - Math.max(1 / 2, mean) - informationOfFork({ n, successes })) < 5 * 0.5 / Math.sqrt(rounds));
    }
    assert.ok(Math.abs(informationOfFork({ n: 0, successes: 0 }) - 1 / 6) < 1e-15);
  });

  it('shrinks where continuing surely succeeds or fails less than where it is a coin', () => {
    assert.ok(informationOfFork({ n: 20, successes: 20 }) < informationOfFork({ n: 20, successes: 10 }));
    assert.ok(informationOfFork({ n: 20, successes: 0 }) < informationOfFork({ n: 20, successes: 10 }));
  });
});
