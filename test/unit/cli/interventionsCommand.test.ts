import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { finishWork } from '../../../src/cli/finishWork';
import { interventionsInPortions } from '../../../src/formats/interventions/readInterventions';
import type { ForkPlanResult, InterventionsResult } from '../../../src/model/interventionsResult';
import type { AuditResult } from '../../../src/model/results';
import { viewForkPlan } from '../../../src/views/interventions/viewInterventions';
import { makeRepresentationRuns } from '../../support/representationRuns';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const close = (found: number | null | undefined, expected: number): void => assert.ok(Math.abs((found ?? NaN) - expected) < 1e-12, `${found} instead of ${expected}`);

/** Task a: state x (alarmed) 2 of 2 after summarise, 1 of 2 after continue; state y (no alarm) 0 of 1 and 1 of 1. Task b: state z (alarmed) 1 of 1 and 0 of 1. A state w has nobody who continued. */
const ROWS = [
  'task,t,state,action,success,alarm',
  'a,8,x,summarise,1,1', 'a,8,x,summarise,1,1', 'a,8,x,continue,1,1', 'a,8,x,continue,0,1',
  'a,16,y,summarise,0,0', 'a,16,y,continue,1,0',
  'b,8,z,summarise,1,1', 'b,8,z,continue,0,1',
  'b,8,w,summarise,1,1',
];

