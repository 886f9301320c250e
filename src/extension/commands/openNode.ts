import * as vscode from 'vscode';
import type { TreeAction } from '../../views/trees/treeNode';
import type { Session } from '../session';

/** Does what opening a tree row means. */
export async function openNode(session: Session, action: TreeAction): Promise<void> {
  switch (action.kind) {
    case 'attempt':
      await vscode.commands.executeCommand('restartLens.openTrajectory', { attemptId: action.id });
      return;
    case 'decision':
      await vscode.commands.executeCommand('restartLens.openAudit', action);
      return;
    case 'problem':
      await openPlace(session, action.file, action.line);
      return;
    case 'command':
      await vscode.commands.executeCommand(action.command);
      return;
  }
}

async function openPlace(session: Session, file: string, line: number | null): Promise<void> {
  const uri = session.uriOf(file);
  if (uri === null) return;
  const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  try {
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
  } catch (error) {
    // Over the editor's limit, or binary: let VS Code choose what can show it.
    void vscode.window.setStatusBarMessage(error instanceof Error ? error.message : String(error), 5_000);
    await vscode.commands.executeCommand('vscode.open', uri);
  }
}
