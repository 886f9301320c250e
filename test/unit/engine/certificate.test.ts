import assert from 'node:assert/strict';
import { certify, certifyWith, rememberIntervals } from '../../../src/engine/certificate';
import { clopperPearson, familyTail } from '../../../src/engine/clopperPearson';

describe('a certificate', () => {
  it('can never be had from five attempts against five, whatever the outcomes', () => {
    for (const family of [1, 156]) {
      for (let xContinue = 0; xContinue <= 5; xContinue++) {
        for (let xRestart = 0; xRestart <= 5; xRestart++) {
          const { verdict } = certify({ n: 5, nLive: 5, xContinue, xRestart }, familyTail(0.05, family));
          assert.equal(verdict, 'abstain', `${xContinue}/5 against ${xRestart}/5, M = ${family}`);
        }
      }
    }
  });

  it('first separates independent arms at 7 against 7 alone and at 14 against 14 in a family of 156', () => {
    const verdict = (n: number, family: number): string =>
      certify({ n, nLive: n, xContinue: 0, xRestart: n }, familyTail(0.05, family)).verdict;
    assert.deepEqual([verdict(6, 1), verdict(7, 1)], ['abstain', 'restart']);
    assert.deepEqual([verdict(13, 156), verdict(14, 156)], ['abstain', 'restart']);
  });

  it('abstains when the intervals only touch', () => {
    const touching = (x: number): { low: number; high: number } => (x === 0 ? { low: 0, high: 0.5 } : { low: 0.5, high: 1 });
    assert.equal(certifyWith({ n: 9, nLive: 9, xContinue: 0, xRestart: 9 }, touching).verdict, 'abstain');
    assert.equal(certifyWith({ n: 9, nLive: 9, xContinue: 9, xRestart: 0 }, touching).verdict, 'abstain');
  });

  it('turns its verdict and mirrors its difference when the arms change places', () => {
    const tail = familyTail(0.05, 6);
    const one = certify({ n: 40, nLive: 40, xContinue: 3, xRestart: 31 }, tail);
    const other = certify({ n: 40, nLive: 40, xContinue: 31, xRestart: 3 }, tail);
    assert.deepEqual([one.verdict, other.verdict], ['restart', 'continue']);
    assert.deepEqual([one.difference.low, one.difference.high], [-other.difference.high, -other.difference.low]);
  });

  it('names no estimate for an empty arm and keeps its interval whole', () => {
    const { continue: continued, restart, difference } = certify({ n: 3, nLive: 0, xContinue: 0, xRestart: 3 }, 0.01);
    assert.deepEqual(continued, { estimate: null, low: 0, high: 1 });
    assert.equal(restart.estimate, 1);
    assert.equal(difference.estimate, null);
    assert.equal(difference.high, 1);
  });

  it('takes remembered intervals for what they are', () => {
    const lookup = rememberIntervals(0.001);
    for (const [x, n] of [[0, 1], [1, 1], [0, 2], [2, 3], [2, 3], [0, 0]] as const) {
      assert.deepEqual(lookup(x, n), clopperPearson(x, n, 0.001));
    }
  });
});
