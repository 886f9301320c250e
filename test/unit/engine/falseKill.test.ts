import assert from 'node:assert/strict';
import { conformalAllowance, falseKillLaw, pacAllowance, pacLeastSuccesses, paperAllowance } from '../../../src/engine/falseKill';
import { logUpperTail } from '../../../src/engine/binomial';

/** P(Bin(n, p) <= b), term by term. */
function chanceOfAtMost(b: number, n: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = term;
  for (let k = 1; k <= b; k++) {
    term *= ((n - k + 1) * p) / (k * (1 - p));
    sum += term;
  }
  return sum;
}

describe('allowances of false kills', () => {
  it('let go as many successes as the chance of doing worse allows, by summing every term', () => {
    for (const n of [1, 5, 18, 59, 144]) {
      for (const rho of [0.03, 0.2, 0.5]) {
        for (const delta of [0.01, 0.1, 0.4]) {
          const b = pacAllowance(n, rho, delta);
          assert.ok(b < 0 || chanceOfAtMost(b, n, rho) <= delta);
          assert.ok(chanceOfAtMost(b + 1, n, rho) > delta);
          assert.ok(b <= conformalAllowance(n, rho) || delta > 0.3, 'the safe rule lets go no more than the expected one');
        }
      }
    }
  });

  it('take levels as the decimals shown where rounding would decide', () => {
    // 0.29 of 100 is 29 on paper, and 28.999999999999996 in binary.
    assert.equal(paperAllowance(100, 0.29), 29);
    assert.equal(conformalAllowance(99, 0.29), 28);
    // 0.9 squared is 0.81, and a little more in binary.
    assert.equal(pacLeastSuccesses(0, 0.1, 0.81), 2);
    assert.equal(pacAllowance(2, 0.1, 0.81), 0);
  });

  it('need 59 calibration successes at 0.05 and 0.05, and one fewer is too few', () => {
    assert.equal(pacLeastSuccesses(0, 0.05, 0.05), 59);
    assert.equal(pacAllowance(58, 0.05, 0.05), -1);
    for (const b of [0, 1, 7, 40]) {
      const n = pacLeastSuccesses(b, 0.05, 0.05) ?? 0;
      assert.ok(chanceOfAtMost(b, n, 0.05) <= 0.05 && chanceOfAtMost(b, n - 1, 0.05) > 0.05);
    }
  });

  it('give the rate its law: the mean lies below the upper end, and more allowance means more kills', () => {
    let before = 0;
    for (let b = 0; b < 40; b++) {
      const law = falseKillLaw(b, 90, 0.1);
      assert.ok(law.mean < law.upper95 && law.above >= before);
      assert.ok(Math.abs(law.above - chanceOfAtMost(b, 90, 0.1)) < 1e-12);
      before = law.above;
    }
  });
});

describe('upper tail of a binomial', () => {
  it('is the sum of its terms on both sides of the mean', () => {
    for (const [n, p] of [[1, 0.3], [20, 0.1], [60, 0.7]] as const) {
      for (let x = 1; x <= n; x++) assert.ok(Math.abs(Math.exp(logUpperTail(x, n, p, 1 - p)) - (1 - chanceOfAtMost(x - 1, n, p))) < 1e-12);
    }
  });
});
