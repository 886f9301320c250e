import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defaultCacheFolder } from '../../../src/cli/cacheFolder';
import { makeFolder, removeFolders } from '../../support/tempFolder';
import { runInProcess } from '../../support/runCli';

describe('the cache of the command line', () => {
  after(removeFolders);

  it('lies where the variable says, else where the platform keeps caches', () => {
    const home = path.resolve('/home/x');
    assert.equal(defaultCacheFolder({ RESTART_LENS_CACHE: '/c', XDG_CACHE_HOME: '/d' }, 'linux', home), path.resolve('/c'));
    assert.equal(defaultCacheFolder({ RESTART_LENS_CACHE: '', XDG_CACHE_HOME: '/d' }, 'linux', home), path.join('/d', 'restart-lens'));
    assert.equal(defaultCacheFolder({ XDG_CACHE_HOME: 'relative' }, 'linux', home), path.join(home, '.cache/restart-lens'));
    assert.equal(defaultCacheFolder({}, 'darwin', home), path.join(home, 'Library/Caches/restart-lens'));
    assert.equal(defaultCacheFolder({}, 'win32', home), path.join(home, 'AppData/Local/restart-lens'));
    assert.equal(defaultCacheFolder({}, 'linux', ''), null);
  });
  it('is refused together with its absence, and without a name', async () => {
    const both = await runInProcess(['index', '.', '--cache', 'x', '--no-cache']);
    assert.deepEqual([both.code, both.err.split('\n')[0]], [2, 'Options --cache and --no-cache exclude each other.']);
    const empty = await runInProcess(['index', '.', '--cache=']);
    assert.deepEqual([empty.code, empty.err.split('\n')[0]], [2, 'Option --cache needs a folder.']);
  });
  it('is not made by sources that run unbundled, which may change at any time', async () => {
    const root = makeFolder({ 'scores.jsonl': '{}\n' });
    const cache = makeFolder({});
    assert.equal((await runInProcess(['index', root, '--cache', cache])).code, 3);
    assert.deepEqual(readdirSync(cache), []);
  });
});
