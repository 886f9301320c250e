import assert from 'node:assert/strict';
import { runPortions } from '../../../src/base/portions';
import { CLASSES } from '../../../src/engine/attemptClass';
import { certify } from '../../../src/engine/certificate';
import { criticalTail } from '../../../src/engine/criticalTail';
import type { Direction } from '../../../src/engine/power';
import { findSignCertifiable, leastSignAttempts } from '../../../src/engine/signDesign';
import { RegionProbability, type AttemptLaw } from '../../../src/engine/signProbability';
import { regionAt } from '../../../src/engine/signRegion';
import { supremumOnBorder } from '../../../src/engine/signSupremum';
import { MOST_WITH_OVERLAP, signLevel, SignRule, signTest, signTestInPortions } from '../../../src/engine/signTest';
import { calibratedTail } from '../../../src/engine/signCalibration';

const DIRECTIONS: readonly Direction[] = ['restart', 'continue'];

/** Every way in which n attempts fall into the five classes, with the chance of it. */
function everyOutcome(n: number, chances: readonly number[], visit: (classes: readonly number[], p: number) => void): void {
  const place = (index: number, left: number, classes: readonly number[], p: number): void => {
    const chance = chances[index] ?? 0;
    if (index === 4) return visit([...classes, left], p * chance ** left);
    for (let count = 0; count <= left; count++) place(index + 1, left - count, [...classes, count], p * choose(left, count) * chance ** count);
  };
  place(0, n, [], 1);
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

/** early, ended, both, late, fail. */
function chancesOf({ live, notLive, early, both, late }: AttemptLaw): readonly number[] {
  return [notLive * early, notLive * (1 - early), live * both, live * late, live * (1 - both - late)];
}

function countsOf(classes: readonly number[]): { n: number; nLive: number; xContinue: number; xRestart: number } {
  const sumOf = (key: 'live' | 'restart' | 'continue'): number => classes.reduce((sum, count, k) => sum + count * (CLASSES[k]?.[key] ?? 0), 0);
  return { n: classes.reduce((sum, count) => sum + count, 0), nLive: sumOf('live'), xContinue: sumOf('continue'), xRestart: sumOf('restart') };
}

/** A fixed sequence of numbers in (0, 1). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** Any law; the arms share successes only where they overlap. */
function anyLaw(next: () => number, overlap: boolean): AttemptLaw {
  const [live, early, solved, shared] = [next(), next(), next(), overlap ? next() : 0];
  return { live, notLive: 1 - live, early, both: solved * shared, late: solved * (1 - shared) };
}

/** The chance that a restart succeeds, and that a live attempt does. */
function ratesOf({ live, notLive, early, both, late }: AttemptLaw): { readonly restart: number; readonly continue: number } {
  return { restart: notLive * early + live * both, continue: both + late };
}

describe('the critical tail of an outcome', () => {
  it('parts the tails at which the intervals certify from those at which they abstain', () => {
    let looked = 0;
    everyOutcome(7, [1, 1, 1, 1, 1], (classes) => {
      const counts = countsOf(classes);
      const critical = criticalTail(counts);
      if (critical === null) return;
      looked++;
      if (critical.tail < 0.499) assert.equal(certify(counts, critical.tail * (1 + 1e-9)).verdict, critical.direction);
      assert.equal(certify(counts, critical.tail * (1 - 1e-9)).verdict, 'abstain');
    });
    assert.ok(looked > 100);
  });

  it('is 2^-n where all of n live attempts succeed and no restart would', () => {
    for (const n of [2, 5, 40, 300]) {
      const critical = criticalTail({ n, nLive: n, xContinue: n, xRestart: 0 });
      assert.equal(critical?.direction, 'continue');
      assert.ok(Math.abs((critical?.tail ?? 0) / 2 ** -n - 1) < 1e-10);
    }
  });

  it('does not exist where nobody is live, nor where both arms do alike', () => {
    assert.equal(criticalTail({ n: 6, nLive: 0, xContinue: 0, xRestart: 6 }), null);
    assert.equal(criticalTail({ n: 6, nLive: 3, xContinue: 1, xRestart: 2 }), null);
  });
});

describe('the probability of a region', () => {
  it('equals the sum over every outcome whose critical tail is as small', () => {
    const next = numbersFrom(7);
    for (const overlap of [false, true]) {
      for (const [n, counts] of [[5, { nLive: 5, xContinue: 4, xRestart: 0 }], [6, { nLive: 2, xContinue: 0, xRestart: 4 }], [7, { nLive: 5, xContinue: 4, xRestart: 1 }]] as const) {
        const critical = criticalTail({ n, ...counts });
        assert.ok(critical !== null);
        const probability = new RegionProbability(regionAt(critical.tail, n, critical.direction));
        for (let round = 0; round < 5; round++) {
          const law = anyLaw(next, overlap);
          let expected = 0;
          everyOutcome(n, chancesOf(law), (classes, p) => {
            const found = criticalTail(countsOf(classes));
            if (found?.direction === critical.direction && found.tail <= critical.tail * (1 + 1e-10)) expected += p;
          });
          assert.ok(Math.abs(probability.of(law) - expected) <= 1e-12 * expected, `${probability.of(law)} against ${expected}`);
        }
      }
    }
  });
});

describe('the largest probability where both actions are equally good', () => {
  it('is not exceeded by any law under which the direction is wrong, on the border or inside', () => {
    const next = numbersFrom(11);
    for (const overlap of [false, true]) {
      for (const direction of DIRECTIONS) {
        for (const [n, tail] of [[4, 0.2], [9, 0.05], [14, 0.01]] as const) {
          const region = regionAt(tail, n, direction);
          const { low, high } = supremumOnBorder(region, overlap, { tolerance: 1e-3 });
          assert.ok(low <= high && high <= low * 1.002 + 1e-15);
          const probability = new RegionProbability(region);
          for (let round = 0; round < 400; round++) {
            const law = anyLaw(next, overlap);
            const rates = ratesOf(law);
            const isWrong = direction === 'restart' ? rates.restart <= rates.continue : rates.continue <= rates.restart;
            if (isWrong) assert.ok(probability.of(law) <= high);
          }
        }
      }
    }
  });
});

describe('the sign test', () => {
  it('is a bound that is a number where the search may not go far', () => {
    for (const mostSteps of [0, 1, 1e6, 1e8]) {
      const test = runPortions(signTestInPortions({ n: 30, nLive: 22, xContinue: 14, xRestart: 22, armsOverlap: true }, mostSteps));
      assert.ok(test !== null && test.p > 0 && test.p <= 1, `${mostSteps}: ${test?.p}`);
    }
  });

  it('gives 4^-n where all of n live attempts succeed and no restart would', () => {
    for (const armsOverlap of [false, true]) {
      for (const n of [2, 4, 9]) {
        const test = signTest({ n, nLive: n, xContinue: n, xRestart: 0, armsOverlap });
        assert.equal(test?.direction, 'continue');
        const ratio = (test?.p ?? 0) * 4 ** n;
        assert.ok(ratio >= 1 - 1e-12 && ratio <= 1.0006, String(ratio));
      }
    }
  });

  it('says nothing where nobody is live', () => {
    assert.equal(signTest({ n: 5, nLive: 0, xContinue: 0, xRestart: 5, armsOverlap: false }), null);
  });
});

describe('the calibrated sign rule', () => {
  it('certifies exactly the outcomes whose p-value is not above the level, in whatever order they come', () => {
    const level = signLevel(0.05, 4);
    for (const armsOverlap of [false, true]) {
      const decisions: { n: number; nLive: number; xContinue: number; xRestart: number; armsOverlap: boolean }[] = [];
      everyOutcome(6, [1, 1, armsOverlap ? 1 : 0, 1, 1], (classes, p) => {
        if (p > 0) decisions.push({ ...countsOf(classes), armsOverlap });
      });
      const [forward, backward] = [new SignRule(level), new SignRule(level)];
      const inOrder = decisions.map((decision) => forward.verdict(decision));
      const reversed = [...decisions].reverse().map((decision) => backward.verdict(decision)).reverse();
      assert.deepEqual(inOrder, reversed);
      assert.ok(inOrder.includes('continue'));
      for (const [index, decision] of decisions.entries()) {
        const test = signTest(decision);
        if (test === null || Math.abs(test.p / level - 1) < 2e-3) continue;
        assert.equal(inOrder[index], test.p <= level ? test.direction : 'abstain');
      }
    }
  });

  it('is wrong no more often than its level under any law, by enumeration', () => {
    const next = numbersFrom(3);
    for (const [n, family] of [[6, 1], [9, 1], [8, 3]] as const) {
      for (const armsOverlap of [false, true]) {
        const rule = new SignRule(signLevel(0.05, family));
        for (let round = 0; round < 6; round++) {
          const law = anyLaw(next, armsOverlap);
          const rates = ratesOf(law);
          let wrong = 0;
          everyOutcome(n, chancesOf(law), (classes, p) => {
            const verdict = rule.verdict({ ...countsOf(classes), armsOverlap });
            if ((verdict === 'restart' && rates.restart <= rates.continue) || (verdict === 'continue' && rates.continue <= rates.restart)) wrong += p;
          });
          assert.ok(wrong <= 0.05 / family);
        }
      }
    }
  });

  it('needs 3 and 9 attempts for one comparison, 7 and 25 for 156', () => {
    assert.deepEqual(runPortions(leastSignAttempts(new SignRule(signLevel(0.05, 1)))), { continue: 3, restart: 9 });
    assert.deepEqual(runPortions(leastSignAttempts(new SignRule(signLevel(0.05, 156)))), { continue: 7, restart: 25 });
  });

  it('says for a design whether any outcome of it could be certified', () => {
    for (const armsOverlap of [false, true]) {
      for (const nLive of [0, 1, 2, 3, 5, 7]) {
        const rule = new SignRule(signLevel(0.05, 1));
        const found = { restart: false, continue: false };
        everyOutcome(7, [1, 1, armsOverlap ? 1 : 0, 1, 1], (classes, p) => {
          const counts = countsOf(classes);
          const verdict = rule.verdict({ ...counts, armsOverlap });
          if (p > 0 && counts.nLive === nLive && verdict !== 'abstain') found[verdict] = true;
        });
        assert.deepEqual(runPortions(findSignCertifiable({ n: 7, nLive, armsOverlap }, rule)), found, `${nLive} live, overlap ${armsOverlap}`);
      }
    }
  });

  it('says of a design that it could be certified only where its most extreme outcome is', () => {
    // Beyond 50 attempts with overlapping arms the rule asks no more than the limits' tails.
    for (const n of [40, 60]) {
      for (const nLive of [4, 5, 6, 8, 12]) {
        const rule = new SignRule(signLevel(0.05, 156));
        const design = { n, nLive, armsOverlap: true };
        const verdict = rule.verdict({ ...design, xContinue: nLive, xRestart: 0 });
        assert.equal(runPortions(findSignCertifiable(design, rule)).continue, verdict === 'continue', `${nLive} of ${n}`);
      }
    }
  });

  it('certifies continue with a chance of 87 % at 40 attempts, where the paper’s rule has 24 %', () => {
    const direction = 'continue';
    const law = { live: 0.8, notLive: 0.2, early: 1, both: 0, late: 0.75 };
    const chanceBelow = (tail: number): number => new RegionProbability(regionAt(tail * (1 - 1e-9), 40, direction)).of(law);
    const calibrated = calibratedTail(new SignRule(signLevel(0.05, 156)), { n: 40, armsOverlap: false, direction });
    assert.equal(chanceBelow(calibrated).toFixed(2), '0.87');
    assert.equal(chanceBelow(0.05 / (4 * 156)).toFixed(2), '0.24');
  });

  it('has no other level where the arms overlap', () => {
    for (const direction of DIRECTIONS) {
      const rule = new SignRule(signLevel(0.05, 10));
      assert.equal(calibratedTail(rule, { n: 10, armsOverlap: true, direction }), calibratedTail(rule, { n: 10, armsOverlap: false, direction }));
    }
  });

  it('decides large cells with overlap by the tails alone, as the intervals do, and its p-value says the same', () => {
    const n = 300;
    const level = signLevel(0.05, 12);
    const rule = new SignRule(level);
    const certified = { restart: 0, continue: 0, abstain: 0 };
    for (const [nLive, xContinue] of [[200, 60], [200, 120], [150, 0], [40, 40]] as const) {
      for (let xRestart = 0; xRestart <= n - nLive + xContinue; xRestart++) {
        const decision = { n, nLive, xContinue, xRestart, armsOverlap: true };
        const verdict = rule.verdict(decision);
        assert.equal(verdict, certify(decision, level / 2).verdict, JSON.stringify(decision));
        const test = signTest(decision);
        assert.equal(test !== null && test.p <= level, verdict !== 'abstain', JSON.stringify(decision));
        assert.ok((test?.steps ?? 0) === 0 && test?.isSharp !== true);
        certified[verdict]++;
      }
    }
    assert.ok(Math.min(certified.restart, certified.continue, certified.abstain) > 50, JSON.stringify(certified));
  });

  it('searches up to the largest cell with overlap that it says, and is sharper there than the tails', () => {
    const decision = { n: MOST_WITH_OVERLAP, nLive: 30, xContinue: 0, xRestart: 20 };
    const [within, beyond] = [signTest({ ...decision, armsOverlap: true }), signTest({ ...decision, n: MOST_WITH_OVERLAP + 1, armsOverlap: true })];
    assert.ok(within !== null && beyond !== null && within.steps > 0 && beyond.steps === 0);
    assert.ok(within.p < 2 * (criticalTail(decision)?.tail ?? 0));
  });
});
