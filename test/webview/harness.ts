// Runs a built webview in a real browser on a page like the extension's: same HTML, same policy, the theme's variables, and
// a bridge that speaks src/protocol/rpc.ts. Build first: `node scripts/build.mjs`.
//
//   const view = await openWebview<AuditRequests, AuditEvents>({ name: 'audit', handlers: { load: () => state, ... } });
//   await view.page.getByRole('button', { name: 'Export' }).click();
//   assert.deepEqual(view.requests.at(-1), { method: 'command', params: { command: 'restartLens.export' } });
//   await view.close();
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { renderWebviewPage } from '../../src/extension/webviewPage';
import { Peer, type Envelope, type EventMap, type Handlers, type RequestMap } from '../../src/protocol/rpc';
import { launchBrowser, openContext } from '../support/browser';

const root = path.resolve(import.meta.dirname, '../..');

export type ThemeKind = 'vscode-dark' | 'vscode-light' | 'vscode-high-contrast' | 'vscode-high-contrast-light';
export const themeKinds: readonly ThemeKind[] = ['vscode-dark', 'vscode-light', 'vscode-high-contrast', 'vscode-high-contrast-light'];

export interface WebviewOptions<Requests extends RequestMap> {
  readonly name: 'audit' | 'trajectory' | 'probe';
  /** Where `NAME.js` and `NAME.css` are, from the repository's root; `dist/webview` by default. */
  readonly folder?: string;
  /** Answers by method, as the extension would give them. May throw or wait. */
  readonly handlers: Handlers<Requests>;
  /** Dark by default. */
  readonly theme?: ThemeKind;
  /** CSS pixels; 1200 x 800 by default. */
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** The system's own high contrast, which replaces colours; independent of the theme. */
  readonly forcedColors?: boolean;
  /** What `getState()` returns at first, as after a reload of the window. */
  readonly state?: unknown;
  /** Called at each event that the webview sends. */
  readonly onEvent?: (name: string) => void;
}

export interface OpenWebview<HostEvents extends EventMap> {
  readonly page: Page;
  /** Requests that the webview sent, in order. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[];
  /** Events that the webview sent, in order. */
  readonly events: readonly { readonly name: string; readonly payload: unknown }[];
  /** Errors on the page, refusals by its policy, requests to elsewhere. `close()` throws when there are any; a test that expects one empties it. */
  readonly problems: string[];
  /** Sends an event as the extension would. */
  notify<Name extends keyof HostEvents & string>(name: Name, payload: HostEvents[Name]): void;
  /** Changes the theme as VS Code does, without a reload. */
  setTheme(kind: ThemeKind): Promise<void>;
  /** What the webview kept with `setState`. */
  readState(): Promise<unknown>;
  close(): Promise<void>;
}

const open = new Set<OpenWebview<EventMap>>();
let shared: { readonly browser: Promise<Browser>; readonly server: Promise<http.Server> } | null = null;

/** One browser and one server for all tests of the process. */
function useShared(): NonNullable<typeof shared> {
  return (shared ??= { browser: launchBrowser(), server: serve() });
}

// A test that failed leaves its page open: what went wrong there is often the reason.
afterEach(async function () {
  for (const view of open) {
    if (this.currentTest?.state !== 'passed') {
      if (view.problems.length) console.error(`Problems of the page:\n${view.problems.join('\n')}`);
      view.problems.length = 0;
    }
    await view.close();
  }
});

// Mocha loads test files with its root suite current, so this ends what the process shares after the last test.
after(async () => {
  if (!shared) return;
  const { browser, server } = shared;
  shared = null;
  await browser.then((it) => it.close(), () => undefined);
  (await server).close();
});

