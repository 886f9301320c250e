import * as vscode from 'vscode';
import { defaultTimes } from '../../plan/defaultTimes';
import { newPlanText } from '../../plan/newPlanText';
import { PLAN_FILE_NAME } from '../planFile';
import type { Session } from '../session';

/** Writes a commented plan into the workspace, with the numbers of the audit on screen, and opens it. An existing plan is only opened. */
export async function createPlan(session: Session): Promise<void> {
  const folder = await pickFolder();
  if (folder === null) return;
  const uri = vscode.Uri.joinPath(folder.uri, PLAN_FILE_NAME);
  if (!(await exists(uri))) {
    const audited = session.audit?.kind === 'audit' ? session.audit.result.plan : null;
    const text = newPlanText(audited === null ? {} : { axis: audited.axis, budget: audited.budget, times: audited.times, alpha: audited.alpha });
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  }
  await vscode.window.showTextDocument(uri);
}

/** Asks for B, offering the largest U seen, and takes it for this session. */
export async function chooseBudget(session: Session): Promise<void> {
  const outcome = session.audit;
  const offered = outcome?.kind === 'needs-budget' ? outcome.largestSeen : outcome?.kind === 'audit' ? outcome.result.plan.budget : null;
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Budget B'),
    prompt: vscode.l10n.t('Calls that an attempt may use in all. A restart at t has B − t left.'),
    value: offered === null ? '' : String(offered),
    validateInput: (text) => (isBudget(text) ? null : vscode.l10n.t('A whole number of at least 2.')),
  });
  if (answer !== undefined) await session.chooseBudget(Number(answer));
}

function isBudget(text: string): boolean {
  const budget = Number(text);
  return Number.isInteger(budget) && defaultTimes(budget).length > 0;
}

async function pickFolder(): Promise<vscode.WorkspaceFolder | null> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1) return (await vscode.window.showWorkspaceFolderPick({ placeHolder: vscode.l10n.t('Folder for the plan') })) ?? null;
  if (folders[0] === undefined) void vscode.window.showWarningMessage(vscode.l10n.t('Open a folder first: the plan is a file in it.'));
  return folders[0] ?? null;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
