import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync, lstatSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInProcess } from '../../support/runCli';

const sample = 'sample';

describe('the file of --output', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'answer-'));
  const write = async (file: string): Promise<{ readonly code: number; readonly err: string }> => runInProcess(['export', sample, '--sanitised', '--output', file]);

  it('keeps its permissions and a link to it, and nothing is left beside it', async () => {
    const file = path.join(folder, 'kept.csv');
    const link = path.join(folder, 'link.csv');
    writeFileSync(file, 'old');
    chmodSync(file, 0o600);
    symlinkSync(file, link);
    assert.equal((await write(link)).code, 0);
    assert.match(readFileSync(file, 'utf8'), /restart-lens\/attempts@1/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.deepEqual(readdirSync(folder).sort(), ['kept.csv', 'link.csv']);
  });

  it('is refused as wrong usage where there is no folder for it, or it is one', async () => {
    for (const file of [path.join(folder, 'no/such/place.csv'), folder]) {
      const { code, err } = await write(file);
      assert.equal(code, 2, err);
      assert.match(err, /cannot be written/);
    }
  });

  it('ends with 5 where the file system fails', async function () {
    if (process.platform !== 'linux') this.skip(); // only Linux has a file that is always full
    const { code, err } = await write('/dev/full');
    assert.equal(code, 5, err);
    assert.match(err, /\/dev\/full cannot be written: ENOSPC/);
  });
});
