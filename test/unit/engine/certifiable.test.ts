import assert from 'node:assert/strict';
import { certifyWith, rememberIntervals } from '../../../src/engine/certificate';
import type { IntervalLookup } from '../../../src/engine/certificate';
import { findCertifiable, findCertifiableWith, leastAttempts, leastAttemptsByFamily, leastEnded } from '../../../src/engine/certifiable';
import type { Certifiable, DecisionDesign } from '../../../src/engine/certifiable';
import { familyTail } from '../../../src/engine/clopperPearson';

/** Tries every reachable outcome. */
function tryOutcomes({ n, nLive, armsOverlap }: DecisionDesign, intervalOf: IntervalLookup): Certifiable {
  const verdicts = new Set<string>();
  for (let xContinue = 0; xContinue <= nLive; xContinue++) {
    const most = n - nLive + (armsOverlap ? xContinue : 0);
    for (let xRestart = 0; xRestart <= most; xRestart++) {
      if (nLive > 0) verdicts.add(certifyWith({ n, nLive, xContinue, xRestart }, intervalOf).verdict);
    }
  }
  return { restart: verdicts.has('restart'), continue: verdicts.has('continue') };
}

describe('what some outcome could certify', () => {
  for (const [alpha, family, most] of [[0.05, 1, 30], [0.9, 1, 20], [0.9, 3, 20]] as const) {
    it(`is what trying every outcome finds, for up to ${most} attempts at alpha ${alpha}, M = ${family}`, () => {
      const intervalOf = rememberIntervals(familyTail(alpha, family));
      for (let n = 0; n <= most; n++) {
        for (let nLive = 0; nLive <= n; nLive++) {
          for (const armsOverlap of [false, true]) {
            const design = { n, nLive, armsOverlap };
            assert.deepEqual(findCertifiableWith(design, intervalOf), tryOutcomes(design, intervalOf), JSON.stringify(design));
          }
        }
      }
    });
  }

  it('is nothing where nobody is live', () => {
    assert.deepEqual(findCertifiable({ n: 500, nLive: 0, armsOverlap: true }, 0.01), { restart: false, continue: false });
  });
});

describe('least attempts for a verdict', () => {
  it('is 7 and 25 at M = 1, and 14 and 55 at M = 156, at alpha 0.05', () => {
    assert.deepEqual(leastAttemptsByFamily(0.05, [1, 156]), [
      { family: 1, continue: 7, restart: 25 },
      { family: 156, continue: 14, restart: 55 },
    ]);
  });

  it('says how many may be live at that number', () => {
    assert.deepEqual(leastAttempts(0.05, 1).restart, { n: 25, fewestLive: 6, mostLive: 10 });
  });

  for (const [alpha, family] of [[0.05, 1], [0.05, 6], [0.1, 42], [0.05, 156], [0.05, 1000]] as const) {
    it(`is not undercut by any outcome of fewer attempts, arms overlapping or not, at alpha ${alpha}, M = ${family}`, () => {
      const { continue: leastContinue, restart: leastRestart } = leastAttempts(alpha, family);
      const intervalOf = rememberIntervals(familyTail(alpha, family));
      assert.ok(leastRestart !== null && leastContinue !== null);
      const { n: most, fewestLive, mostLive } = leastRestart;
      for (let n = 1; n <= most; n++) {
        for (let nLive = 1; nLive <= n; nLive++) {
          for (const armsOverlap of [false, true]) {
            const found = findCertifiableWith({ n, nLive, armsOverlap }, intervalOf);
            const isLeast = n === most && nLive >= fewestLive && nLive <= mostLive;
            assert.equal(found.restart, isLeast, `restart, ${nLive} live of ${n}`);
            if (n < leastContinue) assert.equal(found.continue, false, `continue, ${nLive} live of ${n}`);
            if (n === leastContinue && nLive === n) assert.equal(found.continue, true);
          }
        }
      }
    });
  }

  it('needs strictly more than a tie: 2^n must exceed 4M / alpha', () => {
    // 4 / 0.25 = 2^4, so 4 attempts leave the intervals touching at 1/2.
    assert.equal(leastAttempts(0.25, 1).continue, 5);
  });

  it('never falls as the family grows, up to a million decisions', () => {
    const curve = leastAttemptsByFamily(0.05, [1, 2, 5, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
    assert.deepEqual(curve.at(-1), { family: 1_000_000, continue: 27, restart: 108 });
    for (let i = 1; i < curve.length; i++) {
      assert.ok((curve[i]?.continue ?? 0) >= (curve[i - 1]?.continue ?? 0));
      assert.ok((curve[i]?.restart ?? 0) >= (curve[i - 1]?.restart ?? 0));
    }
  });

  it('is null where more than the stated number of attempts would be needed', () => {
    // One failing survivor alone would need some 10^9 early successes.
    assert.equal(leastEnded(1, familyTail(0.05, 1_000_000)), null);
    assert.equal(leastEnded(1, familyTail(0.05, 1), 100), null);
    assert.equal(leastEnded(1, familyTail(0.05, 1), 508), 507);
    assert.equal(leastEnded(1, familyTail(0.05, 1), 507), null);
    assert.equal(leastEnded(0, 0.01), null);
  });
});
