// Fetches a real VS Code (code-server: server, workbench, extension host) and the Node it runs on, from npm alone, into the
// user's cache. Its own package.json and lock stand in test/vscode-host; a changed lock makes a new copy.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const source = path.resolve(import.meta.dirname, '../vscode-host');
const nodePackage = `node-${process.platform}-${process.arch}`;
const UNUSED_DAYS = 30;

export interface HostFiles {
  readonly node: string;
  readonly codeServer: string;
}

/** Why this machine cannot run the server build; null when it can. */
export function explainNoHost(): string | null {
  const packages: unknown = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const optional = typeof packages === 'object' && packages && 'optionalDependencies' in packages ? packages.optionalDependencies : null;
  if (typeof optional === 'object' && optional && nodePackage in optional) return null;
  return `the server build of VS Code runs on Linux (x64, arm64), not on ${process.platform}-${process.arch}`;
}

/**
 * The host's files, installed when they are not there yet (most of a gigabyte, under a minute). `RESTART_LENS_VSCODE_HOST`
 * names a node_modules that is ready instead. Throws when npm fails, with its words.
 */
export function ensureHost(report: (line: string) => void): HostFiles {
  const ready = process.env.RESTART_LENS_VSCODE_HOST;
  if (ready) return filesIn(ready);
  const hash = createHash('sha256').update(readFileSync(path.join(source, 'package-lock.json'))).digest('hex').slice(0, 16);
  const folder = path.join(cacheFolder(), hash);
  if (!existsSync(folder)) {
    report(`Installing the server build of VS Code into ${folder} (about 800 MB, once)`);
    install(folder);
  }
  // The time tells which copies are still in use.
  utimesSync(folder, new Date(), new Date());
  return filesIn(path.join(folder, 'node_modules'));
}

function filesIn(modules: string): HostFiles {
  const files = { node: path.join(modules, nodePackage, 'bin/node'), codeServer: path.join(modules, 'code-server/out/node/entry.js') };
  for (const file of Object.values(files)) if (!existsSync(file)) throw new Error(`${file} is missing: remove the folder above it and run again.`);
  return files;
}

/** Where copies are kept between runs, outside every working tree. */
function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'restart-lens', 'vscode-host');
}

/** Installs beside the final place and moves it there, so that a folder that exists is whole. */
function install(folder: string): void {
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(source, file), path.join(building, file));
    npm(building, ['ci', '--ignore-scripts']);
    // The package brings its own shrinkwrap, which is out of step with its package.json: `npm ci` refuses it.
    const vscode = path.join(building, 'node_modules/code-server/lib/vscode');
    npm(vscode, ['install', '--omit=dev', '--no-save', '--ignore-scripts']);
    npm(path.join(vscode, 'extensions'), ['install', '--omit=dev', '--no-save', '--ignore-scripts']);
    replaceNativeModules(vscode);
    renameSync(building, folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    // Another run may have finished the same copy in the meantime.
    if (!existsSync(folder)) throw error;
  }
  removeUnused(path.dirname(folder));
}

function npm(folder: string, options: readonly string[]): void {
  // What npm tells the scripts it runs (npm_config_local_prefix and the like) would mislead the npm started here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix|config_prefix|command|execpath)/.test(name)));
  const done = spawnSync('npm', [...options, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.error) throw new Error(`npm could not be started: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`npm ${options.join(' ')} failed in ${folder}:\n${done.stderr}`);
}

function removeUnused(parent: string): void {
  const oldest = Date.now() - UNUSED_DAYS * 24 * 60 * 60 * 1000;
  for (const name of readdirSync(parent)) {
    const folder = path.join(parent, name);
    if (statSync(folder).mtimeMs < oldest) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Two native modules would need a compiler. Without the logger VS Code writes an error per log channel and no logs; one that
 * appends to files does the same here. The watchdog ends an extension host whose server died; tests end the whole group.
 */
function replaceNativeModules(vscode: string): void {
  const logger = `const fs = require('fs');
exports.version = 0;
exports.setLevel = exports.setFlushOn = () => {};
exports.Logger = class {
  constructor(type, name, file) { this.file = file; this.level = 2; }
  write(level, text) { try { fs.appendFileSync(this.file, '[' + level + '] ' + text + '\\n'); } catch {} }
  trace(text) { this.write('trace', text); }
  debug(text) { this.write('debug', text); }
  info(text) { this.write('info', text); }
  warn(text) { this.write('warning', text); }
  error(text) { this.write('error', text); }
  critical(text) { this.write('critical', text); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}
};
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async (name, file) => {
  fs.mkdirSync(require('path').dirname(file), { recursive: true });
  return new exports.Logger('file', name, file);
};
`;
  writeFileSync(path.join(vscode, 'node_modules/@vscode/spdlog/index.js'), logger);
  writeFileSync(path.join(vscode, 'node_modules/@vscode/native-watchdog/index.js'), 'exports.start = () => {};\n');
}
