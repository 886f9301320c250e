// Opens a run in a real VS Code and prints how long its first steps, and one far into it, took to be on screen:
// node --import=tsx bench/runScreenProbe.ts FOLDER FILE REPETITIONS
import { writeFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { launchBrowser } from '../test/support/browser';
import { startHost } from '../test/support/host';
import { Workbench } from '../test/support/workbench';

export interface ScreenMeasure {
  /** Milliseconds from the choice of Open Trajectory until its page is there, and until steps stand in it. */
  readonly page: number;
  readonly first: number;
  /** Milliseconds until the view says no more that it reads. */
  readonly whole: number;
  /** Steps of the run, as the view has them then. */
  readonly steps: number;
  /** Milliseconds from the key End until the last step stands there. */
  readonly last: number;
}

const COMMAND = 'Restart Lens: Open Trajectory';
const LONGEST = 120_000;
const SETTLED = 5_000;

async function measure(window: Workbench, file: string): Promise<ScreenMeasure> {
  const { page } = window;
  await window.sideBarRow(file).first().click();
  await page.locator('.tabs-container .tab.active', { hasText: file }).waitFor();
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input.input:visible');
  await input.fill(`>${COMMAND}`);
  // The list is made anew while one types; the entry that Enter takes is the focused one.
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: COMMAND }).first().waitFor({ state: 'attached', timeout: 30_000 });
  // Whoever opens a run has looked for it: VS Code's own start is over by then.
  await page.waitForTimeout(SETTLED);
  const start = performance.now();
  await page.keyboard.press('Enter');
  await frameWith(window, 'body[data-vscode-theme-kind] *');
  const shown = performance.now() - start;
  const frame = await frameWith(window, '.step-row');
  const first = performance.now() - start;
  await frame.locator('body').waitFor();
  await frame.waitForFunction(() => !/so far/.test(document.body.innerText), undefined, { timeout: LONGEST });
  const whole = performance.now() - start;
  const before = performance.now();
  await frame.locator('body').press('End');
  await frame.waitForFunction(() => document.querySelector('.step-row.chosen') !== null && !document.querySelector('.step-row.chosen')?.matches('[data-step="1"]'), undefined, { timeout: LONGEST });
  const last = performance.now() - before;
  const steps = Number(await frame.locator('.step-row.chosen').first().getAttribute('data-step'));
  return { page: shown, first, whole, steps, last };
}

/** The document of the webview that holds the selector, looked for without a pause that would be counted. */
async function frameWith(window: Workbench, selector: string): Promise<Frame> {
  const end = performance.now() + LONGEST;
  while (performance.now() < end) {
    for (const frame of window.page.frames()) {
      if ((await frame.locator(selector).count().catch(() => 0)) > 0) return frame;
    }
    await window.page.waitForTimeout(10);
  }
  throw new Error(`Nothing showed ${selector}.`);
}

async function main(): Promise<void> {
  const [folder = '.', file = '', repetitions = '1'] = process.argv.slice(2);
  const host = await startHost();
  const browser = await launchBrowser();
  try {
    const measures: ScreenMeasure[] = [];
    for (let repetition = 0; repetition < Number(repetitions); repetition++) {
      const window = await Workbench.open(browser, host, { folder });
      measures.push(await measure(window, file));
      await window.close();
    }
    writeFileSync(process.env['RESTART_LENS_BENCH_SCREEN'] ?? 'screen.json', JSON.stringify(measures));
  } finally {
    await browser.close();
    await host.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
