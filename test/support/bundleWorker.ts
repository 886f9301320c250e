import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles a worker as the build does and returns the file's path: a thread does not inherit the loader of the tests. */
export function bundleWorker(entry: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'restart-lens-worker-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'worker.js');
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' });
  return outfile;
}
