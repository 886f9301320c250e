// `npm run bench` and `npm run fuzz`: build the product and a program of bench/, and run it from the project's root.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { ensureInstalled } from './install.mjs';

const [program, ...words] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '..');
ensureInstalled();
const { build } = await import('./build.mjs');
const { kernelDefine } = await import('./wasm.mjs');
await build();
await esbuild.build({
  absWorkingDir: root,
  entryPoints: { main: 'bench/main.ts', contender: 'bench/contender.ts', fuzz: 'bench/fuzz.ts' },
  outdir: 'out/bench',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  // These bundles are made anew each time, so what they keep is good for one run only.
  define: { RESTART_LENS_VERSION: '"bench"', RESTART_LENS_READERS: JSON.stringify(`bench-${Date.now()}`), ...(await kernelDefine()) },
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [`out/bench/${program}.cjs`, ...words], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
