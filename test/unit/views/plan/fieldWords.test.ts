import assert from 'node:assert/strict';
import type { Plan } from '../../../../src/model/plan';
import { DEFAULT_PLAN, PLAN_KEYS } from '../../../../src/plan/planFields';
import { fieldWords } from '../../../../src/views/plan/fieldWords';

const words = (key: keyof Plan, stated: Partial<Plan> = {}): string => fieldWords(key, { ...DEFAULT_PLAN, ...stated });
const luna = { agent: null, agentVersion: null, model: 'luna', provider: null, config: null };

describe('fields of a plan in words', () => {
  it('say what holds where nothing is stated, without a null, a bracket or a quotation mark', () => {
    for (const key of PLAN_KEYS) assert.match(words(key), /^[^"{}[\]]+$/, key);
    assert.ok(PLAN_KEYS.every((key) => !/null|undefined/.test(words(key))));
    assert.equal(words('runtimeKey'), 'agent, agent version, model, provider and config');
    assert.equal(words('cohorts'), 'all');
    assert.equal(words('attemptsPerCell', { rule: 'anytime' }), 'any number');
    assert.equal(words('rule', { rule: 'fixed' }), 'fixed sample: one look');
    assert.equal(words('rule', { rule: 'calibrated' }), 'calibrated sign test, fixed sample: one look');
    assert.equal(words('rule', { rule: 'anytime' }), 'anytime valid: any number of looks');
  });

  it('give amounts on the axis, and name what a list holds', () => {
    assert.equal(words('budget', { budget: 30 }), '30 calls');
    assert.equal(words('times', { axis: 'usage-tokens', times: [2000, 12000] }), '2k, 12k');
    assert.equal(words('cohorts', { cohorts: ['initial', ''] }), 'initial and attempts without a cohort');
    assert.equal(words('monitors', { monitors: [{ monitor: 'probe\u001b[2J', threshold: 0.6 }] }).includes('\u001b'), false);
    assert.equal(words('cells', { cells: [{ tasks: ['a', 'b'], runtime: luna, cohort: null }, { tasks: ['a'], runtime: luna, cohort: 'late' }] }), '3 cells: 2 tasks under 2 runtimes and cohorts');
    assert.equal(words('exitTable', { exitTable: [{ format: 'harbor', status: 'Time.*', withoutVerdict: true, exit: 'other-budget' }] }), 'Time.* in harbor without a verdict is another budget; else the built-in table');
  });

  it('say what a unit is worth, and leave out what weighs nothing', () => {
    assert.equal(words('utility', { utility: { success: 1, calls: -0.01, dollars: 0, seconds: 0 } }), 'a success is worth 1, a call −0.01');
    assert.equal(words('utility', { utility: { success: 0, calls: 0, dollars: 0, seconds: 0 } }), 'declared, and everything weighs nothing');
  });
});
