import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files under a folder as paths relative to it, sorted, with `/`. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** One file of a folder. */
export function readIn(folder: string, file: string): Uint8Array {
  return readFileSync(path.join(folder, file));
}
