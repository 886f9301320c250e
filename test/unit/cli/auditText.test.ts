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
