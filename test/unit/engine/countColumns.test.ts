import assert from 'node:assert/strict';
import { countActions, restartBudget } from '../../../src/engine/actionCounts';
import type { ActionCounts } from '../../../src/engine/actionCounts';
import { classCounts, classOf } from '../../../src/engine/attemptClass';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import type { AttemptColumns } from '../../../src/engine/attemptColumns';
import { countColumns, statusAt, UNKNOWN_COUNT } from '../../../src/engine/countColumns';
import type { CountColumns, CountDesign } from '../../../src/engine/countColumns';
import { seededRandom } from '../../../src/engine/random';
import type { Trace } from '../../../src/engine/trace';
import { randomCells } from '../../support/engineCells';

function countsAt(counts: CountColumns, cell: number, time: number): ActionCounts {
  const index = cell * counts.times + time;
  const known = (column: Int32Array): number | null => (column[index] === UNKNOWN_COUNT ? null : (column[index] ?? null));
  return {
    n: counts.n[cell] ?? -1,
    nLive: known(counts.nLive),
    xContinue: known(counts.xContinue),
    xRestart: known(counts.xRestart),
    status: statusAt(counts, cell, time),
  };
}

function check(cells: readonly (readonly Trace[])[], design: CountDesign, columns: AttemptColumns = columnsFromTraces(cells)): CountColumns {
  const counts = countColumns(columns, design);
  cells.forEach((attempts, cell) => {
    design.times.forEach((t, time) => {
      assert.deepEqual(countsAt(counts, cell, time), countActions(attempts, { t, budget: design.budget }), `cell ${cell} at ${t}`);
    });
  });
  return counts;
}

describe('counting many cells at once', () => {
  it('gives what counting each cell attempt by attempt gives, short horizons included', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const cells = randomCells(seededRandom(seed), 30, { horizon: 30, mostAttempts: 12, shortHorizonEvery: seed % 2 === 0 ? 9 : 0 });
      check(cells, { times: [16, 4, 8, 24, 15, 29], budget: 30 });
      check(cells, { times: [1, 20], budget: 21 });
    }
  });

  it('agrees at t = 0, at t = B, beyond B and beyond the horizon', () => {
    const cells = randomCells(seededRandom(7), 60, { horizon: 12, mostAttempts: 6, shortHorizonEvery: 5 });
    check(cells, { times: [0, 10, 14], budget: 10 });
    check(cells, { times: [3, 13], budget: 20 });
  });

  it('takes -1 in whole-number columns for what was not observed', () => {
    const cells = randomCells(seededRandom(3), 25, { horizon: 20, mostAttempts: 8, shortHorizonEvery: 6 });
    const { offsets, T, E, H } = columnsFromTraces(cells);
    const whole = (column: ArrayLike<number>): Int32Array => Int32Array.from(column, (value) => (Number.isNaN(value) ? -1 : value));
    check(cells, { times: [5, 10, 15], budget: 18 }, { offsets, T: whole(T), E: whole(E), H: whole(H) });
  });

  it('counts a weighted entry as that many attempts, and a weight of 0 as none', () => {
    const success = { T: 5, E: null, H: 30 };
    const stopped = { T: null, E: 20, H: 30 };
    const unseen = { T: null, E: null, H: 1 };
    const columns = { ...columnsFromTraces([[success, stopped, unseen]]), weights: Int32Array.of(3, 2, 0) };
    check([[success, success, success, stopped, stopped]], { times: [4, 16], budget: 30 }, columns);
  });

  it('works on axes with fractions, where what is left of the budget is the decimal difference', () => {
    const cells = [[0.05, 0.1, 0.15, 0.2, 0.25, 0.3].map((T) => ({ T, E: null, H: 0.3 }))];
    const counts = check(cells, { times: [0.1], budget: 0.3 });
    // 0.3 - 0.1 is 0.19999999999999998 in binary: the run that took 0.2 must count.
    assert.equal(counts.xRestart[0], 4);
    assert.equal(restartBudget(30, 16), 14);
  });

  it('finds no use for a table when positions are tokens in the millions', () => {
    const cells = randomCells(seededRandom(11), 20, { horizon: 3_000_000, mostAttempts: 9 });
    check(cells, { times: [400_000, 1_700_000], budget: 3_000_000 });
  });
});

describe('classes of attempts', () => {
  it('add up to the counts, attempt by attempt', () => {
    const cells = randomCells(seededRandom(5), 40, { horizon: 30, mostAttempts: 9, shortHorizonEvery: 20 });
    const design = { times: [4, 16], budget: 30 };
    const counts = countColumns(columnsFromTraces(cells), design);
    cells.forEach((attempts, cell) => {
      design.times.forEach((t, time) => {
        const kinds = attempts.map((attempt) => classOf(attempt, { t, budget: 30 }));
        const expected = kinds.includes(null) ? null : [0, 1, 2, 3, 4].map((kind) => kinds.filter((one) => one === kind).length);
        assert.deepEqual(classCounts(counts, cell, time), expected, `cell ${cell} at ${t}`);
      });
    });
  });
});
