import assert from 'node:assert/strict';
import path from 'node:path';
import { runAudit } from '../../../src/analysis/audit';
import { runPortions } from '../../../src/base/portions';
import { buildIndex } from '../../../src/index/buildIndex';
import { exportAttempts } from '../../../src/index/exportAttempts';
import type { TraceIndex } from '../../../src/index/traceIndex';
import type { Attempt, CallResult } from '../../../src/model/attempt';
import { ATTEMPT_TABLE_COLUMNS } from '../../../src/model/attemptTable';
import { buildExitClassifier } from '../../../src/model/exitTable';
import { parsePlan } from '../../../src/plan/parsePlan';
import { attemptTableCsv } from '../../../src/report/attemptTableCsv';
import { makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';
import { createRandom, drawInt } from '../../support/random';
import { sharedFolder } from '../../support/shared';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const PLANS = [
  '{"budget": 25, "times": [5, 10, 20]}',
  '{"budget": 30, "estimand": "first-verified"}',
  '{"budget": 30, "estimand": "resolved-at-submission", "runtimeKey": ["model"]}',
  '{"budget": 3, "axis": "usd"}',
  '{"budget": 20, "axis": "tool-steps", "exitTable": [{"status": "odd ending.*", "exit": "call-limit"}]}',
  '{"axis": "calls", "cohorts": ["pilot, \\"2\\""]}',
];

function tableOf(index: TraceIndex, planText = '{}', isShuffled = false): string {
  const { plan } = parsePlan(planText, 'plan');
  const { rows } = runPortions(exportAttempts(index, { classifyExit: buildExitClassifier(plan.exitTable), cohorts: plan.cohorts }));
  return [...attemptTableCsv(isShuffled ? [...rows].reverse() : rows)].join('');
}

/** The audit that `audit --json` prints, or why there is none; without the attempts of cohorts that the plan, and so the table, leaves out. */
function auditOf(index: TraceIndex, planText: string): unknown {
  const { plan, defaults } = parsePlan(planText, 'plan');
  const outcome = runAudit(index, plan, defaults);
  return outcome.kind === 'audit' ? { ...outcome.result, excluded: outcome.result.excluded.filter(({ reason }) => reason !== 'other-cohort') } : outcome;
}

async function checkSameAudits(index: TraceIndex, plans: readonly string[] = PLANS): Promise<void> {
  for (const plan of plans) {
    const back = await buildIndex({ roots: [makeFolder({ 'attempts.csv': tableOf(index, plan) })] });
    assert.deepEqual(back.problems, []);
    // The first difference says more than two long texts.
    assert.deepEqual(auditOf(back, plan), auditOf(index, plan), plan);
    assert.ok(JSON.stringify(auditOf(back, plan)) === JSON.stringify(auditOf(index, plan)), plan);
  }
}

const NAMES = ['plain', '', 'none', '-1', '=cmd()', ' spaced  out ', 'a,b;"c"', '"quoted"', 'two\nlines\r\n', '\u001b[31mred', 'r\u202etl', 'owner/model', 'ünï 任务', 'null'];

/** Attempts of every kind that an index can hold. */
function drawAttempts(seed: number, count: number): { readonly attempts: readonly Attempt[]; readonly results: readonly (readonly CallResult[])[] } {
  const random = createRandom(seed);
  const pick = <T>(...values: readonly T[]): T => values[drawInt(random, values.length)] as T;
  const results: CallResult[][] = [];
  const attempts = Array.from({ length: count }, (_, i): Attempt => {
    const basis = pick('per-call' as const, 'declared' as const, 'final' as const, null);
    const calls = pick(null, 0, 1, 4, 9, 17, 25, 30, 31);
    const outcome = basis === null ? 'unknown' : pick('resolved' as const, 'unresolved' as const);
    const T = pick(1, 3, 8, 12);
    const passes = basis === 'per-call' && pick(true, false);
    results.push(basis === 'per-call' ? [{ call: 1, passed: passes && T === 1, testsPassed: 1, testsTotal: null }, ...(passes && T > 1 ? [{ call: T, passed: true, testsPassed: 5, testsTotal: 5 }] : [])] : []);
    const declared = basis === 'declared' ? pick({ T, E: null, H: 30 }, { T: null, E: 7, H: null }, { T: null, E: null, H: 30 }, { T: null, E: null, H: null }, null) : passes ? { T, E: null, H: null } : null;
    return makeAttempt({
      id: i.toString(16).padStart(16, '0'),
      file: `runs/${Math.floor(i / 40)}.csv`,
      locator: String((i % 40) + 2),
      task: pick('t1', 't2', 't3', null, ...NAMES),
      attempt: pick('1', 'a/b', ...NAMES),
      cohort: pick(null, '', 'pilot, "2"'),
      runtime: { agent: pick(null, 'agent', 'Agent'), model: pick('m', 'none', null), config: pick(null, 'ab12') },
      format: pick('mini-swe-agent' as const, 'harbor' as const, 'inspect' as const, 'outcome-table' as const),
      exitStatus: pick(null, '', 'Submitted', 'LimitsExceeded', 'RuntimeError', 'odd ending at /home/me', 'AgentTimeoutError', 'limit: message'),
      calls,
      toolSteps: pick(null, calls),
      tokens: { input: pick(null, 5), cached: null, output: pick(null, 7) },
      cost: pick(null, 0, 0.1 + 0.2, 1e-9, 2.5),
      seconds: pick(null, 12.345),
      side: pick(null, { calls: 2, tokens: { input: 1, cached: null, output: null }, cost: 0.5 }),
      limits: { calls: pick(null, 25, 30), usd: pick(null, 3), seconds: pick(null, 60) },
      started: pick(null, '2026-01-01T10:00:00Z', '2026-01-01 10:00', 'at noon'),
      outcome,
      basis,
      declared,
      noResult: drawInt(random, 12) === 0,
      conflict: drawInt(random, 12) === 0,
      synthetic: pick(true, false),
      contentHash: pick(null, 'c0ffee'),
    });
  });
  return { attempts, results };
}

describe('a sanitised table of attempts', () => {
  after(removeFolders);

  it('gives the audit of the traces, byte for byte, whatever their names, ends, bases and limits', async () => {
    const { attempts, results } = drawAttempts(1, 60);
    await checkSameAudits({ ...makeIndex(attempts), callResults: (row) => results[row] ?? [] });
  }).timeout(120_000);

  it('carries every fact that is not text, and results after calls', async () => {
    const { attempts, results } = drawAttempts(4, 40);
    const table = tableOf({ ...makeIndex(attempts), callResults: (row) => results[row] ?? [] });
    const back = await buildIndex({ roots: [makeFolder({ 'attempts.csv': table })] });
    for (const [row, attempt] of attempts.entries()) {
      const at = back.rowOf(attempt.id);
      const { task, cohort, runtime, calls, tokens, cost, seconds, limits, side, outcome, basis, noResult, conflict, synthetic, contentHash } = back.attempt(at);
      assert.deepEqual(
        { task, cohort, runtime, calls, tokens, cost, seconds, limits, side, outcome, basis, noResult, conflict, synthetic, contentHash },
        Object.fromEntries(Object.entries(attempt).filter(([key]) => ['task', 'cohort', 'runtime', 'calls', 'tokens', 'cost', 'seconds', 'limits', 'side', 'outcome', 'basis', 'noResult', 'conflict', 'synthetic', 'contentHash'].includes(key))),
      );
      assert.deepEqual(back.callResults(at), results[row]);
    }
    // Written again, it is the same table but for what it says about its source.
    const withoutSource = (text: string): string => text.split('\r\n').map((line) => line.replace(/,[^,]*,[^,]*$/, '')).join('\r\n');
    assert.equal(withoutSource(tableOf(back)), withoutSource(table));
  });

  it('holds no exit status, no path and no secret, and says how many names it replaced', () => {
    const names = ['/home/me/models/llama', 'hosted//data/models/x', 'C:\\work\\x', 'see file:x', '\\\\host\\share', '~/x', `sk-${'a1B2'.repeat(8)}`, 'x'.repeat(301)];
    const kept = ['acme__widget-12', 'owner/model', 'a/b/c', 'sklearn', 'sk-learn-some-long-task-name', '../x', 'v1.2/x', 'and / or'];
    const attempts = [...names, ...kept].map((task, i) => makeAttempt({ id: String(i).padStart(16, '0'), task, attempt: 'runs/night/1', exitStatus: 'failed at /home/me' }));
    const { rows, replaced } = runPortions(exportAttempts(makeIndex(attempts), { classifyExit: buildExitClassifier(), cohorts: null }));
    assert.equal(replaced, names.length);
    assert.equal(new Set(rows.map((row) => row.task)).size, attempts.length);
    assert.deepEqual(rows.slice(names.length).map((row) => row.task), kept);
    for (const row of rows.slice(0, names.length)) assert.match(row.task, /^name-[0-9a-f]{12}$/);
    assert.doesNotMatch([...attemptTableCsv(rows)].join(''), /home|night|failed at/);
    assert.equal(rows[0]?.exit, 'agent-failure');
  });

  it('is not counted beside the traces that it was made from, under their root or another one', async () => {
    const source = 'task,model,attempt,T,E,horizon\na,m,1,3,,30\na,m,2,,9,30\nb,m,1,,,30\n';
    const root = makeFolder({ 'night/results.csv': source });
    for (const from of [root, path.join(root, 'night')]) {
      const index = await buildIndex({ roots: [from] });
      const both = makeFolder({ 'night/results.csv': source, 'attempts.csv': tableOf(index) });
      const again = await buildIndex({ roots: [both] });
      assert.equal(again.attemptCount, 3);
      assert.deepEqual(again.problems.map(({ code, file }) => [code, file]), Array.from({ length: 3 }, () => ['duplicate', 'attempts.csv']));
      assert.deepEqual(again.files.map(({ file, shown, folded }) => [file, shown, folded]), [['attempts.csv', 0, 3], ['night/results.csv', 3, 0]]);
    }
  });

  it('counts a row once however often the table is there, and none of two rows that carry one id and differ', async () => {
    const table = tableOf(makeIndex([makeAttempt({ id: 'a'.repeat(16), task: 'a', calls: 3, outcome: 'resolved', basis: 'final' })]));
    const twice = await buildIndex({ roots: [makeFolder({ 'a.csv': table, 'b.csv': table })] });
    assert.equal(twice.attemptCount, 1);
    const torn = await buildIndex({ roots: [makeFolder({ 'a.csv': table, 'b.csv': table.replace('resolved', 'unresolved') })] });
    assert.deepEqual([torn.attempt(0).conflict, torn.attempt(1).conflict, torn.attemptCount], [true, true, 2]);
    assert.equal(new Set([torn.attempt(0).id, torn.attempt(1).id]).size, 2);
  });

  it('leaves out a row that is not as it was written, and says which value', async () => {
    const table = tableOf(makeIndex([makeAttempt({ id: 'a'.repeat(16), task: 'a', calls: 3 }), makeAttempt({ id: 'b'.repeat(16), task: 'b', calls: 5 })]));
    for (const [from, to, found] of [['aaaaaaaaaaaaaaaa', '../../etc', 'id ../../etc'], [',3,', ',-3,', 'calls -3'], ['unknown', 'perhaps', 'outcome perhaps']] as const) {
      const index = await buildIndex({ roots: [makeFolder({ 'a.csv': table.replace(from, to) })] });
      assert.equal(index.attemptCount, 1);
      assert.deepEqual(index.problems.map((problem) => [problem.code, problem.found, problem.line]), [['bad-value', found, 2]]);
    }
    const newer = await buildIndex({ roots: [makeFolder({ 'a.csv': table.replaceAll('attempts@1', 'attempts@2') })] });
    assert.deepEqual([newer.attemptCount, newer.problems[0]?.code], [2, 'unknown-version']);
  });

  it('has one cell for each column in every row', () => {
    const { attempts } = drawAttempts(5, 60);
    const { rows } = runPortions(exportAttempts(makeIndex(attempts), { classifyExit: buildExitClassifier(), cohorts: null }));
    for (const row of rows) assert.deepEqual(Object.keys(row), [...ATTEMPT_TABLE_COLUMNS]);
  });

  const shared = sharedFolder();
  it(`gives the audit of public traces and of the papers' tables${shared === null ? ' (skipped: no shared folder)' : ''}`, async function () {
    if (shared === null) return this.skip(); // the public traces lie beside the project only, not in a lone clone
    for (const folder of ['traces/mini-swe-agent', 'papers/paper-a-reconstruction.csv', 'papers/paper-a-reconstruction-horizon60.csv']) {
      await checkSameAudits(await buildIndex({ roots: [path.join(shared, folder)] }), PLANS.slice(0, 3));
    }
  }).timeout(120_000);
});
