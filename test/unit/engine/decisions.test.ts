import assert from 'node:assert/strict';
import { meanAlarmGain, valueAlarm } from '../../../src/engine/alarm';
import { countHazards, liveContinuation } from '../../../src/engine/completion';
import { countActions } from '../../../src/engine/actionCounts';
import { normalProbability, normalQuantile } from '../../../src/engine/normal';
import { fisherTest, newcombeInterval, oneSidedUpper } from '../../../src/engine/proportions';
import { seededRandom } from '../../../src/engine/random';
import { valueRepresentation } from '../../../src/engine/representation';

describe('the value of an alarm', () => {
  it('can be negative at 90 % accuracy', () => {
    const { accuracy, gain } = valueAlarm({ q: 0.5, p: 0, tau: 0.9, phi: 0.1 });
    assert.equal(accuracy, 0.9);
    assert.ok(Math.abs(gain + 0.05) < 1e-15);
    assert.ok(Math.abs(valueAlarm({ q: 0.5, p: 0.1, tau: 0.9, phi: 0.1 }).gain) < 1e-15, 'nothing at p = 0.1');
  });

  it('is what restarting the stopped runs gives, run by run', () => {
    const random = seededRandom(4);
    for (let round = 0; round < 200; round++) {
      const chances = { q: random.unit(), p: random.unit(), tau: random.unit(), phi: random.unit() };
      const { q, p, tau, phi } = chances;
      const gain = meanAlarmGain([{ weight: 1 - q, alarm: tau, restart: p, continuation: 0 }, { weight: q, alarm: phi, restart: p, continuation: 1 }]);
      const value = valueAlarm(chances);
      assert.ok(Math.abs((gain ?? NaN) - value.gain) < 1e-12);
      assert.ok(value.gain <= value.ceiling + 1e-12);
      assert.equal(value.gain > 1e-12, p > (value.threshold ?? NaN) + 1e-12 / Math.max(1e-3, (1 - q) * tau + q * phi));
    }
    assert.throws(() => valueAlarm({ q: 1.1, p: 0, tau: 0, phi: 0 }), /q must lie/);
  });
});

describe('representations', () => {
  it('lose the same by both ways of computing it, and nothing when no group mixes signs', () => {
    const random = seededRandom(6);
    for (let round = 0; round < 200; round++) {
      const classes = Array.from({ length: 1 + random.below(6) }, () => ({ weight: random.unit(), restart: random.unit(), continuation: random.unit(), group: random.below(3) }));
      const value = valueRepresentation(classes);
      assert.ok(value !== null && Math.abs(value.loss - value.lossWithin) < 1e-12 && value.loss > -1e-12);
      assert.equal(value.isLossless, value.lossWithin === 0);
    }
    assert.equal(valueRepresentation([]), null);
  });
});

describe('hazards', () => {
  it('give back the share of live attempts that succeed, when everything was seen', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 200; round++) {
      const attempts = Array.from({ length: 1 + random.below(8) }, () => {
        const at = 1 + random.below(10);
        return random.below(2) === 0 ? { T: at, E: null, H: 10 } : { T: null, E: at, H: 10 };
      });
      const t = random.below(10);
      const counts = countActions(attempts, { t, budget: 10 });
      const value = liveContinuation(countHazards(attempts, 10), { t, r: 10 - t });
      if (counts.status !== 'ok') assert.equal(value, null);
      else assert.ok(Math.abs((value ?? NaN) - (counts.xContinue ?? NaN) / (counts.nLive ?? NaN)) < 1e-12);
    }
  });
});

describe('normal law', () => {
  it('has the known values, and its quantiles give them back far into the tails', () => {
    for (const [z, probability] of [[0, 0.5], [1.959963984540054, 0.975], [-6, 9.865876450376946e-10], [-10, 7.619853024160526e-24]] as const) assert.ok(Math.abs(normalProbability(z) / probability - 1) < 1e-13, String(z));
    for (const probability of [1e-300, 1e-20, 1e-5, 0.025, 0.3, 0.5, 0.9, 0.999999]) assert.ok(Math.abs(normalProbability(normalQuantile(probability)) / probability - 1) < 1e-11, String(probability));
  });
});

describe('proportions', () => {
  it('are those of paper A but for its printed interval, which is another one', () => {
    assert.equal((oneSidedUpper({ successes: 0, trials: 20 }, 0.05) * 100).toFixed(1), '13.9');
    assert.equal((fisherTest({ a: 17, b: 3, c: 1, d: 19 }).twoSided * 1e7).toFixed(2), '4.06');
    const { low, high } = newcombeInterval({ successes: 0, trials: 20 }, { successes: 1, trials: 20 });
    assert.deepEqual([(low * 100).toFixed(1), (high * 100).toFixed(1)], ['-23.6', '11.6']);
  });
});
