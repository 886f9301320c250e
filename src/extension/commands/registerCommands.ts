import * as vscode from 'vscode';
import { registerCommand } from '../register';
import type { Session } from '../session';
import { openNode } from './openNode';

const onDemand = async () => import('./onDemand');

/** The commands that belong to no view of their own. What a command needs is loaded when it is run. */
export function registerCommands(session: Session, log: vscode.LogOutputChannel, extensionUri: vscode.Uri): vscode.Disposable {
  const register = (name: string, run: (...args: unknown[]) => unknown): vscode.Disposable => registerCommand(log, name, run);
  return vscode.Disposable.from(
    register('runAudit', () => runAudit(session)),
    register('createPlan', async () => (await onDemand()).createPlan(session)),
    register('freezePlan', async () => (await onDemand()).freezePlan(session)),
    register('checkPlan', async () => (await onDemand()).checkPlan(session)),
    register('testMonitor', async () => (await onDemand()).testMonitor(session)),
    register('writeCertificate', async (uri) => (await onDemand()).writeCertificate(session, uri instanceof vscode.Uri ? uri : undefined)),
    register('verifyCertificate', async (uri) => (await onDemand()).verifyCertificate(session, extensionUri, uri instanceof vscode.Uri ? uri : undefined)),
    register('chooseBudget', async () => (await onDemand()).chooseBudget(session)),
    register('moveDecision', async () => (await onDemand()).moveDecision(session)),
    register('importScores', async (uri) => (await onDemand()).importSidecar(session, 'scores', uri instanceof vscode.Uri ? uri : undefined)),
    register('importLabels', async (uri) => (await onDemand()).importSidecar(session, 'labels', uri instanceof vscode.Uri ? uri : undefined)),
    register('rebuildIndex', () => showReading(session, session.rebuild())),
    register('cancelIndex', () => session.cancel()),
    register('showProblems', () => showProblems(session)),
    register('showLog', () => log.show(true)),
    register('openSample', () => vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.joinPath(extensionUri, 'sample'), { forceNewWindow: true })),
    register('openNode', (action) => openNode(session, action)),
    session.onDidChangeState(({ kind }) => {
      setContext('indexing', kind === 'indexing');
      // Until the workspace has been looked at, an empty tree says nothing.
      setContext('looked', kind !== 'idle' && kind !== 'indexing');
      setContext('stopped', kind === 'cancelled' || kind === 'failed');
    }),
  );
}

async function runAudit(session: Session): Promise<void> {
  // The panel comes first: it shows how far the reading is, and can end it.
  await vscode.commands.executeCommand('restartLens.openAudit');
  if (session.index === null || session.stale > 0) await showReading(session, session.refresh());
  else await session.refreshAudit();
}

async function showReading(session: Session, reading: Promise<void>): Promise<void> {
  await vscode.window.withProgress(
    { location: { viewId: 'restartLens.attempts' }, cancellable: true },
    async (_progress, token) => {
      token.onCancellationRequested(() => session.cancel());
      await reading;
    },
  );
}

async function showProblems(session: Session): Promise<void> {
  await session.ensureIndex();
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  await vscode.commands.executeCommand('restartLens.health.focus');
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `restartLens.${name}`, value);
}
