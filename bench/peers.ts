import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Peers of the bench; they are no part of the product and live in a folder of their own. */
const PEERS: Readonly<Record<string, string>> = {
  '@duckdb/node-api': '1.5.6-r.1',
  '@stdlib/math-base-special-betaincinv': '0.2.3',
  fflate: '0.8.3',
  fzstd: '0.1.1',
  hyparquet: '1.33.0',
  yauzl: '3.4.0',
};

const FOLDER = path.resolve('out/bench/peers');

/** Installs the peers where they are missing. Returns why they cannot be had, or null. */
export function installPeers(): string | null {
  mkdirSync(FOLDER, { recursive: true });
  const manifest = JSON.stringify({ private: true, dependencies: PEERS }, null, 1);
  const file = path.join(FOLDER, 'package.json');
  const isThere = existsSync(path.join(FOLDER, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === manifest;
  if (isThere) return null;
  writeFileSync(file, manifest);
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: FOLDER, encoding: 'utf8' });
  return status === 0 ? null : `npm could not install the peers: ${stderr.trim().slice(0, 300)}`;
}

/** Loads a peer. Throws where it was not installed. */
export async function loadPeer(name: string): Promise<unknown> {
  const require = createRequire(path.join(FOLDER, 'package.json'));
  return import(require.resolve(name)) as Promise<unknown>;
}
