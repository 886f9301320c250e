import assert from 'node:assert/strict';
import type { ClassCounts } from '../../../src/engine/attemptClass';
import { jointEvidence, jointInterval } from '../../../src/engine/jointSequence';
import { logGamma } from '../../../src/engine/logGamma';
import { seededRandom } from '../../../src/engine/random';

const random = seededRandom(5);

function drawCounts(most: number, armsOverlap: boolean): ClassCounts {
  const draw = (): number => random.below(most + 1);
  return [draw(), draw(), armsOverlap ? draw() : 0, draw(), draw()];
}

/** log chance of the counts, in their order, under a law of the five classes. */
function logChance(counts: ClassCounts, law: readonly number[]): number {
  return counts.reduce<number>((sum, count, i) => sum + (count === 0 ? 0 : count * Math.log(law[i] ?? 0)), 0);
}

/** The law with these chances: live, early of those not live, both of the live, late of the live. */
function lawOf(live: number, early: number, both: number, late: number): readonly number[] {
  return [(1 - live) * early, (1 - live) * (1 - early), live * both, live * late, live * (1 - both - late)];
}

/** The largest log chance with p = q that a random walk over all laws finds; never above the true one. */
function walkBoundary(counts: ClassCounts, armsOverlap: boolean): number {
  let best = -Infinity;
  for (let start = 0; start < 6; start++) {
    let [live, both, q] = [random.unit(), armsOverlap ? 0.5 : 0, random.unit()];
    let here = -Infinity;
    for (let step = 0, width = 0.3; step < 6_000; step++, width *= 0.998) {
      const [l, s, c] = [live, both, q].map((value, i) => (i === 1 && !armsOverlap ? 0 : value + width * (random.unit() - 0.5)));
      if (l === undefined || s === undefined || c === undefined) continue;
      const early = (c - l * s * c) / (1 - l);
      if (!(l > 0 && l < 1 && s >= 0 && s <= 1 && c > 0 && c < 1 && early >= 0 && early <= 1)) continue;
      const height = logChance(counts, lawOf(l, early, s * c, (1 - s) * c));
      if (height > here) [here, live, both, q] = [height, l, s, c];
    }
    best = Math.max(best, here);
  }
  return best;
}

function logMixture(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const parts = counts.length;
  return counts.reduce((sum, count) => sum + logGamma(count + 0.5) - logGamma(0.5), 0) + logGamma(parts / 2) - logGamma(n + parts / 2);
}

