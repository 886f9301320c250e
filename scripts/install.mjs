// Makes sure that node_modules is what package-lock.json says. Uses nothing that would have to be installed.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const LEAST_NODE = 20;

/** Installs the development packages when they are missing or differ from the lock. Ends the process with advice when that fails. */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
    console.error(`Restart Lens needs Node ${LEAST_NODE} or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const reason = explainStale();
  if (!reason) return;
  console.log(`Installing packages: ${reason}`);
  const done = runNpm(['ci', '--no-audit', '--no-fund']);
  if (done.status === 0) return;
  console.error(`npm ci failed${done.error ? ` (${done.error.message})` : ''}. Check the network or npm's registry setting, then run this again.`);
  process.exit(1);
}

/** Why an install is needed; null when what is installed agrees with the lock. */
function explainStale() {
  const modules = path.join(root, 'node_modules');
  if (!existsSync(modules)) return 'there is no node_modules yet';
  // A linked folder belongs to another checkout, which looks after it.
  if (lstatSync(modules).isSymbolicLink()) return null;
  const hidden = path.join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return 'node_modules was not made by npm';
  const wanted = readLock(path.join(root, 'package-lock.json'));
  const found = readLock(hidden);
  for (const [place, { version, optional }] of Object.entries(wanted)) {
    // Optional packages are for some platforms only.
    if (place === '' || (optional && !found[place])) continue;
    if (found[place]?.version !== version) return `${place.replace(/^.*node_modules\//, '')} ${version} is in the lock, ${found[place]?.version ?? 'nothing'} is installed`;
  }
  return null;
}

function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Runs npm in the repository and returns what spawnSync does. npm tells its scripts where it is; without that the one on PATH is used, which on Windows is a batch file. */
export function runNpm(options) {
  const cli = process.env.npm_execpath;
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const common = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] };
  if (cli?.endsWith('.js')) return spawnSync(process.execPath, [cli, ...options], common);
  return spawnSync('npm', options, { ...common, shell: process.platform === 'win32' });
}
