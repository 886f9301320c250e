import * as vscode from 'vscode';
import { errorWords } from './plainWords';

/**
 * Registers `restartLens.NAME`. What it throws is logged and shown; VS Code would show it as it is, and a message that
 * quotes a file name may hold links that run commands.
 */
export function registerCommand(log: vscode.LogOutputChannel, name: string, run: (...args: unknown[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(`restartLens.${name}`, async (...args: unknown[]) => {
    try {
      return await run(...args);
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(errorWords(error));
      return undefined;
    }
  });
}
