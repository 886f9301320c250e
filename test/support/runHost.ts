// Bundles test/host/**/*.test.ts and runs them inside the extension host of a real VS Code, through @vscode/test-electron.
//   node --import=tsx test/support/runHost.ts [--bundle-only]
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { findExecutable } from './hostExecutable';

const repository = path.resolve(import.meta.dirname, '../..');
const tests = path.join(repository, 'test/host');
const bundle = path.join(repository, 'out/host/tests.js');

async function bundleTests(): Promise<void> {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts')).sort();
  if (files.length === 0) throw new Error('test/host holds no tests.');
  const calls = files.map((file) => `require(${JSON.stringify(`./${file.replaceAll('\\', '/')}`)});`);
  await esbuild.build({
    absWorkingDir: repository,
    entryPoints: ['test/support/hostEntry.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
    plugins: [
      {
        name: 'host-tests',
        setup: (build) => {
          build.onResolve({ filter: /^restart-lens:host-tests$/ }, () => ({ path: 'host-tests', namespace: 'host-tests' }));
          build.onLoad({ filter: /.*/, namespace: 'host-tests' }, () => ({ contents: `export function registerTests() { ${calls.join(' ')} }`, resolveDir: tests }));
        },
      },
    ],
  });
}

async function main(): Promise<void> {
  await bundleTests();
  if (process.argv.includes('--bundle-only')) return;
  // The tests may change their workspace.
  const parent = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-workspace-'));
  const folder = path.join(parent, 'workspace');
  cpSync(path.join(repository, 'test/fixtures/workspace'), folder, { recursive: true });
  const executable = findExecutable();
  try {
    await runTests({
      ...(executable ? { vscodeExecutablePath: executable } : {}),
      extensionDevelopmentPath: repository,
      extensionTestsPath: bundle,
      launchArgs: [folder],
    });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
