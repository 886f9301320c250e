import assert from 'node:assert/strict';
import { attemptRows } from '../../../src/analysis/attemptRows';
import { auditInPortions } from '../../../src/analysis/audit';
import { PORTION, runPortions } from '../../../src/base/portions';
import type { TraceIndex } from '../../../src/index/traceIndex';
import { RUNTIME_FIELDS } from '../../../src/model/plan';
import { parsePlan } from '../../../src/plan/parsePlan';
import { viewAttemptsInPortions } from '../../../src/views/trees/attemptsTree';
import { declaredAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

const attempts = Array.from({ length: 4000 }, (_, i) => declaredAttempt(`task-${i % 40}`, String(i), i % 3 === 0 ? { T: 1 + (i % 29), H: 30 } : { H: 30 }, { id: String(i) }));

/** Most attempts that were looked at between two pauses; the work is done to its end. */
function mostAtOnce(make: (index: TraceIndex) => Generator<void, unknown, void>): number {
  let looked = 0;
  const index = makeIndex(attempts);
  const work = make({
    ...index,
    attempt: (row) => {
      looked++;
      return index.attempt(row);
    },
  });
  let most = 0;
  for (;;) {
    const { done } = work.next();
    most = Math.max(most, looked);
    looked = 0;
    if (done === true) return most;
  }
}

describe('work over thousands of attempts', () => {
  const { plan, defaults } = parsePlan('{}', 'plan');

  it('pauses after some of them, in the audit and in the rows of the tree', () => {
    assert.equal(mostAtOnce((index) => auditInPortions(index, plan, defaults)), PORTION);
    assert.equal(mostAtOnce((index) => attemptRows(index, null)), PORTION);
  });

  it('pauses while attempts are grouped and rows are made', () => {
    const rows = runPortions(attemptRows(makeIndex(attempts), null));
    for (const filter of ['', 'task-1']) {
      const work = viewAttemptsInPortions(rows, { axis: 'calls', grouping: 'task', sort: 'name', runtimeKey: RUNTIME_FIELDS, filter, onlyNotCounted: false });
      let pauses = 0;
      while (work.next().done !== true) pauses++;
      assert.ok(pauses >= attempts.length / PORTION, `${pauses} pauses`);
    }
  });
});
