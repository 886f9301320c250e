// Writes dist/restart-lens-<version>.vsix.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');

ensureInstalled();
const { build } = await import('./build.mjs');
await build();

const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const file = path.join('dist', `${name}-${version}.vsix`);
const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
// Everything is bundled, so packages are left out. Links of the README stay as they are: the manifest names no repository to point them to.
const options = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', file];
const done = spawnSync(process.execPath, [vsce, ...options], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
process.exit(done.status ?? 1);
