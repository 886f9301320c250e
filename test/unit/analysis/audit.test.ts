import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runAudit, type AuditedOutcome } from '../../../src/analysis/audit';
import { auditAttempts } from '../../../src/analysis/auditAttempts';
import { countCell } from '../../../src/analysis/cellAtCall';
import type { Attempt } from '../../../src/model/attempt';
import type { Plan } from '../../../src/model/plan';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt, finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

const TABLE = new URL('../../fixtures/outcome-table/paper-a-reconstruction/table.csv', import.meta.url);

function readTable(): readonly Attempt[] {
  const number = (text: string | undefined): number | undefined => (text === undefined || text === '' ? undefined : Number(text));
  return readFileSync(TABLE, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [task = '', model = '', cohort = '', attempt = '', T, E, H] = line.split(',');
      const times = { ...(number(T) === undefined ? {} : { T: Number(T) }), ...(number(E) === undefined ? {} : { E: Number(E) }), H: Number(H) };
      return declaredAttempt(task, attempt, times, { id: `${model}/${cohort}/${task}/${attempt}`, cohort, runtime: { model }, synthetic: true });
    });
}

function audit(attempts: readonly Attempt[], stated: Partial<Plan> = {}) {
  const { plan, defaults } = parsePlan('{}', 'plan');
  return runAudit(makeIndex(attempts), { ...plan, ...stated }, defaults.filter((key) => !(key in stated)));
}

function audited(attempts: readonly Attempt[], stated: Partial<Plan> = {}): AuditedOutcome {
  const outcome = audit(attempts, stated);
  assert.equal(outcome.kind, 'audit');
  return outcome as AuditedOutcome;
}

describe('the audit of the synthetic reconstruction of paper A', () => {
  const outcome = audited(readTable(), { budget: 30, times: [4, 8, 12, 16, 20, 24] });
  const { result } = outcome;
  const macroAt16 = (runtime: string, cohort: string) => result.macro.find((m) => m.runtime === runtime && m.cohort === cohort && m.t === 16);

  it('counts a family of 156: 103 live, 53 not reached, every live one an abstention', () => {
    assert.equal(result.family, 156);
    assert.equal(result.decisions.length, 156);
    const none = { restart: 0, continue: 0, abstain: 103 };
    assert.deepEqual(result.totals, { live: 103, notReached: 53, horizon: 0, ...none, byRule: { fixed: none, calibrated: none } });
    assert.equal(result.decisions.filter((d) => d.t === 16 && d.status === 'live').length, 13);
  });

  it('says that nothing can be certified with five attempts: it takes 14 for continue and 55 for restart', () => {
    const paper = { continue: 14, restart: 55 };
    assert.deepEqual(result.leastAttempts, { ...paper, byFamily: { planned: { family: 156, continue: 14, restart: 55 }, sliders: { family: 6032, continue: 19, restart: 77 } }, byRule: { fixed: paper, calibrated: { continue: 7, restart: 25 } } });
    assert.ok(result.decisions.every((d) => !d.certifiable.restart && !d.certifiable.continue));
  });

  it('finds the printed macro changes at 16, and that one attempt carries the whole Luna gain', () => {
    const luna = macroAt16('luna', 'initial');
    const deepseek = macroAt16('deepseek', 'initial');
    assert.ok(Math.abs((luna?.change ?? 0) - 0.8 / 35) < 1e-12);
    assert.ok(Math.abs((deepseek?.change ?? 0) + 0.42285714285714) < 1e-12);
    assert.deepEqual(luna?.influence, { attempt: 'luna/initial/23413/5', share: 1 });
    assert.equal(luna?.interval?.kind, 'resampling range');
    assert.equal(luna?.interval?.replicates, 10_000);
  });

  it('has what is unbiased beside the plug-in: +2.86 points, all of them from the same attempt, and no verdict from seven tasks', () => {
    const { unbiased, change } = macroAt16('luna', 'initial') ?? assert.fail();
    assert.ok(Math.abs((unbiased.change ?? 0) - 0.2 / 7) < 1e-12);
    assert.ok(Math.abs((unbiased.bias ?? 0) - ((change ?? 0) - 0.2 / 7)) < 1e-15);
    assert.deepEqual([unbiased.splitOracle, unbiased.fewestAttempts, unbiased.exploratoryP, unbiased.missing], [0, 5, 1, null]);
    assert.deepEqual(unbiased.influence, { attempt: { attempt: 'luna/initial/23413/5', share: 1, without: 0 }, cell: { task: '23413', share: 1, without: 0 } });
    assert.deepEqual([unbiased.withoutOneAttempt?.low, unbiased.withoutOneTask?.low], [0, 0]);
    assert.ok(Math.abs((unbiased.withoutOneAttempt?.high ?? 0) - 0.25 / 7) < 1e-12 && Math.abs((unbiased.withoutOneTask?.high ?? 0) - 0.2 / 6) < 1e-12);
    const { kind, tasks, contributing, reasons } = unbiased.tasksLikeThese ?? assert.fail();
    assert.deepEqual({ kind, tasks, contributing, reasons }, { kind: 'resampling range', tasks: 7, contributing: 1, reasons: ['few-tasks', 'few-contributing', 'one-task'] });
    // Four runtimes and cohorts at six times.
    assert.deepEqual(unbiased.verdict, { verdict: 'cannot-tell', reason: 'few-tasks', family: 24, interval: null });
    // The jackknife of one cell: four attempts without which it is 0.25, one without which it is 0, times 4 / 5.
    const half = 1.959963984540054 * Math.sqrt(0.04) / 7;
    assert.ok(Math.abs((unbiased.theseTasks?.low ?? 0) - (0.2 / 7 - half)) < 1e-12 && Math.abs((unbiased.theseTasks?.high ?? 0) - (0.2 / 7 + half)) < 1e-12);
  });

  it('sorts decisions by runtime, cohort, task and time, and names the defaults', () => {
    const keys = result.decisions.map((d) => JSON.stringify([d.runtime, d.cohort, d.task, String(d.t).padStart(3, '0')]));
    assert.deepEqual(keys, [...keys].sort());
    assert.deepEqual(result.plan.defaults, ['alpha', 'attemptsPerCell', 'axis', 'cells', 'cohorts', 'estimand', 'exitTable', 'family', 'marginPoints', 'missingData', 'monitors', 'rule', 'rules', 'runtimeKey', 'seed', 'utility']);
    assert.equal(result.provenance.synthetic, 130);
    assert.deepEqual(result.provenance.basis, { 'per-call': 0, declared: 130, final: 0 });
  });

  it('takes B from the configured limits and the times from B when nobody states them', () => {
    const byDefault = audited(readTable()).result;
    assert.equal(byDefault.plan.budget, 30);
    assert.deepEqual(byDefault.plan.times, [4, 8, 12, 17, 21, 25]);
  });

  it('lists every attempt behind the decisions', () => {
    assert.equal(auditAttempts(outcome).length, 130);
    assert.ok(auditAttempts(outcome).every((a) => a.excluded === null));
  });

  it('counts the cell of an attempt at any call, and names the next planned decision', () => {
    const row = readTable().findIndex((a) => a.id === 'luna/initial/23413/5');
    const at = countCell(outcome, row, 9);
    assert.deepEqual([at?.status, at?.n, at?.nLive, at?.xContinue, at?.xRestart, at?.next?.t], ['live', 5, 2, 1, 4, 12]);
    assert.equal(countCell(outcome, row, 24)?.next?.t, 24);
    assert.equal(countCell(outcome, row, 25)?.next, null);
    assert.equal(countCell(outcome, row, 30)?.status, 'beyond-budget');
  });
});

