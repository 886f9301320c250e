import assert from 'node:assert/strict';
import path from 'node:path';
import type { AuditResult } from '../../../src/model/results';
import type { RepresentationGroup, RepresentationResult, RepresentationsResult } from '../../../src/model/representationsResult';
import { makeRepresentationRuns } from '../../support/representationRuns';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const reconstruction = path.resolve(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction');

async function represent(...args: readonly string[]): Promise<RepresentationsResult> {
  const { code, out, err } = await runInProcess(['representations', ...args, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as RepresentationsResult;
}

function view({ representations }: RepresentationGroup, name: string): RepresentationResult {
  return representations.find((one) => one.name === name) ?? assert.fail(`no ${name}`);
}

const close = (found: number | null | undefined, expected: number): void => assert.ok(Math.abs((found ?? NaN) - expected) < 1e-12, `${found} instead of ${expected}`);

describe('restart-lens representations', () => {
  after(removeFolders);

  it('values by hand what a repeated action tells of runs that are alike otherwise', async () => {
    const folder = makeRepresentationRuns(['acme__w-1', 'acme__w-2', 'acme__v-1', 'other__x-1']);
    const { groups } = await represent(folder, '--budget', '12', '--times', '4,10');
    const [at4, at10] = groups;
    if (at4 === undefined || at10 === undefined) assert.fail('two times');
    assert.deepEqual([at4.tasks, at4.attempts, at4.live, at4.liveTasks, at4.missing], [4, 12, 8, 4, null]);
    // A restart has 8 calls: of the other two runs of a task one (the quick one) is resolved by then. Stuck: 1/2 - 0, slow: 1/2 - 1, each over three runs.
    close(at4.always?.estimate, 0);
    close(view(at4, 'nothing').inSample, 0);
    close(view(at4, 'nothing').heldOut?.estimate, 0);
    const prefix = view(at4, 'prefix');
    close(prefix.inSample, 1 / 6);
    close(prefix.heldOut?.estimate, 1 / 6);
    close(prefix.increment?.estimate, 1 / 6);
    assert.deepEqual([prefix.heldOut?.kind, prefix.heldOut?.reasons, prefix.refines], ['resampling range', ['few-tasks', 'few-contributing'], 'nothing']);
    assert.deepEqual(prefix.classes.map(({ observed, live, decision, turned }) => [observed.prefix?.isRepeated, live, decision, turned]), [[true, 4, 'restart', 0], [false, 4, 'continue', 0]]);
    prefix.classes.forEach(({ advantage }, at) => close(advantage, at === 0 ? 1 / 6 : -1 / 6));
    // Alone, a repository with one task has nobody to learn from; the rungs of the rule on repeats tell the same as the prefix.
    assert.deepEqual(view(at4, 'task').classes.map(({ observed, live, tasks }) => [observed.repository, live, tasks]), [['acme/w', 4, 2], ['acme/v', 2, 1], ['other/x', 2, 1]]);
    close(view(at4, 'task+prefix').heldOut?.estimate, 1 / 12);
    close(view(at4, 'task+prefix').inSample, 1 / 6);
    close(view(at4, 'score:repeated-action').heldOut?.estimate, 1 / 6);
    close(view(at4, 'prefix+score:repeated-action').increment?.estimate, 0);
    assert.deepEqual(at4.constantMonitors, ['error-streak', 'malformed-streak', 'step-count']);
    assert.deepEqual([at10.live, at10.missing, at10.representations.length], [0, 'no-live', 0]);
  });

  it('sees only what happened by the decision', async () => {
    const folder = makeRepresentationRuns(['a__a-1', 'a__a-2']);
    const { groups } = await represent(folder, '--budget', '12', '--times', '2,3');
    assert.deepEqual(groups.map((group) => view(group, 'prefix').classes.map(({ observed }) => observed.prefix?.isRepeated)), [[false], [true, false]]);
  });

  it('says of a table without steps that only doing the same to every run can be valued, and agrees with the audit', async () => {
    const { groups } = await represent(reconstruction, '--budget', '30', '--times', '4,16');
    const audit = JSON.parse((await runInProcess(['audit', reconstruction, '--budget', '30', '--times', '4,16', '--json'])).out) as AuditResult;
    for (const { runtime, cohort, t, always, live } of groups) {
      const macro = audit.macro.find((one) => one.runtime === runtime && one.cohort === cohort && one.t === t);
      if (live > 0) close(always?.estimate, macro?.unbiased.change ?? NaN);
    }
    const luna = groups.find((group) => group.runtime === 'luna' && group.cohort === 'initial' && group.t === 16) ?? assert.fail();
    // In sample all are restarted for the one task that gains; without it the others would not.
    close(view(luna, 'nothing').inSample, 0.2 / 7);
    close(view(luna, 'nothing').heldOut?.estimate, 0);
    assert.deepEqual([view(luna, 'prefix').missing, view(luna, 'task').missing], ['no-steps', 'no-features']);
    const { out } = await runInProcess(['representations', reconstruction, '--budget', '30', '--times', '4,16', '--at', '16']);
    assert.match(out, /^At call 16 no view of a live run in any of 3 runtimes and cohorts is shown to be worth more/);
    assert.match(out, /luna high-id: In none of 7 tasks is an attempt live at call 16: nothing is left to decide\./);
    assert.match(out, /what happened by then +no live run has steps in its trace/);
  });

  it('lists pairs that look alike and want opposite actions, and leaves out tasks of one attempt or that were not watched to B', async () => {
    const rows = [...[3, 3, '', ''].map((T, i) => `x,m,${i},${T},,12`), ...[10, 10, 10, ''].map((T, i) => `y,m,${i},${T},,12`), 'single,m,0,5,,12', 'cut,m,0,5,,12', 'cut,m,1,,,6'];
    const folder = makeFolder({ 'table.csv': ['task,model,attempt,T,E,horizon', ...rows].join('\n') });
    const [group] = (await represent(folder, '--budget', '12', '--times', '4')).groups;
    assert.deepEqual([group?.tasks, group?.singleTasks, group?.horizonTasks], [2, 1, 1]);
    const { aliased } = view(group ?? assert.fail(), 'nothing');
    const [pair] = aliased.shown;
    assert.deepEqual([aliased.count, pair?.restarted.task, pair?.restarted.label, pair?.continued.task, pair?.continued.label, pair?.continued.step], [1, 'x', '2', 'y', '3', null]);
    close(pair?.gap, 2 / 3);
    const { out } = await runInProcess(['representations', folder, '--budget', '12', '--times', '4']);
    assert.match(out, /x, 2 +67 %, 0 % +y, 3 +0 %, 100 % +\+67 +open side by side/);
    assert.match(out, /m: 1 task with a single attempt and 1 task with an attempt that was not watched to B count nowhere here\./);
  });

  it('says plainly when there is too little', async () => {
    const one = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\na,m,2,,,30\n' });
    const group = (await represent(one, '--budget', '30', '--times', '4')).groups[0] ?? assert.fail();
    assert.deepEqual([group.missing, view(group, 'nothing').heldOut, typeof view(group, 'nothing').inSample], ['one-task', null, 'number']);
    assert.match((await runInProcess(['representations', one, '--budget', '30', '--times', '4'])).out, /^Only one task counts, so nothing can be tried on a task that it was not chosen on\./);
    const single = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\n' });
    assert.match((await runInProcess(['representations', single, '--budget', '30', '--times', '4'])).out, /^No task counts \(1 task has a single attempt\): it takes two attempts of a task, all watched to B\./);
    const { code, err } = await runInProcess(['representations', one, '--budget', '30', '--times', '4', '--at', '5']);
    assert.equal(code, 2);
    assert.match(err, /--at 5 is no decision time of the plan; expected one of 4\./);
  });
});
