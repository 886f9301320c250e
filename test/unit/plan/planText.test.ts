import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Plan } from '../../../src/model/plan';
import { applyPlanEdit, PlanNotEditable } from '../../../src/plan/applyPlanEdit';
import { defaultTimes } from '../../../src/plan/defaultTimes';
import { hashPlan } from '../../../src/plan/hashPlan';
import { newPlanText } from '../../../src/plan/newPlanText';
import { parsePlan } from '../../../src/plan/parsePlan';
import { DEFAULT_PLAN, PLAN_KEYS } from '../../../src/plan/planFields';

describe('applyPlanEdit', () => {
  const check = (text: string, path: readonly (string | number)[], value: unknown, expected: string): void =>
    assert.equal(applyPlanEdit(text, path, value), expected);

  it('replaces a value and nothing else', () => {
    check('{ "budget": 30 } // ours', ['budget'], 60, '{ "budget": 60 } // ours');
    check('{\n  // why\n  "times": [4,  8], // two\n  "seed": 1,\n}\n', ['times'], [5, 10, 15], '{\n  // why\n  "times": [5, 10, 15], // two\n  "seed": 1,\n}\n');
    check('{"monitors": [{"monitor": "a", "threshold": 0.5 /* low */}]}', ['monitors', 0, 'threshold'], 0.9, '{"monitors": [{"monitor": "a", "threshold": 0.9 /* low */}]}');
  });

  it('adds an absent key at the end, in the layout of the file', () => {
    check('{\n    "seed": 1 // one\n}\n', ['budget'], 30, '{\n    "seed": 1, // one\n    "budget": 30\n}\n');
    check('{\n\t"seed": 1,\n}\n', ['times'], [4, 8], '{\n\t"seed": 1,\n\t"times": [4, 8],\n}\n');
    check('{"seed": 1}', ['budget'], 30, '{"seed": 1, "budget": 30}');
    check('{"seed": 1, /* one */}', ['budget'], 30, '{"seed": 1, "budget": 30, /* one */}');
    check('{"monitors": [{"monitor": "a"}]}', ['monitors', 0, 'threshold'], 0.5, '{"monitors": [{"monitor": "a", "threshold": 0.5}]}');
    check('{\n  // nothing yet\n}', ['budget'], 30, '{\n  // nothing yet\n  "budget": 30\n}');
    check('{\r\n  "seed": 1\r\n}\r\n', ['budget'], 30, '{\r\n  "seed": 1,\r\n  "budget": 30\r\n}\r\n');
  });

  it('removes a key with its comma and leaves the comments around it', () => {
    check('{\n  // first\n  "seed": 1,\n  // second\n  "budget": 30,\n}\n', ['seed'], undefined, '{\n  // first\n  // second\n  "budget": 30,\n}\n');
    check('{\n  "seed": 1,\n  "budget": 30 // last\n}\n', ['budget'], undefined, '{\n  "seed": 1\n  // last\n}\n');
    check('{"seed": 1, "budget": 30}', ['seed'], undefined, '{"budget": 30}');
    check('{"seed": 1, "budget": 30}', ['budget'], undefined, '{"seed": 1 }');
    check('{"seed": 1}', ['seed'], undefined, '{}');
    check('{"seed": 1}', ['budget'], undefined, '{"seed": 1}');
    check('{"times": [4, 8 /* eight */, 12]}', ['times', 1], undefined, '{"times": [4, /* eight */ 12]}');
  });

  it('makes an object where the file has none, and keeps its comments and byte order mark', () => {
    assert.deepEqual(parsePlan(applyPlanEdit('', ['budget'], 30), 'p').plan.budget, 30);
    const text = applyPlanEdit('\ufeff// the plan\n', ['budget'], 30);
    assert.match(text, /^\ufeff\/\/ the plan\n/);
    assert.equal(parsePlan(text, 'p').plan.budget, 30);
  });

  it('gives a text that reads as the edited plan, for every key and from every start', () => {
    const values: Partial<Plan> = { axis: 'tool-steps', budget: 50, times: [10, 20], alpha: 0.1, family: 'sliders', seed: 7, estimand: 'first-verified', runtimeKey: ['model'], cohorts: ['a "[ b'], monitors: [{ monitor: 'x', threshold: 0.25 }], exitTable: [{ format: null, status: 'a, b', exit: 'submitted' }], cells: [{ tasks: ['a'], runtime: { agent: null, agentVersion: null, model: 'm', provider: null, config: null }, cohort: 'a "[ b' }], attemptsPerCell: 7, marginPoints: 2.5, missingData: 'replace', utility: { success: 1, calls: 0, dollars: -2, seconds: 0 }, rules: [{ name: 'gain', quantity: 'macro-change', comparison: '>', value: 0, t: null, runtime: null, cohort: null }] };
    for (const start of ['', '{}', '{ }', '// c\n{\n}', newPlanText(), newPlanText(values), '{"seed":1}', '{\n  "alpha": 0.2, /* a */ "seed": 2 // b\n}']) {
      for (const [key, value] of Object.entries(values)) {
        const edited = parsePlan(applyPlanEdit(start, [key], value), 'p');
        assert.deepEqual(edited.problems, [], `${key} in ${start}`);
        assert.deepEqual(edited.plan[key as keyof Plan], value);
        const without = parsePlan(applyPlanEdit(applyPlanEdit(start, [key], value), [key], undefined), 'p');
        assert.deepEqual(without.problems, []);
        assert.ok(without.defaults.includes(key as keyof Plan), `${key} in ${start}`);
      }
    }
  });

  it('refuses to edit what it cannot read', () => {
    for (const [text, path] of [['{"a": }', ['seed']], ['[]', ['seed']], ['{"seed": 1}', ['seed', 'inner']]] as const) {
      assert.throws(() => applyPlanEdit(text, path, 1), PlanNotEditable, text);
    }
  });
});