async function value(...args: readonly string[]): Promise<InterventionsResult> {
  const { code, out, err } = await runInProcess(['interventions', ...args, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as InterventionsResult;
}

describe('restart-lens interventions', () => {
  after(removeFolders);
  const table = (rows: readonly string[] = ROWS): string => path.join(makeFolder({ 'forks.csv': rows.join('\n') }), 'forks.csv');

  it('gives what an action is worth on the alarm and always, by hand, over all times and at each', async () => {
    const { values, rows, counted, hasAlarms, actions } = await value(table());
    assert.deepEqual([rows, counted, hasAlarms, actions, values.map(({ action, t }) => [action, t])], [9, 9, true, ['continue', 'summarise'], [['summarise', null], ['summarise', 8], ['summarise', 16]]]);
    const [all, at8, at16] = values;
    assert.deepEqual([all?.tasks, all?.states, all?.alarmedStates, all?.forks, all?.references, all?.withoutReference], [2, 3, 2, 4, 4, 1]);
    // Task a: (1/2 + 0)/2 on the alarm, (1/2 - 1)/2 always; task b: 1.
    close(all?.gain?.estimate, (1 / 4 + 1) / 2);
    close(all?.always?.estimate, (-1 / 4 + 1) / 2);
    assert.deepEqual([all?.gain?.kind, all?.gain?.reasons[0]], ['resampling range', 'few-tasks']);
    close(at8?.gain?.estimate, (1 / 2 + 1) / 2);
    close(at16?.gain?.estimate, 0);
    close(at16?.always?.estimate, -1);
    const { out } = await runInProcess(['interventions', table()]);
    assert.match(out, /^Of summarise none is shown to be worth more than letting the run go on\./);
    assert.match(out, /What a clean restart is worth in an audit\s+says nothing of another action/);
    assert.match(out, /! summarise: 1 state without a fork that continues counts nowhere\./);
  });

  it('refuses to let a clean restart stand in for an action that nobody tried', async () => {
    const { code, out, err } = await runInProcess(['interventions', table(), '--action', 'restart']);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /No row of the table tries "restart"\. What a clean restart is worth says nothing of another action, so its values are not taken in place of it\. Actions here: continue and summarise\./);
    const alone = await value(table(['task,t,action,success', 'a,8,summarise,1']));
    assert.deepEqual([alone.values[0]?.gain, alone.values[0]?.withoutReference], [null, 1]);
    const { out: words } = await runInProcess(['interventions', table(['task,t,action,success', 'a,8,summarise,1'])]);
    assert.match(words, /^Nothing can be said of summarise: no state was tried with continue as well\./);
  });

  it('tells bad rows with file, line, found and expected, and ends with 4 where that is asked for', async () => {
    const bad = table([...ROWS, 'c,8,x,summarise,often,1']);
    const { code, err } = await runInProcess(['interventions', bad, '--strict']);
    assert.equal(code, 4);
    assert.match(err, /forks\.csv, line 11: found success "often"; expected 1 or 0 \(true or false\)\. The row's success cannot be used, so the row was left out\./);
    assert.equal((await runInProcess(['interventions', bad])).code, 0);
    const none = await runInProcess(['interventions', table(['task,t,action,success'])]);
    assert.deepEqual([none.code, none.out], [3, '']);
    assert.equal((await runInProcess(['interventions', path.join(makeFolder({}), 'absent.csv')])).code, 2);
  });

  it('is no outcome table: forks in a folder of traces are no attempts', async () => {
    const folder = makeFolder({ 'forks.csv': 'task,runtime,t,action,success\na,luna,8,continue,1\n', 'forks.jsonl': '{"task": "a", "runtime": "luna", "t": 8, "state": "x", "action": "continue", "success": 1}\n' });
    const { out } = await runInProcess(['index', folder, '--json']);
    const { totals } = JSON.parse(out) as { readonly totals: { readonly attempts: number } };
    assert.equal(totals.attempts, 0);
  });
});

describe('restart-lens interventions, interrupted or odd', () => {
  after(removeFolders);

  it('stops in the middle of reading and of valuing when it is interrupted', async () => {
    const csv = `task,t,action,success\n${'a,4,continue,1\n'.repeat(60_000)}`;
    const json = `[${'{"task":"a","t":4,"action":"continue","success":1},\n'.repeat(20_000)}{}]`;
    for (const text of [csv, json, json.slice(1).replaceAll('},', '}')]) {
      const work = interventionsInPortions('t', text);
      let portions = 0;
      while (work.next().done !== true) portions++;
      assert.ok(portions > 3, `${portions} portions`);
      const aborted = new AbortController();
      aborted.abort();
      await assert.rejects(finishWork(interventionsInPortions('t', text), aborted.signal), { name: 'CancelledError' });
    }
  });

  it('tells actions apart that differ in what no screen shows', async () => {
    const rows = ['sum\u0007', 'sum', 's\u200bum', 'sum  up', 'sum up'].flatMap((action) => [{ task: 'a', t: 4, state: 'x', action, success: true }]);
    const file = path.join(makeFolder({}), 'forks.json');
    writeFileSync(file, JSON.stringify([...rows, { task: 'a', t: 4, state: 'x', action: 'continue', success: false }], null, 1));
    const { out, code } = await runInProcess(['interventions', file]);
    assert.equal(code, 0);
    for (const name of ['sum\\u0007', 's\\u200bum', 'sum\\u0020 up', 'sum up']) assert.ok(out.includes(name), `${name} in ${out}`);
    assert.match(out, /^sum  /m);
  });
});

describe('restart-lens plan fork', () => {
  after(removeFolders);

  it('names the live attempts of the time with the most information in each cell, and the step to fork after', async () => {
    const folder = makeRepresentationRuns(['a__a-1', 'a__a-2']);
    const { out } = await runInProcess(['plan', 'fork', folder, '--budget', '12', '--times', '2,4,9', '--json']);
    const { decisions, candidates } = JSON.parse(out) as ForkPlanResult;
    assert.deepEqual([decisions.length, candidates], [2, 2]);
    // At 2 all three runs are live and two of them are resolved by 12: Beta(3, 2) has mean 3/5 and square 2/5. At 4 and 9 two of three are live, one resolved: 2/3 of (1 + 3/10)/2 - 1/2.
    assert.deepEqual(decisions.map(({ task, t, nLive, xContinue }) => [task, t, nLive, xContinue]), [['a__a-1', 2, 3, 2], ['a__a-2', 2, 3, 2]]);
    close(decisions[0]?.information, (1 + 2 / 5) / 2 - 3 / 5);
    const later = JSON.parse((await runInProcess(['plan', 'fork', folder, '--budget', '12', '--times', '4', '--json', '--most', '1'])).out) as ForkPlanResult;
    close(later.decisions[0]?.information, (2 / 3) * ((1 + 3 / 10) / 2 - 1 / 2));
    assert.deepEqual([later.decisions.length, later.candidates, later.decisions[0]?.states.map(({ step }) => step)], [1, 2, [4, 4]]);
    const text = (await runInProcess(['plan', 'fork', folder, '--budget', '12', '--times', '4'])).out;
    assert.match(text, /^2 cells worth forking, of 2 in which a live decision abstains\./);
    assert.match(text, /a__a-1, .* call 4 +2 of 3 +50 % +\+10\.0 /);
    assert.equal((await runInProcess(['plan', 'fork', folder, '--most', '0'])).code, 2);
  });

  it('names only decisions that are live and abstain', async () => {
    const rows = Array.from({ length: 14 }, (_, i) => `sure,m,${i},20,,30`).concat(['open,m,0,20,,30', 'open,m,1,,,30', 'over,m,0,3,,30', 'over,m,1,3,,30']);
    const folder = makeFolder({ 'table.csv': ['task,model,attempt,T,E,horizon', ...rows].join('\n') });
    const audit = JSON.parse((await runInProcess(['audit', folder, '--budget', '30', '--times', '16', '--json'])).out) as AuditResult;
    assert.deepEqual(audit.decisions.map(({ task, status, verdict }) => [task, status, verdict]), [['open', 'live', 'abstain'], ['over', 'not-reached', null], ['sure', 'live', 'continue']]);
    const { decisions, candidates, withoutSteps } = JSON.parse((await runInProcess(['plan', 'fork', folder, '--budget', '30', '--times', '16', '--json'])).out) as ForkPlanResult;
    assert.deepEqual([decisions, candidates, withoutSteps], [[], 1, 1], 'a row of a table holds no steps to fork after');
    assert.match((await runInProcess(['plan', 'fork', folder, '--budget', '30', '--times', '16'])).out, /^No state can be forked: no trace of the live attempts of 1 cell holds steps\./);
  });

  it('passes over runs without steps and lists those that can be forked, with a word on what it left out', async () => {
    const folder = makeRepresentationRuns(['a__a-1', 'a__a-2']);
    writeFileSync(path.join(folder, 'table.csv'), ['task,model,attempt,T,E,horizon', 'open,m,0,20,,30', 'open,m,1,,,30'].join('\n'));
    const args = ['plan', 'fork', folder, '--budget', '12', '--times', '4', '--estimand'];
    const traces = JSON.parse((await runInProcess([...args, 'resolved-at-submission', '--json'])).out) as ForkPlanResult;
    assert.deepEqual(traces.decisions.map(({ task, states }) => [task, states.map(({ step }) => step)]), [['a__a-1', [4, 4]], ['a__a-2', [4, 4]]]);
    const table = JSON.parse((await runInProcess([...args, 'first-verified', '--json'])).out) as ForkPlanResult;
    assert.deepEqual([table.decisions, table.candidates], [[], table.withoutSteps]);
    const panel = viewForkPlan({ ...traces, candidates: 3, withoutSteps: 1 }, 'linked');
    assert.match(panel.caveats[0]?.text ?? '', /^1 cell that would have come before is left out/);
    assert.deepEqual(panel.tables[0]?.columns.map(({ label }) => label), ['Task', 'Fork after', 'Live', 'Continued and solved', 'Information, points', 'Attempt', 'Step']);
    const link = panel.tables[0]?.rows[0]?.[6];
    assert.deepEqual(link, { text: '4', attempt: traces.decisions[0]?.states[0]?.attempt, step: 4 });
  });
});
