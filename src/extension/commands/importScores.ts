import * as vscode from 'vscode';
import { errorWords, messageWords, rowWords } from '../plainWords';
import type { Session } from '../session';

/** Where sidecars from outside the workspace are copied to. */
const SCORES_FOLDER = 'restart-lens-scores';

/**
 * Takes a scores sidecar (JSONL) into the index. A file from outside the workspace is copied into it, never over another
 * one, since the index reads what lies in the workspace. Says how many scores found their attempt.
 */
export async function importScores(session: Session, given?: vscode.Uri): Promise<void> {
  const source = given ?? (await pickFile());
  if (source === null) return;
  const target = await bringIntoWorkspace(source);
  if (target === null) return;
  await session.update();
  const index = session.index;
  const file = session.fileOf(target);
  if (index === null || file === null) return;
  const entry = index.files.find((f) => f.file === file);
  if (entry?.format !== 'scores') {
    const open = vscode.l10n.t('Open File');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} holds no scores: each line should name an attempt, a step or call, a monitor and a score from 0 to 1.', messageWords(file)),
      open,
    );
    if (answer === open) await vscode.window.showTextDocument(target);
    return;
  }
  void vscode.window.setStatusBarMessage(vscode.l10n.t('{0}: {1} of {2} scores belong to attempts here.', rowWords(file), entry.shown, entry.records), 10_000);
  if (entry.shown < entry.records) await vscode.commands.executeCommand('restartLens.showProblems');
}

async function pickFile(): Promise<vscode.Uri | null> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Scores of a monitor (JSONL)'),
    canSelectMany: false,
    filters: { [vscode.l10n.t('Scores')]: ['jsonl', 'ndjson', 'json'] },
  });
  return picked?.[0] ?? null;
}

async function bringIntoWorkspace(source: vscode.Uri): Promise<vscode.Uri | null> {
  if (vscode.workspace.getWorkspaceFolder(source) !== undefined) return source;
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Open the folder with the traces first.'));
    return null;
  }
  const name = source.path.split('/').at(-1) ?? 'scores.jsonl';
  const target = vscode.Uri.joinPath(folder.uri, SCORES_FOLDER, name);
  try {
    await vscode.workspace.fs.copy(source, target, { overwrite: false });
    return target;
  } catch (error) {
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} could not be copied into the workspace: {1}', messageWords(name), errorWords(error)));
    return null;
  }
}
