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

const near = (found: number | null | undefined, wanted: number): void => assert.ok(Math.abs((found ?? NaN) - wanted) < 1e-12, `${found} is not ${wanted}`);

describe('spending under a restart', () => {
  it('pairs each live attempt with the others of its task, and says beside it what the plug-in gives', () => {
    const [change] = check({ utility: { success: 1, calls: -0.1, dollars: -2, seconds: 0 } }).spending;
    // a: fresh within 22: 4, 12, 22; going on 4 (second) and 22 (third): ((4 + 22)/2 - 4 + (4 + 12)/2 - 22)/3 = -5/3.
    // b: fresh 3, 10; going on 2 (second): (3 - 2)/2 = 1/2. Mean: -7/12.
    const calls = (-5 / 3 + 1 / 2) / 2;
    near(change?.calls, calls);
    near(change?.dollars, calls * 0.1);
    near(change?.seconds, calls * 10);
    // a: ((1 + 0)/2 - 1 + (1 + 1)/2 - 0)/3 = 1/6; b: (1 - 0)/2.
    near(change?.success, (1 / 6 + 1 / 2) / 2);
    near(change?.utility, 1 / 3 - 0.1 * calls - 0.2 * calls);
    // a: live 2 of 3, fresh (4 + 12 + 22)/3 = 38/3, going on 13: 2/3 (38/3 - 13) = -2/9. b: 1/2 ((3 + 10)/2 - 2) = 2.25.
    const plugin = (-2 / 9 + 2.25) / 2;
    near(change?.plugin.calls, plugin);
    near(change?.plugin.dollars, plugin * 0.1);
    // a: f (p - q) = 2/3 (2/3 - 1/2) = 1/9; b: 1/2 (1/2 - 0) = 1/4.
    near(change?.plugin.success, (1 / 9 + 1 / 4) / 2);
    near(change?.plugin.utility, (1 / 9 + 1 / 4) / 2 - 0.3 * plugin);
    assert.deepEqual([change?.isSpread, change?.missing], [true, null]);
  });

  it('is in the mean over every sample what it is in truth, which the plug-in is not', () => {
    // Runs of one task: T = 4, T = 12 or never, each as likely; 27 samples of three. Live 2/3, fresh 38/3, going on (4 + 22)/3.
    const kinds = [{ T: 4 }, { T: 12 }, {}] as const;
    const sums = { unbiased: 0, plugin: 0 };
    for (let sample = 0; sample < 27; sample++) {
      const drawn = [sample % 3, Math.floor(sample / 3) % 3, Math.floor(sample / 9)].map((kind, i) => declaredAttempt('a', String(i), kinds[kind] ?? {}, {}));
      const [change] = check({ utility: { success: 0, calls: 1, dollars: 0, seconds: 0 } }, drawn).spending;
      sums.unbiased += (change?.utility ?? NaN) / 27;
      sums.plugin += (change?.plugin.utility ?? NaN) / 27;
    }
    near(sums.unbiased, (2 / 3) * (38 / 3) - 26 / 3);
    assert.ok(sums.plugin > sums.unbiased + 0.1);
  });

  it('is not estimable without bias in a task of one attempt, and says why', () => {
    const [change] = check({ utility: { success: 1, calls: 1, dollars: 0, seconds: 0 } }, [...ATTEMPTS, declaredAttempt('c', '1', { T: 20 })]).spending;
    assert.deepEqual([change?.success, change?.calls, change?.utility, change?.missing], [null, null, null, 'few-attempts']);
    assert.ok(change?.plugin.calls !== null && change?.plugin.utility !== null);
  });

  it('is not estimable where a cost is missing or a run was stopped before, and then has no utility', () => {
    const [dollars] = check({ utility: { success: 1, calls: 0, dollars: -1, seconds: 0 } }, ATTEMPTS.map((attempt) => ({ ...attempt, cost: null }))).spending;
    assert.deepEqual([dollars?.dollars, dollars?.utility, dollars?.plugin.dollars, dollars?.missing], [null, null, null, 'unknown']);
    const [short] = check({ utility: { success: 0, calls: 1, dollars: 0, seconds: 0 } }, [...ATTEMPTS, declaredAttempt('a', '4', { H: 20 })]).spending;
    assert.deepEqual([short?.calls, short?.utility, short?.plugin.utility], [null, null, null]);
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
