// `npm run bench`: builds the product and the bench, and runs it from the project's root.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
ensureInstalled();
const { build } = await import('./build.mjs');
const { kernelDefine } = await import('./wasm.mjs');
await build();
await esbuild.build({
  absWorkingDir: root,
  entryPoints: { main: 'bench/main.ts', contender: 'bench/contender.ts' },
  outdir: 'out/bench',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  define: { RESTART_LENS_VERSION: '"bench"', ...(await kernelDefine()) },
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['out/bench/main.cjs', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
