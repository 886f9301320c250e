import assert from 'node:assert/strict';
import { runAudit } from '../../../src/analysis/audit';
import { viewOutcome } from '../../../src/sections/viewOutcome';
import type { Attempt } from '../../../src/model/attempt';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

function viewOf(attempts: readonly Attempt[]) {
  const index = makeIndex(attempts);
  const { plan, defaults } = parsePlan('{"budget": 60, "times": [5, 10, 20, 30, 40, 50]}', 'plan');
  const outcome = runAudit(index, plan, defaults);
  if (outcome.kind !== 'audit') throw new Error(outcome.kind);
  return viewOutcome(outcome, index);
}

describe('the first look at an audit', () => {
  it('is at the middle time when enough cells are live there', () => {
    const view = viewOf(['a', 'b'].map((task) => declaredAttempt(task, '1', { T: 55, H: 60 })));
    assert.equal(view.times[view.chosen], 30);
  });

  it('is at the time nearest the middle with at least half of the most live cells', () => {
    const ended = ['a', 'b', 'c', 'd', 'e'].map((task) => declaredAttempt(task, '1', { T: 12, H: 60 }));
    const view = viewOf([...ended, declaredAttempt('f', '1', { T: 55, H: 60 })]);
    assert.equal(view.times[view.chosen], 10);
  });

  it('counts only cells with attempts when it says how many attempts a cell has', () => {
    const view = viewOf([declaredAttempt('a', '1', { T: 55, H: 60 }), declaredAttempt('a', '2', { T: 55, H: 60 }), makeAttempt({ task: 'b', calls: 3 })]);
    assert.equal(view.planner.here?.label, 'here: 2');
  });
});
