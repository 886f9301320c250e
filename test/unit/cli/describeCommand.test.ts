import assert from 'node:assert/strict';
import path from 'node:path';
import type { DescribeResult } from '../../../src/model/describeResult';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const sample = path.resolve(import.meta.dirname, '../../../sample');
const reconstruction = path.resolve(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction/table.csv');

describe('restart-lens describe', () => {
  after(removeFolders);

  it('prints runtimes, tasks and patches, and the parts that are asked for as JSON', async () => {
    const { code, out, err } = await runInProcess(['describe', path.join(sample, 'traces')]);
    assert.equal(code, 0, err);
    for (const heading of ['Runtimes and cohorts', 'Tasks', 'Outcomes within tasks']) assert.match(out, new RegExp(`^${heading}$`, 'm'));
    assert.match(out, /final patch/);
    const json = JSON.parse((await runInProcess(['describe', path.join(sample, 'traces'), '--parts', 'tasks', '--json'])).out) as DescribeResult;
    assert.equal(json.schema, 'restart-lens/describe@1');
    assert.deepEqual([json.runtimes, json.patches], [null, null]);
    assert.ok((json.tasks?.length ?? 0) > 0);
  });

  it('needs no budget, and gives for a sanitised table what the traces gave', async () => {
    const table = (await runInProcess(['export', reconstruction, '--sanitised'])).out;
    const [own, back] = await Promise.all([reconstruction, makeFolder({ 'attempts.csv': table })].map((from) => runInProcess(['describe', from, '--parts', 'tasks', '--json'])));
    assert.equal(back?.out, own?.out);
    assert.match((await runInProcess(['describe', reconstruction])).out, /^deepseek initial +23413 +3 of 5 /m);
  });

  it('ends with 3 where there is no attempt, and names the parts it knows', async () => {
    assert.equal((await runInProcess(['describe', makeFolder({ 'a.txt': 'x' })])).code, 3);
    const wrong = await runInProcess(['describe', sample, '--parts', 'task']);
    assert.deepEqual([wrong.code, /tasks/.test(wrong.err)], [2, true]);
  });
});
