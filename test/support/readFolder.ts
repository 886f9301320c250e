import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reader } from '../../src/formats/contract';
import { collectParts } from './collectParts';
import type { CollectedParts } from './collectParts';
import { fileHead, memorySource } from './memorySource';

export interface ReadSource extends CollectedParts {
  readonly key: string;
}

/** Every source of one reader below a folder, read; sorted by key. Files that it does not claim are left out. */
export function readFolder(root: string, reader: Reader): readonly ReadSource[] {
  const sources = new Map<string, Record<string, Uint8Array>>();
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  for (const name of names.sort()) {
    const bytes = new Uint8Array(readFileSync(path.join(root, name)));
    const key = reader.claim(fileHead(name, bytes))?.source;
    if (key === undefined) continue;
    const files = sources.get(key) ?? {};
    sources.set(key, files);
    files[name] = bytes;
  }
  return [...sources.keys()].sort().map((key) => ({ key, ...collectParts(reader, memorySource(sources.get(key) ?? {}, { key })) }));
}

/** How often each value occurs, by its text. */
export function tally(values: Iterable<unknown>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
