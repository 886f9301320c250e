import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { cellsToDescribe, describeInPortions } from '../../../src/analysis/describe';
import { runPortions } from '../../../src/base/portions';
import { buildIndex } from '../../../src/index/buildIndex';
import type { TraceIndex } from '../../../src/index/traceIndex';
import { DESCRIBE_PARTS, type DescribeResult } from '../../../src/model/describeResult';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt, finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';
import { miniTrace } from '../../support/miniTrace';
import { makeFolder, removeFolders } from '../../support/tempFolder';

function describeIndex(index: TraceIndex, planText = '{}'): DescribeResult {
  const { plan } = parsePlan(planText, 'plan');
  return runPortions(describeInPortions(index, { grouped: runPortions(cellsToDescribe(index, plan)).grouped, plan, parts: DESCRIBE_PARTS }));
}

const count = (lines: string, sign: string): number => lines.split('\n').filter((line) => line.startsWith(sign)).length;
const diff = (file: string, lines: string): string => `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,${1 + count(lines, '-')} +1,${1 + count(lines, '+')} @@\n context\n${lines}`;

/** A trajectory with this submission; undefined: it states none. */
function trace(task: string, submission: string | undefined): string {
  const { info, ...rest } = miniTrace({ task, steps: [{ command: 'ls', output: 'x' }] }) as { readonly info: object };
  return JSON.stringify({ info: { ...info, submission }, ...rest });
}

describe('what runtimes are', () => {
  it('says each field as one value, how it varies, or that nobody states it', () => {
    const attempts = [
      finalAttempt('a', '1', 'resolved', 5, { runtime: { agent: 'mini', agentVersion: '2.0' } }),
      finalAttempt('a', '2', 'unresolved', 9, { runtime: { agent: 'mini', agentVersion: '2.1' }, limits: { calls: 30, usd: null, seconds: null } }),
      makeAttempt({ task: null, attempt: '3', runtime: { agent: 'mini' }, started: '2026-01-01T00:00:00Z', startedMs: 1767225600000 }),
    ];
    const { runtimes } = describeIndex(makeIndex(attempts), '{"runtimeKey": ["agent", "model"]}');
    assert.equal(runtimes?.length, 1);
    const [card] = runtimes ?? [];
    assert.deepEqual([card?.attempts, card?.setAside, card?.tasks, card?.tools], [3, 1, 1, null]);
    const field = (name: string) => card?.fields.find((one) => one.field === name);
    assert.deepEqual(field('agent'), { field: 'agent', values: [{ value: 'mini', attempts: 3 }], unknown: 0 });
    assert.deepEqual(field('agentVersion'), { field: 'agentVersion', values: [{ value: '2.0', attempts: 1 }, { value: '2.1', attempts: 1 }], unknown: 1 });
    assert.deepEqual(field('limitCalls'), { field: 'limitCalls', values: [{ value: '250', attempts: 1 }, { value: '30', attempts: 1 }], unknown: 1 });
    assert.deepEqual(field('provider'), { field: 'provider', values: [], unknown: 3 });
    assert.deepEqual(card?.started, { first: '2026-01-01T00:00:00.000Z', last: '2026-01-01T00:00:00.000Z', unknown: 2 });
  });
});

describe('what tasks took', () => {
  it('counts successes and spreads T over them alone, other figures over all that state them', () => {
    const attempts = [
      declaredAttempt('a', '1', { T: 4 }, { cost: 1, seconds: 10 }),
      declaredAttempt('a', '2', { T: 9 }, { cost: 3 }),
      declaredAttempt('a', '3', { T: 20 }),
      declaredAttempt('a', '4', { E: 29 }, { cost: 0.5, calls: 29 }),
      makeAttempt({ task: 'a', attempt: '5', format: 'outcome-table' }),
      declaredAttempt('b', '1', {}),
    ];
    const { tasks } = describeIndex(makeIndex(attempts));
    assert.deepEqual(tasks?.map(({ task, n, setAside, solved }) => [task, n, setAside, solved]), [['a', 4, 1, 3], ['b', 1, 0, 0]]);
    assert.deepEqual(tasks?.[0]?.T, { known: 3, median: 9, low: 4, high: 20, total: null });
    assert.deepEqual(tasks?.[0]?.usd, { known: 3, median: 1, low: 0.5, high: 3, total: 4.5 });
    assert.deepEqual(tasks?.[0]?.calls, { known: 1, median: 29, low: 29, high: 29, total: 29 });
    assert.equal(tasks?.[1]?.T.median, null);
  });
});

