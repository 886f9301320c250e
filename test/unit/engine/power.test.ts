import assert from 'node:assert/strict';
import { CLASSES, type ClassCounts } from '../../../src/engine/attemptClass';
import { certify } from '../../../src/engine/certificate';
import { familyTail } from '../../../src/engine/clopperPearson';
import { attemptsForPower, chanceOfVerdict, expectedDirection, type Direction } from '../../../src/engine/power';

/** Sums over every way in which n attempts can fall into the classes. */
function bruteForce(classes: ClassCounts, n: number, tail: number, direction: Direction): number {
  const total = classes.reduce((sum, count) => sum + count, 0);
  let chance = 0;
  const place = (index: number, left: number, counts: readonly number[], weight: number): void => {
    if (index === CLASSES.length - 1) {
      const all = [...counts, left];
      const p = weight * ((classes[index] ?? 0) / total) ** left;
      const sumOf = (key: 'live' | 'restart' | 'continue'): number => all.reduce((sum, count, k) => sum + count * (CLASSES[k]?.[key] ?? 0), 0);
      const counted = { n, nLive: sumOf('live'), xContinue: sumOf('continue'), xRestart: sumOf('restart') };
      if (p > 0 && counted.nLive > 0 && certify(counted, tail).verdict === direction) chance += p;
      return;
    }
    for (let count = 0; count <= left; count++) place(index + 1, left - count, [...counts, count], weight * choose(left, count) * ((classes[index] ?? 0) / total) ** count);
  };
  place(0, n, [], 1);
  return chance;
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

describe('the chance of a verdict', () => {
  it('equals the sum over every outcome, with and without overlap, in both directions', () => {
    const laws: readonly ClassCounts[] = [[4, 0, 0, 0, 1], [0, 0, 0, 5, 0], [1, 1, 1, 1, 1], [0, 2, 3, 0, 1], [5, 1, 0, 1, 2], [0, 0, 2, 1, 4], [3, 0, 0, 0, 0]];
    for (const classes of laws) {
      for (const n of [1, 4, 7, 11]) {
        for (const direction of ['restart', 'continue'] as const) {
          const expected = bruteForce(classes, n, 0.2, direction);
          const found = chanceOfVerdict(classes, n, 0.2, direction);
          assert.ok(Math.abs(found - expected) < 1e-9, `${classes.join()} n = ${n} ${direction}: ${found} against ${expected}`);
        }
      }
    }
  });

  it('is 0 below the least number of attempts and 1 where every outcome certifies', () => {
    const tail = familyTail(0.05, 156);
    assert.equal(chanceOfVerdict([0, 0, 0, 5, 0], 13, tail, 'continue'), 0);
    assert.equal(chanceOfVerdict([0, 0, 0, 5, 0], 14, tail, 'continue'), 1);
    assert.equal(chanceOfVerdict([4, 0, 0, 0, 1], 54, tail, 'restart'), 0);
  });
});

describe('attempts for a stated power', () => {
  it('are the least from which the chance is reached', () => {
    const tail = familyTail(0.05, 156);
    const n = attemptsForPower([4, 0, 0, 0, 1], tail, { direction: 'restart', power: 0.8, from: 5, most: 500 });
    assert.equal(n, 63);
    assert.ok(chanceOfVerdict([4, 0, 0, 0, 1], 63, tail, 'restart') >= 0.8);
    assert.ok(chanceOfVerdict([4, 0, 0, 0, 1], 62, tail, 'restart') < 0.8);
    assert.equal(attemptsForPower([0, 0, 0, 5, 0], tail, { direction: 'continue', power: 0.8, from: 5, most: 500 }), 14);
  });

  it('are null when the most are not enough', () => {
    assert.equal(attemptsForPower([2, 1, 0, 2, 2], familyTail(0.05, 156), { direction: 'restart', power: 0.8, from: 5, most: 100 }), null);
  });

  it('never come below those that are there already', () => {
    assert.equal(attemptsForPower([0, 0, 0, 40, 0], familyTail(0.05, 1), { direction: 'continue', power: 0.8, from: 40, most: 500 }), 40);
  });
});

describe('the direction of a decision', () => {
  it('follows the rates and is null on an exact tie', () => {
    assert.equal(expectedDirection([4, 0, 0, 0, 1]), 'restart');
    assert.equal(expectedDirection([0, 0, 0, 5, 0]), 'continue');
    assert.equal(expectedDirection([2, 0, 0, 1, 1]), null);
    assert.equal(expectedDirection([5, 0, 0, 0, 0]), null);
  });
});
