import assert from 'node:assert/strict';
import { attemptRows } from '../../../src/analysis/attemptRows';
import { runAudit } from '../../../src/analysis/audit';
import { runPortions } from '../../../src/base/portions';
import { parsePlan } from '../../../src/plan/parsePlan';
import { finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

describe('rows of attempts', () => {
  const index = makeIndex([
    finalAttempt('a', '1', 'resolved', 62),
    finalAttempt('a', '2', 'unresolved', 79),
    finalAttempt('a', '3', 'resolved', 9, { conflict: true }),
    makeAttempt({ task: 'a', attempt: '4', calls: 9 }),
  ]);
  const notCounted = (audit: ReturnType<typeof runAudit> | null): readonly string[] => runPortions(attemptRows(index, audit)).filter((row) => !row.isCounted).map(({ attempt }) => attempt.attempt);

  it('are in no count where the audit says so', () => {
    const { plan, defaults } = parsePlan('{}', 'plan');
    const audit = runAudit(index, plan, defaults);
    assert.equal(audit.kind, 'audit');
    assert.deepEqual(notCounted(audit), ['3', '4']);
  });

  it('are in no count without a known outcome where nothing is audited', () => {
    assert.deepEqual(notCounted(null), ['4']);
  });
});
