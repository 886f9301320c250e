// Bundles the probe and runs it in the extension host of a real VS Code: node --import=tsx bench/runHostProbe.ts FOLDER
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { findExecutable } from '../test/support/hostExecutable';

const repository = path.resolve(import.meta.dirname, '..');

async function main(): Promise<void> {
  const [folder = repository] = process.argv.slice(2);
  const probe = path.join(repository, 'out/bench/hostProbe.js');
  await esbuild.build({ absWorkingDir: repository, entryPoints: ['bench/hostProbe.ts'], outfile: probe, bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'], logLevel: 'warning' });
  const executable = findExecutable();
  await runTests({ ...(executable ? { vscodeExecutablePath: executable } : {}), extensionDevelopmentPath: repository, extensionTestsPath: probe, launchArgs: [folder] });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
