import assert from 'node:assert/strict';
import { countActions } from '../../../src/engine/actionCounts';
import { CLASSES, classCounts, type ClassCounts } from '../../../src/engine/attemptClass';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { countColumns } from '../../../src/engine/countColumns';
import { seededRandom } from '../../../src/engine/random';
import { splitOracle } from '../../../src/engine/splitOracle';
import type { Trace } from '../../../src/engine/trace';
import { isLiveAt, isSolvedBy } from '../../../src/engine/trace';
import { unbiasedAlarm, unbiasedChange } from '../../../src/engine/unbiased';
import { unbiasedMacro } from '../../../src/engine/unbiasedMacro';
import { randomCells } from '../../support/engineCells';
import { readReconstruction } from '../../support/reconstruction';

const BUDGET = 30;

function classesAt(attempts: readonly Trace[], t: number): ClassCounts {
  const classes = classCounts(countColumns(columnsFromTraces([attempts]), { times: [t], budget: BUDGET }), 0, 0);
  assert.ok(classes !== null);
  return classes;
}

function classesOf(kinds: readonly number[]): ClassCounts {
  const count = (kind: number): number => kinds.filter((one) => one === kind).length;
  return [count(0), count(1), count(2), count(3), count(4)];
}

/** Change and alarm from all ordered pairs of different attempts. */
function overPairs(attempts: readonly Trace[], t: number): { readonly change: number; readonly alarm: number } {
  let change = 0;
  let alarm = 0;
  let pairs = 0;
  for (const [i, one] of attempts.entries()) {
    for (const [k, other] of attempts.entries()) {
      if (i === k) continue;
      pairs++;
      if (isLiveAt(one, t) !== true) continue;
      const replaced = Number(isSolvedBy(other, BUDGET - t));
      const solved = Number(isSolvedBy(one, BUDGET));
      change += replaced - solved;
      alarm += replaced * (1 - solved);
    }
  }
  return { change: change / pairs, alarm: alarm / pairs };
}

/** The split oracle with every half written out. */
function overHalves(attempts: readonly Trace[], t: number): number {
  const half = Math.floor(attempts.length / 2);
  let sum = 0;
  let count = 0;
  for (let chosen = 0; chosen < 2 ** attempts.length; chosen++) {
    const first = attempts.filter((_, i) => (chosen >> i) % 2 === 1);
    if (first.length !== half) continue;
    count++;
    const { nLive, xContinue, xRestart } = countActions(first, { t, budget: BUDGET });
    if (nLive !== null && xContinue !== null && xRestart !== null && nLive > 0 && xRestart * nLive > xContinue * half) {
      sum += overPairs(attempts.filter((_, i) => (chosen >> i) % 2 === 0), t).change;
    }
  }
  return sum / count;
}

describe('unbiased change of a cell', () => {
  it('is the mean over ordered pairs of different attempts, as is the perfect alarm', () => {
    const random = seededRandom(11);
    for (const attempts of randomCells(random, 200, { horizon: 30, mostAttempts: 8 })) {
      for (const t of [0, 4, 16, 22]) {
        const classes = classesAt(attempts, t);
        if (attempts.length < 2) {
          assert.deepEqual([unbiasedChange(classes), unbiasedAlarm(classes)], [null, null]);
          continue;
        }
        const { change, alarm } = overPairs(attempts, t);
        assert.ok(Math.abs((unbiasedChange(classes) ?? NaN) - change) < 1e-14, `${classes.join()} at ${t}`);
        assert.ok(Math.abs((unbiasedAlarm(classes) ?? NaN) - alarm) < 1e-14, `${classes.join()} at ${t}`);
      }
    }
  });

  it('has the true change and the true perfect alarm as its mean over all samples', () => {
    const law = [0.15, 0.2, 0.1, 0.3, 0.25];
    const share = (of: (one: (typeof CLASSES)[number]) => number): number => CLASSES.reduce((sum, one, kind) => sum + of(one) * (law[kind] ?? 0), 0);
    const [live, restarted, continued] = [share((one) => one.live), share((one) => one.restart), share((one) => one.continue)];
    for (const n of [2, 3, 5]) {
      let change = 0;
      let alarm = 0;
      for (let sample = 0; sample < 5 ** n; sample++) {
        const kinds = Array.from({ length: n }, (_, i) => Math.floor(sample / 5 ** i) % 5);
        const chance = kinds.reduce((product, kind) => product * (law[kind] ?? 0), 1);
        change += chance * (unbiasedChange(classesOf(kinds)) ?? NaN);
        alarm += chance * (unbiasedAlarm(classesOf(kinds)) ?? NaN);
      }
      assert.ok(Math.abs(change - (live * restarted - continued)) < 1e-12);
      assert.ok(Math.abs(alarm - (live - continued) * restarted) < 1e-12);
    }
  });

  it('stays in [-1, 1] without being clipped, and reaches both ends', () => {
    assert.equal(unbiasedChange([0, 0, 0, 4, 0]), -1);
    assert.ok((unbiasedChange([5, 0, 0, 0, 5]) ?? 0) > 0.25);
    assert.equal(unbiasedChange([1, 0, 0, 0, 1]), 0.5);
    // Every attempt live and solved in both arms: each replaces each, and nothing changes.
    assert.equal(unbiasedChange([0, 0, 3, 0, 0]), 0);
  });
});

