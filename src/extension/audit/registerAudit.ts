import * as vscode from 'vscode';
import { registerCommand } from '../register';
import type { Session } from '../session';
import type { AuditPanels } from './auditPanel';

/** Type of the panel, as VS Code keeps it over a reload of the window. */
const AUDIT_VIEW = 'restartLens.audit';

export interface AuditParts {
  readonly extensionUri: vscode.Uri;
  readonly session: Session;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands that open and export the audit, and brings a panel back after a reload of the window. */
export function registerAudit({ extensionUri, session, log }: AuditParts): vscode.Disposable {
  let loading: Promise<AuditPanels> | null = null;
  // The panel and its sections are most of the extension's code: whoever looks at a trace only does not wait for it.
  const panels = (): Promise<AuditPanels> =>
    (loading ??= Promise.all([import('./auditPanel'), import('./auditSource')]).then(([panel, source]) => new panel.AuditPanels(AUDIT_VIEW, extensionUri, source.auditSourceOf(session))));
  return vscode.Disposable.from(
    registerCommand(log, 'openAudit', async (action) => (await panels()).open(action)),
    registerCommand(log, 'exportReport', async () => (await panels()).exportReport()),
    vscode.window.registerWebviewPanelSerializer(AUDIT_VIEW, {
      deserializeWebviewPanel: async (panel) => {
        (await panels()).adopt(panel);
      },
    }),
    // Also one that is still being loaded.
    { dispose: () => void loading?.then((made) => made.dispose()) },
  );
}
