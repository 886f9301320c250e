import * as vscode from 'vscode';
import type { IndexProgress } from '../index/traceIndex';
import { formatCount } from '../views/numbers';
import { countOf } from '../views/words';
import type { Session } from './session';

/** One item: what goes on, or what the newest audit says. It shows once the workspace has been looked at. */
export function createStatusBar(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('restartLens.status', vscode.StatusBarAlignment.Left, 20);
  item.name = 'Restart Lens';
  const update = (): void => {
    const { state } = session;
    item.backgroundColor = undefined;
    switch (state.kind) {
      case 'idle':
      case 'no-folder':
        item.hide();
        return;
      case 'indexing':
        item.text = `$(sync~spin) ${readingWords(state.progress)}`;
        item.tooltip = vscode.l10n.t('Select to cancel.');
        item.command = 'restartLens.cancelIndex';
        break;
      case 'cancelled':
        item.text = `$(circle-slash) ${vscode.l10n.t('Reading traces was cancelled')}`;
        item.tooltip = vscode.l10n.t('Select to read them.');
        item.command = 'restartLens.rebuildIndex';
        break;
      case 'failed':
        item.text = `$(error) ${vscode.l10n.t('Restart Lens failed')}`;
        item.tooltip = state.message;
        item.command = 'restartLens.showLog';
        item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
        break;
      case 'ready':
        describeAudit(item, session);
        break;
    }
    item.show();
  };
  update();
  return vscode.Disposable.from(item, session.onDidChangeState(update), session.onDidChangeAudit(update));
}

/** Until the folders have been walked, no number of files is known. */
function readingWords({ filesDone, filesTotal }: IndexProgress): string {
  return filesTotal === 0 ? vscode.l10n.t('Looking for traces') : vscode.l10n.t('Reading traces: {0} of {1} files', formatCount(filesDone), formatCount(filesTotal));
}

function describeAudit(item: vscode.StatusBarItem, session: Session): void {
  const attempts = countOf(session.index?.attemptCount ?? 0, 'attempt');
  item.command = 'restartLens.openAudit';
  item.tooltip = vscode.l10n.t('Open the audit.');
  if (session.stale > 0) {
    item.text = `$(history) ${vscode.l10n.t('{0}, files changed', attempts)}`;
    item.tooltip = vscode.l10n.t('Files have changed since they were read. Select to read them again.');
    item.command = 'restartLens.rebuildIndex';
    return;
  }
  const audit = session.audit;
  if (audit?.kind !== 'audit') {
    item.text = `$(pulse) ${attempts}`;
    return;
  }
  const { totals } = audit.result;
  const certified = totals.restart + totals.continue;
  item.text = `$(pulse) ${attempts}, ${vscode.l10n.t('{0} of {1} live decisions certified', formatCount(certified), formatCount(totals.live))}`;
}
