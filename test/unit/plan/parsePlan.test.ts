import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Problem } from '../../../src/model/problem';
import { parsePlan } from '../../../src/plan/parsePlan';
import { DEFAULT_PLAN, PLAN_KEYS } from '../../../src/plan/planFields';

const FILE = 'work/restart-lens.jsonc';

/** The only problem of a text that must have exactly one. */
function onlyProblem(text: string): Problem {
  const { problems } = parsePlan(text, FILE);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  const problem = problems[0];
  assert.ok(problem);
  assert.equal(problem.file, FILE);
  assert.equal(problem.severity, 'error');
  return problem;
}

/** Checks place and wording of the only problem: `at` is the text that stands there. */
function check(text: string, at: string, expected: Partial<Problem>, message: RegExp): void {
  const problem = onlyProblem(text);
  const before = Buffer.from(text).subarray(0, problem.byte ?? -1).toString();
  assert.equal(text.slice(before.length, before.length + at.length), at, `byte ${problem.byte}`);
  assert.equal(problem.line, before.split('\n').length);
  assert.match(problem.message, message);
  for (const [key, value] of Object.entries(expected)) assert.equal(problem[key as keyof Problem], value, key);
}

describe('parsePlan', () => {
  it('reads an empty object as all defaults and says so', () => {
    const { plan, defaults, problems } = parsePlan('{}', FILE);
    assert.deepEqual(plan, DEFAULT_PLAN);
    assert.deepEqual(defaults, PLAN_KEYS);
    assert.deepEqual(problems, []);
  });

  it('reads comments and trailing commas, and lists only what was not stated as default', () => {
    const text = '// ours\n{\n  "budget": 30, /* B */\n  "times": [4, 8,], // rising\n  "monitors": [{"monitor": "m", "threshold": .5}],\n}\n'.replace('.5', '0.5');
    const { plan, defaults, problems } = parsePlan(text, FILE);
    assert.deepEqual(problems, []);
    assert.deepEqual(plan, { ...DEFAULT_PLAN, budget: 30, times: [4, 8], monitors: [{ monitor: 'm', threshold: 0.5 }] });
    assert.deepEqual(defaults, ['axis', 'alpha', 'rule', 'family', 'estimand', 'seed', 'runtimeKey', 'cohorts', 'exitTable', 'cells', 'attemptsPerCell', 'marginPoints', 'missingData', 'utility', 'rules']);
  });

  it('counts a stated value as stated even when it equals the default, and null as not stated', () => {
    assert.deepEqual(parsePlan('{"alpha": 0.05, "budget": null, "exitTable": []}', FILE).defaults, ['axis', 'budget', 'times', 'rule', 'family', 'estimand', 'seed', 'runtimeKey', 'cohorts', 'monitors', 'cells', 'attemptsPerCell', 'marginPoints', 'missingData', 'utility', 'rules']);
  });

  it('refuses an unknown key at the key, with the nearest known word', () => {
    check('{\n  "seed": 1,\n  "tiems": [4]\n}', '"tiems"', { code: 'unknown-record', found: '"tiems"', expected: '"times"' }, /Did you mean "times"\?/);
    check('{"runtime-key": ["model"]}', '"runtime-key"', { code: 'unknown-record' }, /Did you mean "runtimeKey"\?/);
    check('{"zzz": 1}', '"zzz"', { code: 'unknown-record' }, /Known: axis, budget, times/);
  });

  it('refuses what is not built in words that say so', () => {
    check('{"axis": "tokens"}', '"tokens"', { code: 'bad-value', found: '"tokens"' }, /transcript tokens is not built in this version/);
    check('{"axis": "seconds"}', '"seconds"', {}, /seconds is not built/);
    check('{"sealed": true}', '"sealed"', { code: 'unknown-record' }, /sealed by freezing it/);
    check('{"stoppingRule": 7}', '"stoppingRule"', { code: 'unknown-record' }, /is not built/);
  });

  it('offers the nearest word for a misspelt value', () => {
    check('{"axis": "cals"}', '"cals"', { code: 'bad-value' }, /Did you mean "calls"\?/);
    check('{"runtimeKey": ["agent", "modle"]}', '"modle"', {}, /Did you mean "model"\?/);
    check('{"exitTable": [{"format": "sweagent", "status": "x", "exit": "submitted"}]}', '"sweagent"', {}, /Did you mean "swe-agent"\?/);
  });

  it('names the place of a value deep inside a list, counting bytes', () => {
    check('{\n  // größer: ä→ö\n  "times": [4,\n   8, 8]\n}', '8]', { line: 4, found: '8', expected: 'more than 8' }, /must rise/);
    check('\ufeff{"budget": 0}', '0}', { byte: 14, found: '0' }, /whole number from 2/);
    check('{"monitors": [{"monitor": "é", "threshold": 2}]}', '2}', { found: '2', expected: 'a number from 0 to 1' }, /threshold/);
    check('{"monitors": [{"monitor": "a", "threshold": 1, "treshold": 1}]}', '"treshold"', { code: 'unknown-record' }, /Did you mean "threshold"\?/);
    check('{"monitors": [{"monitor": "a"}]}', '{"monitor"', { code: 'missing-field' }, /needs "threshold"/);
  });

  it('refuses a decision time that the budget leaves no room after', () => {
    check('{"budget": 30, "times": [4, 30]}', '30]', { found: '30' }, /below the budget of 30/);
  });

  it('keeps the good values of a plan that has bad ones, and takes defaults for those', () => {
    const { plan, defaults, problems } = parsePlan('{"budget": 40, "alpha": 7, "seed": 9, "times": [40, 50]}', FILE);
    assert.equal(plan.budget, 40);
    assert.equal(plan.seed, 9);
    assert.equal(plan.alpha, 0.05);
    assert.ok(defaults.includes('alpha') && !defaults.includes('budget'));
    assert.equal(problems.length, 3);
  });

  it('reports a key that is stated twice', () => {
    check('{"budget": 30,\n "budget": 60}', '"budget": 60', { code: 'duplicate' }, /stated twice/);
    check('{"monitors": [{"monitor": "a", "threshold": 0.1, "threshold": 0.9}]}', '"threshold": 0.9', { code: 'duplicate' }, /twice/);
  });

  it('names the place of a syntax error and reads what stands before it', () => {
    const text = '{"seed": 5,\n "budget" 30, "alpha": 9}';
    const { plan, problems } = parsePlan(text, FILE);
    assert.equal(plan.seed, 5);
    assert.equal(problems.length, 1);
    assert.deepEqual([problems[0]?.code, problems[0]?.line, problems[0]?.expected], ['not-json', 2, 'a colon']);
    check('{"budget": 30', '', { code: 'not-json', found: 'the end of the file', expected: '}' }, /closing brace/);
  });

  it('asks for an object where the file is empty, or holds something else', () => {
    check('', '', { code: 'not-json', line: 1, byte: 0 }, /empty/);
    check('// only words\n', '', { code: 'not-json' }, /empty/);
    check('[1]', '[1]', { code: 'bad-value', found: 'array' }, /object/);
    check('30', '30', { code: 'bad-value' }, /object/);
  });

  it('survives hostile input: great depth, great size, odd keys', () => {
    check(`{"times": ${'['.repeat(200_000)}`, '[', { code: 'too-deep' }, /too deeply/);
    check(`{"a": "${'x'.repeat(1_000_000)}"}`, '{', { code: 'too-large' }, /too large/);
    const { plan, problems } = parsePlan('{"__proto__": {"alpha": 0.4}, "constructor": 1, "seed": 3}', FILE);
    assert.equal(plan.seed, 3);
    assert.equal(plan.alpha, 0.05);
    assert.equal(problems.length, 2);
    assert.ok((parsePlan(`{"${'k'.repeat(50_000)}": 1}`, FILE).problems[0]?.message.length ?? 0) < 300);
  });

  it('refuses patterns that could take for ever, and keeps those of the built-in table’s kind', () => {
    const exitRule = (status: string): string => JSON.stringify({ exitTable: [{ status, exit: 'infrastructure' }] });
    for (const slow of ['(a+)+b', '(a|a)*b', '((x*)y)*', '.*.*.*.*', '(?:a{2,9}){3,}', '(\\w+\\s?)+$', '(a?){50}a{50}', 'a?'.repeat(60), '(a|aa)'.repeat(33), '((a{99}){99}){99}', '(?=(a*)*b)', '(.+)\\1(.+)\\2.*.*']) {
      check(exitRule(slow), JSON.stringify(slow), { code: 'bad-value' }, /for ever/);
    }
    for (const fine of ['(.*\\.)?(RateLimit|Authentication)Error', '(submitted \\()?(exit_cost|exit_api)\\)?', '.*\\bstuck\\b.*', '[*+]{3}\\(a\\+\\)\\+', '(?<name>a|b)c', '.*[(|]+.*', 'a{3}b{2,}?', '.*(a|b|c) \\(\\)\\|\\[x?', '\\p{Lu}{1,3}', '(?<!x)(?:ab)?c', '.*\\bmax(imum)?[ _](number of )?(iteration|turn|step)s?\\b.*']) {
      assert.deepEqual(parsePlan(exitRule(fine), FILE).problems, [], fine);
    }
  });
});