describe('an audit that cannot be made', () => {
  it('asks for B where no limit is configured, and offers the largest U seen', () => {
    const attempts = [finalAttempt('a', '1', 'resolved', 12, { limits: { calls: null, usd: null, seconds: null } }), finalAttempt('a', '2', 'unresolved', 31, { limits: { calls: null, usd: null, seconds: null } })];
    const outcome = audit(attempts);
    assert.deepEqual(outcome, { kind: 'needs-budget', estimand: 'resolved-at-submission', usable: 2, largestSeen: 31 });
  });

  it('refuses times at or beyond B by name', () => {
    const outcome = audit([declaredAttempt('a', '1', { T: 4 })], { budget: 10, times: [4, 10] });
    assert.equal(outcome.kind === 'refused' && outcome.message, 'Decision times must be above 0 and below B = 10; found 10.');
  });

  it('says why no attempt can be counted', () => {
    const outcome = audit([makeAttempt({ calls: 3 }), makeAttempt({ attempt: '2', noResult: true })]);
    assert.equal(outcome.kind === 'nothing' && outcome.message, 'None of 2 attempts can be counted: 1 no-outcome, 1 no-result.');
  });
});

describe('a cell without a usable attempt', () => {
  it('is in the family and in no mean', () => {
    const { result } = audited([declaredAttempt('a', '1', { T: 20 }), declaredAttempt('a', '2', { T: 2 }), makeAttempt({ task: 'b', calls: 4 })], { budget: 30, times: [10] });
    assert.equal(result.family, 2);
    assert.deepEqual(
      result.macro.map((m) => m.cells),
      [1],
    );
    assert.deepEqual(result.excluded, [{ reason: 'no-outcome', attempts: ['id-b-1'] }]);
  });
});

describe('an audit of runtimes that read alike', () => {
  it('keeps them apart, by name and in the macro numbers', () => {
    const attempt = (id: string, provider: string | null) => declaredAttempt('a', id, { T: 5, H: 30 }, { id, runtime: { model: 'p/x', provider } });
    const { result } = audited([attempt('1', 'p'), attempt('2', null)], { budget: 30, times: [4] });
    const names = ['p/x · provider "p"', 'p/x · provider unknown'];
    assert.deepEqual(result.decisions.map(({ runtime }) => runtime), names);
    assert.deepEqual(result.macro.map(({ runtime, cells }) => [runtime, cells]), names.map((name) => [name, 1]));
  });
});
