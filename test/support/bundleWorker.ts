import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** As in `scripts/build.mjs`. */
const REQUIRE = 'import{createRequire as nodeRequire}from"node:module";const require=nodeRequire(import.meta.url);';

/** Bundles a worker as the build does and returns the file's path: a thread does not inherit the loader of the tests. */
export function bundleWorker(entry: string): string {
  return path.join(bundleTogether({ worker: entry }), 'worker.mjs');
}

/** Bundles modules side by side and returns their folder; each is called as its key says, with `.mjs`. */
export function bundleTogether(entries: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'restart-lens-worker-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildSync({ entryPoints: entries, outdir: folder, outExtension: { '.js': '.mjs' }, banner: { js: REQUIRE }, splitting: true, bundle: true, platform: 'node', format: 'esm', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' });
  return folder;
}
