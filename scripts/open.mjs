// Opens a folder in VS Code with this extension: an installed one, else one downloaded by @vscode/test-electron, else the server
// build from npm in the browser. Each step says why it could not, and the next is tried.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { onParentGone } from './parent.mjs';

const require = createRequire(import.meta.url);
const isRoot = process.platform !== 'win32' && process.getuid?.() === 0;
const START_LIMIT = 30_000;

/**
 * Opens the folder; true when an editor was started. The server build is served until a signal ends this process.
 * @param {{root: string, folder: string, browserOnly: boolean}} request
 */
export async function openInVSCode(request) {
  const noDesktop = request.browserOnly ? 'the browser was asked for' : explainNoDesktop();
  if (noDesktop) console.log(`No desktop VS Code: ${noDesktop}.`);
  else if (openInstalled(request) || (await openDownloaded(request))) return true;
  return openServer(request);
}

/** Why no window can open here; null when one can. */
function explainNoDesktop() {
  // In a terminal of VS Code's remote or container windows, `code` reaches the window outside and takes no extension from here.
  if (process.env.VSCODE_IPC_HOOK_CLI) return 'this terminal belongs to a remote window of VS Code';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'this machine has no display';
  return null;
}

function openInstalled(request) {
  const programs = findInstalled();
  if (programs.length === 0) console.log('No installed VS Code was found.');
  const wanted = JSON.parse(readFileSync(path.join(request.root, 'package.json'), 'utf8')).engines.vscode.replace('^', '');
  for (const program of programs) {
    const version = readVersion(program);
    if (version && !isAtLeast(version, wanted)) console.log(`${program} is VS Code ${version}; Restart Lens needs ${wanted}.`);
    else if (launch(program, [], request)) return true;
  }
  return false;
}

/** Programs on PATH and in the usual places, those on PATH first. */
function findInstalled() {
  const { LOCALAPPDATA, PROGRAMFILES, PATH = '' } = process.env;
  const windows = process.platform === 'win32';
  const names = ['code', 'code-insiders', 'codium'].map((name) => (windows ? `${name}.cmd` : name));
  const usual = {
    linux: ['/usr/bin/code', '/usr/share/code/bin/code', '/snap/bin/code', '/var/lib/flatpak/exports/bin/com.visualstudio.code'],
    darwin: ['/Applications', path.join(os.homedir(), 'Applications')].map((folder) => path.join(folder, 'Visual Studio Code.app/Contents/Resources/app/bin/code')),
    win32: [LOCALAPPDATA && path.join(LOCALAPPDATA, 'Programs/Microsoft VS Code/bin/code.cmd'), PROGRAMFILES && path.join(PROGRAMFILES, 'Microsoft VS Code/bin/code.cmd')],
  };
  const places = [...PATH.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name))), ...(usual[process.platform] ?? [])];
  return [...new Set(places)].filter((place) => place && existsSync(place));
}

/** "1.101.2"; null when the program does not say. */
function readVersion(program) {
  const { stdout } = runProgram(program, ['--version', ...profileOptions()]);
  return /^(\d+\.\d+\.\d+)/m.exec(stdout ?? '')?.[1] ?? null;
}

function isAtLeast(version, wanted) {
  const [a, b] = [version, wanted].map((text) => text.split('.').map(Number));
  const index = a.findIndex((part, place) => part !== b[place]);
  return index < 0 || a[index] > b[index];
}

/** VS Code refuses to run as root without these two. */
function profileOptions() {
  return isRoot ? ['--no-sandbox', '--user-data-dir', path.join(cacheFolder(), 'vscode-root-profile')] : [];
}

function launch(program, extra, { root, folder }) {
  const { status, error, stderr } = runProgram(program, ['--new-window', `--extensionDevelopmentPath=${root}`, ...profileOptions(), ...extra, folder]);
  if (status === 0) {
    console.log(`Opened ${folder} in ${program}.`);
    return true;
  }
  console.log(`${program} could not be started: ${error?.message ?? ((stderr ?? '').trim() || `it ended with ${status}`)}`);
  return false;
}

/** The command-line program returns when its window has been asked for. Windows runs batch files through a shell only. */
function runProgram(program, options) {
  const shell = process.platform === 'win32';
  const quote = (text) => (shell ? `"${text}"` : text);
  return spawnSync(quote(program), options.map(quote), { shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: START_LIMIT });
}

async function openDownloaded(request) {
  const { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } = require('@vscode/test-electron');
  const folder = path.join(cacheFolder(), 'vscode');
  mkdirSync(folder, { recursive: true });
  console.log(`Downloading VS Code into ${folder}`);
  try {
    const executable = await downloadAndUnzipVSCode({ cachePath: folder, timeout: START_LIMIT });
    const profile = isRoot ? [] : ['--user-data-dir', path.join(folder, 'profile')];
    return launch(resolveCliPathFromVSCodeExecutablePath(executable), [...profile, '--extensions-dir', path.join(folder, 'extensions')], request);
  } catch (error) {
    console.log(`VS Code could not be downloaded: ${error.message}`);
    return false;
  }
}

function cacheFolder() {
  const home = os.homedir();
  const places = { darwin: path.join(home, 'Library/Caches'), win32: process.env.LOCALAPPDATA ?? path.join(home, 'AppData/Local') };
  return path.join(process.env.XDG_CACHE_HOME ?? places[process.platform] ?? path.join(home, '.cache'), 'restart-lens');
}

/** Serves the workbench until this process is told to end. The extension is installed as a package there, as a user would. */
async function openServer({ root, folder }) {
  require('tsx/cjs');
  const { startHost, workbenchUrl } = require('../test/support/host.ts');
  const { explainNoHost } = require('../test/support/hostFiles.ts');
  const { makePackage } = require('../test/support/vsix.ts');
  const refusal = explainNoHost();
  if (refusal) {
    console.error(`Not in the browser either: ${refusal}. Install VS Code (https://code.visualstudio.com) and run npm start again, or install dist/*.vsix after npm run package.`);
    return false;
  }
  try {
    const host = await startHost({ vsix: makePackage(), interactive: true, port: Number(process.env.RESTART_LENS_PORT ?? 0) });
    const address = workbenchUrl(host.base, { folder: path.resolve(root, folder) });
    console.log(`\nRestart Lens is open in VS Code in the browser, reachable from this machine only:\n\n  ${address}\n\nCtrl+C ends it.`);
    openBrowser(address);
    // Signals end the server and this process, see host.ts.
    await new Promise((resolve) => {
      onParentGone(resolve);
      setInterval(() => undefined, 60_000);
    });
    await host.stop();
    return process.exit(0);
  } catch (error) {
    console.error(`VS Code could not be served: ${error.message}`);
    return false;
  }
}

function openBrowser(address) {
  if (explainNoDesktop()) return;
  const browser = spawn('xdg-open', [address], { stdio: 'ignore', detached: true });
  // The address is printed; where nothing opens it by itself, a person does.
  browser.once('error', () => undefined);
  browser.unref();
}
