import assert from 'node:assert/strict';
import { judgeMargin, lossAndGain } from '../../../src/engine/bounds';
import { certify } from '../../../src/engine/certificate';
import { familyTail } from '../../../src/engine/clopperPearson';
import { jointEvidence, jointInterval } from '../../../src/engine/jointSequence';
import type { ClassCounts } from '../../../src/engine/attemptClass';

const TAIL = familyTail(0.05, 4);

/** Every outcome of a cell of n attempts in steps, without overlap. */
function* outcomes(n: number, step: number): Generator<{ readonly n: number; readonly nLive: number; readonly xContinue: number; readonly xRestart: number }> {
  for (let nLive = 1; nLive <= n; nLive += step) {
    for (let xContinue = 0; xContinue <= nLive; xContinue += step) {
      for (let xRestart = 0; xRestart <= n - nLive; xRestart += step) yield { n, nLive, xContinue, xRestart };
    }
  }
}

describe('bounded loss', () => {
  it('is the far end of the difference, and never below 0', () => {
    assert.deepEqual(lossAndGain({ low: -0.3, high: 0.5 }), { lossAtMost: 0.3, gainAtMost: 0.5 });
    assert.deepEqual(lossAndGain({ low: 0.1, high: 0.5 }), { lossAtMost: 0, gainAtMost: 0.5 });
    assert.deepEqual(lossAndGain({ low: -0.9, high: -0.2 }), { lossAtMost: 0.9, gainAtMost: 0 });
  });

  it('judges both directions by hand: the difference lies in [-0.04, 0.20]', () => {
    const bounds = { low: -0.04, high: 0.2 };
    assert.deepEqual(judgeMargin(bounds, 'abstain', 0.05), { restart: true, continue: null }, 'restart loses at most 4 of 5 points');
    assert.deepEqual(judgeMargin(bounds, 'abstain', 0.04), { restart: true, continue: null }, 'a loss of the margin is within it');
    assert.deepEqual(judgeMargin(bounds, 'abstain', 0.03), { restart: null, continue: null });
    assert.deepEqual(judgeMargin(bounds, 'abstain', 0.2), { restart: true, continue: true });
    assert.deepEqual(judgeMargin({ low: -0.5, high: -0.1 }, 'continue', 0.05), { restart: false, continue: true }, 'restart loses at least 10 points');
  });

  it('is the verdict where the margin is 0', () => {
    const seen = new Set<string>();
    for (const counts of outcomes(60, 4)) {
      const { difference, verdict } = certify(counts, TAIL);
      seen.add(verdict);
      const expected = { restart: { restart: true, continue: false }, continue: { restart: false, continue: true }, abstain: { restart: null, continue: null } }[verdict];
      assert.deepEqual(judgeMargin(difference, verdict, 0), expected);
      assert.deepEqual(judgeMargin(difference, 'abstain', 0), expected, 'the intervals alone say the same');
    }
    assert.deepEqual([...seen].sort(), ['abstain', 'continue', 'restart']);
  });

  it('never loses a claim of non-inferiority by a larger margin, nor a claim of inferiority by a smaller one', () => {
    const margins = [0, 0.02, 0.05, 0.1, 0.3, 1];
    for (const counts of outcomes(40, 3)) {
      const { difference, verdict } = certify(counts, TAIL);
      const judged = margins.map((margin) => judgeMargin(difference, verdict, margin));
      for (const action of ['restart', 'continue'] as const) {
        const claims = judged.map((one) => one[action]);
        const first = claims.indexOf(true);
        assert.ok(first < 0 || claims.slice(first).every((claim) => claim === true), claims.join());
        assert.ok(claims.lastIndexOf(false) < 0 || claims.slice(0, claims.lastIndexOf(false)).every((claim) => claim === false), claims.join());
        assert.equal(claims.at(-1), true, 'nothing is worse by more than all of it');
      }
    }
  });

  it('takes the verdict of a sharper rule for a claim, and only in its direction', () => {
    const touching = { low: -0.02, high: 0.6 };
    assert.deepEqual(judgeMargin(touching, 'restart', 0), { restart: true, continue: false });
    assert.deepEqual(judgeMargin(touching, 'restart', 0.01), { restart: true, continue: null });
  });

  it('by the sequence of both arms agrees with the verdicts of the anytime rule, which rest on the same event', () => {
    const design = { alpha: 0.05, family: 4, armsOverlap: false };
    const seen = new Set<string>();
    for (const { n, nLive, xContinue, xRestart } of outcomes(36, 5)) {
      const classes: ClassCounts = [xRestart, n - nLive - xRestart, 0, xContinue, nLive - xContinue];
      const { verdict } = jointEvidence(classes, design);
      const interval = jointInterval(classes, design);
      assert.ok(interval !== null && verdict !== null);
      seen.add(verdict);
      assert.equal(judgeMargin(interval, 'abstain', 0).restart === true, verdict === 'restart', JSON.stringify(classes));
      assert.equal(judgeMargin(interval, 'abstain', 0).continue === true, verdict === 'continue', JSON.stringify(classes));
    }
    assert.deepEqual([...seen].sort(), ['abstain', 'continue', 'restart']);
  });
});