/** Opens a built webview. The page has loaded when this returns; wait for what it shows with `view.page`. */
export async function openWebview<Requests extends RequestMap, HostEvents extends EventMap>(options: WebviewOptions<Requests>): Promise<OpenWebview<HostEvents>> {
  const script = `${options.folder ?? 'dist/webview'}/${options.name}.js`;
  if (!existsSync(path.join(root, script))) throw new Error(`${script} is missing: run "npm run build" first.`);
  const { browser, server } = useShared();
  const address = (await server).address();
  if (!address || typeof address === 'string') throw new Error('The test server has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  const context = await openContext(await browser, {
    viewport: { width: options.width ?? 1200, height: options.height ?? 800 },
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors ? 'active' : 'none',
  });
  const page = await context.newPage();
  const problems = watchProblems(page, origin);
  const requests: { method: string; params: unknown }[] = [];
  const events: { name: string; payload: unknown }[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const peer = new Peer<Requests, RequestMap, EventMap, HostEvents>(
    {
      // A message for a page that was closed in the meantime is lost, as in VS Code.
      post: (message) => void page.evaluate((data) => window.postMessage(data, '*'), message).catch(() => undefined),
      listen: (listener) => {
        receive = listener;
        return () => (receive = () => undefined);
      },
    },
    options.handlers,
    (name, payload) => {
      events.push({ name: String(name), payload });
      options.onEvent?.(String(name));
    },
  );
  await page.exposeFunction('sendToTest', (message: Envelope) => {
    if (message.kind === 'request') requests.push({ method: message.method, params: message.params });
    receive(message);
  });
  await page.addInitScript(installBridge, options.state === undefined ? null : JSON.stringify(options.state));
  await page.goto(`${origin}/?script=${script}&theme=${options.theme ?? 'vscode-dark'}`);
  const view: OpenWebview<HostEvents> = {
    page,
    requests,
    events,
    problems,
    notify: (name, payload) => peer.notify(name, payload),
    setTheme: (kind) => page.evaluate(applyTheme, kind),
    readState: () => page.evaluate(() => JSON.parse(sessionStorage.getItem('webview-state') ?? 'null')),
    close: async () => {
      open.delete(view);
      peer.dispose();
      await context.close();
      if (problems.length) throw new Error(`The page of "${options.name}" had problems:\n${problems.join('\n')}`);
    },
  };
  open.add(view);
  return view;
}

function watchProblems(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Refusals by the content security policy arrive here too.
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const { protocol } = new URL(request.url());
    if (protocol !== 'data:' && !request.url().startsWith(`${origin}/`)) problems.push(`request to ${request.url()}`);
  });
  return problems;
}

/** Runs in the page before its own scripts: VS Code's bridge, with the state kept over a reload of the page. */
function installBridge(initial: string | null): void {
  const key = 'webview-state';
  if (initial !== null && sessionStorage.getItem(key) === null) sessionStorage.setItem(key, initial);
  let acquired = false;
  // The page declares neither of the two.
  const global = globalThis as unknown as { sendToTest(message: unknown): Promise<void>; acquireVsCodeApi(): unknown };
  global.acquireVsCodeApi = () => {
    if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
    acquired = true;
    return Object.freeze({
      postMessage: (message: unknown) => void global.sendToTest(structuredClone(message)),
      getState: () => {
        const kept = sessionStorage.getItem(key);
        return kept === null ? undefined : JSON.parse(kept);
      },
      setState: (state: unknown) => {
        sessionStorage.setItem(key, JSON.stringify(state));
        return state;
      },
    });
  };
}

function applyTheme(kind: string): void {
  document.documentElement.dataset.themeKind = kind;
  // The theme's own variables stand on the root's style in VS Code; pages watch that attribute too.
  document.documentElement.style.setProperty('--vscode-theme-kind', kind);
  document.body.classList.remove('vscode-light', 'vscode-dark', 'vscode-high-contrast', 'vscode-high-contrast-light');
  document.body.classList.add(kind);
  if (kind === 'vscode-high-contrast-light') document.body.classList.add('vscode-high-contrast');
  document.body.dataset.vscodeThemeKind = kind;
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };

async function serve(): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const file = path.join(root, url.pathname);
    const type = TYPES[path.extname(file)];
    if (url.pathname === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderPage(url));
    else if (type && existsSync(file)) response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    else response.writeHead(url.pathname === '/favicon.ico' ? 204 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The extension's page with what VS Code itself puts into it: base styles, and the theme on root and body. */
function renderPage({ origin, searchParams }: URL): string {
  const script = `${origin}/${searchParams.get('script')}`;
  const theme = searchParams.get('theme') ?? '';
  const html = renderWebviewPage({ title: 'Webview', script, styles: script.replace(/js$/, 'css'), nonce: randomBytes(16).toString('base64'), source: origin, language: 'en' });
  const classes = theme === 'vscode-high-contrast-light' ? `vscode-high-contrast ${theme}` : theme;
  return html
    .replace('<html ', `<html data-theme-kind="${theme}" `)
    .replace('<link ', `<link rel="stylesheet" href="${origin}/test/webview/theme.css">\n<link `)
    .replace('<body>', `<body class="${classes}" data-vscode-theme-kind="${theme}" role="document">`);
}
