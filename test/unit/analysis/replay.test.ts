import assert from 'node:assert/strict';
import { replayInPortions, type ReplayRequest } from '../../../src/analysis/replay/replayPolicy';
import { runPortions } from '../../../src/base/portions';
import type { Attempt } from '../../../src/model/attempt';
import type { ReplayResult } from '../../../src/model/replayResult';
import { parsePlan } from '../../../src/plan/parsePlan';
import { finalAttempt, makeAttempt } from '../../support/attempts';
import { countedOf } from '../../support/counted';

function replay(attempts: readonly Attempt[], stated: Partial<ReplayRequest> = {}): ReplayResult {
  const { plan } = parsePlan('{"budget": 10}', 'plan');
  const outcome = runPortions(replayInPortions(countedOf(attempts, plan), { policy: { kind: 'recycle' }, policyText: 'recycle', select: null, selectOn: null, against: null, cutoffs: null, verifierAtSubmission: null, cohorts: 'apart', evaluateOn: null, ...stated }));
  assert.equal(outcome.kind, 'replay');
  return outcome.kind === 'replay' ? outcome.result : assert.fail();
}

describe('replaying attempts with a verdict on the submission', () => {
  const attempts = [finalAttempt('a', '1', 'resolved', 5), finalAttempt('a', '2', 'unresolved', 2)];

  it('lets nothing follow a failed submission, unless a verifier is said to watch', () => {
    const unseen = replay(attempts);
    assert.equal(unseen.verifierAtSubmission, false);
    assert.deepEqual([unseen.groups[0]?.success, unseen.groups[0]?.spend], [0.5, 3.5]);
    const seen = replay(attempts, { verifierAtSubmission: true });
    // Recycling under 10 calls: 5 ends it; 2 leaves 8, 6, 4 calls, of which the first two hold another success.
    assert.equal(seen.groups[0]?.success, 1 - 0.5 ** 3);
    assert.deepEqual([seen.groups[0]?.single, seen.groups[0]?.difference?.estimate], [0.5, 0.375]);
  });

  it('counts no cell without a usable attempt, and sorts tasks', () => {
    const { groups, excluded } = replay([...attempts, makeAttempt({ task: 'b', calls: 4 }), finalAttempt('Z', '1', 'resolved', 1)]);
    assert.deepEqual(groups[0]?.tasks.map((task) => task.task), ['Z', 'a']);
    assert.equal(excluded.length, 1);
  });
});
