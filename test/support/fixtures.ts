import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../fixtures');

/** Files of `test/fixtures/<format>/<name>`, by path relative to that folder, with `/`. */
export function readFixture(format: string, name: string): Record<string, Uint8Array> {
  const folder = path.join(ROOT, format, name);
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files[path.relative(folder, file).split(path.sep).join('/')] = readFileSync(file);
  }
  return files;
}

/** Names of the cases under `test/fixtures/<format>`, sorted. */
export function fixtureCases(format: string): string[] {
  return readdirSync(path.join(ROOT, format), { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => e.name).sort();
}

/** Absolute path of a file or folder of `test/fixtures`. */
export function fixturePath(relative: string): string {
  return path.join(ROOT, relative);
}
