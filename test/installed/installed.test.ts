import path from 'node:path';
import { useWorkbench } from '../e2e/fixture';
import { makePackage, repository } from '../support/vsix';

const folder = path.join(repository, 'test/fixtures/workspace');

// No development path and no smoke driver here: what a user gets.
describe('the package, installed in a clean VS Code', () => {
  const vscode = useWorkbench(() => ({ vsix: makePackage() }));

  it('shows the container and runs the audit', async () => {
    const window = await vscode.open({ folder });
    await window.openContainer('Restart Lens');
    await window.palette('Restart Lens: Run Audit');
    await window.page.locator('iframe.webview, .panel .composite.title:has-text("Output")').first().waitFor();
  });
});
