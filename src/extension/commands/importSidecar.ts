import * as vscode from 'vscode';
import type { TraceIndex } from '../../index/traceIndex';
import type { IndexFile } from '../../model/results';
import { describeLabels, describeScores, type Imported } from '../../views/sidecarImport';
import { errorWords, messageWords, rowWords } from '../plainWords';
import type { Session } from '../session';

export type SidecarKind = 'scores' | 'labels';

interface Sidecar {
  /** Where sidecars from outside the workspace are copied to. */
  readonly folder: string;
  readonly title: string;
  readonly filter: string;
  readonly extensions: readonly string[];
  /** Said of a file that is no such sidecar, after its name. */
  readonly isNone: string;
  readonly describe: (index: TraceIndex, file: IndexFile) => Imported;
}

function sidecarOf(kind: SidecarKind): Sidecar {
  switch (kind) {
    case 'scores':
      return {
        folder: 'restart-lens-scores',
        title: vscode.l10n.t('Scores of a monitor (JSONL)'),
        filter: vscode.l10n.t('Scores'),
        extensions: ['jsonl', 'ndjson', 'json'],
        isNone: vscode.l10n.t('holds no scores: each line should name an attempt, a step or call, a monitor and a score from 0 to 1.'),
        describe: (index, { file, unreadable }) => describeScores({ scores: 0, found: 0, ...index.scoreFiles.find((one) => one.file === file), unreadable }),
      };
    case 'labels':
      return {
        folder: 'restart-lens-labels',
        title: vscode.l10n.t('Labels of attempts (JSONL or CSV)'),
        filter: vscode.l10n.t('Labels'),
        extensions: ['jsonl', 'ndjson', 'csv', 'tsv'],
        isNone: vscode.l10n.t('holds no labels: each line should name an attempt, and an outcome, a first verified call, or a result after a call.'),
        describe: describeLabelFile,
      };
  }
}

function describeLabelFile(index: TraceIndex, { file, records, unreadable }: IndexFile): Imported {
  let attempts = 0;
  for (let row = 0; row < index.attemptCount; row++) if (index.attempt(row).outcomeFile === file) attempts++;
  return describeLabels({ labels: records - unreadable, attempts, unreadable, problems: index.problems.filter((problem) => problem.file === file).length });
}

/**
 * Takes a sidecar of scores or labels into the index. A file from outside the workspace is copied into it once the
 * user agrees, never over another one, since the index reads what lies in the workspace. Says what came of it.
 */
export async function importSidecar(session: Session, kind: SidecarKind, given?: vscode.Uri): Promise<void> {
  const sidecar = sidecarOf(kind);
  const source = given ?? (await pickFile(sidecar));
  if (source === null) return;
  const target = await bringIntoWorkspace(source, sidecar);
  if (target === null) return;
  await session.update();
  const index = session.index;
  const file = session.fileOf(target);
  if (index === null || file === null) return;
  const entry = index.files.find((f) => f.file === file);
  if (entry?.format !== kind) {
    const open = vscode.l10n.t('Open File');
    const answer = await vscode.window.showWarningMessage(`${messageWords(file)} ${sidecar.isNone}`, open);
    if (answer === open) await vscode.window.showTextDocument(target);
    return;
  }
  const { words, isLacking } = sidecar.describe(index, entry);
  tellImport(`${messageWords(file)}: ${words}`, { isLacking });
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

async function pickFile({ title, filter, extensions }: Sidecar): Promise<vscode.Uri | null> {
  const picked = await vscode.window.showOpenDialog({
    title,
    canSelectMany: false,
    filters: { [filter]: [...extensions] },
  });
  return picked?.[0] ?? null;
}

async function bringIntoWorkspace(source: vscode.Uri, sidecar: Sidecar): Promise<vscode.Uri | null> {
  if (vscode.workspace.getWorkspaceFolder(source) !== undefined) return source;
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Open the folder with the traces first.'));
    return null;
  }
  const name = source.path.split('/').at(-1) ?? 'sidecar.jsonl';
  const target = vscode.Uri.joinPath(folder.uri, sidecar.folder, name);
  const copy = vscode.l10n.t('Copy');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Copy {0} into the workspace?', messageWords(name)),
    { modal: true, detail: vscode.l10n.t('{0} are read from the workspace only, and this file lies outside. The copy would be {1}; the file itself stays where it is.', sidecar.filter, rowWords(target.fsPath)) },
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