describe('newPlanText', () => {
  it('reads as the defaults when nothing is given, and names every key', () => {
    const text = newPlanText();
    const { plan, defaults, problems } = parsePlan(text, 'p');
    assert.deepEqual(problems, []);
    assert.deepEqual(plan, DEFAULT_PLAN);
    assert.deepEqual(defaults, PLAN_KEYS);
    for (const key of PLAN_KEYS) assert.match(text, new RegExp(`^  // "${key}": .+,$`, 'm'));
  });

  it('reads as the given values', () => {
    const given: Partial<Plan> = { budget: 30, times: [4, 8], cohorts: ['a [ "b" ]', ''], runtimeKey: ['agent', 'model'], monitors: [{ monitor: 'm', threshold: 1 }] };
    const { plan, defaults, problems } = parsePlan(newPlanText(given), 'p');
    assert.deepEqual(problems, []);
    assert.deepEqual(plan, { ...DEFAULT_PLAN, ...given });
    assert.deepEqual(defaults, PLAN_KEYS.filter((key) => !(key in given)));
  });

  it('stays a readable plan whichever of its lines are uncommented', () => {
    const text = newPlanText();
    for (const key of PLAN_KEYS) {
      const { problems } = parsePlan(text.replace(`// "${key}"`, `"${key}"`), 'p');
      assert.deepEqual(problems, [], key);
    }
  });
});

const RUNTIME = { agent: null, agentVersion: null, model: 'm', provider: null, config: null };

describe('hashPlan', () => {
  const plan: Plan = { ...DEFAULT_PLAN, budget: 30, times: [4, 8], cohorts: ['a', 'b'], monitors: [{ monitor: 'x', threshold: 0.5 }, { monitor: 'y', threshold: 0.6 }], cells: [{ tasks: ['a', 'b', 'c'], runtime: RUNTIME, cohort: null }] };

  it('is the SHA-256 of the canonical JSON', () => {
    // printf '%s' '{"alpha":0.05,"attemptsPerCell":null,"axis":"calls","budget":null,"cells":null,"cohorts":null,"estimand":null,"exitTable":[],"missingData":"set-aside","monitors":[],"rule":"fixed","rules":[],"runtimeKey":["agent","agentVersion","config","model","provider"],"seed":1,"times":null,"utility":null}' | sha256sum
    assert.equal(hashPlan(DEFAULT_PLAN), '7919b8289cb3fd805110995e4c7e8a0e9619540c6b9117d387681828d5fde618');
  });

  it('does not depend on the order of keys, nor on that of lists whose order means nothing', () => {
    const shuffled: Plan = {
      monitors: [...plan.monitors].reverse(), cohorts: ['b', 'a'], exitTable: [], runtimeKey: [...plan.runtimeKey].reverse(), seed: 1,
      estimand: null, rule: 'fixed', family: 'planned', alpha: 0.05, times: [4, 8], budget: 30, axis: 'calls', rules: [], utility: null, missingData: 'set-aside', attemptsPerCell: null, marginPoints: null,
      cells: [{ tasks: ['b'], runtime: RUNTIME, cohort: null }, { tasks: ['c', 'a'], runtime: RUNTIME, cohort: null }],
    };
    assert.equal(hashPlan(shuffled), hashPlan(plan));
  });

  it('changes with every value, and with the order of the exit table', () => {
    const first = { format: null, status: 'a', exit: 'submitted' } as const;
    const second = { format: null, status: 'b', exit: 'submitted' } as const;
    const others: readonly Partial<Plan>[] = [
      { axis: 'tool-steps' }, { budget: 31 }, { times: [4, 9] }, { alpha: 0.06 }, { family: 'sliders' }, { seed: 2 }, { estimand: 'first-verified' }, { runtimeKey: ['agent'] },
      { cohorts: null }, { monitors: [] }, { exitTable: [first, second] }, { exitTable: [second, first] }, { exitTable: [{ ...first, withoutVerdict: true }, second] },
      { cells: null }, { cells: [{ tasks: ['a', 'b'], runtime: RUNTIME, cohort: null }] }, { cells: [{ tasks: ['a', 'b', 'c'], runtime: RUNTIME, cohort: 'x' }] }, { attemptsPerCell: 14 }, { marginPoints: 0 }, { missingData: 'replace' },
      { utility: { success: 1, calls: 0, dollars: 0, seconds: 0 } }, { rules: [{ name: 'a', quantity: 'live', comparison: '>=', value: 1, t: null, runtime: null, cohort: null }] },
    ];
    const hashes = new Set([plan, ...others.map((other) => ({ ...plan, ...other }))].map(hashPlan));
    assert.equal(hashes.size, others.length + 1);
  });
});

describe('defaultTimes', () => {
  it('gives floor(k B / 7) for k from 1 to 6', () => {
    assert.deepEqual(defaultTimes(30), [4, 8, 12, 17, 21, 25]);
    assert.deepEqual(defaultTimes(7), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(defaultTimes(250), [35, 71, 107, 142, 178, 214]);
  });

  it('gives each time once, above 0 and below B, for small budgets too', () => {
    assert.deepEqual(defaultTimes(2), [1]);
    assert.deepEqual(defaultTimes(3), [1, 2]);
    assert.deepEqual(defaultTimes(1), []);
    for (let budget = 1; budget < 200; budget++) {
      const times = defaultTimes(budget);
      assert.ok(times.every((t, i) => t > (times[i - 1] ?? 0) && t < budget), String(budget));
      assert.equal(times.length, Math.min(6, budget - 1));
    }
  });
});
