import assert from 'node:assert/strict';
import { countActions } from '../../../src/engine/actionCounts';
import { classCounts } from '../../../src/engine/attemptClass';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { countColumns } from '../../../src/engine/countColumns';
import { findInfluence } from '../../../src/engine/influence';
import type { Influence } from '../../../src/engine/influence';
import { leaveOneOut, rangeOfKnown } from '../../../src/engine/leaveOneOut';
import { changeContribution } from '../../../src/engine/macro';
import { seededRandom } from '../../../src/engine/random';
import type { Trace } from '../../../src/engine/trace';
import { randomCells } from '../../support/engineCells';
import { unbiasedChange } from '../../../src/engine/unbiased';
import { readReconstruction } from '../../support/reconstruction';

const budget = 30;
const solvedAt = (T: number): Trace => ({ T, E: null, H: 30 });
const failing: Trace = { T: null, E: null, H: 30 };

function influenceOf(cells: readonly (readonly Trace[])[], t: number): Influence | null {
  const columns = columnsFromTraces(cells);
  const counts = countColumns(columns, { times: [t], budget });
  return findInfluence({ columns, counts, cells: cells.map((_, cell) => cell), time: 0, t, budget });
}

/** Macro change from its definition; null with a horizon too short. */
function macroChange(cells: readonly (readonly Trace[])[], t: number): number {
  const sum = cells.reduce((total, attempts) => {
    const { n, nLive, xContinue, xRestart } = countActions(attempts, { t, budget });
    if (nLive === null || xContinue === null || xRestart === null) return NaN;
    return total + changeContribution({ n, nLive, xContinue, xRestart });
  }, 0);
  return sum / cells.length;
}

/** Share of every attempt, in order, by recomputing the macro change without it. */
function sharesByRemoval(cells: readonly (readonly Trace[])[], t: number): readonly number[] {
  const total = macroChange(cells, t);
  return cells.flatMap((attempts, cell) =>
    attempts.map((_, attempt) => {
      const without = cells.map((others, index) => (index === cell ? others.filter((_, other) => other !== attempt) : others));
      return (total - macroChange(without, t)) / total;
    }),
  );
}

describe('influence on the macro change', () => {
  it('is what recomputing without each attempt finds, in unequal cells', () => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const cells = randomCells(seededRandom(seed), 1 + (seed % 6), { horizon: 30, mostAttempts: 7 });
      for (const t of [4, 16]) {
        const influence = influenceOf(cells, t);
        if (Math.abs(macroChange(cells, t)) < 1e-12) {
          assert.equal(influence, null);
          continue;
        }
        const shares = sharesByRemoval(cells, t);
        const largest = Math.max(...shares);
        assert.ok(influence !== null);
        assert.equal(influence.attempt.entry, shares.findIndex((share) => share >= largest - 1e-11), `seed ${seed} at ${t}`);
        assert.ok(Math.abs(influence.attempt.share - largest) < 1e-9 * Math.max(1, Math.abs(largest)), `seed ${seed} at ${t}`);
        compared++;
      }
    }
    assert.ok(compared > 60);
  });

  it('names the failing survivor of 23413 that carries the whole gain of Luna at call 16 (synthetic reconstruction)', () => {
    const cells = readReconstruction().filter(({ model, cohort }) => model === 'luna' && cohort === 'initial');
    const influence = influenceOf(cells.map(({ attempts }) => attempts), 16);
    assert.ok(influence !== null);
    assert.ok(Math.abs(influence.attempt.share - 1) < 1e-12);
    assert.equal(cells[0]?.task, '23413');
    assert.deepEqual(cells[0]?.attempts[influence.attempt.entry], failing);
    assert.deepEqual(influence.cell, { cell: 0, share: 1 });
  });

  it('exceeds 1 when the sign turns without the attempt', () => {
    // Without the survivor the second cell's loss is all that is left.
    const influence = influenceOf([[solvedAt(2), solvedAt(3), failing], [solvedAt(20), ...Array.from({ length: 19 }, () => failing)]], 16);
    assert.ok((influence?.attempt.share ?? 0) > 1);
    assert.equal(influence?.attempt.entry, 2);
  });

  it('goes to the first of equal attempts and equal cells', () => {
    const cell = [solvedAt(2), failing, failing];
    const influence = influenceOf([[], cell, cell], 16);
    assert.deepEqual([influence?.attempt.entry, influence?.cell.cell], [0, 1]);
    assert.ok(Math.abs((influence?.cell.share ?? 0) - 0.5) < 1e-12);
  });

  it('is not decided between equal attempts by the last bits', () => {
    // Both survivors supply a tenth, which comes out as 0.09999999999999999 in the first cell.
    const first = [solvedAt(2), failing, ...Array.from({ length: 4 }, () => ({ T: null, E: 3, H: 30 }))];
    const influence = influenceOf([first, [solvedAt(2), solvedAt(2), failing, failing]], 16);
    assert.equal(influence?.attempt.entry, 0);
  });

  it('can be that on the unbiased change, which a cell of two cannot lose an attempt of', () => {
    const five = [solvedAt(5), solvedAt(6), solvedAt(8), solvedAt(10), failing];
    const columns = columnsFromTraces([[solvedAt(3), failing], five]);
    const counts = countColumns(columns, { times: [16], budget });
    const found = findInfluence({ columns, counts, cells: [0, 1], time: 0, t: 16, budget }, unbiasedChange);
    assert.ok(found !== null && Math.abs(found.attempt.share - 0.1 / 0.35) < 1e-12 && Math.abs(found.cell.share - 0.25 / 0.35) < 1e-12);
    assert.deepEqual([found.attempt.entry, found.cell.cell], [6, 0]);
    const left = leaveOneOut([0, 1].map((cell) => classCounts(counts, cell, 0)), unbiasedChange);
    assert.deepEqual(left?.withoutAttempt[0], [null, null, null, null, null]);
    assert.deepEqual(rangeOfKnown(left?.withoutAttempt.flat() ?? [])?.high, 0.375);
    assert.deepEqual(rangeOfKnown([null]), null);
    // A cell of two alone: nobody can be left out, so no attempt has a share.
    const pairs = columnsFromTraces([[solvedAt(3), failing]]);
    assert.equal(findInfluence({ columns: pairs, counts: countColumns(pairs, { times: [16], budget }), cells: [0], time: 0, t: 16, budget }, unbiasedChange), null);
  });

  it('does not exist for a total of 0, without cells, or with a horizon that is too short', () => {
    assert.equal(influenceOf([[solvedAt(2)], [failing]], 16), null);
    assert.equal(influenceOf([], 16), null);
    assert.equal(influenceOf([[solvedAt(2), failing], [{ T: null, E: null, H: 9 }]], 16), null);
  });
});
