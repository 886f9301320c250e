import assert from 'node:assert/strict';
import { runPortions } from '../../../src/base/portions';
import { episodeLaw } from '../../../src/engine/episodeLaw';
import { outcomeColumns } from '../../../src/engine/outcomeColumns';
import { resamplePolicies } from '../../../src/engine/policyBootstrap';
import { seededRandom } from '../../../src/engine/random';
import { replayCell, replayLaw } from '../../../src/engine/replay';
import { makeSuccessOf } from '../../../src/engine/replaySuccess';
import { resampleLaw } from '../../../src/engine/resampleLaw';
import type { Schedule } from '../../../src/engine/schedule';
import { summariseReplicates } from '../../../src/engine/taskBootstrap';
import type { Trace } from '../../../src/engine/trace';
import { readReconstruction } from '../../support/reconstruction';

const solved = (T: number): Trace => ({ T, E: null, H: 30 });
const failed: Trace = { T: null, E: null, H: 30 };

describe('resamples of a cell', () => {
  it('are the exact multinomial law where it has few states', () => {
    const law = resampleLaw(Int32Array.from([4, 1]), 100, seededRandom(1));
    assert.deepEqual(law.states.map((state) => [...state]), [[0, 5], [1, 4], [2, 3], [3, 2], [4, 1], [5, 0]]);
    const random = seededRandom(2);
    const rounds = 50_000;
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < rounds; i++) {
      const state = law.draw(random);
      counts[state] = (counts[state] ?? 0) + 1;
    }
    const choose = [1, 5, 10, 10, 5, 1];
    counts.forEach((count, k) => {
      const expected = (choose[k] ?? 0) * 0.8 ** k * 0.2 ** (5 - k);
      assert.ok(Math.abs(count / rounds - expected) < 5 * Math.sqrt(0.25 / rounds), `${k}: ${count / rounds} against ${expected}`);
    });
  });

  it('are drawn where there are too many, as many attempts each as the cell has', () => {
    const law = resampleLaw(Int32Array.from([3, 2, 1, 4]), 20, seededRandom(1));
    assert.equal(law.states.length, 20);
    for (const state of law.states) assert.equal(state.reduce((sum, count) => sum + count, 0), 10);
    // Balanced: each attempt as often as any other over all of them, and not in each.
    assert.deepEqual([0, 1, 2, 3].map((outcome) => law.states.reduce((sum, state) => sum + (state[outcome] ?? 0), 0)), [60, 40, 20, 80]);
    assert.ok(new Set(law.states.map((state) => state.join())).size > 10);
    assert.throws(() => resampleLaw(Int32Array.from([]), 20, seededRandom(1)), RangeError);
  });
});

describe('resampling several policies at once', () => {
  it('gives the mean and variance of tasks and attempts on unequal cells, from the exact law and from a pool', () => {
    // A pool stands for the law of the second cell: 12 distinct outcomes of 12 attempts have over a million states.
    const cells = [[solved(2), failed, failed], Array.from({ length: 12 }, (_, i) => solved(3 + 2 * i))];
    const columns = cells.map(outcomeColumns);
    const share = (counts: Int32Array, cell: number): number => counts.reduce((sum, count, i) => sum + ((columns[cell]?.T[i] ?? Infinity) <= 10 ? count : 0), 0) / (cells[cell]?.length ?? 1);
    const means = runPortions(resamplePolicies({ cells: columns, values: 2, evaluate: (cell, counts) => [share(counts, cell), 1 - share(counts, cell)], seed: 4 }))[0] ?? new Float64Array();
    const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
    const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / means.length;
    const [p, q] = [1 / 3, 4 / 12];
    // Over two positions: between tasks (equal shares: none), and inside each.
    const expected = ((p * (1 - p)) / 3 + (q * (1 - q)) / 12) / 2 / 2;
    assert.ok(Math.abs(mean - (p + q) / 2) < 0.01, `${mean}`);
    assert.ok(Math.abs(variance / expected - 1) < 0.08, `${variance} against ${expected}`);
  });

  it('evaluates all policies on the same resample', () => {
    const cells = readReconstruction().filter(({ model, cohort }) => model === 'deepseek' && cohort === 'initial').map(({ attempts }) => outcomeColumns(attempts));
    const success = (cell: number, counts: Int32Array, cap: number): number => {
      const columns = cells[cell];
      const law = columns === undefined ? null : episodeLaw(columns, counts, 30);
      const replay = law === null ? null : replayLaw(law, { kind: 'fixed', cap });
      return replay?.kind === 'ok' ? replay.success : NaN;
    };
    const [short, long] = runPortions(resamplePolicies({ cells, values: 2, evaluate: (cell, counts) => [success(cell, counts, 16), success(cell, counts, 30)], seed: 1 }));
    const { low, high, positive } = summariseReplicates({ sorted: Float64Array.from(short ?? [], (value, i) => value - (long?.[i] ?? NaN)).sort(), mean: NaN, deviation: NaN });
    // Exact law: -0.6914 and -0.1714; steps of the law beside them, MATH.md 0.
    assert.ok(low >= -0.7143 && low <= -0.6857 && high >= -0.1943 && high <= -0.1657, `${low} ${high}`);
    assert.equal(positive, 0);
  });

  it('takes success as a replay gives it, under schedules of every kind and resamples of unequal cells', () => {
    const random = seededRandom(8);
    const schedules: readonly Schedule[] = [{ kind: 'single' }, { kind: 'recycle' }, { kind: 'fixed', cap: 3 }, { kind: 'fixed', cap: 40 }, { kind: 'geometric', base: 1, ratio: 1.5 }, { kind: 'geometric', base: 2, ratio: 1 }, { kind: 'luby', unit: 2 }, { kind: 'caps', caps: [3, 3, 8] }];
    for (const budget of [1, 12, 31]) {
      const successOf = makeSuccessOf(budget);
      for (let round = 0; round < 60; round++) {
        const attempts = Array.from({ length: 1 + random.below(7) }, () => (random.below(3) === 0 ? { T: 1 + random.below(30), E: null, H: 40 } : { T: null, E: random.below(2) === 0 ? 1 + random.below(30) : null, H: 40, endsForGood: random.below(2) === 0 }));
        const columns = outcomeColumns(attempts);
        const law = episodeLaw(columns, resampleLaw(columns.counts, 1, random).states[0] ?? columns.counts, budget) ?? assert.fail();
        for (const schedule of schedules) {
          const replay = replayLaw(law, schedule);
          assert.ok(replay.kind === 'ok' && Math.abs(successOf(law, schedule) - replay.success) < 2e-12, `${schedule.kind} ${budget} ${JSON.stringify(attempts)}`);
        }
      }
    }
  });

  it('replays counts as it replays attempts', () => {
    const attempts = [solved(4), solved(4), { T: null, E: 3, H: 30 }, failed];
    const columns = outcomeColumns(attempts);
    assert.deepEqual([...columns.counts], [2, 1, 1]);
    const law = episodeLaw(columns, Int32Array.from([1, 3, 0]), 12) ?? assert.fail();
    const resample = replayLaw(law, { kind: 'fixed', cap: 5 });
    assert.deepEqual(resample, replayCell([solved(4), { T: null, E: 3, H: 30 }, { T: null, E: 3, H: 30 }, { T: null, E: 3, H: 30 }], { schedule: { kind: 'fixed', cap: 5 }, budget: 12 }));
  });
});
