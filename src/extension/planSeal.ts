import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuditedOutcome } from '../analysis/audit';
import type { AuditSeal } from '../analysis/counted';
import { lookFact } from '../analysis/look';
import { NO_SEAL, type SealCheck } from '../model/seal';
import { sealOf } from '../plan/lock';
import type { Plan } from '../model/plan';
import { isAbsentFile, placesOf } from '../plan/planPlaces';
import { readSeal } from '../plan/readSeal';
import { appendToStudyLog } from '../plan/studyLog';
import { PLAN_FILE_NAME, type PlanInForce } from './planFile';

/** Path of the plan file in force, or of one that is gone and left its lock; null where files have no paths. */
export function planPath({ uri }: Pick<PlanInForce, 'uri'>): string | null {
  if (uri !== null) return uri.scheme === 'file' ? uri.fsPath : null;
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (folder.uri.scheme !== 'file') continue;
    const file = vscode.Uri.joinPath(folder.uri, PLAN_FILE_NAME).fsPath;
    if (!isAbsentFile(placesOf(file).lock)) return file;
  }
  return null;
}

/** Folder of the product's own files: that of the plan in force, else the first one of the workspace; null where files have no paths. */
export function ownFolder(inForce: PlanInForce | null): string | null {
  const plan = inForce === null ? null : planPath(inForce);
  if (plan !== null) return path.dirname(plan);
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath ?? null;
}

/** The seal under which a plan is audited: as on disk, and for the plan that is used, which may stand changed on screen. */
export function sealInForce(inForce: PlanInForce, used: Plan): AuditSeal {
  const file = planPath(inForce);
  const check: SealCheck = file === null ? NO_SEAL : sealOf(readSeal(file), used);
  return { check, scope: 'planned', logFile: file === null ? null : placesOf(file).log };
}

/** Notes looks in the study log; the same look at the same data is noted once a session, however often the view is made anew. */
export class LookLogger {
  private last = '';

  constructor(private readonly log: vscode.LogOutputChannel) {}

  note(outcome: AuditedOutcome): void {
    const { seal } = outcome;
    const fact = lookFact(outcome, seal.check, 'panel');
    if (fact === null || seal.logFile === null) return;
    const key = JSON.stringify(fact);
    if (key === this.last) return;
    this.last = key;
    try {
      appendToStudyLog(seal.logFile, fact, Date.now());
    } catch (error) {
      this.log.warn(`This look could not be noted in the study log: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
