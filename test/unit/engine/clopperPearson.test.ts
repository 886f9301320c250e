import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clopperPearson, familyTail, lowerLimit, upperLimit } from '../../../src/engine/clopperPearson';

const data = path.join(import.meta.dirname, '../../golden/data');

/** Rows of a CSV file as numbers, header checked. */
function readNumbers(file: string, header: string): readonly (readonly number[])[] {
  const [first, ...lines] = readFileSync(path.join(data, file), 'utf8').trim().split(/\r?\n/);
  assert.equal(first, header);
  assert.ok(lines.length > 0);
  return lines.map((line) => line.split(',').map(Number));
}

function relativeError(actual: number, truth: number): number {
  return truth === 0 ? Math.abs(actual) : Math.abs(actual - truth) / truth;
}

/** A double as an exact fraction with a power of two below: [numerator, exponent of 2 in the denominator]. */
function exactBinary(value: number): readonly [bigint, bigint] {
  let exponent = 0n;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent++;
  }
  return [BigInt(scaled), exponent];
}

/** P(X >= x) for X binomial(n, p), summed in whole numbers, as a double. */
function exactUpperTail(x: number, n: number, p: number): number {
  const [numerator, exponent] = exactBinary(p);
  const one = 1n << exponent;
  let coefficient = 1n;
  let sum = 0n;
  for (let k = 0; k <= n; k++) {
    if (k >= x) sum += coefficient * numerator ** BigInt(k) * (one - numerator) ** BigInt(n - k);
    coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
  }
  // 2^-1000 is far below any tail that is asked for.
  return Number((sum << 1000n) / one ** BigInt(n)) / 2 ** 1000;
}

describe('exact interval of a proportion', () => {
  it('meets 40-digit values to 1e-13, down to alpha 1e-12', () => {
    for (const [x = 0, n = 0, alpha = 0, low = 0, high = 0] of readNumbers('clopper_pearson_truth.csv', 'k,n,alpha,low,high')) {
      const interval = clopperPearson(x, n, alpha / 2);
      assert.ok(relativeError(interval.low, low) <= 1e-13, `low of ${x}/${n} at ${alpha}: ${interval.low}`);
      assert.ok(relativeError(interval.high, high) <= 1e-13, `high of ${x}/${n} at ${alpha}: ${interval.high}`);
    }
  });

  it('meets 50-digit values to 1e-13 at a million trials and at tails from 0.4 to 1e-300', () => {
    for (const [x = 0, n = 0, tail = 0, low = 0, high = 0] of readNumbers('clopper_pearson_tails.csv', 'x,n,tail,low,high')) {
      const interval = clopperPearson(x, n, tail);
      assert.ok(relativeError(interval.low, low) <= 1e-13, `low of ${x}/${n} at ${tail}: ${interval.low}`);
      assert.ok(relativeError(interval.high, high) <= 1e-13, `high of ${x}/${n} at ${tail}: ${interval.high}`);
    }
  });

  it('puts exactly the tail beyond each end, summed in whole numbers for every x of small n', () => {
    for (const n of [1, 2, 3, 5, 8, 13]) {
      for (const tail of [0.45, 0.025, 0.05 / 624, 1.25e-8]) {
        for (let x = 0; x <= n; x++) {
          const { low, high } = clopperPearson(x, n, tail);
          // The ends are rounded to 1e-16 relative, which the tail magnifies at most n times, and 1 - high more.
          if (x > 0) assert.ok(relativeError(exactUpperTail(x, n, low), tail) < 1e-13, `low of ${x}/${n} at ${tail}`);
          const slack = (n * 2e-16) / Math.min(1, 1 - high || 1) + 1e-13;
          if (x < n) assert.ok(relativeError(1 - exactUpperTail(x + 1, n, high), tail) < slack + 1e-15 / tail, `high of ${x}/${n} at ${tail}`);
        }
      }
    }
  });

  it('is the whole range without trials, and closed at 0 and 1', () => {
    assert.deepEqual(clopperPearson(0, 0, 0.01), { low: 0, high: 1 });
    assert.equal(lowerLimit(0, 7, 0.01), 0);
    assert.equal(upperLimit(7, 7, 0.01), 1);
  });

  it('mirrors under exchange of successes and failures', () => {
    for (const n of [4, 37, 400]) {
      for (let x = 0; x <= n; x += n === 400 ? 13 : 1) {
        const one = clopperPearson(x, n, 1e-4);
        const other = clopperPearson(n - x, n, 1e-4);
        assert.ok(Math.abs(one.low - (1 - other.high)) < 1e-15, `${x}/${n}`);
      }
    }
  });

  it('rises with every success, and widens as the tail shrinks', () => {
    for (const n of [5, 60, 3000]) {
      for (let x = 0; x < n; x += Math.ceil(n / 60)) {
        const [one, next, wider] = [clopperPearson(x, n, 0.01), clopperPearson(x + 1, n, 0.01), clopperPearson(x, n, 0.001)];
        assert.ok(next.low > one.low && next.high > one.high, `${x}/${n}`);
        assert.ok(wider.low <= one.low && wider.high >= one.high, `${x}/${n}`);
        assert.ok(one.low <= x / n && x / n <= one.high, `${x}/${n}`);
      }
    }
  });

  it('converges wherever it is asked, however odd the tail', () => {
    for (const n of [2, 3, 10, 1000, 1_000_000]) {
      for (const x of [0, 1, 2, Math.floor(n / 2), n - 1, n]) {
        for (const tail of [5e-324, 1e-200, 1e-30, 0.3, 0.5, 0.9, 0.999999]) {
          const { low, high } = clopperPearson(x, n, tail);
          assert.ok(low >= 0 && high <= 1 && Number.isFinite(low) && Number.isFinite(high), `${x}/${n} at ${tail}`);
        }
      }
    }
  });

  it('shares alpha among all decisions, both arms and both tails', () => {
    assert.equal(familyTail(0.05, 156), 0.05 / 624);
  });

  it('refuses counts that are none and tails outside 0 and 1', () => {
    for (const [x, n] of [[-1, 5], [6, 5], [1.5, 5], [NaN, 5], [0, Infinity]] as const) {
      assert.throws(() => clopperPearson(x, n, 0.05), RangeError);
    }
    for (const tail of [0, 1, -0.1, NaN]) assert.throws(() => clopperPearson(1, 5, tail), RangeError);
  });
});
