import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { renderWebviewPage } from '../webviewPage';
import { addressOfAttempt, type PanelParts, TrajectoryPanel, type WantedRun } from './trajectoryPanel';

/** The custom editor's ids in the manifest: the default for `*.traj` and `*.eval`, and an option for names that say less. */
const TRAJECTORY_VIEW = 'restartLens.trajectory';
const OPTION_VIEW = 'restartLens.trajectoryOption';

/** Trajectory editors: opens them, and knows which is used. */
export class TrajectoryEditors implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  private readonly panels = new Set<TrajectoryPanel>();
  /** What a panel that is being opened is to show, by address. */
  private readonly pending = new Map<string, { readonly attemptId?: string; readonly step?: number }>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly parts: PanelParts,
  ) {
    this.disposables = [
      ...[TRAJECTORY_VIEW, OPTION_VIEW].map((id) => vscode.window.registerCustomEditorProvider(id, this, { supportsMultipleEditorsPerDocument: true })),
      parts.link.onDidChoose(({ attemptId, step }) => {
        for (const panel of this.panels) if (panel.attemptId === attemptId && panel.panel.visible) panel.follow(step);
      }),
    ];
  }

  /** The panel that is used; null when another editor is. */
  get active(): TrajectoryPanel | null {
    return [...this.panels].find((panel) => panel.panel.active) ?? null;
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const folder = vscode.Uri.joinPath(this.extensionUri, 'dist', 'webview');
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    const own = new TrajectoryPanel(document.uri, panel, this.parts, (run) => this.openAttempt(run));
    this.panels.add(own);
    const wanted = this.pending.get(document.uri.toString());
    this.pending.delete(document.uri.toString());
    if (wanted) own.show(wanted);
    panel.onDidDispose(() => {
      this.panels.delete(own);
      own.dispose();
    });
    panel.webview.html = renderWebviewPage({
      title: vscode.l10n.t('Trajectory'),
      script: panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, 'trajectory.js')).toString(),
      styles: panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, 'trajectory.css')).toString(),
      nonce: randomBytes(16).toString('base64'),
      source: panel.webview.cspSource,
      language: vscode.env.language,
    });
  }

  /** Opens the trajectory of a file, or brings it to the front. */
  async openFile(file: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', file, viewOf(file));
  }

  /** Opens an attempt by id, at a step (from 1) when one is given. Returns false when no index holds it. */
  async openAttempt({ attemptId, step, beside }: WantedRun): Promise<boolean> {
    const found = this.parts.locator.attempt(attemptId);
    if (!found) return false;
    const wanted = { attemptId, ...(step === undefined ? {} : { step }) };
    const attempt = found.index.attempt(found.row);
    const file = this.parts.locator.uriOf(found.index, attempt.file);
    const { index, row } = found;
    const own = index.rowsOfFile(attempt.file);
    const isAlone = index.parentOf(row) === null ? own.length === 1 : own.length === 0 && index.subAgentsOfFile(attempt.file).length === 1;
    const address = isAlone ? file : addressOfAttempt(file, attemptId);
    const open = [...this.panels].find((panel) => panel.attemptId === attemptId) ?? [...this.panels].find((panel) => panel.uri.toString() === address.toString());
    if (open) {
      await this.bringToFront(open);
      open.show(wanted);
      return true;
    }
    this.pending.set(address.toString(), wanted);
    await vscode.commands.executeCommand('vscode.openWith', address, viewOf(address), ...(beside === true ? [{ viewColumn: vscode.ViewColumn.Beside, preserveFocus: false }] : []));
    return true;
  }

  /** `WebviewPanel.reveal` leaves the focus where it is for custom editors of another group; opening again does not. */
  private async bringToFront(panel: TrajectoryPanel): Promise<void> {
    const viewColumn = panel.panel.viewColumn ?? vscode.ViewColumn.Active;
    await vscode.commands.executeCommand('vscode.openWith', panel.uri, panel.panel.viewType, { viewColumn, preserveFocus: false });
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }
}

/** The editor whose names in the manifest hold the file, since VS Code shows the other one by its id only. */
export function viewOf(file: vscode.Uri): string {
  return /\.(traj|eval)$/i.test(file.path) ? TRAJECTORY_VIEW : OPTION_VIEW;
}
