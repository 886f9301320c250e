import assert from 'node:assert/strict';
import path from 'node:path';
import { useWorkbench } from '../e2e/fixture';
import { makePackage, repository } from '../support/vsix';
import { eventually } from '../support/eventually';

// No development path and no smoke driver here: what a user gets, notifications included.
describe('the package, installed in a clean VS Code', () => {
  const vscode = useWorkbench(() => ({ vsix: makePackage() }));

  it('audits the sample and reports nothing amiss', async () => {
    const window = await vscode.open({ folder: path.join(repository, 'sample') });
    await window.openContainer('Restart Lens');
    await window.palette('Restart Lens: Run Audit');
    const audit = await window.webview('h1');
    await audit.getByText('None of the 103 live comparisons can be certified').first().waitFor();
    await eventually(async () => assert.deepEqual(await window.axe('h1'), []));
    await eventually(async () => assert.deepEqual(await window.page.locator('.notification-list-item, .monaco-dialog-box').allInnerTexts(), []));
    assert.deepEqual(window.outside, [], 'requests left the machine');
  });
});
