import assert from 'node:assert/strict';
import { runAudit } from '../../../../src/analysis/audit';
import { auditAttempts } from '../../../../src/analysis/auditAttempts';
import type { Attempt } from '../../../../src/model/attempt';
import type { Estimand } from '../../../../src/model/plan';
import { parsePlan } from '../../../../src/plan/parsePlan';
import { cellKey } from '../../../../src/views/audit/arrange';
import { viewCell } from '../../../../src/views/audit/detail';
import { viewAudit } from '../../../../src/views/audit/viewAudit';
import { makeAttempt } from '../../../support/attempts';
import { makeIndex } from '../../../support/fakeIndex';

/** Attempt 1 passed after call 5 and stayed so, 2 passed after 7 and was broken, 3 never passed, 4 passed beyond B and was broken. */
const RUNS: readonly [passed: number | null, outcome: 'resolved' | 'unresolved'][] = [[5, 'resolved'], [7, 'unresolved'], [null, 'unresolved'], [20, 'unresolved']];

function attempts(): readonly Attempt[] {
  return RUNS.map(([T, outcome], at) => makeAttempt({ id: `a${at + 1}`, task: 'x', attempt: String(at + 1), calls: 24, outcome, basis: 'per-call', declared: T === null ? null : { T, E: null, H: null }, stepCount: 24 }));
}

function show(estimand: Estimand, runs = attempts()) {
  const { plan, defaults } = parsePlan('{}', 'plan');
  const outcome = runAudit(makeIndex(runs), { ...plan, budget: 12, times: [4], estimand }, defaults);
  assert.ok(outcome.kind === 'audit');
  const all = auditAttempts(outcome);
  const first = outcome.result.decisions[0];
  assert.ok(first);
  const view = viewAudit(outcome.result, all);
  const words = [...view.caveats.map(({ text }) => text), ...view.footnotes].filter((text) => text.includes('failed at submission'));
  return { words, lines: viewCell(outcome.result, all, cellKey(first.runtime, first.cohort, first.task), 4)?.attempts ?? [], decision: first };
}

describe('attempts that passed at some call and were broken later', () => {
  it('count as successes under the first verified state, said with their names, those beyond B left out', () => {
    const { words, lines, decision } = show('first-verified');
    assert.equal(decision.xContinue, 2);
    assert.deepEqual(words, ['1 of 4 counted attempts passed at some call and failed at submission (x attempt 2): it counts as a success that would have been lost at submission.']);
    const broken = lines.find(({ id }) => id === 'a2');
    assert.deepEqual([broken?.words, broken?.fullWords], ['verified at 7, broken later', 'verified at call 7, failed at its submission']);
  });

  it('count as failures under the verdict on the submission, said with their names', () => {
    const { words, lines, decision } = show('resolved-at-submission');
    assert.equal(decision.xContinue, 0);
    assert.deepEqual(words, ['2 of 4 counted attempts passed at some call and failed at submission (x attempt 2 and x attempt 4): they count as failures.']);
    assert.match(lines.find(({ id }) => id === 'a2')?.fullWords ?? '', /not resolved, had passed after call 7$/);
  });

  it('are not spoken of where there are none', () => {
    for (const estimand of ['first-verified', 'resolved-at-submission'] as const) assert.deepEqual(show(estimand, attempts().filter(({ id }) => id === 'a1' || id === 'a3')).words, []);
  });
});
