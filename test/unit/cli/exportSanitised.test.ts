import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const traces = path.resolve(import.meta.dirname, '../../../sample/traces');

describe('restart-lens export --sanitised', () => {
  after(removeFolders);

  it('writes a table that audits and replays like the traces', async () => {
    const file = path.join(makeFolder({}), 'attempts.csv');
    const { code, err } = await runInProcess(['export', traces, '--sanitised', '--output', file]);
    assert.equal(code, 0, err);
    for (const command of [['audit', '--budget', '12'], ['replay', '--budget', '12', '--policy', 'fixed:6']]) {
      const [name = '', ...options] = command;
      const [own, back] = await Promise.all([traces, file].map((source) => runInProcess([name, source, ...options, '--json'])));
      assert.equal(back?.out, own?.out);
      assert.notEqual(own?.out, '');
    }
    assert.doesNotMatch(readFileSync(file, 'utf8'), /traj\.json|result\.json|Submitted|run-1\/|\/\w+\/\w+/);
  });

  it('says which names it replaced, and takes no format but CSV', async () => {
    const folder = makeFolder({ 't.csv': 'task,model,attempt,T,horizon\na,/home/me/llama,1,3,30\n' });
    const { out, err } = await runInProcess(['export', folder, '--sanitised']);
    assert.match(err, /1 name held a path, .* and stands in the table as a hash\.\n/);
    const two = await runInProcess(['export', makeFolder({ 't.csv': 'task,model,attempt,T,horizon\n/home/me/a,/home/me/llama,1,3,30\n' }), '--sanitised']);
    assert.match(two.err, /2 names held a path, .* and stand in the table as a hash\.\n/);
    assert.doesNotMatch(out, /home/);
    const refused = await runInProcess(['export', folder, '--sanitised', '--format', 'html']);
    assert.deepEqual([refused.code, /written as csv/.test(refused.err)], [2, true]);
    assert.equal((await runInProcess(['export', makeFolder({ 'a.txt': 'no trace' }), '--sanitised'])).code, 3);
  });
});
