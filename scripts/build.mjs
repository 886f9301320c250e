// Bundles the product into dist/. `--dev` keeps names and writes source maps, `--watch` does so and rebuilds on change.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { writeNotices } from './notices.mjs';
import { kernelDefine } from './wasm.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Packages in CommonJS ask for modules of Node by `require`, which a module has not. */
const REQUIRE = 'import{createRequire as nodeRequire}from"node:module";const require=nodeRequire(import.meta.url);';

/** What is built. */
const targets = [
  // In pieces: what a command or view needs is loaded with it, so that activation does not wait for all of it.
  { entry: 'src/extension/extension.ts', out: 'dist/extension.mjs', pieces: 'dist/extension', options: node({ external: ['vscode'], format: 'esm', banner: { js: REQUIRE } }) },
  { entry: 'src/workers/indexWorker.ts', out: 'dist/indexWorker.js', options: node({}) },
  { entry: 'src/cli/main.ts', out: 'dist/cli.js', options: node({}), executable: true },
  { entry: 'webview/audit/main.tsx', out: 'dist/webview/audit.js', styles: 'dist/webview/audit.css', options: browser() },
  { entry: 'webview/trajectory/main.tsx', out: 'dist/webview/trajectory.js', styles: 'dist/webview/trajectory.css', options: browser() },
];

function node(options) {
  // jsonc-parser's "main" is UMD, which cannot be bundled; its "module" can.
  return { platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'], ...options };
}

function browser() {
  return { platform: 'browser', format: 'iife', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact' };
}

/** What an index says follows from these, and from the packages of the lock file; what was kept under another state of them is not used. */
const readerSources = ['src/base', 'src/model', 'src/formats', 'src/index'];

function hashReaders(kernel) {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).update(JSON.stringify(kernel));
  for (const folder of readerSources) {
    const names = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of names.map((entry) => path.join(entry.parentPath, entry.name)).sort()) {
      const content = readFileSync(file);
      hash.update(`${path.relative(root, file).split(path.sep).join('/')} ${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function optionsOf(target, { dev, defines }) {
  return {
    absWorkingDir: root,
    entryPoints: [target.entry],
    ...placesOf(target),
    bundle: true,
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    // Their licences stand in dist/NOTICES.txt instead.
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    loader: { '.svg': 'dataurl' },
    define: { RESTART_LENS_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': dev ? '"development"' : '"production"', ...defines },
    // A shebang in the source would stand in the middle of the bundle.
    ...(target.executable ? { banner: { js: '#!/usr/bin/env node' } } : {}),
    ...target.options,
  };
}

/** One file; or, where the target comes in pieces, the entry's file and a folder of what it loads. */
function placesOf({ out, pieces }) {
  if (pieces === undefined) return { outfile: out };
  const folder = path.dirname(out);
  const extension = path.extname(out);
  return { outdir: folder, entryNames: path.basename(out, extension), outExtension: { '.js': extension }, splitting: true, chunkNames: `${path.relative(folder, pieces)}/[name]-[hash]` };
}

function removeOld(target) {
  if (target.pieces) rmSync(path.join(root, target.pieces), { recursive: true, force: true });
  for (const file of [target.out, target.styles].filter(Boolean)) {
    rmSync(path.join(root, file), { force: true });
    rmSync(path.join(root, `${file}.map`), { force: true });
  }
}

async function buildTarget(target, mode) {
  removeOld(target);
  const { metafile } = await esbuild.build(optionsOf(target, mode));
  const missing = [target.out, target.styles].filter((file) => file && !existsSync(path.join(root, file)));
  if (missing.length) throw new Error(`${target.entry} was built without ${missing.join(', ')}; its styles must be imported from the entry.`);
  if (target.executable) chmodSync(path.join(root, target.out), 0o755);
  return Object.keys(metafile.inputs);
}

/**
 * Builds everything. Returns the files written; throws when a build fails.
 * @param {{dev?: boolean}} mode
 */
export async function build(mode = {}) {
  const kernel = await kernelDefine();
  const defines = { ...kernel, RESTART_LENS_READERS: JSON.stringify(hashReaders(kernel)) };
  const inputs = await Promise.all(targets.map((target) => buildTarget(target, { ...mode, defines })));
  writeFileSync(path.join(root, 'dist/NOTICES.txt'), writeNotices(root, inputs.flat()));
  return targets.flatMap((target) => [target.out, target.styles].filter(Boolean));
}

async function watch() {
  const kernel = await kernelDefine();
  for (const target of targets) {
    // Without a hash of the sources, which change while this runs: nothing is kept between runs then.
    const context = await esbuild.context({ ...optionsOf(target, { dev: true, defines: kernel }), logLevel: 'info' });
    await context.watch();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => !['--dev', '--watch'].includes(flag));
  if (unknown) {
    console.error(`Unknown option ${unknown}; known: --dev, --watch.`);
    process.exit(2);
  }
  try {
    if (flags.includes('--watch')) await watch();
    else console.log(`Built ${(await build({ dev: flags.includes('--dev') })).join(', ')}`);
  } catch (error) {
    // esbuild has printed its own errors with their places.
    if (!error.errors) console.error(error.message);
    process.exit(1);
  }
}
