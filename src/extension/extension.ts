import * as vscode from 'vscode';
import { createApi, type RestartLensApi } from './api';
import { registerAudit } from './audit/registerAudit';
import { registerCommands } from './commands/registerCommands';
import { showDiagnostics } from './diagnostics';
import { Session } from './session';
import { createStatusBar } from './statusBar';
import { createTraceBuilder } from './traceBuilder';
import { createTrees } from './trees';
import { registerTrajectory } from './trajectory/registerTrajectory';

/** Registers what the manifest promises. Nothing is read or computed here. */
export function activate(context: vscode.ExtensionContext): RestartLensApi {
  const log = vscode.window.createOutputChannel('Restart Lens', { log: true });
  const { extensionUri } = context;
  // Shared by all windows: what two of them read is kept once.
  const cacheFolder = vscode.Uri.joinPath(context.globalStorageUri, 'cache').fsPath;
  const session = new Session({ extensionUri, cacheFolder, log });
  context.subscriptions.push(
    log,
    session,
    createTrees(session, extensionUri, context.workspaceState),
    createStatusBar(session),
    showDiagnostics(session),
    registerCommands(session, log, extensionUri),
    registerAudit({ extensionUri, session, log }),
    registerTrajectory({ extensionUri, session, builder: createTraceBuilder({ extensionUri, cacheFolder }), log }),
  );
  return createApi(session);
}
