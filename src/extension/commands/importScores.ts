import * as vscode from 'vscode';
import { errorWords, messageWords, rowWords } from '../plainWords';
import type { Session } from '../session';
import { describeImport } from '../../views/scoreImport';

/** Where sidecars from outside the workspace are copied to. */
const SCORES_FOLDER = 'restart-lens-scores';

/**
 * Takes a scores sidecar (JSONL) into the index. A file from outside the workspace is copied into it once the
 * user agrees, never over another one, since the index reads what lies in the workspace. Says how many scores found their
 * step, and how many did not.
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
  const joined = index.scoreFiles.find((f) => f.file === file) ?? { scores: 0, found: 0 };
  tellImport(`${messageWords(file)}: ${describeImport({ ...joined, unreadable: entry.unreadable })}`, { isLacking: joined.found < joined.scores || entry.unreadable > 0 });
}

/** Not waited for where nothing has to be decided: a message stays until somebody closes it. */
function tellImport(words: string, { isLacking }: { readonly isLacking: boolean }): void {
  if (!isLacking) {
    void vscode.window.showInformationMessage(words);
    return;
  }
  const show = vscode.l10n.t('Show Problems');
  void vscode.window.showWarningMessage(words, show).then((answer) => {
    if (answer === show) void vscode.commands.executeCommand('restartLens.showProblems');
  });
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
  const copy = vscode.l10n.t('Copy');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Copy {0} into the workspace?', messageWords(name)),
    { modal: true, detail: vscode.l10n.t('Scores are read from the workspace only, and this file lies outside. The copy would be {0}; the file itself stays where it is.', rowWords(target.fsPath)) },
    copy,
  );
  if (answer !== copy) return null;
  try {
    await vscode.workspace.fs.copy(source, target, { overwrite: false });
    return target;
  } catch (error) {
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} could not be copied into the workspace: {1}', messageWords(name), errorWords(error)));
    return null;
  }
}
