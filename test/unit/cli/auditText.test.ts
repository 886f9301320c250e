import assert from 'node:assert/strict';
import { runAudit } from '../../../src/analysis/audit';
import { auditText } from '../../../src/cli/auditText';
import { viewOutcome } from '../../../src/sections/viewOutcome';
import type { Attempt } from '../../../src/model/attempt';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

function textOf(attempts: readonly Attempt[], width: number): string {
  const index = makeIndex(attempts);
  const { plan, defaults } = parsePlan('{"budget": 30, "times": [4, 16]}', 'plan');
  const outcome = runAudit(index, plan, defaults);
  assert.equal(outcome.kind, 'audit');
  return outcome.kind === 'audit' ? auditText(viewOutcome(outcome, index), width) : '';
}

const CELL = [declaredAttempt('a-task', '1', { T: 5 }), declaredAttempt('a-task', '2', {}), declaredAttempt('early', '1', { T: 3 })];

describe('the audit in a terminal', () => {
  it('shows live attempts by time, counts, difference and verdict, and a dot for not reached', () => {
    const lines = textOf(CELL, 100).split('\n');
    assert.match(lines.find((l) => l.includes('a-task')) ?? '', /^ {2}a-task +2 +1 +0\/1 +1\/2 +\+50 \[.*\] +abstain$/);
    assert.match(lines.find((l) => l.includes('early')) ?? '', /^ {2}early +\. +\. {2}the only attempt was verified by call 3$/);
  });

  it('lists every certified decision of all times with action, counts and interval, and counts those beyond forty', () => {
    const cells = (names: readonly string[]): readonly Attempt[] => names.flatMap((task) => Array.from({ length: 60 }, (_, i) => declaredAttempt(task, String(i), { T: 28 })));
    const lines = textOf(cells(['b-task', 'c-task']), 120).split('\n');
    const from = lines.indexOf('Certified decisions, all times: 4');
    assert.ok(from > 0);
    assert.ok(from < lines.findIndex((l) => l.startsWith('Live at t')));
    assert.match(lines[from + 1] ?? '', /^Task +Runtime, cohort +t +B +Action +n +C +R +restart − continue, points, simult\. 95 %$/);
    assert.match(lines[from + 2] ?? '', /^b-task .* 4 +30 +continue +60 +60\/60 +\d+\/60 +\S+ \[.*\]$/);
    assert.match(lines[from + 5] ?? '', /^c-task .* 16 +30 +continue +60 +60\/60 +0\/60 +−100 \[−100, −\d+\]$/);
    assert.doesNotMatch(textOf(CELL, 120), /Certified decisions/);
    const many = textOf(cells(Array.from({ length: 21 }, (_, i) => `task-${i}`)), 120);
    assert.match(many, /^Certified decisions, all times: 42$/m);
    assert.match(many, /^and 2 more; --json lists all$/m);
  });

  it('draws both intervals where the terminal is wide, C and R differing in mark and line', () => {
    const line = textOf(CELL, 160)
      .split('\n')
      .find((l) => l.includes('a-task'));
    assert.match(line ?? '', /C \|o-+ *\| {2}R \|[= ]*=#=+[= ]*\|/);
  });

  it('keeps long task names whole where there is room, and shortens them where there is none', () => {
    const name = 'some-repository__some-name-1234';
    const attempts = [declaredAttempt(name, '1', { T: 5 })];
    assert.ok(textOf(attempts, 120).includes(name));
    assert.ok(!textOf(attempts, 60).includes(name));
  });

  it('lets no control character of a trace through', () => {
    const text = textOf([declaredAttempt('bad\u001b[31m\u202etask\nline', '1', { T: 5 })], 100);
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
  });
});