describe('what final patches have in common', () => {
  after(removeFolders);

  it('finds the same ones, shared files and hunks, and how alike the different ones are', async () => {
    const one = diff('a.py', '-old\n+new\n');
    const two = `${diff('a.py', '-old\n+new\n')}${diff('b.py', '+extra\n+lines\n')}`;
    const root = makeFolder({
      'r1/t/t.traj.json': trace('t', one),
      'r2/t/t.traj.json': trace('t', one.replace('@@ -1,2 +1,2 @@', '@@ -5,2 +5,2 @@')),
      'r3/t/t.traj.json': trace('t', two),
      'r4/t/t.traj.json': trace('t', '  \n'),
      'r5/t/t.traj.json': trace('t', 'The answer is 42.'),
      'r6/t/t.traj.json': trace('t', undefined),
    });
    const { patches } = describeIndex(await buildIndex({ roots: [root] }));
    const [task] = patches?.tasks ?? [];
    assert.deepEqual([task?.attempts, task?.patched, task?.empty, task?.noPatch, task?.notStated, task?.unreadable], [6, 3, 1, 1, 1, 0]);
    assert.deepEqual(task?.unique.map(({ attempts, files, hunks, added, removed }) => [attempts.length, files, hunks, added, removed]), [[2, 1, 1, 1, 1], [1, 2, 2, 3, 1]]);
    assert.deepEqual([task?.files, task?.hunks], [{ any: 2, all: 1 }, { any: 2, shared: 1 }]);
    assert.deepEqual(task?.similarity, { pairs: 1, mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('takes the prediction of the run where the trace states none, and counts what lies where it is not read', async () => {
    const outside = makeFolder({ 'secret.traj.json': trace('t', diff('s.py', '+s\n')) });
    const root = makeFolder({
      'r1/t/t.traj.json': trace('t', undefined),
      'r1/preds.json': JSON.stringify({ other: { instance_id: 'other', model_name_or_path: 'm', model_patch: 'x' }, t: { instance_id: 't', model_name_or_path: 'm', model_patch: diff('a.py', '+p\n') } }),
      'r2/t/t.traj.json.gz': gzipSync(trace('t', diff('a.py', '+p\n'))),
    });
    symlinkSync(path.join(outside, 'secret.traj.json'), path.join(root, 'link.traj.json'));
    const index = await buildIndex({ roots: [root] });
    const [task] = describeIndex(index).patches?.tasks ?? [];
    assert.deepEqual([task?.attempts, task?.patched, task?.unreadable], [2, 1, 1]);
  });

  it('counts attempts in no cell under their task, those without a task apart, and names successful patches that touch tests', async () => {
    const row = (id: string, task: string | null, path: string, resolved: boolean): object => ({ ...(task === null ? {} : { instance_id: task }), model: id, resolved, model_patch: diff(path, '+a\n'), messages: [{ role: 'user', content: 'fix' }, { role: 'assistant', content: 'done' }] });
    const root = makeFolder({ 'rows.jsonl': [row('m1', 't', 'tests/a.py', true), row('m2', 't', 'tests/b.py', false), row('m3', 't', 'src/a.py', true), row('m4', null, 'tests/c.py', true)] });
    const index = await buildIndex({ roots: [root] });
    const { patches } = describeIndex(index);
    assert.deepEqual([patches?.tasks.map(({ task, attempts }) => [task, attempts]), patches?.withoutTask, patches?.successful], [[['t', 3]], 1, 2]);
    assert.deepEqual(patches?.judges.map(({ task, files }) => [task, files]), [['t', [{ path: 'tests/a.py', kind: 'tests', change: 'changed' }]]]);
    // Declared times serve the other question: the task is another audit's, its patches are here all the same.
    const other = [finalAttempt('a', '1', 'resolved', 5), finalAttempt('a', '2', 'resolved', 5), declaredAttempt('b', '1', { T: 3 })];
    assert.deepEqual(describeIndex(makeIndex(other)).patches?.tasks.map(({ task, attempts }) => [task, attempts]), [['a', 2], ['b', 1]]);
  });

  it('reads the line of its attempt, never the gold patch that a row may carry', async () => {
    const row = (id: string, more: object): object => ({ instance_id: 't', model: id, resolved: true, patch: diff('gold.py', '+gold\n'), messages: [{ role: 'user', content: 'fix' }, { role: 'assistant', content: 'done' }], ...more });
    const root = makeFolder({ 'rows.jsonl': [row('m1', { model_patch: diff('a.py', '+a\n') }), row('m2', { model_patch: diff('b.py', '+b\n') }), row('m3', {})] });
    const [task] = describeIndex(await buildIndex({ roots: [root] })).patches?.tasks ?? [];
    assert.deepEqual([task?.patched, task?.unique.length, task?.notStated, task?.files], [2, 2, 1, { any: 2, all: 0 }]);
    assert.deepEqual(task?.similarity, { pairs: 1, mean: 0, low: 0, high: 0 });
  });

  it('says how much outcomes go together within tasks, or that it cannot be told', () => {
    const cell = (task: string, outcomes: string, model: string) => [...outcomes].map((letter, i) => finalAttempt(task, `${i}`, letter === '1' ? 'resolved' : 'unresolved', 5, { runtime: { model } }));
    const attempts = [...cell('a', '110', 'm'), ...cell('b', '00', 'm'), ...cell('a', '1', 'single'), ...cell('b', '0', 'single')];
    const [m, single] = describeIndex(makeIndex(attempts)).patches?.correlations ?? [];
    assert.equal(m?.correlation?.toFixed(4), '0.3684');
    assert.equal(m?.effectiveViews?.toFixed(4), (2.4 / (1 + 1.4 * 0.368421)).toFixed(4));
    assert.deepEqual([m?.solved, m?.invertedBelow], [0.4, 0.7]);
    assert.deepEqual([single?.correlation, single?.effectiveViews], [null, null]);
  });
});
