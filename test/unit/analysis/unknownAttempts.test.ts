import assert from 'node:assert/strict';
import { runAudit } from '../../../src/analysis/audit';
import type { Attempt } from '../../../src/model/attempt';
import type { Plan } from '../../../src/model/plan';
import type { AuditDecision } from '../../../src/model/results';
import { parsePlan } from '../../../src/plan/parsePlan';
import { describeUnknown, unknownCaveat, unknownNote } from '../../../src/views/audit/unknownWords';
import { declaredAttempt, finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

const many = (count: number, make: (label: string) => Attempt, from = 0): readonly Attempt[] => Array.from({ length: count }, (_, i) => make(String(from + i)));
const late = (label: string): Attempt => finalAttempt('a', label, 'resolved', 25);
/** Ended at call 25, and nobody said how. */
const unlabelled = (label: string): Attempt => makeAttempt({ task: 'a', attempt: label, calls: 25, exitStatus: 'Submitted' });
const running = (label: string, calls: number): Attempt => makeAttempt({ task: 'a', attempt: label, calls });

function decide(attempts: readonly Attempt[], stated: Partial<Plan> = {}): AuditDecision {
  const { plan, defaults } = parsePlan('{}', 'plan');
  const outcome = runAudit(makeIndex(attempts), { ...plan, budget: 30, times: [16], ...stated }, defaults);
  assert.ok(outcome.kind === 'audit');
  const [decision] = outcome.result.decisions;
  assert.ok(decision !== undefined);
  return decision;
}

describe('what unknown attempts could change', () => {
  it('is nothing where every attempt is known: the bounds are those of the difference', () => {
    const { worstCase, difference } = decide(many(7, late));
    assert.deepEqual(worstCase, { unknown: 0, difference: { low: difference?.low, high: difference?.high }, verdict: 'continue', level: 'any', leastLabels: 0 });
    assert.equal(unknownNote({ worstCase, verdict: 'continue' }), '');
  });

  it('leaves a verdict alone that holds under every label', () => {
    const decision = decide([...many(7, late), ...many(1, unlabelled, 7)]);
    assert.deepEqual([decision.n, decision.worstCase.unknown, decision.worstCase.level, decision.worstCase.verdict], [7, 1, 'any', 'continue']);
    assert.equal(unknownNote(decision), 'holds whatever the unknown attempt was');
    assert.equal(unknownCaveat({ decisions: [decision] }), null);
  });

  it('makes a verdict hang on chance once enough are missing', () => {
    const decision = decide([...many(7, late), ...many(4, unlabelled, 7)]);
    assert.deepEqual([decision.verdict, decision.worstCase.level, decision.worstCase.verdict], ['continue', 'at_random', 'continue']);
    assert.ok(decision.worstCase.difference.high > 0 && decision.worstCase.difference.low < (decision.difference?.low ?? 0) + 0.2);
    assert.equal(unknownNote(decision), 'holds if missing at random');
    assert.match(describeUnknown(decision), /^Holds if the 4 unknown attempts are missing at random; .* labels? could settle it\.$/);
    assert.equal(unknownCaveat({ decisions: [decision] })?.text, '1 verdict holds only if its unknown attempts are missing at random.');
  });

  it('names how many labels could settle an abstention', () => {
    const decision = decide([...many(5, late), ...many(3, unlabelled, 5)]);
    assert.deepEqual([decision.verdict, decision.worstCase.level, decision.worstCase.leastLabels], ['abstain', 'abstain', 2]);
    assert.equal(unknownNote(decision), '2 labels could settle it');
    assert.equal(unknownCaveat({ decisions: [decision, decision] })?.text, 'Labels of unknown attempts could settle 2 comparisons that abstain.');
  });

  it('counts attempts of the cell that run, that infrastructure broke and whose end has no place, and no copies or conflicts', () => {
    const others: readonly Attempt[] = [
      running('10', 3),
      makeAttempt({ task: 'a', attempt: '11', calls: 3, exitStatus: 'docker.errors.APIError', noResult: true }),
      makeAttempt({ task: 'a', attempt: '12', outcome: 'resolved', basis: 'final', exitStatus: 'Submitted' }),
      finalAttempt('a', '13', 'resolved', 4, { conflict: true }),
      declaredAttempt('a', '14', { T: 5 }),
    ];
    assert.equal(decide([...many(7, late), ...others]).worstCase.unknown, 3);
  });

  it('knows of a running attempt what it has not done yet', () => {
    // Seen up to call 29 of 30 by its last message: live at 16, and a restart success within 14 calls it is not.
    assert.equal(decide([...many(7, late), running('9', 29)]).worstCase.level, 'any');
    assert.equal(decide([...many(7, late), running('9', 40)]).worstCase.unknown, 0);
    const early = decide([...many(7, late), running('9', 2), running('8', 2)]);
    assert.ok(early.worstCase.difference.high > decide([...many(7, late), running('9', 29), running('8', 29)]).worstCase.difference.high);
  });

  it('says less of a run that ended where success means the first verified state', () => {
    const known = many(7, (label) => declaredAttempt('a', label, { T: 25 }));
    const { worstCase } = decide([...known, unlabelled('9')]);
    // A verifier might have passed it at any call up to 25, so it may be an early success, too.
    assert.ok(worstCase.difference.high > decide([...many(7, late), unlabelled('9')]).worstCase.difference.high);
  });

  it('bounds a decision that has no estimate, because an attempt was not followed to B', () => {
    const short = declaredAttempt('a', '9', { H: 20 });
    const decision = decide([...many(7, (label) => declaredAttempt('a', label, { T: 25 })), short]);
    assert.deepEqual([decision.status, decision.difference, decision.worstCase.unknown, decision.worstCase.level], ['horizon', null, 1, 'any']);
    assert.equal(unknownNote(decision), 'continue is certified whatever the unknown attempt was');
  });
});
