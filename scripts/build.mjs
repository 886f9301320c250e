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

// jsonc-parser's "main" is UMD, which cannot be bundled; its "module" can.
const node = { platform: 'node', target: 'node20', mainFields: ['module', 'main'] };

const browser = { platform: 'browser', format: 'iife', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact' };

/** Packages in CommonJS ask for modules of Node by `require`, which a module has not. */
const REQUIRE = 'import{createRequire as nodeRequire}from"node:module";const require=nodeRequire(import.meta.url);';

function inPieces(options) {
  return { ...node, format: 'esm', splitting: true, outExtension: { '.js': '.mjs' }, banner: { js: REQUIRE }, ...options };
}

/** What is built: entries by the name of the file that each becomes in `folder`, and the styles that come with them. */
const targets = [
  // In pieces: what a command or view needs is loaded with it, so that activation does not wait for all of it.
  { folder: 'dist', entries: { extension: 'src/extension/extension.ts' }, pieces: 'extension', options: inPieces({ external: ['vscode'] }) },
  // Both read traces, and share the pieces that do. Apart from the extension, which would start from more and smaller ones.
  { folder: 'dist', entries: { main: 'src/cli/main.ts', indexWorker: 'src/workers/indexWorker.ts' }, pieces: 'program', options: inPieces({}) },
  { folder: 'dist', entries: { cli: 'src/cli/start.ts' }, executable: true, options: { ...node, format: 'cjs', external: ['./main.mjs'] } },
  { folder: 'dist/webview', entries: { audit: 'webview/audit/main.tsx' }, styles: true, options: browser },
  { folder: 'dist/webview', entries: { trajectory: 'webview/trajectory/main.tsx' }, styles: true, options: browser },
];

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

function optionsOf({ folder, entries, pieces, executable, options }, { dev, defines }) {
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    ...(pieces === undefined ? {} : { chunkNames: `${pieces}/[name]-[hash]` }),
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
    ...(executable ? { banner: { js: '#!/usr/bin/env node' } } : {}),
    ...options,
  };
}

/** Files that a target must have made, beside its pieces. */
function filesOf({ folder, entries, styles, options }) {
  const extension = options.outExtension?.['.js'] ?? '.js';
  return Object.keys(entries).flatMap((name) => [`${folder}/${name}${extension}`, ...(styles ? [`${folder}/${name}.css`] : [])]);
}

async function buildTarget(target, mode) {
  const { metafile } = await esbuild.build(optionsOf(target, mode));
  const missing = filesOf(target).filter((file) => !existsSync(path.join(root, file)));
  if (missing.length) throw new Error(`${Object.values(target.entries).join(' and ')} built without ${missing.join(', ')}; styles must be imported from the entry.`);
  if (target.executable) for (const file of filesOf(target)) chmodSync(path.join(root, file), 0o755);
  return Object.keys(metafile.inputs);
}

/** Takes away what a build made before, and nothing else that may lie in `dist`. */
function removeOld() {
  for (const target of targets) {
    if (target.pieces) rmSync(path.join(root, target.folder, target.pieces), { recursive: true, force: true });
    for (const file of filesOf(target)) for (const old of [file, `${file}.map`]) rmSync(path.join(root, old), { force: true });
  }
}

/**
 * Builds everything. Returns the files written; throws when a build fails.
 * @param {{dev?: boolean}} mode
 */
export async function build(mode = {}) {
  const kernel = await kernelDefine();
  const defines = { ...kernel, RESTART_LENS_READERS: JSON.stringify(hashReaders(kernel)) };
  removeOld();
  const inputs = await Promise.all(targets.map((target) => buildTarget(target, { ...mode, defines })));
  writeFileSync(path.join(root, 'dist/NOTICES.txt'), writeNotices(root, inputs.flat()));
  return targets.flatMap(filesOf);
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
