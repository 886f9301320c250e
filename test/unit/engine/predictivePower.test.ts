import assert from 'node:assert/strict';
import { runPortions } from '../../../src/base/portions';
import { countsOfClasses, type ClassCounts } from '../../../src/engine/attemptClass';
import { certify } from '../../../src/engine/certificate';
import { familyTail } from '../../../src/engine/clopperPearson';
import { logGamma } from '../../../src/engine/logGamma';
import { PlanningRegions } from '../../../src/engine/planningRegion';
import { chanceOfVerdict, type Direction } from '../../../src/engine/power';
import { attemptsForChance, posteriorWeights, predictiveChance } from '../../../src/engine/predictivePower';
import { calibratedTail } from '../../../src/engine/signCalibration';
import { signLevel, SignRule } from '../../../src/engine/signTest';
import { regionAt } from '../../../src/engine/signRegion';

const FAMILY = { alpha: 0.2, family: 1 };
const TAIL = familyTail(FAMILY.alpha, FAMILY.family);

/** Every way in which n attempts fall into five classes. */
function* splits(n: number): Generator<ClassCounts> {
  for (let a = 0; a <= n; a++) for (let b = 0; a + b <= n; b++) for (let c = 0; a + b + c <= n; c++) for (let d = 0; a + b + c + d <= n; d++) yield [a, b, c, d, n - a - b - c - d];
}

/** The Dirichlet-multinomial law, term by term. */
function bruteForce(weights: ClassCounts, n: number, direction: Direction): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const counts of splits(n)) {
    if (counts.some((count, k) => count > 0 && weights[k] === 0)) continue;
    const { nLive, xContinue, xRestart } = countsOfClasses(counts);
    if (nLive === 0 || certify({ n, nLive, xContinue, xRestart }, TAIL).verdict !== direction) continue;
    const log = counts.reduce((term, count, k) => (count === 0 ? term : term + logGamma(count + (weights[k] ?? 0)) - logGamma(weights[k] ?? 1) - logGamma(count + 1)), logGamma(n + 1) + logGamma(total) - logGamma(n + total));
    sum += Math.exp(log);
  }
  return sum;
}

const SEEN: readonly ClassCounts[] = [[4, 0, 0, 0, 1], [0, 0, 0, 5, 0], [2, 1, 1, 3, 2], [0, 0, 3, 0, 2], [9, 1, 0, 2, 4]];

describe('predictive chance of a certificate', () => {
  it('is the sum over every outcome of the Dirichlet-multinomial law', () => {
    let most = 0;
    for (const seen of SEEN) {
      for (const armsOverlap of [false, true]) {
        if (!armsOverlap && seen[2] > 0) continue;
        const weights = posteriorWeights(seen, armsOverlap);
        for (const direction of ['restart', 'continue'] as const) {
          for (const n of [5, 9, 13]) {
            const expected = bruteForce(weights, n, direction);
            most = Math.max(most, expected);
            const found = predictiveChance(weights, regionAt(TAIL, n, direction));
            assert.ok(Math.abs(found - expected) < 1e-12, `${seen.join()} ${String(armsOverlap)} ${direction} n ${n}: ${found}, not ${expected}`);
          }
        }
      }
    }
    assert.ok(most > 0.5, 'some of them are likely');
  });

  it('becomes the chance at the rates seen when the attempts seen grow without end', () => {
    for (const seen of SEEN) {
      const many = seen.map((count) => 1e9 * count) as unknown as ClassCounts; // five counts stay five
      for (const direction of ['restart', 'continue'] as const) {
        const found = predictiveChance(posteriorWeights(many, true), regionAt(TAIL, 30, direction));
        assert.ok(Math.abs(found - chanceOfVerdict(seen, 30, TAIL, direction)) < 1e-6, seen.join());
      }
    }
  });

  it('asks for the least fresh cell that reaches the wanted chance in either direction, and for more than as if the rates were exact', () => {
    const regions = new PlanningRegions({ rule: 'fixed', ...FAMILY });
    const seen = { classes: [0, 0, 0, 5, 0] as const, armsOverlap: false };
    const cell = runPortions(attemptsForChance(seen, regions, { power: 0.8, most: 100 }));
    const chanceAt = (n: number): number => (['restart', 'continue'] as const).reduce((sum, direction) => sum + predictiveChance(posteriorWeights(seen.classes, false), regionAt(TAIL, n, direction)), 0);
    assert.ok(cell !== null && chanceAt(cell.attempts) >= 0.8 && chanceAt(cell.attempts - 1) < 0.8);
    assert.ok(Math.abs(cell.chances.restart + cell.chances.continue - chanceAt(cell.attempts)) < 1e-12);
    // At the rates seen, all late, the least number that can be certified at all always is: 2^n > 4 M / alpha = 20.
    assert.ok(cell.attempts > 5 && chanceOfVerdict(seen.classes, 5, TAIL, 'continue') === 1);
    assert.equal(runPortions(attemptsForChance(seen, regions, { power: 0.8, most: cell.attempts - 1 })), null);
  });
});

describe('regions for planning', () => {
  it('under the calibrated rule lie within a few per cent of the tail that is proven, and need fewer attempts than the fixed rule', () => {
    const plan = { alpha: 0.05, family: 4 };
    const rule = new SignRule(signLevel(plan.alpha, plan.family));
    const regions = new PlanningRegions({ rule: 'calibrated', ...plan });
    for (const direction of ['restart', 'continue'] as const) {
      for (const n of [8, 16, 24]) {
        const proven = calibratedTail(rule, { n, armsOverlap: false, direction });
        const region = runPortions(regions.regionInPortions(n, false, direction));
        // Outcomes are discrete: the region holds what is certified for sure, and nothing that is clearly not.
        const [inner, outer] = [regionAt(proven * 0.97, n, direction), regionAt(Math.min(0.5, proven * 1.03), n, direction)];
        const isWithin = (a: number, b: number): boolean => (direction === 'restart' ? a >= b : a <= b);
        region.borders.forEach((border, k) => {
          assert.ok(isWithin(inner.borders[k] ?? 0, border) && isWithin(border, outer.borders[k] ?? 0), `${direction} n ${n} place ${k}`);
        });
      }
    }
    const seen = { classes: [0, 0, 0, 5, 0] as const, armsOverlap: false };
    const wanted = { power: 0.8, most: 100 };
    const calibrated = runPortions(attemptsForChance(seen, regions, wanted));
    const fixed = runPortions(attemptsForChance(seen, new PlanningRegions({ rule: 'fixed', ...plan }), wanted));
    assert.ok(calibrated !== null && fixed !== null && calibrated.attempts < fixed.attempts);
  });
});
