// The real workbench as a person uses it. Waiting is always for something on screen; what VS Code does not refresh by itself
// (a palette opened before the extension's commands arrived) is asked for again.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Frame, Locator, Page, Request } from 'playwright-core';
import { axeViolations } from './axe';
import { openContext } from './browser';
import { workbenchUrl, type Host } from './host';

const repository = path.resolve(import.meta.dirname, '../..');

export type ThemeName = 'dark' | 'light' | 'hc-dark' | 'hc-light';

export interface WorkbenchOptions {
  /** Absolute path of the folder, or of a `.code-workspace` file. */
  readonly folder: string;
  /** CSS pixels; 1400 x 900 by default. */
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
}

/** What the list of themes calls each, and the class that the workbench has then. */
const THEMES: Readonly<Record<ThemeName, { readonly words: string; readonly shows: string }>> = {
  dark: { words: 'Dark Modern', shows: 'vscode-theme-defaults-themes-dark_modern-json' },
  light: { words: 'Light Modern', shows: 'vscode-theme-defaults-themes-light_modern-json' },
  'hc-dark': { words: 'Dark High Contrast', shows: 'vscode-theme-defaults-themes-hc_black-json' },
  'hc-light': { words: 'Light High Contrast', shows: 'vscode-theme-defaults-themes-hc_light-json' },
};

/** One window of VS Code. */
export class Workbench {
  /** Requests to anywhere but the server; stays empty. */
  readonly outside: string[] = [];
  private constructor(
    private readonly host: Host,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /**
   * Opens a folder, with the extension of this repository where the host develops, else with what is installed there. When
   * this returns, the files are listed and the extension's container stands in the activity bar.
   */
  static async open(browser: Browser, host: Host, options: WorkbenchOptions): Promise<Workbench> {
    const context = await openContext(browser, {
      viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
      reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const workbench = new Workbench(host, context, page);
    const note = async (request: Request): Promise<void> => {
      const url = new URL(request.url());
      if (!/^(https?|wss?):$/.test(url.protocol) || url.hostname === '127.0.0.1') return;
      // A webview's own files have addresses of a far host, which VS Code's service worker answers from the server here.
      const answer = await request.response().catch(() => null);
      if (!answer?.fromServiceWorker()) workbench.outside.push(request.url());
    };
    page.on('requestfinished', note);
    // A request that a closed webview had begun fails, too; it went nowhere.
    page.on('requestfailed', (request) => (request.failure()?.errorText === 'net::ERR_ABORTED' ? undefined : note(request)));
    await page.goto(workbenchUrl(host.base, { folder: options.folder, extension: host.develops ? repository : undefined }));
    await page.locator('.monaco-workbench .explorer-folders-view .monaco-list-row, .monaco-workbench .explorer-empty-view').first().waitFor({ timeout: 90_000 });
    await workbench.activityBarItem('Restart Lens').waitFor({ timeout: 90_000 });
    // Until the themes' own extension is there, the window has no theme to speak of.
    await page.locator('.monaco-workbench[class*="vscode-theme-defaults"]').waitFor({ timeout: 90_000 });
    return workbench;
  }

  /** The icon of a view container. */
  activityBarItem(title: string): Locator {
    return this.page.locator(`.activitybar .action-label[aria-label^="${title}"], .activitybar [role=tab][aria-label^="${title}"]`).first();
  }

  /** Shows a view container in the side bar. */
  async openContainer(title: string): Promise<void> {
    const header = this.page.locator('.sidebar .composite.title', { hasText: new RegExp(`^${title}`, 'i') });
    await retry(async () => {
      // A second click on an open container would close it.
      if (!(await header.isVisible())) await this.activityBarItem(title).click();
      await header.waitFor({ timeout: 5000 });
    });
  }

  /** Rows of a native tree or list in the side bar, by their words. */
  sideBarRow(text: string | RegExp): Locator {
    return this.page.locator('.sidebar .pane-body .monaco-list-row', { hasText: text });
  }

  /** Runs the command of that title, "Restart Lens: Run Audit", from the command palette. */
  async palette(title: string): Promise<void> {
    await this.pick('F1', `>${title}`, title);
  }

  /** Opens a file by its name, as quick open finds it. */
  async openFile(name: string): Promise<void> {
    await this.pick('Control+P', name, path.posix.basename(name));
    await this.page.locator('.tabs-container .tab.active', { hasText: path.posix.basename(name) }).waitFor();
  }

  /** Chooses an entry of a quick pick that a command opened. */
  async choose(text: string | RegExp): Promise<void> {
    await this.quickInputRow(text).click();
  }

  /** Fills the open input box and accepts it. */
  async enter(text: string): Promise<void> {
    await this.quickInput().fill(text);
    await this.page.keyboard.press('Enter');
  }

  private async pick(key: string, query: string, row: string): Promise<void> {
    await retry(async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press(key);
      await this.quickInput().waitFor({ timeout: 5000 });
      await this.quickInput().fill(query);
      try {
        await this.quickInputRow(row).first().click({ timeout: 5000 });
      } catch (error) {
        // The list is made when the text is typed; a command that came later is not in it.
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
  }

  private quickInput(): Locator {
    return this.page.locator('.quick-input-widget input.input:visible');
  }

  private quickInputRow(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** The document inside the visible webview; `holds` is a selector that tells it from others in view. */
  async webview(holds = 'body *'): Promise<Frame> {
    const end = Date.now() + 30_000;
    for (;;) {
      for (const outer of await this.page.locator('iframe.webview.ready').all()) {
        if (!(await outer.isVisible().catch(() => false))) continue;
        const inner = await outer.contentFrame().locator('iframe#active-frame').elementHandle({ timeout: 5000 }).catch(() => null);
        const frame = await inner?.contentFrame();
        if (frame && (await frame.locator(holds).first().count().catch(() => 0)) > 0) return frame;
      }
      if (Date.now() > end) throw new Error(`No visible webview holds ${holds}.`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Hovers over the first place in the active text editor that shows exactly this token; returns the hover's words when they hold `expected`. */
  async hover(token: string | RegExp, expected: string | RegExp): Promise<string> {
    const place = this.page.locator('.editor-group-container.active .view-line span', { hasText: token }).last();
    const hover = this.page.locator('.monaco-hover:visible', { hasText: expected }).first();
    return retry(async () => {
      // A pointer that rests in place already gives no event.
      await this.page.mouse.move(2, 2);
      await place.hover({ timeout: 10_000 });
      await hover.waitFor({ timeout: 5000 });
      return hover.innerText();
    });
  }

  /** Switches the theme without a reload, as a person does: a changed settings file is not noticed reliably by the server build. */
  async setTheme(theme: ThemeName): Promise<void> {
    const { words, shows } = THEMES[theme];
    const inPlace = this.page.locator(`.monaco-workbench.${shows}`);
    await retry(async () => {
      if (await inPlace.isVisible()) return;
      await this.palette('Preferences: Color Theme');
      await this.quickInput().fill(words);
      await this.quickInputRow(words).first().click({ timeout: 5000 });
      await inPlace.waitFor({ timeout: 5000 });
    });
  }

  /** What axe finds in the visible webview, see `axeViolations`. */
  async axe(holds?: string): Promise<string[]> {
    return axeViolations(await this.webview(holds));
  }

  /** Writes a picture of the window to an absolute path. */
  async screenshot(file: string): Promise<void> {
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** Does something again, up to six times, until it does not throw; throws its last error. */
async function retry<Result>(action: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === 6) throw error;
    }
  }
}
