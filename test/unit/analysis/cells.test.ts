import assert from 'node:assert/strict';
import { groupCells, runtimeNotes } from '../../../src/analysis/cells';
import type { Attempt } from '../../../src/model/attempt';
import type { Plan } from '../../../src/model/plan';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt, finalAttempt, makeAttempt } from '../../support/attempts';

const plan = (stated: Partial<Plan> = {}): Plan => ({ ...parsePlan('{}', 'plan').plan, ...stated });
const group = (attempts: readonly Attempt[], stated: Partial<Plan> = {}) =>
  groupCells(
    attempts.map((attempt, row) => ({ row, attempt })),
    plan(stated),
  );

describe('grouping attempts into cells', () => {
  it('makes one cell for each task, runtime and cohort, sorted', () => {
    const { cells } = group([
      declaredAttempt('b', '1', { T: 4 }),
      declaredAttempt('a', '1', { T: 4 }),
      declaredAttempt('a', '2', { T: 5 }),
      declaredAttempt('a', '1', { T: 5 }, { cohort: 'stress' }),
      declaredAttempt('a', '1', { T: 5 }, { runtime: { model: 'deepseek' } }),
    ]);
    assert.deepEqual(
      cells.map((c) => [c.runtime, c.cohort, c.task, c.usable.length]),
      [
        ['deepseek', null, 'a', 1],
        ['luna', null, 'a', 2],
        ['luna', null, 'b', 1],
        ['luna', 'stress', 'a', 1],
      ],
    );
  });

  it('keeps the two estimands apart and takes the one that more attempts serve', () => {
    const attempts = [declaredAttempt('a', '1', { T: 4 }), finalAttempt('a', '2', 'resolved', 9), finalAttempt('b', '1', 'unresolved', 9)];
    const final = group(attempts);
    assert.equal(final.estimand, 'resolved-at-submission');
    assert.deepEqual(
      final.excluded.map((e) => [e.attempt.attempt.attempt, e.reason]),
      [['1', 'other-estimand']],
    );
    const first = group(attempts, { estimand: 'first-verified' });
    assert.deepEqual(
      first.cells.map((c) => [c.task, c.usable.length]),
      [['a', 1]],
      'a cell that only the other question could fill is not in this family',
    );
  });

  it('says why an attempt is in no count, and keeps its cell in the family', () => {
    const { cells, excluded } = group([
      finalAttempt('a', '1', 'resolved', 9),
      makeAttempt({ task: 'b', attempt: 'no verdict', calls: 9, exitStatus: 'Submitted' }),
      makeAttempt({ task: 'c', attempt: 'infrastructure', calls: 9, exitStatus: 'RateLimitError' }),
      makeAttempt({ task: 'd', attempt: 'no result', noResult: true }),
      finalAttempt('e', 'conflict', 'resolved', 9, { conflict: true }),
      finalAttempt('f', 'no calls', 'resolved', 9, { calls: null }),
      finalAttempt('g', 'no task', 'resolved', 9, { task: null }),
    ]);
    assert.deepEqual(
      excluded.map((e) => e.reason),
      ['no-outcome', 'infrastructure', 'no-result', 'conflict', 'no-axis', 'no-task'],
    );
    assert.deepEqual(
      cells.map((c) => [c.task, c.usable.length]),
      [
        ['a', 1],
        ['b', 0],
        ['c', 0],
        ['d', 0],
        ['e', 0],
        ['f', 0],
      ],
    );
  });

  it('offers the merge of runtimes that differ in one field, and names fields that vary inside cells', () => {
    const attempts = [
      finalAttempt('a', '1', 'resolved', 9, { runtime: { agent: 'mini', agentVersion: '2.2.7' } }),
      finalAttempt('a', '2', 'resolved', 9, { runtime: { agent: 'mini', agentVersion: '2.3.0' } }),
    ];
    const apart = group(attempts);
    assert.equal(apart.cells.length, 2);
    assert.deepEqual(runtimeNotes(apart.cells, plan().runtimeKey), [
      { kind: 'mergeable', field: 'agentVersion', runtimes: ['mini 2.2.7 · luna', 'mini 2.3.0 · luna'], cells: 2 },
    ]);
    const merged = group(attempts, { runtimeKey: ['agent', 'model'] });
    assert.equal(merged.cells.length, 1);
    assert.deepEqual(runtimeNotes(merged.cells, ['agent', 'model']), [{ kind: 'varies-inside-cells', field: 'agentVersion', runtimes: ['mini · luna'], cells: 1 }]);
  });

  it('audits only the cohorts that the plan names', () => {
    const attempts = [declaredAttempt('a', '1', { T: 4 }, { cohort: 'initial' }), declaredAttempt('b', '1', { T: 4 }, { cohort: 'stress' })];
    assert.deepEqual(
      group(attempts, { cohorts: ['stress'] }).cells.map((c) => c.task),
      ['b'],
    );
  });
});
