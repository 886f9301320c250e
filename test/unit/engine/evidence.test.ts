import assert from 'node:assert/strict';
import { clopperPearson, familyTail } from '../../../src/engine/clopperPearson';
import { decimalFraction } from '../../../src/engine/decimal';
import { attemptsForUpperEnd, upperEndWithoutSuccess } from '../../../src/engine/evidence';

/** U0(n, M) <= epsilon in whole numbers: (1 - epsilon)^n <= alpha / (4M). */
function passes(n: number, epsilon: number, family: number, alpha: number): boolean {
  const bound = decimalFraction(epsilon);
  const level = decimalFraction(alpha);
  const left = (bound.denominator - bound.numerator) ** BigInt(n) * 4n * BigInt(family) * level.denominator;
  return left <= level.numerator * bound.denominator ** BigInt(n);
}

describe('evidence without a success', () => {
  it('is the printed figure: U0(42, 1) = 0.0991 and U0(89, 156) = 0.1006', () => {
    assert.equal(upperEndWithoutSuccess(42, 1, 0.05).toFixed(4), '0.0991');
    assert.equal(upperEndWithoutSuccess(89, 156, 0.05).toFixed(4), '0.1006');
  });

  it('takes 42 attempts for a tenth at M = 1 and 90 at M = 156', () => {
    assert.deepEqual([attemptsForUpperEnd(0.1, 1, 0.05), attemptsForUpperEnd(0.1, 156, 0.05)], [42, 90]);
  });

  it('is the upper end of the exact interval', () => {
    for (const n of [1, 5, 42, 1000]) {
      const { high } = clopperPearson(0, n, familyTail(0.05, 156));
      assert.ok(Math.abs(upperEndWithoutSuccess(n, 156, 0.05) - high) <= 1e-15 * high);
    }
    assert.equal(upperEndWithoutSuccess(0, 1, 0.05), 1);
  });

  it('returns the count that passes while the one before fails, in exact arithmetic', () => {
    for (const alpha of [0.05, 0.1, 0.01]) {
      for (const family of [1, 2, 7, 156, 5000]) {
        for (let hundredths = 3; hundredths < 100; hundredths += 4) {
          const epsilon = hundredths / 100;
          const n = attemptsForUpperEnd(epsilon, family, alpha);
          assert.ok(n !== null && passes(n, epsilon, family, alpha) && !passes(n - 1, epsilon, family, alpha), `${epsilon} ${family} ${alpha}: ${n}`);
        }
      }
    }
  });

  it('respects exact ties whichever way the logarithms round', () => {
    assert.equal(attemptsForUpperEnd(0.9875, 1, 0.05), 1);
    for (let n = 1; n <= 30; n++) {
      // 0.5^n = 0.25 / (4M) at M = 2^(n - 4); from there one decision more needs one attempt more.
      const family = 2 ** (n - 4);
      if (family < 1) continue;
      assert.equal(attemptsForUpperEnd(0.5, family, 0.25), n);
      assert.equal(attemptsForUpperEnd(0.5, family + 1, 0.25), n + 1);
    }
  });

  it('needs nothing for a bound of 1, and is never enough for a bound of 0', () => {
    assert.deepEqual([attemptsForUpperEnd(1, 1, 0.05), attemptsForUpperEnd(0, 1, 0.05)], [0, null]);
    assert.equal(attemptsForUpperEnd(0.9999, 1, 0.05), 1);
    assert.equal(attemptsForUpperEnd(1e-6, 156, 0.05), 9_431_878);
  });
});

describe('a decimal as a fraction', () => {
  it('is what the number shows, whatever its size', () => {
    const check = (value: number, numerator: bigint, denominator: bigint): void =>
      assert.deepEqual(decimalFraction(value), { numerator, denominator });
    check(0.1, 1n, 10n);
    check(-12.5, -125n, 10n);
    check(1e-7, 1n, 10n ** 7n);
    check(1.5e21, 15n * 10n ** 20n, 1n);
    check(0, 0n, 1n);
    assert.throws(() => decimalFraction(NaN), RangeError);
  });
});
