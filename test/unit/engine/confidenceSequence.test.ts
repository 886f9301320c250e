import assert from 'node:assert/strict';
import { anytimeLeastForContinue, followSequences } from '../../../src/engine/anytime';
import { confidenceSequence, sequenceError } from '../../../src/engine/confidenceSequence';
import { seededRandom } from '../../../src/engine/random';

describe('confidence sequence', () => {
  it('has the ends that 40 digits give', () => {
    // Halving with mpmath, 40 digits.
    const known = [
      [1, 10, 0.05, 0.000456416882677428112, 0.545118252713189196],
      [3, 50, 0.0001, 0.000467635090814217784, 0.344145688759226376],
      [9_990, 10_000, 0.0000001, 0.995091687423278503, 0.999962642689020681],
      [123, 10_000, 0.05, 0.00821400380208125109, 0.0175393364360642705],
      [7, 8, 0.4, 0.530561221909630545, 0.994214139645992198],
    ] as const;
    for (const [x, n, delta, low, high] of known) {
      const interval = confidenceSequence(x, n, delta);
      assert.ok(Math.abs(interval.low / low - 1) < 1e-12 && Math.abs(interval.high / high - 1) < 1e-12, `${x} of ${n}: ${interval.low}, ${interval.high}`);
    }
  });

  it('is the mirror of the failures, holds the share seen, and widens with a smaller error', () => {
    for (let n = 1; n <= 40; n++) {
      for (let x = 0; x <= n; x++) {
        const [here, there, wider] = [confidenceSequence(x, n, 0.05), confidenceSequence(n - x, n, 0.05), confidenceSequence(x, n, 0.01)];
        assert.ok(Math.abs(here.low - (1 - there.high)) < 1e-14);
        assert.ok(here.low <= x / n && x / n <= here.high && wider.low <= here.low && wider.high >= here.high);
      }
    }
  });

  it('ever misses the truth in less than its error, by exact enumeration of all paths', () => {
    for (const p of [0.05, 0.3, 0.5, 0.9]) {
      for (const delta of [0.05, 0.3]) {
        // Chance of each number of successes among the paths that have not missed yet.
        let alive = new Map([[0, 1]]);
        for (let n = 1; n <= 200; n++) {
          const next = new Map<number, number>();
          for (const [x, chance] of alive) for (const [y, weight] of [[x, 1 - p], [x + 1, p]] as const) next.set(y, (next.get(y) ?? 0) + chance * weight);
          alive = new Map([...next].filter(([x]) => inside(p, confidenceSequence(x, n, delta))));
        }
        const missed = 1 - [...alive.values()].reduce((sum, chance) => sum + chance, 0);
        assert.ok(missed < delta && missed > 0, `${missed} at ${p}, ${delta}`);
      }
    }
  });

  it('refuses counts and errors that cannot be', () => {
    assert.throws(() => confidenceSequence(3, 2, 0.1), RangeError);
    assert.throws(() => confidenceSequence(1, 2, 0), RangeError);
  });
});

function inside(p: number, { low, high }: { readonly low: number; readonly high: number }): boolean {
  return low <= p && p <= high;
}

describe('sequences of both arms', () => {
  it('intersect what came before, attempt by attempt', () => {
    const random = seededRandom(3);
    const classes = Array.from({ length: 80 }, () => random.below(5));
    for (let n = 1; n <= classes.length; n++) {
      const [here, before] = [followSequences(classes.slice(0, n), 0.05, 1), followSequences(classes.slice(0, n - 1), 0.05, 1)];
      assert.equal(here.running.restart.low, Math.max(before.running.restart.low, here.restart.low));
      assert.equal(here.running.continue.high, Math.min(before.running.continue.high, here.continue.high));
      if (before.first !== null) assert.deepEqual(here.first, before.first);
    }
  });

  it('certify continue from the least number on, and not before', () => {
    for (const [alpha, family] of [[0.05, 1], [0.05, 156], [0.1, 7], [0.01, 232]] as const) {
      const least = anytimeLeastForContinue(alpha, family);
      const late = (n: number): readonly number[] => Array.from({ length: n }, () => 3);
      assert.equal(followSequences(late(least - 1), alpha, family).first, null);
      assert.deepEqual(followSequences(late(least), alpha, family).first, { n: least, direction: 'continue' });
    }
  });

  it('share the error of a family between the arms', () => {
    assert.equal(sequenceError(0.05, 156), 0.05 / 312);
  });
});
