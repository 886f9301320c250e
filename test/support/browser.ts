import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

/** Chromium or a browser built on it, in the order in which they are tried. */
function candidates(): string[] {
  const { RESTART_LENS_CHROMIUM, LOCALAPPDATA, PROGRAMFILES } = process.env;
  const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const places: Partial<Record<NodeJS.Platform, string[]>> = {
    linux: (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => programs.map((program) => path.join(folder, program))),
    darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    win32: [LOCALAPPDATA, PROGRAMFILES, process.env['PROGRAMFILES(X86)']].flatMap((folder) =>
      folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe'), path.join(folder, 'Microsoft/Edge/Application/msedge.exe')] : [],
    ),
  };
  return [...(RESTART_LENS_CHROMIUM ? [RESTART_LENS_CHROMIUM] : [chromium.executablePath(), ...(places[process.platform] ?? [])])];
}

/** Path of a browser for tests; null when this machine has none. `RESTART_LENS_CHROMIUM` names one. */
export function findBrowser(): string | null {
  return candidates().find((file) => file !== '' && existsSync(file)) ?? null;
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

/** Starts a headless browser; the caller closes it. Throws when there is none, and says what to install. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium was found: install it (apt-get install chromium) or name one in RESTART_LENS_CHROMIUM.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Longest time for a page to load, in milliseconds. */
const NAVIGATION_MS = 120_000;

/** A fresh context in which functions of test files can be evaluated; the caller closes it. */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // A workbench is a few hundred files, which a machine that is busy otherwise serves slowly.
  context.setDefaultNavigationTimeout(NAVIGATION_MS);
  // tsx keeps the names of functions by calls to this helper, which a page does not have.
  await context.addInitScript('globalThis.__name ??= (target) => target;');
  return context;
}