describe('joint sequence', () => {
  for (const armsOverlap of [false, true]) {
    it(`measures the counts against the likeliest law with equal arms, ${armsOverlap ? 'overlapping' : 'apart'}`, () => {
      for (let round = 0; round < 25; round++) {
        const counts = drawCounts(round < 12 ? 4 : 40, armsOverlap);
        const [early, ended, both, late, fail] = counts;
        const [n, nLive] = [early + ended + both + late + fail, both + late + fail];
        const lead = (early + both) * nLive - (both + late) * n;
        if (nLive === 0 || lead === 0) continue;
        const { logRestart, logContinue } = jointEvidence(counts, { alpha: 0.05, family: 1, armsOverlap });
        const evidence = lead > 0 ? logRestart : logContinue;
        const bound = logMixture(armsOverlap ? counts : [early, ended, late, fail]) - evidence;
        const walked = walkBoundary(counts, armsOverlap);
        assert.ok(bound >= walked - 1e-9, `${counts.join()}: ${bound} below ${walked}`);
        assert.ok(bound <= walked + 1e-3, `${counts.join()}: ${bound} above ${walked}`);
      }
    });

    it(`expects at most 1 of the e-value under any law without a difference, ${armsOverlap ? 'overlapping' : 'apart'}`, () => {
      for (const [live, both, q] of [[0.5, 0.2, 0.4], [0.9, 0.05, 0.3], [0.3, 0.4, 0.7], [0.7, 0.6, 0.9]] as const) {
        const share = armsOverlap ? Math.min(both, q) : 0;
        const early = (q - live * share) / (1 - live);
        if (early > 1) continue;
        const law = lawOf(live, early, share, q - share);
        for (const n of [1, 3, 6]) {
          let [restart, continued] = [0, 0];
          for (const { counts, orders } of everyCount(n, armsOverlap)) {
            const { logRestart, logContinue } = jointEvidence(counts, { alpha: 0.05, family: 1, armsOverlap });
            const chance = orders * Math.exp(logChance(counts, law));
            restart += chance * Math.exp(logRestart);
            continued += chance * Math.exp(logContinue);
          }
          assert.ok(restart <= 1 + 1e-9 && continued <= 1 + 1e-9, `${restart} ${continued} at n = ${n}`);
        }
      }
    });
  }

  it('excludes a difference exactly where the chance of the best law with it falls short', () => {
    for (const counts of [[0, 0, 0, 9, 0], [20, 2, 0, 1, 12], [3, 4, 0, 5, 6], [0, 7, 0, 0, 9], [12, 0, 0, 0, 3]] as const) {
      const design = { alpha: 0.05, family: 3, armsOverlap: false };
      const interval = jointInterval(counts, design);
      assert.ok(interval !== null);
      const [early, ended, , late, fail] = counts;
      const mixture = logMixture([early, ended, late, fail]);
      const shortfall = (difference: number): number => {
        let best = -Infinity;
        const live = late + fail;
        for (let i = 0; i <= 20_000; i++) {
          const q = Math.min(1, Math.max(0, -difference) + ((Math.min(1, 1 - difference) - Math.max(0, -difference)) * i) / 20_000);
          const p = Math.min(1, Math.max(0, q + difference));
          const share = live / (live + ended);
          const chance = (count: number, value: number): number => (count === 0 ? 0 : count * Math.log(value));
          best = Math.max(best, chance(early, p) + chance(ended + live, 1 - p) + chance(ended, 1 - share) + chance(live, share) + chance(late, q) + chance(fail, 1 - q));
        }
        return mixture - best - Math.log(3 / 0.05);
      };
      for (const [end, sign] of [[interval.low, -1], [interval.high, 1]] as const) {
        if (Math.abs(end) < 1) assert.ok(shortfall(end + sign * 1e-4) > 0 && shortfall(end - sign * 1e-4) < 0, `${counts.join()} at ${end}`);
      }
    }
  });

  it('gives the same evidence for its own direction whether or not zero in a class is counted as overlap', () => {
    // The mixture over five classes is another one, but the bound is the same law.
    const counts: ClassCounts = [12, 3, 0, 2, 9];
    const apart = jointEvidence(counts, { alpha: 0.05, family: 1, armsOverlap: false });
    const over = jointEvidence(counts, { alpha: 0.05, family: 1, armsOverlap: true });
    const [early, ended, both, late, fail] = counts;
    const shift = logMixture([early, ended, both, late, fail]) - logMixture([early, ended, late, fail]);
    assert.ok(Math.abs(over.logRestart - apart.logRestart - shift) < 1e-9);
  });

  it('stays finite and in order for ten thousand attempts', () => {
    const { logRestart, verdict } = jointEvidence([4_000, 1_000, 500, 500, 4_000], { alpha: 0.05, family: 1e6, armsOverlap: true });
    assert.ok(Number.isFinite(logRestart) && verdict === 'restart');
  });
});

function everyCount(n: number, armsOverlap: boolean): readonly { readonly counts: ClassCounts; readonly orders: number }[] {
  const factorial = (k: number): number => Math.round(Math.exp(logGamma(k + 1)));
  const found: { counts: ClassCounts; orders: number }[] = [];
  for (let a = 0; a <= n; a++) {
    for (let b = 0; a + b <= n; b++) {
      for (let c = 0; a + b + c <= n && (armsOverlap || c === 0); c++) {
        for (let d = 0; a + b + c + d <= n; d++) {
          const counts: ClassCounts = [a, b, c, d, n - a - b - c - d];
          found.push({ counts, orders: factorial(n) / counts.reduce<number>((product, count) => product * factorial(count), 1) });
        }
      }
    }
  }
  return found;
}

describe('log of the gamma function', () => {
  it('is the log of factorials, and at halves that of the square root of pi', () => {
    let factorial = 0;
    for (let n = 1; n <= 400; n++) {
      factorial += Math.log(n);
      assert.ok(Math.abs(logGamma(n + 1) - factorial) <= 1e-14 * Math.max(10, factorial), `${n}`);
    }
    assert.ok(Math.abs(logGamma(0.5) - Math.log(Math.PI) / 2) < 1e-15);
    // log gamma(10000.5) by mpmath with 40 digits.
    assert.ok(Math.abs(logGamma(10_000.5) / 82_104.32265412837 - 1) < 1e-15);
  });
});
