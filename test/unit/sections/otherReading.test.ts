import assert from 'node:assert/strict';
import { runAudit } from '../../../src/analysis/audit';
import { runPortions } from '../../../src/base/portions';
import type { Attempt } from '../../../src/model/attempt';
import type { OtherReadingResult } from '../../../src/model/otherReading';
import type { Estimand } from '../../../src/model/plan';
import { parsePlan } from '../../../src/plan/parsePlan';
import type { SectionView } from '../../../src/protocol/section';
import { otherReading } from '../../../src/sections/otherReading';
import type { SectionInput } from '../../../src/sections/section';
import { declaredAttempt, finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

type Run = readonly [passed: number | null, outcome: 'resolved' | 'unresolved', calls: number];

/** Runs with results after their calls: first passed, outcome of the last call, calls. */
const perCall = (task: string, runs: readonly Run[]): readonly Attempt[] =>
  runs.map(([T, outcome, calls], at) => makeAttempt({ id: `${task}-${at + 1}`, task, attempt: String(at + 1), calls, outcome, basis: 'per-call', declared: T === null ? null : { T, E: null, H: null }, stepCount: calls, exitStatus: 'Submitted' }));

/** Passed at 3 and submitted so at 9; passed at 5 and broken by 10; never passed; passed beyond B and submitted. */
const FOUR = perCall('x', [[3, 'resolved', 9], [5, 'unresolved', 10], [null, 'unresolved', 11], [14, 'resolved', 16]]);

function read(attempts: readonly Attempt[], estimand: Estimand, times = [4, 8]): { readonly result: OtherReadingResult; readonly view: SectionView; readonly input: SectionInput } {
  const { plan, defaults } = parsePlan('{}', 'plan');
  const index = makeIndex(attempts);
  const outcome = runAudit(index, { ...plan, budget: 12, times, estimand }, defaults);
  assert.ok(outcome.kind === 'audit');
  const input = { index, outcome, folder: null };
  const { view, result } = runPortions(otherReading.open(input, null));
  return { view, result: result as OtherReadingResult, input }; // the section's result is of this type
}

describe('the other reading', () => {
  it('counts by hand what is live, continued and restarted under both questions', () => {
    const { result } = read(FOUR, 'first-verified');
    const at4 = result.decisions.find(({ t }) => t === 4);
    // First verified: the first run is over at 3; of the other three one passes by 12; within 8 calls two have passed.
    assert.deepEqual(at4?.planned, { status: 'live', n: 4, nLive: 3, xContinue: 1, xRestart: 2, verdict: 'abstain' });
    // At submission: all go on; the first alone is resolved by 12, and nobody within 8.
    assert.deepEqual(at4?.other, { status: 'live', n: 4, nLive: 4, xContinue: 1, xRestart: 0, verdict: 'abstain' });
    const group = result.groups.find(({ t }) => t === 4);
    assert.deepEqual([group?.planned.nLive, group?.other.nLive, group?.planned.abstain], [3, 4, 1]);
    // Restarting the three live ones: each gains 2/4 - 1/3, over four attempts; and 0 - 1/4 for all four.
    assert.ok(Math.abs((group?.planned.change ?? NaN) - (3 / 4) * (2 / 4 - 1 / 3)) < 1e-12);
    assert.ok(Math.abs((group?.other.change ?? NaN) - (0 - 1 / 4)) < 1e-12);
  });

  it('is the audit under the other question, from either side, and its planned half is the audit itself', () => {
    for (const [planned, other] of [['first-verified', 'resolved-at-submission'], ['resolved-at-submission', 'first-verified']] as const) {
      const here = read(FOUR, planned);
      const there = read(FOUR, other);
      assert.deepEqual(here.result.decisions.map(({ other: reading }) => reading), there.result.decisions.map(({ planned: reading }) => reading));
      assert.deepEqual(here.result.groups.map(({ other: reading }) => reading), there.result.groups.map(({ planned: reading }) => reading));
      const { outcome } = here.input;
      assert.deepEqual(here.result.decisions.map(({ planned: { n, nLive, xContinue, xRestart } }) => [n, nLive, xContinue, xRestart]), outcome.result.decisions.map(({ n, nLive, xContinue, xRestart }) => [n, nLive, xContinue, xRestart]));
      assert.deepEqual(here.result.groups.map(({ planned: { change } }) => change), outcome.result.macro.map(({ change }) => change));
      assert.equal(here.result.family, outcome.result.family);
    }
  });

  it('never reads a final verdict or a declared time as the other question, and says how many cells stay out', () => {
    const mixed = [...FOUR, ...['1', '2'].map((label) => declaredAttempt('y', label, { T: 3, H: 12 }))];
    const { view, result } = read(mixed, 'first-verified');
    assert.deepEqual(result.cells, { counted: 2, readable: 1 });
    assert.ok(result.decisions.every(({ task }) => task === 'x'));
    assert.match(view.caveats[0]?.text ?? '', /^1 cell of 2 is not here: it holds attempts that answer "first verified state" alone\.$/);
    // One attempt that cannot be read otherwise keeps its whole cell out.
    const onePlain = read([...FOUR, finalAttempt('x', '9', 'resolved', 6)], 'resolved-at-submission');
    assert.deepEqual(onePlain.result.cells, { counted: 1, readable: 0 });
    const final = read([finalAttempt('z', '1', 'resolved', 6), finalAttempt('z', '2', 'unresolved', 7)], 'resolved-at-submission');
    assert.equal(final.view.headline, 'These attempts can be read in one way only.');
    assert.equal(otherReading.isAbsent?.(final.input), true);
    assert.equal(otherReading.isAbsent?.(read(FOUR, 'first-verified').input), false);
  });

  it('says how many decisions count otherwise and which, and that only the planned reading certifies', () => {
    const { view } = read(FOUR, 'first-verified');
    assert.equal(view.headline, 'Read as "resolved at its own submission" 2 of 2 decisions count otherwise, and no verdict changes.');
    assert.match(view.lead, /only that reading certifies/);
    assert.deepEqual(view.tables[1]?.rows[0]?.slice(2), ['4', '3 of 4 live, continued 1/3, restarted 2/4: abstain', '4 of 4 live, continued 1/4, restarted 0/4: abstain']);
    const same = read(perCall('x', [[9, 'resolved', 9], [null, 'unresolved', 12]]), 'first-verified');
    assert.deepEqual([same.view.headline, same.view.tables.length], ['Read as "resolved at its own submission" all 2 decisions count the same.', 1]);
  });

  it('says when a verdict turns', () => {
    // Thirty runs that pass at 9 and are broken by 11: continuing is certified under one question and not under the other.
    const { view, result } = read(perCall('x', Array.from({ length: 30 }, () => [9, 'unresolved', 11] as const)), 'first-verified', [4]);
    assert.deepEqual(result.decisions.map(({ planned, other }) => [planned.verdict, other.verdict]), [['continue', 'abstain']]);
    assert.match(view.headline, /1 of 1 decision counts otherwise, and 1 verdict changes\.$/);
  });
});
