import assert from 'node:assert/strict';
import { seededRandom, type RandomStream } from '../../../src/engine/random';
import type { ReplayAttempt } from '../../../src/engine/outcomeColumns';
import { replayCell } from '../../../src/engine/replay';
import { capOf, nominalCaps, type Schedule } from '../../../src/engine/schedule';
import { readReconstruction } from '../../support/reconstruction';

/** The mean over the cells of a model and cohort, in percent, to two digits. */
function macro(model: string, cohorts: readonly string[], schedule: Schedule, budget = 30): number {
  const cells = readReconstruction().filter((cell) => cell.model === model && cohorts.includes(cell.cohort));
  const values = cells.map(({ attempts }) => {
    const replay = replayCell(attempts, { schedule, budget });
    return replay.kind === 'ok' ? replay.success : NaN;
  });
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10_000) / 100;
}

/** Plays episodes by chance. */
function play(attempts: readonly ReplayAttempt[], schedule: Schedule, budget: number, random: RandomStream): { readonly solved: boolean; readonly spend: number } {
  let left = budget;
  for (let episode = 0; left > 0; episode++) {
    const cap = Math.min(left, capOf(schedule, episode));
    const { T, E, endsForGood } = attempts[random.below(attempts.length)] ?? { T: null, E: null, H: null };
    if (T !== null && T <= cap && !(E !== null && E < T)) return { solved: true, spend: budget - left + T };
    const ended = E !== null && E <= cap;
    left -= ended ? E : cap;
    if (schedule.kind === 'single' || (ended && endsForGood === true)) break;
  }
  return { solved: false, spend: budget - left };
}

const SCHEDULES: readonly Schedule[] = [{ kind: 'single' }, { kind: 'recycle' }, { kind: 'fixed', cap: 4 }, { kind: 'geometric', base: 2, ratio: 1.5 }, { kind: 'luby', unit: 2 }, { kind: 'caps', caps: [3, 3, 8] }];

describe('replay of schedules', () => {
  it('gives what chance gives, for every schedule, with ends that are seen and ends that only a verifier sees', () => {
    const random = seededRandom(3);
    for (const schedule of SCHEDULES) {
      const attempts = Array.from({ length: 4 }, (): ReplayAttempt => {
        const at = 1 + random.below(14);
        return random.below(2) === 0 ? { T: at, E: null, H: 20 } : random.below(2) === 0 ? { T: null, E: at, H: 20, endsForGood: random.below(2) === 0 } : { T: null, E: null, H: 20 };
      });
      const exact = replayCell(attempts, { schedule, budget: 12 });
      assert.equal(exact.kind, 'ok');
      if (exact.kind !== 'ok') continue;
      const rounds = 40_000;
      const played = Array.from({ length: rounds }, () => play(attempts, schedule, 12, random));
      const success = played.filter(({ solved }) => solved).length / rounds;
      const spend = played.reduce((sum, one) => sum + one.spend, 0) / rounds;
      // Five standard errors of 40,000 rounds.
      assert.ok(Math.abs(success - exact.success) < 5 * Math.sqrt(0.25 / rounds), `${schedule.kind}: ${success} against ${exact.success}`);
      assert.ok(Math.abs(spend - exact.spend) < (5 * 6) / Math.sqrt(rounds), `${schedule.kind}: ${spend} against ${exact.spend}`);
    }
  });

  it('lets nothing follow a submission where no verifier watches', () => {
    const attempts: readonly ReplayAttempt[] = [{ T: null, E: 2, H: 10, endsForGood: true }, { T: 5, E: null, H: 10 }];
    const unseen = replayCell(attempts, { schedule: { kind: 'recycle' }, budget: 10 });
    const seen = replayCell(attempts.map(({ T, E, H }) => ({ T, E, H })), { schedule: { kind: 'recycle' }, budget: 10 });
    assert.deepEqual(unseen, { kind: 'ok', success: 0.5, spend: 3.5, longest: 10 });
    assert.ok(seen.kind === 'ok' && seen.success > 0.5);
  });

  it('refuses a cap beyond what was seen, an empty cell and a budget that is no count', () => {
    assert.deepEqual(replayCell([{ T: null, E: null, H: 10 }], { schedule: { kind: 'single' }, budget: 30 }), { kind: 'horizon', cap: 30, seen: 10 });
    assert.deepEqual(replayCell([{ T: null, E: null, H: null }], { schedule: { kind: 'fixed', cap: 1 }, budget: 30 }), { kind: 'horizon', cap: 1, seen: null });
    assert.equal(replayCell([], { schedule: { kind: 'single' }, budget: 30 }).kind, 'empty');
    assert.throws(() => replayCell([{ T: 1, E: null, H: 3 }], { schedule: { kind: 'single' }, budget: 0.5 }), /whole budget/);
    for (const schedule of [{ kind: 'fixed', cap: 0 }, { kind: 'caps', caps: [] }, { kind: 'geometric', base: 2, ratio: 0.5 }, { kind: 'luby', unit: NaN }] as const) assert.throws(() => nominalCaps(schedule, 10), RangeError);
  });

  it('names the terms of Luby and cuts the last cap to the budget', () => {
    assert.deepEqual(Array.from({ length: 15 }, (_, i) => capOf({ kind: 'luby', unit: 1 }, i)), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    assert.deepEqual(nominalCaps({ kind: 'caps', caps: [15, 15, 30] }, 70), [15, 15, 30, 10]);
  });
});

describe('the replays of paper A (synthetic reconstruction)', () => {
  it('find a plateau of 85.14 % at cutoffs 16 to 20 for Luna, against 82.86 % for one run', () => {
    for (const cap of [16, 18, 20]) assert.equal(macro('luna', ['initial'], { kind: 'fixed', cap }), 85.14);
    assert.equal(macro('luna', ['initial'], { kind: 'single' }), 82.86);
    for (const cap of [14, 22]) assert.ok(macro('luna', ['initial'], { kind: 'fixed', cap }) < 85.14);
  });

  it('lose 42.29 points for DeepSeek by the same cutoff', () => {
    assert.equal(macro('deepseek', ['initial'], { kind: 'fixed', cap: 16 }), 26.29);
    assert.equal(macro('deepseek', ['initial'], { kind: 'fixed', cap: 30 }), 68.57);
  });

  it('pool to 68.21 % against 68.42 % over all 19 Luna tasks, and 69.43 % against 70.11 % under 60 calls', () => {
    const all = [...new Set(readReconstruction().map(({ cohort }) => cohort))];
    assert.equal(macro('luna', all, { kind: 'fixed', cap: 16 }), 68.21);
    assert.equal(macro('luna', all, { kind: 'fixed', cap: 30 }), 68.42);
    assert.equal(macro('luna', all, { kind: 'caps', caps: [15, 15, 30] }, 60), 69.43);
    assert.equal(macro('luna', all, { kind: 'fixed', cap: 30 }, 60), 70.11);
  });
});
