import assert from 'node:assert/strict';
import path from 'node:path';
import { useWorkbench } from './fixture';

const folder = path.resolve(import.meta.dirname, '../fixtures/workspace');

describe('the workbench with the extension', () => {
  const vscode = useWorkbench();

  it('shows the container and offers the audit in it', async () => {
    const window = await vscode.open({ folder });
    await window.openContainer('Restart Lens');
    await window.page.locator('.sidebar .monaco-button', { hasText: 'Run Audit' }).waitFor();
    assert.deepEqual(window.outside, [], 'requests left the machine');
  });

  it('runs the audit from the palette', async () => {
    const window = await vscode.open({ folder });
    await window.palette('Restart Lens: Run Audit');
    await window.page.locator('.panel .output-view-container, .panel .composite.title', { hasText: /output/i }).first().waitFor();
    await window.openFile('first.json');
    await window.setTheme('hc-light');
  });
});
