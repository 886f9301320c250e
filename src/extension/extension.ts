import * as vscode from 'vscode';
import { createApi, type RestartLensApi } from './api';
import { registerAuditPanel } from './audit/auditPanel';
import { auditSourceOf } from './audit/auditSource';
import { buildFolder } from './buildFolder';
import { registerCommands } from './commands/registerCommands';
import { showDiagnostics } from './diagnostics';
import { Session } from './session';
import { createStatusBar } from './statusBar';
import { createTrees } from './trees';
import { registerTrajectory } from './trajectory/registerTrajectory';

/** Registers what the manifest promises. Nothing is read or computed here. */
export function activate(context: vscode.ExtensionContext): RestartLensApi {
  const log = vscode.window.createOutputChannel('Restart Lens', { log: true });
  const session = new Session(context.extensionUri, log);
  context.subscriptions.push(
    log,
    session,
    createTrees(session, context.extensionUri, context.workspaceState),
    createStatusBar(session),
    showDiagnostics(session),
    registerCommands(session, log, context.extensionUri),
    registerAuditPanel(context.extensionUri, auditSourceOf(session), log),
    registerTrajectory({ extensionUri: context.extensionUri, session, buildFolder: (folder, signal) => buildFolder(context.extensionUri, folder, signal), log }),
  );
  return createApi(session);
}
