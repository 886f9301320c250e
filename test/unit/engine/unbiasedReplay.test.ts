import assert from 'node:assert/strict';
import type { ReplayAttempt } from '../../../src/engine/outcomeColumns';
import { seededRandom, type RandomStream } from '../../../src/engine/random';
import { replayCell } from '../../../src/engine/replay';
import { unbiasedCutoff } from '../../../src/engine/unbiasedReplay';

interface Cutoff {
  readonly cutoff: number;
  readonly budget: number;
}

/** Every order of the attempts played out; null when an order runs out with calls left, or by count. */
function overOrders(attempts: readonly ReplayAttempt[], { cutoff, budget }: Cutoff): number | null {
  if (Math.ceil(budget / cutoff) > attempts.length) return null;
  let orders = 0;
  let solved = 0;
  let runsOut = false;
  const play = (rest: readonly ReplayAttempt[], left: number, weight: number): void => {
    if (left > 0 && rest.length === 0) runsOut = true;
    if (left === 0 || rest.length === 0) {
      orders += weight;
      return;
    }
    for (const [i, { T, E, endsForGood }] of rest.entries()) {
      const cap = Math.min(cutoff, left);
      const others = rest.filter((_, k) => k !== i);
      const part = weight / rest.length;
      if (T !== null && T <= cap && !(E !== null && E < T)) {
        orders += part;
        solved += part;
      } else if (E !== null && E <= cap) {
        if (endsForGood === true) orders += part;
        else play(others, left - E, part);
      } else play(others, left - cap, part);
    }
  };
  play(attempts, budget, 1);
  assert.ok(Math.abs(orders - 1) < 1e-12);
  return runsOut ? null : solved;
}

function randomAttempt(random: RandomStream, longest: number): ReplayAttempt {
  const at = 1 + random.below(longest);
  const kind = random.below(4);
  if (kind < 2) return { T: at, E: null, H: longest };
  return kind === 2 ? { T: null, E: at, H: longest, endsForGood: random.below(3) === 0 } : { T: null, E: null, H: longest };
}

describe('unbiased value of a repeated cutoff', () => {
  it('is the share of all orders of the attempts in which an episode succeeds', () => {
    const random = seededRandom(21);
    const compared = { values: 0, missing: 0 };
    for (let round = 0; round < 400; round++) {
      const attempts = Array.from({ length: 1 + random.below(6) }, () => randomAttempt(random, 14));
      const design = { cutoff: 1 + random.below(14), budget: 6 + random.below(8) };
      const expected = overOrders(attempts, design);
      const found = unbiasedCutoff(attempts, design);
      const name = JSON.stringify({ attempts, design });
      if (expected === null) {
        assert.deepEqual(found, { kind: 'too-few' }, name);
        compared.missing++;
      } else {
        assert.ok(found.kind === 'ok' && Math.abs(found.success - expected) < 1e-12, `${name}: ${JSON.stringify(found)} against ${expected}`);
        compared.values++;
      }
    }
    assert.ok(compared.values > 150 && compared.missing > 20, JSON.stringify(compared));
  });

  it('has the value of the policy as its mean over all samples, which the plug-in misses', () => {
    const population: readonly ReplayAttempt[] = [{ T: 3, E: null, H: 12 }, { T: 7, E: null, H: 12 }, { T: null, E: 5, H: 12 }, { T: null, E: null, H: 12 }];
    const design = { cutoff: 4, budget: 12 };
    const truth = replayCell(population, { schedule: { kind: 'fixed', cap: design.cutoff }, budget: design.budget });
    const n = 4;
    let unbiased = 0;
    let plugin = 0;
    for (let sample = 0; sample < 4 ** n; sample++) {
      const attempts = Array.from({ length: n }, (_, i): ReplayAttempt => population[Math.floor(sample / 4 ** i) % 4] ?? { T: null, E: null, H: 12 });
      const one = unbiasedCutoff(attempts, design);
      const other = replayCell(attempts, { schedule: { kind: 'fixed', cap: design.cutoff }, budget: design.budget });
      assert.ok(one.kind === 'ok' && other.kind === 'ok');
      unbiased += one.success / 4 ** n;
      plugin += other.success / 4 ** n;
    }
    assert.ok(truth.kind === 'ok' && Math.abs(unbiased - truth.success) < 1e-12);
    assert.ok(truth.kind === 'ok' && plugin < truth.success - 0.02, `${plugin}`);
  });

  it('agrees with the plug-in for hundreds of attempts, ends that release calls among them', () => {
    const random = seededRandom(4);
    const attempts = Array.from({ length: 800 }, () => randomAttempt(random, 40));
    for (const cutoff of [5, 11, 40]) {
      const plugin = replayCell(attempts, { schedule: { kind: 'fixed', cap: cutoff }, budget: 40 });
      const unbiased = unbiasedCutoff(attempts, { cutoff, budget: 40 });
      assert.ok(plugin.kind === 'ok' && unbiased.kind === 'ok' && Math.abs(plugin.success - unbiased.success) < 2e-3, `${cutoff}: ${JSON.stringify([plugin, unbiased])}`);
    }
  });

  it('does not exist without attempts, nor where one was not watched up to the cutoff', () => {
    assert.deepEqual(unbiasedCutoff([], { cutoff: 3, budget: 9 }), { kind: 'empty' });
    const short: readonly ReplayAttempt[] = [{ T: null, E: null, H: 4 }, { T: 2, E: null, H: 9 }, { T: 5, E: null, H: 9 }];
    assert.deepEqual(unbiasedCutoff(short, { cutoff: 5, budget: 9 }), { kind: 'horizon' });
    assert.equal(unbiasedCutoff(short, { cutoff: 4, budget: 9 }).kind, 'ok');
    assert.throws(() => unbiasedCutoff(short, { cutoff: 0, budget: 9 }), RangeError);
  });
});
