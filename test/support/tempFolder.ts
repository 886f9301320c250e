import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const made: string[] = [];

/** A new folder with these files (path to content; objects and arrays of objects are written as JSON lines). */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array | readonly object[]>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'restart-lens-'));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const absolute = path.join(folder, name);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, typeof content === 'string' || content instanceof Uint8Array ? content : content.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return folder;
}

/** Removes every folder that was made; for `after`. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
