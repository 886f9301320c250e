import assert from 'node:assert/strict';
import { runAudit, type AuditedOutcome } from '../../../src/analysis/audit';
import { checkPlan } from '../../../src/analysis/checkPlan';
import { runPortions } from '../../../src/base/portions';
import type { Attempt } from '../../../src/model/attempt';
import { RULE_QUANTITIES, type Plan, type PlanRule } from '../../../src/model/plan';
import { DEFAULT_PLAN } from '../../../src/plan/planFields';
import { declaredAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

// Task a: T = 4, 12 and never by 30; task b: T = 3, and E = 10. B = 30, t = 8.
const ATTEMPTS: readonly Attempt[] = [
  declaredAttempt('a', '1', { T: 4 }, { calls: 4, cost: 0.4, seconds: 40 }),
  declaredAttempt('a', '2', { T: 12 }, { calls: 12, cost: 1.2, seconds: 120 }),
  declaredAttempt('a', '3', {}, { calls: 30, cost: 3, seconds: 300 }),
  declaredAttempt('b', '1', { T: 3 }, { calls: 3, cost: 0.3, seconds: 30 }),
  declaredAttempt('b', '2', { E: 10 }, { calls: 10, cost: 1, seconds: 100 }),
];

function check(stated: Partial<Plan>, attempts: readonly Attempt[] = ATTEMPTS) {
  const index = makeIndex(attempts);
  const outcome = runAudit(index, { ...DEFAULT_PLAN, budget: 30, times: [8], ...stated }, []);
  assert.equal(outcome.kind, 'audit');
  return runPortions(checkPlan({ index, outcome: outcome as AuditedOutcome }));
}

const rule = (quantity: PlanRule['quantity'], comparison: PlanRule['comparison'], value: number, more: Partial<PlanRule> = {}): PlanRule => ({ name: quantity, quantity, comparison, value, t: null, runtime: null, cohort: null, ...more });
const status = (one: PlanRule, attempts?: readonly Attempt[]) => check({ rules: [one], utility: { success: 1, calls: -1, dollars: 0, seconds: 0 } }, attempts).rules[0]?.status;

describe('spending under a restart', () => {
  // a: live 2 of 3, fresh within 22: (4 + 12 + 22)/3 = 38/3, going on: ((12 - 8) + (30 - 8))/2 = 13: 2/3 (38/3 - 13) = -2/9.
  // b: live 1 of 2, fresh: (3 + 10)/2 = 6.5, going on: 2: 1/2 (6.5 - 2) = 2.25. Mean: 73/72.
  const calls = (-2 / 9 + 2.25) / 2;

  it('is the mean over tasks of the share live times fresh minus going on', () => {
    const [change] = check({ utility: { success: 1, calls: -0.1, dollars: -2, seconds: 0 } }).spending;
    const near = (found: number | null | undefined, wanted: number): void => assert.ok(Math.abs((found ?? NaN) - wanted) < 1e-12, `${found} is not ${wanted}`);
    near(change?.calls, calls);
    near(change?.dollars, calls * 0.1);
    near(change?.seconds, calls * 10);
    // a: f (p - q) = 2/3 (2/3 - 1/2) = 1/9; b: 1/2 (1/2 - 0) = 1/4.
    near(change?.success, (1 / 9 + 1 / 4) / 2);
    near(change?.utility, (1 / 9 + 1 / 4) / 2 - 0.1 * calls - 0.2 * calls);
    assert.equal(change?.isSpread, true);
  });

  it('is not estimable where a cost is missing or a run was stopped before, and then has no utility', () => {
    const [dollars] = check({ utility: { success: 1, calls: 0, dollars: -1, seconds: 0 } }, ATTEMPTS.map((attempt) => ({ ...attempt, cost: null }))).spending;
    assert.deepEqual([dollars?.dollars, dollars?.utility], [null, null]);
    const [short] = check({ utility: { success: 0, calls: 1, dollars: 0, seconds: 0 } }, [...ATTEMPTS, declaredAttempt('a', '4', { H: 20 })]).spending;
    assert.deepEqual([short?.calls, short?.utility], [null, null]);
  });

  it('is not computed when nothing asks for it', () => {
    assert.deepEqual(check({}).spending, []);
  });
});

describe('go / no-go rules', () => {
  it('are met, unmet or not estimable', () => {
    const change = (1 / 9 + 1 / 4) / 2;
    assert.equal(status(rule('macro-change', '>=', change - 1e-9)), 'met');
    assert.equal(status(rule('macro-change', '<', change - 1e-9)), 'unmet');
    assert.equal(status(rule('live', '>=', 2)), 'met');
    assert.equal(status(rule('live', '>', 2)), 'unmet');
    assert.equal(status(rule('attempts', '<=', 5)), 'met');
    assert.equal(status(rule('certified-restart', '<', 1)), 'met');
    assert.equal(status(rule('complete-cells', '>=', 0)), 'not-estimable');
    assert.equal(status(rule('macro-change', '>=', 0, { runtime: 'nobody' })), 'not-estimable');
    assert.equal(status(rule('macro-change', '>=', -1), [...ATTEMPTS, declaredAttempt('a', '4', { H: 20 })]), 'not-estimable');
  });

  it('without a time are asked of each, and unmet as soon as one is not', () => {
    const { rules } = check({ times: [2, 8], rules: [rule('macro-change', '>', 0), rule('abstained', '>=', 2, { t: 8, name: 'two' })] });
    assert.equal(rules[0]?.found.length, 2);
    assert.equal(rules[0]?.status, rules[0]?.found.every(({ value }) => (value ?? 0) > 0) ? 'met' : 'unmet');
    assert.equal(rules[1]?.status, 'met');
  });

  it('know every quantity that a plan may name', () => {
    for (const quantity of RULE_QUANTITIES) assert.ok(['met', 'unmet', 'not-estimable'].includes(status(rule(quantity, '>=', 0)) ?? ''), quantity);
  });
});
