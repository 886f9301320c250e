import assert from 'node:assert/strict';
import path from 'node:path';
import { useWorkbench } from './fixture';
import { eventually } from '../support/eventually';

const fixtures = path.resolve(import.meta.dirname, '../fixtures');
const folder = path.join(fixtures, 'workspace');

describe('the workbench with the extension', () => {
  const vscode = useWorkbench();

  it('shows the container and asks nothing of the network', async () => {
    const window = await vscode.open({ folder });
    await window.openContainer('Restart Lens');
    assert.deepEqual(window.outside, [], 'requests left the machine');
  });

  it('runs the audit from the palette', async () => {
    const window = await vscode.open({ folder });
    await window.palette('Restart Lens: Run Audit');
    await window.page.locator('iframe.webview.ready').first().waitFor();
  });

  it('explains the keys of a plan on hover and marks one that it does not know', async () => {
    const window = await vscode.open({ folder: path.join(fixtures, 'plans/hover') });
    await window.openFile('restart-lens.jsonc');
    await eventually(async () => assert.match(await window.hover(/"?alpha"?/, /certificate/), /Chance that any certificate/));
    await window.page.locator('.editor-group-container.active .squiggly-warning, .editor-group-container.active .squiggly-error').first().waitFor();
  });
});

describe('the workbench in Restricted Mode', () => {
  const vscode = useWorkbench({ trust: true });

  it('runs the extension all the same', async () => {
    const window = await vscode.open({ folder });
    await window.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await window.openContainer('Restart Lens');
    await window.palette('Restart Lens: Run Audit');
    await window.page.locator('iframe.webview.ready').first().waitFor();
  });
});
