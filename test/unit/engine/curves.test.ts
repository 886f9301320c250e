import assert from 'node:assert/strict';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { rememberIntervals } from '../../../src/engine/certificate';
import { countHazards, liveContinuation } from '../../../src/engine/completion';
import { countColumns } from '../../../src/engine/countColumns';
import { resampleCurves, type GroupBands } from '../../../src/engine/curveBands';
import { boundShare, countCompletions, countHazardsBetween, countTruncated, curveGrid, hazardShare, watchedUntil } from '../../../src/engine/curves';
import { macroNumbers } from '../../../src/engine/macro';
import { seededRandom } from '../../../src/engine/random';
import { isSolvedBy, type Trace } from '../../../src/engine/trace';
import { randomCells } from '../../support/engineCells';
import { readReconstruction } from '../../support/reconstruction';

const intervalOf = rememberIntervals(0.025);

const near = (actual: number | null | undefined, expected: number, slack = 1e-12): void => assert.ok(Math.abs((actual ?? NaN) - expected) <= slack, `${actual} is not ${expected}`);

function curvesOf(cells: readonly (readonly Trace[])[], grid: readonly number[], budget: number, more: { readonly seed?: number; readonly replicates?: number } = {}): GroupBands {
  const work = resampleCurves({ cells, grid, budget, seed: more.seed ?? 1, level: 0.95, replicates: more.replicates ?? 200 });
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const everyCall = (end: number): readonly number[] => Array.from({ length: end }, (_, k) => k + 1);

describe('places at which curves are read', () => {
  it('are every call of a short budget, and round steps of a long one with the fixed places between them', () => {
    assert.deepEqual(curveGrid(30, { most: 60, isWhole: true, fixed: [] }), everyCall(30));
    const long = curveGrid(250, { most: 60, isWhole: true, fixed: [35, 71] });
    assert.deepEqual(long.slice(0, 4), [5, 10, 15, 20]);
    assert.ok(long.includes(71) && long.at(-1) === 250 && long.every((at) => Number.isInteger(at)));
    const dollars = curveGrid(0.35, { most: 60, isWhole: false, fixed: [0.123] });
    assert.ok(dollars.includes(0.123) && dollars.includes(0.07) && dollars.at(-1) === 0.35 && dollars.length <= 62);
    assert.ok(dollars.every((at, k) => at > (dollars[k - 1] ?? 0)));
  });
});

describe('completion of a cell', () => {
  it('counts who was verified, and who was not watched so far, at every place', () => {
    for (const cell of randomCells(seededRandom(11), 40, { horizon: 12, mostAttempts: 7, shortHorizonEvery: 3 })) {
      const counts = countCompletions(cell, everyCall(16));
      counts.forEach(({ solved, unknown }, k) => {
        const states = cell.map((trace) => isSolvedBy(trace, k + 1));
        assert.deepEqual([solved, unknown], [states.filter((s) => s === true).length, states.filter((s) => s === null).length]);
      });
    }
  });

  it('has no estimate where somebody is unknown, and a band that holds whatever became of them', () => {
    const share = boundShare({ solved: 2, unknown: 1 }, 5, intervalOf);
    assert.deepEqual([share.estimate, share.least, share.most], [null, 0.4, 0.6]);
    near(share.low, boundShare({ solved: 2, unknown: 0 }, 5, intervalOf).low);
    near(share.high, boundShare({ solved: 3, unknown: 0 }, 5, intervalOf).high);
    assert.equal(boundShare({ solved: 2, unknown: 0 }, 5, intervalOf).estimate, 0.4);
    assert.deepEqual(boundShare({ solved: 0, unknown: 0 }, 0, intervalOf), { estimate: null, least: 0, most: 1, low: 0, high: 1 });
  });

  it('was watched up to the shortest horizon of whoever did not end', () => {
    assert.equal(watchedUntil([{ T: 3, E: null, H: 5 }, { T: null, E: 4, H: 30 }]), null);
    assert.equal(watchedUntil([{ T: 3, E: null, H: 5 }, { T: null, E: null, H: 30 }, { T: 40, E: null, H: 20 }]), 20);
  });
});

describe('hazards from place to place', () => {
  it('are those of every call where the places are every call', () => {
    for (const cell of randomCells(seededRandom(5), 40, { horizon: 14, mostAttempts: 9, shortHorizonEvery: 4 })) {
      const expected = countHazards(cell, 16);
      countHazardsBetween(cell, everyCall(16)).forEach(({ atRisk, verified, terminal }, k) => {
        assert.equal(atRisk, expected.atRisk[k]);
        assert.equal(hazardShare(verified, atRisk, intervalOf)?.estimate ?? null, expected.verified[k] ?? null);
        assert.equal(hazardShare(terminal, atRisk, intervalOf)?.estimate ?? null, expected.terminal[k] ?? null);
      });
    }
  });

  it('lose nobody between wider places: who was at risk ended or goes on', () => {
    for (const cell of randomCells(seededRandom(6), 40, { horizon: 20, mostAttempts: 9 })) {
      const wide = countHazardsBetween(cell, [5, 10, 20]);
      assert.equal(wide[0]?.atRisk, cell.length);
      for (const k of [1, 2]) assert.equal(wide[k]?.atRisk, (wide[k - 1]?.atRisk ?? 0) - (wide[k - 1]?.verified ?? 0) - (wide[k - 1]?.terminal ?? 0));
    }
  });

  it('multiply up to what continuing achieved, with complete data', () => {
    const cell: readonly Trace[] = [{ T: 3, E: null, H: 10 }, { T: 7, E: null, H: 10 }, { T: null, E: 6, H: 10 }, { T: null, E: null, H: 10 }, { T: 9, E: null, H: 10 }];
    const hazards = countHazards(cell, 10);
    near(liveContinuation(hazards, { t: 4, r: 6 }), 2 / 4);
  });
});

describe('curves of a group', () => {
  const grid = everyCall(20);

  it('are the means over cells, attempt by attempt, and differ by the macro change at every t', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const cells = randomCells(seededRandom(seed), 6, { horizon: 20, mostAttempts: 5 }).filter((cell) => cell.length > 0);
      if (cells.length === 0) continue;
      const bands = curvesOf(cells, grid, 18, { replicates: 20 });
      const times = grid.filter((at) => at < 18);
      const counts = countColumns(columnsFromTraces(cells), { times, budget: 18 });
      assert.ok(bands.actions !== null);
      for (const [k, at] of grid.entries()) {
        const mean = (of: (cell: readonly Trace[]) => number): number => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
        near(bands.least.value[k], mean((cell) => cell.filter((trace) => isSolvedBy(trace, at) === true).length / cell.length));
        if (at >= 18) continue;
        const index = (cell: number): number => cell * times.length + k;
        near(bands.actions.continue.value[k], cells.reduce((sum, cell, c) => sum + (counts.xContinue[index(c)] ?? NaN) / cell.length, 0) / cells.length);
        near((bands.actions.restart.value[k] ?? NaN) - (bands.actions.continue.value[k] ?? NaN), macroNumbers(counts, cells.map((_, c) => c), k).numbers?.change ?? NaN);
      }
    }
  });

  it('have the same bands for the same seed, and others for another one', () => {
    const cells = readReconstruction().filter(({ model, cohort }) => model === 'deepseek' && cohort === 'initial').map(({ attempts }) => attempts);
    assert.deepEqual(curvesOf(cells, [8, 16], 30), curvesOf(cells, [8, 16], 30));
    assert.notDeepEqual(curvesOf(cells, [8, 16], 30).actions?.continue.low, curvesOf(cells, [8, 16], 30, { seed: 2, replicates: 37 }).actions?.continue.low);
  });

  it('stop having an estimate of both actions where somebody was not watched to the budget, and bound completion', () => {
    const bands = curvesOf([[{ T: 2, E: null, H: 20 }, { T: null, E: null, H: 10 }], [{ T: null, E: null, H: 20 }]], [5, 15], 20);
    assert.equal(bands.actions, null);
    assert.deepEqual([...bands.least.value], [0.25, 0.25]);
    assert.deepEqual([...bands.most.value], [0.25, 0.5]);
    assert.notEqual(curvesOf([[{ T: 2, E: null, H: 20 }, { T: null, E: null, H: 20 }]], [5, 15], 20).actions, null);
  });
});

describe('completions that a cap cuts off', () => {
  it('are those that took longer; equal is within, and what a horizon hides is not counted', () => {
    const cell: readonly Trace[] = [{ T: 3, E: null, H: 30 }, { T: 16, E: null, H: 30 }, { T: 17, E: null, H: 30 }, { T: 40, E: null, H: 30 }, { T: null, E: 9, H: 30 }];
    assert.deepEqual(countTruncated(cell, 16), { completions: 3, beyond: 1 });
    assert.deepEqual(countTruncated([], 16), { completions: 0, beyond: 0 });
  });
});
