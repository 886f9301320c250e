import assert from 'node:assert/strict';
import { runPortions } from '../../../../src/base/portions';
import type { Attempt, CallResult } from '../../../../src/model/attempt';
import type { VerifierView } from '../../../../src/protocol/trajectory';
import { viewVerifier } from '../../../../src/views/trajectory/viewVerifier';
import { plainAttempt } from '../../../support/plainAttempt';
import { makeSteps } from '../../../support/stepText';

const RESULTS: readonly CallResult[] = [
  { call: 2, passed: false, testsPassed: 1, testsTotal: 5 },
  { call: 4, passed: true, testsPassed: 5, testsTotal: 5 },
  { call: 7, passed: false, testsPassed: null, testsTotal: null },
];

const PER_CALL = { basis: 'per-call', calls: 7, declared: { T: 4, E: null, H: null } } as const;

function view(facts: Partial<Attempt>, results = RESULTS, steps = 'A=x B=y! C=1 C=1 C=1 C=1 D=2'): VerifierView | null {
  return runPortions(viewVerifier(plainAttempt(facts), results, makeSteps(steps)));
}

describe('results of a verifier after single calls', () => {
  it('are not there where it never ran', () => {
    assert.equal(view(PER_CALL, []), null);
  });

  it('stand at the steps of their calls, with the tests that passed', () => {
    const shown = view({ ...PER_CALL, outcome: 'unresolved' });
    assert.deepEqual(shown?.results, [
      { call: 2, step: 2, passed: false, tests: '1 of 5 tests' },
      { call: 4, step: 4, passed: true, tests: '5 of 5 tests' },
      { call: 7, step: 7, passed: false, tests: '' },
    ]);
    assert.equal(shown.calls, 7);
  });

  it('say for both questions how a run came out that passed and was broken later', () => {
    const broken = view({ ...PER_CALL, outcome: 'unresolved' });
    assert.equal(broken?.note, '1 passed, 2 failed, not run after 4 calls; what had passed was broken later');
    assert.equal(
      broken.sentence,
      'A verifier ran after 3 of 7 calls: passed after call 4 (5 of 5 tests); failed after calls 2 (1 of 5 tests), 7. First verified after call 4, and failed at its submission: what had passed was broken later.',
    );
    const resolved = view({ ...PER_CALL, outcome: 'resolved' });
    assert.match(resolved?.sentence ?? '', /First verified after call 4, and resolved at its submission\.$/);
    assert.doesNotMatch(resolved?.note ?? '', /broken/);
  });

  it('that never passed say so, and call nothing broken', () => {
    const never = view({ ...PER_CALL, declared: null, outcome: 'unresolved' }, RESULTS.filter(({ passed }) => !passed));
    assert.match(never?.sentence ?? '', /passed after none; .* It never passed\.$/);
    assert.doesNotMatch(never?.note ?? '', /broken/);
  });

  it('without steps to stand at keep their calls', () => {
    const shown = view({ ...PER_CALL, outcome: 'resolved' }, RESULTS, '');
    assert.deepEqual(shown?.results.map(({ call, step }) => [call, step]), [[2, null], [4, null], [7, null]]);
    assert.equal(shown.calls, 7);
  });
});
