import { promises as fs } from 'node:fs';
import path from 'node:path';
import { MANIFEST } from './cacheNames';

/** A cache that nobody used for this long is removed: of roots that are gone, or of another version of the program. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const CACHE_NAME = /^[0-9a-f]{32}$/;

/** Notes that the cache in this folder is in use, once a day. Never fails: a note that cannot be made costs a later reading. */
export async function noteUse(folder: string, now = Date.now()): Promise<void> {
  const manifest = path.join(folder, MANIFEST);
  try {
    const { mtimeMs } = await fs.stat(manifest);
    if (now - mtimeMs > DAY_MS) await fs.utimes(manifest, new Date(now), new Date(now));
  } catch {
    // There is no manifest yet, or the folder cannot be written to.
  }
}

/**
 * Removes the caches below a folder that were not used for thirty days, but for the one named. Folders with other names are not
 * ours and stay. Never fails. Returns how many were removed.
 */
export async function removeOldCaches(folder: string, current: string, now = Date.now()): Promise<number> {
  let removed = 0;
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!CACHE_NAME.test(name) || name === current) continue;
    const cache = path.join(folder, name);
    const used = await lastUse(cache);
    if (used === null || now - used <= KEPT_MS) continue;
    await fs.rm(cache, { recursive: true, force: true }).then(
      () => removed++,
      () => undefined,
    );
  }
  return removed;
}

/** When the cache was last used: the time of its manifest, else of the folder; null when it cannot be told, or a link stands there. */
async function lastUse(cache: string): Promise<number | null> {
  try {
    if (!(await fs.lstat(cache)).isDirectory()) return null;
    return (await fs.stat(path.join(cache, MANIFEST)).catch(() => fs.stat(cache))).mtimeMs;
  } catch {
    return null;
  }
}
