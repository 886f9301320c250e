import assert from 'node:assert/strict';
import { groupCells } from '../../../src/analysis/cells';
import { freezeInPortions } from '../../../src/analysis/freeze';
import { choosePlanned } from '../../../src/analysis/plannedCells';
import { earliestStart } from '../../../src/analysis/startOf';
import { runPortions } from '../../../src/base/portions';
import type { Attempt } from '../../../src/model/attempt';
import type { Plan } from '../../../src/model/plan';
import { DEFAULT_PLAN } from '../../../src/plan/planFields';
import { declaredAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

const SEAL = Date.parse('2026-03-01T12:00:00.000Z');
const at = (minutes: number): Partial<Attempt> => ({ startedMs: SEAL + minutes * 60_000, started: new Date(SEAL + minutes * 60_000).toISOString() });
const fresh = (label: string, more: Partial<Attempt> = {}, T = 20): Attempt => declaredAttempt('a', label, { T }, { ...at(Number(label)), ...more } as Parameters<typeof makeAttempt>[0]);

/** Labels that a plan of three attempts per cell, frozen at `SEAL` over `before`, counts of `after`. */
function planned(after: readonly Attempt[], { before = [fresh('-5')], ...stated }: Partial<Plan> & { readonly before?: readonly Attempt[] } = {}) {
  const plan: Plan = { ...DEFAULT_PLAN, budget: 30, times: [8], attemptsPerCell: 3, ...stated };
  const outcome = runPortions(freezeInPortions({ index: makeIndex(before), plan, now: SEAL, before: null }));
  assert.equal(outcome.kind, 'frozen');
  if (outcome.kind !== 'frozen') throw new Error('not frozen');
  const all = groupCells([...before, ...after].map((attempt, row) => ({ row, attempt })), { ...plan, ...outcome.lock.settled });
  const part = choosePlanned(all, outcome.lock, plan);
  const reasons = Object.fromEntries(part.cells.excluded.map(({ attempt, reason }) => [attempt.attempt.attempt, reason]));
  return { counted: part.cells.cells.flatMap(({ usable }) => usable.map(({ attempt }) => attempt.attempt)), reasons, part };
}

describe('the planned attempts of a cell', () => {
  it('are the first ones by start, whatever their order in the files', () => {
    const { counted, reasons } = planned([fresh('9'), fresh('1'), fresh('4'), fresh('2')]);
    assert.deepEqual([...counted].sort(), ['1', '2', '4']);
    assert.deepEqual(reasons, { '-5': 'before-seal', 9: 'beyond-plan' });
  });

  it('are none while there are fewer than planned', () => {
    const { counted, reasons, part } = planned([fresh('1'), fresh('2')]);
    assert.deepEqual([counted, part.complete, part.started], [[], 0, 2]);
    assert.deepEqual(reasons, { '-5': 'before-seal', 1: 'short-of-plan', 2: 'short-of-plan' });
  });

  it('do not start at the very moment of the seal, nor at an unknown one', () => {
    const { counted, reasons } = planned([fresh('0'), fresh('7', { startedMs: null, started: null }), fresh('1'), fresh('2')]);
    assert.deepEqual(counted, []);
    assert.deepEqual([reasons[0], reasons[7]], ['before-seal', 'before-seal']);
  });

  it('may state local time without a zone once every zone on earth lies after the seal', () => {
    // 12:00 UTC is at most 02:00 of the next day on a local clock.
    const local = (text: string): number | null => earliestStart({ started: text, startedMs: null });
    assert.ok((local('2026-03-02T01:59:59') ?? Infinity) <= SEAL);
    assert.ok((local('2026-03-02 02:00:00.001') ?? 0) > SEAL);
    assert.equal(local('yesterday'), null);
    assert.equal(planned([fresh('1'), fresh('2'), fresh('3', { startedMs: null, started: '2026-03-02T01:00:00' })]).part.complete, 0);
    assert.equal(planned([fresh('1'), fresh('2'), fresh('3', { startedMs: null, started: '2026-03-02T03:00:00' })]).part.complete, 1);
  });

  it('were not there at freezing, whatever they say of their start, and wherever they lie now', () => {
    const ahead = fresh('8', { contentHash: 'known', id: 'x' });
    const { counted } = planned([fresh('1'), fresh('2'), fresh('3', { contentHash: 'known', id: 'moved' })], { before: [fresh('-5'), ahead] });
    assert.deepEqual(counted, []);
  });

  it('keep a place for one without a verdict, or give it to the next, as the plan says', () => {
    const silent = makeAttempt({ task: 'a', attempt: '2', ...at(2) });
    const after = [fresh('1'), silent, fresh('3'), fresh('4'), fresh('5')];
    const aside = planned(after);
    assert.deepEqual([aside.counted, aside.reasons[2], aside.reasons[4]], [['1', '3'], 'no-outcome', 'beyond-plan']);
    const replaced = planned(after, { missingData: 'replace' });
    assert.deepEqual([replaced.counted, replaced.reasons[2], replaced.reasons[5]], [['1', '3', '4'], 'no-outcome', 'beyond-plan']);
    assert.equal(planned(after.slice(0, 3), { missingData: 'replace' }).part.complete, 0);
  });

  it('are counted in cells of other tasks for nothing, and an empty planned cell stays in the family', () => {
    const runtime = { agent: null, agentVersion: null, model: 'luna', provider: null, config: null };
    const { part, reasons } = planned([fresh('1', { task: 'b', id: 'b1' })], { cells: [{ tasks: ['a', 'z'], runtime, cohort: null }] });
    assert.deepEqual([part.planned, part.cells.cells.map(({ task }) => task), reasons[1]], [2, ['a', 'z'], 'not-planned']);
  });
});
