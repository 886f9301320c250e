import * as vscode from 'vscode';

/** Registers what the manifest promises. Nothing is read or computed here. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Restart Lens', { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('restartLens.runAudit', () => log.show(true)),
  );
}
