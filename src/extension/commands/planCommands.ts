import * as vscode from 'vscode';
import { plannedPlan } from '../../analysis/audit';
import type { SliderPosition } from '../../model/seal';
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

/** Asks for another budget and other decision times, and audits there for this session; the plan's own take it back to the plan. */
export async function moveDecision(session: Session): Promise<void> {
  const { audit } = session;
  if (audit?.kind !== 'audit') return;
  const { grid, axis, budget, times } = audit.result.plan;
  const most = grid?.budget ?? null;
  const holds = most === null ? vscode.l10n.t('Elsewhere than planned the audit is exploratory.') : vscode.l10n.t('Verdicts hold up to {0}; beyond, the audit is exploratory.', most);
  const title = vscode.l10n.t('Move t or B');
  const chosenBudget = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Budget B, in {0}. {1}', axis, holds),
    value: String(budget),
    validateInput: (text) => (isBudget(text) ? null : vscode.l10n.t('A whole number of at least 2.')),
  });
  if (chosenBudget === undefined) return;
  const wanted = Number(chosenBudget);
  const chosenTimes = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Decision times, rising, below {0}; leave empty for those of the plan.', wanted),
    value: times.filter((t) => t < wanted).join(', '),
    validateInput: (text) => (text.trim() === '' || readTimes(text, wanted) !== null ? null : vscode.l10n.t('Whole numbers, rising, from 1 to {0}, with commas.', wanted - 1)),
  });
  if (chosenTimes === undefined) return;
  await session.moveDecision(placeOf(session, wanted, chosenTimes));
}

/** Null where it is the plan's own place. */
function placeOf(session: Session, budget: number, text: string): SliderPosition | null {
  const stated = session.audit?.kind === 'audit' ? session.audit : null;
  const own = stated === null ? null : plannedPlan(stated.plan, stated.seal.check);
  const left = (own?.times ?? []).filter((t) => t < budget);
  const times = readTimes(text, budget) ?? (left.length > 0 ? left : defaultTimes(budget));
  const isOwn = own !== null && own.budget === budget && own.times.join() === times.join();
  return isOwn ? null : { budget, times };
}

/** Rising whole numbers with commas, each above 0 and below the budget; null: it is no such list. */
function readTimes(text: string, budget: number): readonly number[] | null {
  const times = text.split(',').map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : NaN));
  return times.every((t, i) => t > (times[i - 1] ?? 0) && t < budget) ? times : null;
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
