import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noteUse, removeOldCaches } from '../../../../src/index/cache/oldCaches';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

const NOW = 1_790_000_000_000;
const DAY = 24 * 60 * 60 * 1000;

/** A cache folder whose manifest was written so many days before NOW. */
function makeCache(folder: string, name: string, days: number): string {
  const cache = path.join(folder, name);
  mkdirSync(cache);
  const manifest = path.join(cache, 'manifest.rls');
  writeFileSync(manifest, 'x');
  utimesSync(manifest, new Date(NOW - days * DAY), new Date(NOW - days * DAY));
  return cache;
}

describe('caches that nobody uses any more', () => {
  after(removeFolders);

  it('are removed after thirty days; the current one, younger ones and what is not ours stay', async () => {
    const folder = makeFolder({});
    const current = makeCache(folder, 'a'.repeat(32), 90);
    const old = makeCache(folder, 'b'.repeat(32), 31);
    const young = makeCache(folder, 'c'.repeat(32), 29);
    const foreign = makeCache(folder, 'photos', 400);
    assert.equal(await removeOldCaches(folder, 'a'.repeat(32), NOW), 1);
    assert.deepEqual([current, old, young, foreign].map((cache) => existsSync(cache)), [true, false, true, true]);
    assert.equal(await removeOldCaches(path.join(folder, 'gone'), 'a'.repeat(32), NOW), 0);
  });

  it('stay in use while they are opened', async () => {
    const folder = makeFolder({});
    const cache = makeCache(folder, 'd'.repeat(32), 40);
    await noteUse(cache, NOW);
    assert.equal(statSync(path.join(cache, 'manifest.rls')).mtimeMs, NOW);
    assert.equal(await removeOldCaches(folder, 'e'.repeat(32), NOW), 0);
    await noteUse(path.join(folder, 'f'.repeat(32)), NOW);
  });
});
