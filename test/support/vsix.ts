import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const repository = path.resolve(import.meta.dirname, '../..');

/** The manifest as it stands in the repository; only what tests look at. */
export interface Manifest {
  readonly version: string;
  readonly activationEvents: readonly string[];
  readonly engines: { readonly vscode: string; readonly node: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: { readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[] };
}

export function readManifest(): Manifest {
  // Our own file; a missing field fails the test that reads it.
  return JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as Manifest;
}

let made: string | null = null;

/** Absolute path of a package made from the sources as they are now; made once per process. */
export function makePackage(): string {
  if (!made) {
    execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
    made = path.join(repository, `dist/restart-lens-${readManifest().version}.vsix`);
  }
  return made;
}
