import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { startHost, type Host, type HostOptions } from '../support/host';
import { Workbench, type WorkbenchOptions } from '../support/workbench';

const pictures = path.resolve(import.meta.dirname, '../../out/e2e');

export interface EndToEnd {
  readonly host: Host;
  /** Opens a window; it is closed after the test, with a picture of it in out/e2e when the test failed. */
  open(options: WorkbenchOptions): Promise<Workbench>;
}

/** One server and one browser for the tests of a `describe`; call it there and use what it returns inside the tests. */
export function useWorkbench(options: HostOptions | (() => HostOptions) = {}): EndToEnd {
  let host: Host | null = null;
  let browser: Browser | null = null;
  const windows: Workbench[] = [];
  const running = <Value>(value: Value | null): Value => {
    if (value === null) throw new Error('The workbench runs inside tests only.');
    return value;
  };
  before(async () => {
    host = await startHost(typeof options === 'function' ? options() : options);
    browser = await launchBrowser();
  });
  afterEach(async function () {
    for (const [index, window] of windows.splice(0).entries()) {
      if (this.currentTest && this.currentTest.state !== 'passed') {
        const file = path.join(pictures, `${this.currentTest.fullTitle().replace(/[^\w]+/g, '-')}-${index}.png`);
        // The picture helps to understand a failure and must not hide it.
        await window.screenshot(file).then(() => console.error(`Picture of the failure: ${file}`), () => undefined);
      }
      await window.close();
    }
  });
  after(async () => {
    await browser?.close();
    await host?.stop();
  });
  return {
    get host() {
      return running(host);
    },
    open: async (window) => {
      const opened = await Workbench.open(running(browser), running(host), window);
      windows.push(opened);
      return opened;
    },
  };
}

/** A copy of a folder that a test may change; removed after the `describe`. Call it there; the path exists inside tests. */
export function useCopy(folder: string): { readonly path: string } {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-test-'));
  const copy = path.join(parent, path.basename(folder));
  before(() => cpSync(folder, copy, { recursive: true }));
  after(() => rmSync(parent, { recursive: true, force: true }));
  return { path: copy };
}
