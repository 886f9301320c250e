import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const id = 'restart-lens.restart-lens';

describe('the extension in its host', () => {
  it('is found, and activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not among the extensions`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('runs where the workspace is', () => {
    assert.equal(vscode.extensions.getExtension(id)?.extensionKind, vscode.ExtensionKind.Workspace);
  });

  it('registers every command that its manifest contributes', async () => {
    // The manifest is JSON of ours, checked by `npm run package`.
    const manifest = vscode.extensions.getExtension(id)?.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      manifest.contributes.commands.map((entry) => entry.command).filter((command) => !registered.has(command)),
      [],
    );
  });
});