describe('split-sample oracle of a cell', () => {
  it('is the average over every half written out', () => {
    const random = seededRandom(12);
    let compared = 0;
    for (const attempts of randomCells(random, 150, { horizon: 30, mostAttempts: 9 })) {
      for (const t of [4, 11, 16, 22]) {
        const split = splitOracle(classesAt(attempts, t));
        if (attempts.length < 4) assert.equal(split, null);
        else {
          const expected = overHalves(attempts, t);
          assert.ok(split !== null && Math.abs(split - expected) < 1e-13, `${classesAt(attempts, t).join()} at ${t}: ${split} against ${expected}`);
          if (expected !== 0) compared++;
        }
      }
    }
    assert.ok(compared > 50);
  });

  it('is not above the true oracle in expectation, where the plug-in is far above it', () => {
    // Restarting loses a little: the true oracle of the task is 0.
    const law = [0.25, 0.25, 0, 0.28, 0.22];
    const n = 5;
    let split = 0;
    let plugin = 0;
    for (let sample = 0; sample < 5 ** n; sample++) {
      const kinds = Array.from({ length: n }, (_, i) => Math.floor(sample / 5 ** i) % 5);
      const chance = kinds.reduce((product, kind) => product * (law[kind] ?? 0), 1);
      if (chance === 0) continue;
      split += chance * (splitOracle(classesOf(kinds)) ?? NaN);
      plugin += chance * Math.max(0, unbiasedChange(classesOf(kinds)) ?? NaN);
    }
    assert.ok(split < 0);
    assert.ok(plugin > 0.02);
  });

  it('of a thousand attempts is what drawn halves come to', () => {
    const classes: ClassCounts = [265, 235, 120, 70, 310];
    const members = classes.flatMap((count, kind) => new Array<number>(count).fill(kind));
    const random = seededRandom(5);
    const values = Array.from({ length: 2_000 }, () => {
      for (let i = 0; i < 500; i++) {
        const k = i + random.below(members.length - i);
        [members[i], members[k]] = [members[k] ?? 0, members[i] ?? 0];
      }
      const [, , both, late, fail] = classesOf(members.slice(0, 500));
      const chooses = (classesOf(members.slice(0, 500))[0] + both) * (both + late + fail) > (both + late) * 500;
      return chooses ? (unbiasedChange(classesOf(members.slice(500))) ?? NaN) : 0;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    const exact = splitOracle(classes);
    assert.ok(exact !== null && Math.abs(exact - mean) < (5 * deviation) / Math.sqrt(values.length), `${exact} against ${mean}`);
  });
});

describe('unbiased macro numbers', () => {
  const luna = readReconstruction().filter(({ model, cohort }) => model === 'luna' && cohort === 'initial');
  const macroOf = (cells: readonly (readonly Trace[])[], t: number): ReturnType<typeof unbiasedMacro> =>
    unbiasedMacro(countColumns(columnsFromTraces(cells), { times: [t], budget: BUDGET }), cells.map((_, cell) => cell), 0);

  it('turn the +2.29 points of the paper into +2.86 (synthetic reconstruction)', () => {
    const macro = macroOf(luna.map(({ attempts }) => attempts), 16);
    assert.ok(Math.abs((macro.change ?? NaN) - 0.2 / 7) < 1e-15);
    assert.ok(Math.abs((macro.perfectAlarm ?? NaN) - 0.2 / 7) < 1e-15);
    assert.equal(macro.splitOracle, 0);
    assert.equal(macro.fewestAttempts, 5);
  });

  it('do not exist as soon as one cell has none', () => {
    const [first] = luna;
    assert.ok(first !== undefined);
    const alone = macroOf([first.attempts, first.attempts.slice(0, 1)], 16);
    assert.deepEqual([alone.change, alone.perfectAlarm, alone.splitOracle, alone.contributions, alone.fewestAttempts], [null, null, null, null, 1]);
    const three = macroOf([first.attempts, first.attempts.slice(0, 3)], 16);
    assert.ok(three.change !== null);
    assert.equal(three.splitOracle, null);
    assert.equal(macroOf([], 16).change, null);
  });
});
