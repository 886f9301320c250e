import * as vscode from 'vscode';
import type { TreeAction } from '../../views/trees/treeNode';
import { rowWords } from '../plainWords';
import type { Session } from '../session';
import { diskFileOf, isPlainFile } from '../trajectory/raw/contentFile';
import { makeRawUri } from '../trajectory/raw/rawUri';
import { lineMapOf } from '../trajectory/raw/readFile';

/** What a row may run. */
const TREE_COMMANDS = /^(restartLens\.\w+|workbench\.actions\.view\.problems)$/;

/** Does what opening a tree row means; nothing for what no row of ours says. */
export async function openNode(session: Session, action: unknown): Promise<void> {
  if (!isAction(action)) return;
  switch (action.kind) {
    case 'attempt':
      await vscode.commands.executeCommand('restartLens.openTrajectory', { attemptId: action.id });
      return;
    case 'decision':
      await vscode.commands.executeCommand('restartLens.openAudit', action);
      return;
    case 'problem':
      await openPlace(session, action);
      return;
    case 'command':
      // Key bindings and other extensions may call this, too.
      if (TREE_COMMANDS.test(action.command)) await vscode.commands.executeCommand(action.command);
      return;
  }
}

async function openPlace(session: Session, problem: Extract<TreeAction, { readonly kind: 'problem' }>): Promise<void> {
  const uri = session.uriOf(problem.file);
  if (uri === null) return;
  const at = new vscode.Position(await lineOf(uri, problem), 0);
  if (uri.scheme === 'file' && !isPlainFile(uri.fsPath) && diskFileOf(uri.fsPath) !== uri.fsPath) {
    // A member of an archive is no file that the editor could open.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(makeRawUri({ file: uri, page: 0 })));
    return;
  }
  try {
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
  } catch (error) {
    // Over the editor's limit, or binary: let VS Code choose what can show it.
    void vscode.window.setStatusBarMessage(rowWords(error instanceof Error ? error.message : String(error)), 5_000);
    await vscode.commands.executeCommand('vscode.open', uri);
  }
}

/** From 0. Some readers know the byte only. */
async function lineOf(uri: vscode.Uri, { line, byte }: { readonly line: number | null; readonly byte: number | null }): Promise<number> {
  if (line !== null) return Math.max(0, line - 1);
  if (byte === null) return 0;
  const map = await lineMapOf(uri.fsPath).catch(() => null);
  return map?.lineOf(byte) ?? 0;
}

function isAction(action: unknown): action is TreeAction {
  if (typeof action !== 'object' || action === null || !('kind' in action)) return false;
  const has = (key: string, type: string): boolean => typeof Reflect.get(action, key) === type;
  switch (action.kind) {
    case 'attempt':
      return has('id', 'string');
    case 'decision':
      return has('runtime', 'string') && has('task', 'string') && has('t', 'number');
    case 'problem':
      return has('file', 'string');
    case 'command':
      return has('command', 'string');
    default:
      return false;
  }
}
