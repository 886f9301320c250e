import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LOOP_STEPS, miniTrace, type TracedStep } from '../support/miniTrace';
import { useWorkbench } from './fixture';
import { eventually } from '../support/eventually';

const NAME = 'acme__widget-1.traj.json';

describe('reading a run in the workbench', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-run-'));
  const file = path.join(folder, 'run', 'acme__widget-1', NAME);
  const write = (steps: readonly TracedStep[]): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(miniTrace({ task: 'acme__widget-1', steps }), null, 2));
  };
  before(() => write(LOOP_STEPS));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const vscode = useWorkbench();

  it('opens the trajectory beside its raw text; each follows the other', async () => {
    const window = await vscode.open({ folder });
    await window.openFile(NAME);
    await window.palette('Restart Lens: Open Trajectory');
    const frame = await window.webview('.step-row');
    await eventually(async () => assert.equal(await frame.locator('.step-row').count(), LOOP_STEPS.length));
    await frame.locator('body').press('n');
    await frame.locator('.step-row.chosen[data-step="4"]').waitFor();
    await frame.locator('body').press('r');
    const raw = window.page.locator('.editor-group-container').last();
    await raw.locator('.codelens-decoration', { hasText: 'Step 4 · run · exit 1' }).waitFor();
    // A click into another step of the raw text is followed, and comes back nowhere.
    await window.page.keyboard.press('Control+End');
    await raw.locator('.view-line', { hasText: '"c8"' }).last().click();
    await frame.locator('.step-row.chosen[data-step="9"]').waitFor();
    await frame.locator('.step-row[data-step="8"]').click();
    await raw.locator('.codelens-decoration', { hasText: 'Step 8 · run · exit 1 · repeated action 0.50' }).waitFor();
    await eventually(async () => assert.deepEqual(await window.axe('.step-row'), []));
  });

  it('shows on hover the scores, the window and what the monitor saw, as text', async () => {
    const window = await vscode.open({ folder });
    await window.palette('Restart Lens: Rebuild Index');
    await window.openFile(NAME);
    await window.page.locator('.codelens-decoration').first().waitFor({ timeout: 30_000 });
    await window.palette('Restart Lens: Go to Next Failure Window');
    const words = await window.hover(/reproduce/, /Step 4/);
    assert.match(words, /Step 4 · call 4 · run · exit 1/);
    assert.match(words, /failure window 4–8: same command, exit 1, 3 times, same output/);
    assert.match(words, /error streak\s+0\.20\s+0\.80/);
    assert.match(words, /What error streak saw|What repeated action saw/);
    assert.match(words, /Show step/);
  });

  it('follows a file that grows, and keeps the place', async () => {
    const window = await vscode.open({ folder });
    await window.openFile(NAME);
    await window.palette('Restart Lens: Open Trajectory');
    const frame = await window.webview('.step-row');
    await frame.locator('.step-row[data-step="5"]').click();
    await frame.locator('.step-body .section').first().waitFor();
    write([...LOOP_STEPS.slice(0, 8), { command: 'cat z.py', output: 'new' }, { command: 'cat w.py', output: 'newer' }, ...LOOP_STEPS.slice(8)]);
    await frame.locator('.outline-head', { hasText: '11 steps' }).waitFor({ timeout: 20_000 });
    await eventually(async () => assert.equal(await frame.locator('.step-row.chosen').getAttribute('data-step'), '5'));
    await eventually(async () => assert.equal(await frame.locator('.step-body').count(), 1));
  });
});
