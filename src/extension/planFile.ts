import * as vscode from 'vscode';
import type { Plan } from '../model/plan';
import type { Problem } from '../model/problem';
import { parsePlan } from '../plan/parsePlan';

export const PLAN_FILE_NAME = 'restart-lens.jsonc';

/** The plan in force: that of the first workspace folder with a plan file, else the defaults. */
export interface PlanInForce {
  /** Null: no plan file, all defaults. */
  readonly uri: vscode.Uri | null;
  readonly plan: Plan;
  readonly defaults: readonly (keyof Plan)[];
  readonly problems: readonly Problem[];
}

/** Reads the plan from the workspace; an unsaved editor counts as it stands on screen. */
export async function readPlanInForce(): Promise<PlanInForce> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const uri = vscode.Uri.joinPath(folder.uri, PLAN_FILE_NAME);
    const text = await readText(uri);
    if (text !== null) return { uri, ...parsePlan(text, PLAN_FILE_NAME) };
  }
  return { uri: null, ...parsePlan('{}', PLAN_FILE_NAME) };
}

async function readText(uri: vscode.Uri): Promise<string | null> {
  const open = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null; // There is no plan file: the defaults hold.
  }
}
