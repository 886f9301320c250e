import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureHost, type HostFiles } from './hostFiles';

const SETTINGS: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'git.enabled': false,
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'window.commandCenter': false,
  // A window in Restricted Mode says so in a banner; the dialog would stand before everything.
  'security.workspace.trust.startupPrompt': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
};

export interface HostOptions {
  /** A package to install first. Without one, pages may ask for an extension under development and in-host tests. */
  readonly vsix?: string;
  /** Workspace trust: on, folders open in Restricted Mode; off by default, as all tests but those of trust want it. */
  readonly trust?: boolean;
  /** User settings beside those that keep the workbench quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly extensionsFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** 0, the default: a free one. */
  readonly port?: number;
  /** Runs for a person, not for a test: the usual settings, and no end after some idle minutes. */
  readonly interactive?: boolean;
}

export interface Host {
  /** "http://127.0.0.1:PORT". */
  readonly base: string;
  /** Whether `workbenchUrl` may name an extension under development. */
  readonly develops: boolean;
  /** The user's data, with `logs`. */
  readonly dataFolder: string;
  /** What the server wrote so far. */
  readLog(): string;
  stop(): Promise<void>;
}

/**
 * Starts a VS Code server on loopback with user data of its own, which are removed when it stops. Ends with this process, too.
 * Throws with the server's words when it does not come up within a minute.
 */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const files = ensureHost((line) => console.error(line));
  const home = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-host-'));
  const dataFolder = path.join(home, 'data');
  const extensions = options.extensionsFolder ?? path.join(home, 'extensions');
  const settingsFile = path.join(dataFolder, 'User/settings.json');
  for (const folder of [path.dirname(settingsFile), extensions]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(home, 'config.yaml'), 'auth: none\n');
  writeFileSync(settingsFile, JSON.stringify({ ...SETTINGS, 'security.workspace.trust.enabled': options.trust ?? false, ...options.settings }));
  const common = [files.codeServer, '--config', path.join(home, 'config.yaml'), '--user-data-dir', dataFolder, '--extensions-dir', extensions];
  const env = { ...cleanEnvironment(), EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...options.env };
  const logFile = path.join(home, 'server.log');
  const readLog = (): string => readFileSync(logFile, 'utf8');
  let child: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    running.delete(killNow);
    if (child) await stopGroup(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  const killNow = (): void => {
    if (child?.pid) kill(child.pid, 'SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  endWithProcess(killNow);
  try {
    if (options.vsix) installPackage(files, common, options.vsix, env);
    const log = openSync(logFile, 'w');
    child = spawn(files.node, [...common, ...serverFlags(options)], { env, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    const base = await waitForServer(child, readLog);
    return { base, develops: !options.vsix, dataFolder, readLog, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const running = new Set<() => void>();
let watching = false;

/** Servers run in groups of their own, which no signal to this process reaches. */
function endWithProcess(killNow: () => void): void {
  if (!watching) {
    watching = true;
    const killAll = (): void => running.forEach((end) => end());
    process.once('exit', killAll);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        killAll();
        process.exit(128 + os.constants.signals[signal]);
      });
    }
  }
  running.add(killNow);
}

function serverFlags(options: HostOptions): string[] {
  return [
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${options.port ?? 0}`, '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...['--ignore-last-opened', '--disable-proxy'],
    ...(options.interactive ? [] : ['--reconnection-grace-time', '5', '--idle-timeout-seconds', '900']),
    ...(options.trust ? [] : ['--disable-workspace-trust']),
    // Without the driver a built VS Code takes no extension under development from the page's address. With it, it hides ordinary notifications.
    ...(options.vsix ? [] : ['--vscode-option', 'enable-smoke-test-driver']),
  ];
}

/** The environment without what a surrounding VS Code, npm or debugger put there. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE_|npm_|NODE_OPTIONS$|ELECTRON_|PORT$|PASSWORD$|HASHED_PASSWORD$)/.test(name)));
}

function installPackage(files: HostFiles, common: readonly string[], vsix: string, env: NodeJS.ProcessEnv): void {
  const done = spawnSync(files.node, [...common, '--install-extension', vsix], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) throw new Error(`${vsix} could not be installed:\n${done.stdout}${done.stderr}`);
}

async function waitForServer(child: ChildProcess, readLog: () => string): Promise<string> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    if (child.exitCode !== null) break;
    const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(readLog())?.[1];
    if (port && (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok) return `http://127.0.0.1:${port}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The VS Code server did not start:\n${readLog()}`);
}

/** Ends the server and every process it started. */
async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.pid) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  kill(child.pid, 'SIGTERM');
  const timer = setTimeout(() => child.pid && kill(child.pid, 'SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
  kill(child.pid, 'SIGKILL');
}

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has ended.
  }
}

export interface WorkbenchAddress {
  /** Absolute path; a `.code-workspace` file opens as a workspace. An empty window without one. */
  readonly folder?: string | undefined;
  /** Absolute path of an extension to run from its folder. */
  readonly extension?: string | undefined;
  /** Absolute path of a script that exports `run()`. */
  readonly tests?: string | undefined;
}

/** The address of a workbench on the server. */
export function workbenchUrl(base: string, { folder, extension, tests }: WorkbenchAddress): string {
  const url = new URL('/', base);
  if (!folder) url.searchParams.set('ew', 'true');
  else url.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  const payload: string[][] = [];
  if (extension) payload.push(['extensionDevelopmentPath', `vscode-remote://${url.host}${extension}`]);
  if (tests) payload.push(['extensionTestsPath', `vscode-remote://${url.host}${tests}`]);
  if (payload.length) url.searchParams.set('payload', JSON.stringify([['skipWelcome', 'true'], ...payload]));
  return url.toString();
}
