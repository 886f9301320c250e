import { readFileSync, statSync } from 'node:fs';
import * as vscode from 'vscode';
import { jsonDocument } from '../../base/jsonDocument';
import { certify } from '../../analysis/certificate';
import { freezeInPortions } from '../../analysis/freeze';
import { LARGEST_CERTIFICATE, readCertificate } from '../../analysis/readCertificate';
import { verifyInPortions } from '../../analysis/verify';
import { buildIndexInThread } from '../../index/buildIndexInThread';
import type { VerifyResult } from '../../model/certificate';
import { lockText } from '../../plan/lock';
import { isAbsentFile, placesOf } from '../../plan/planPlaces';
import { readSeal } from '../../plan/readSeal';
import { writeOwnFile } from '../../plan/safeFile';
import { noteFreeze, readStudyLog } from '../../plan/studyLog';
import { breakWords, formatMinute } from '../../views/audit/context';
import { certificateWords, verifyWords } from '../../views/plan/certificateWords';
import { certifiableWith, frozenWords } from '../../views/plan/freezeWords';
import type { SectionAction } from '../audit/auditPanel';
import { messageWords, rowWords } from '../plainWords';
import { planPath } from '../planSeal';
import { finish, finishInPortions } from '../portions';
import { createReadWorker } from '../readWorker';
import { readThreads } from '../settings';
import type { Session } from '../session';

/** Seals the plan of the workspace: writes its lock and notes the seal in the study log. One that stands is kept; a broken one is replaced only when asked to. */
export async function freezePlan(session: Session): Promise<void> {
  const index = await session.ensureIndex();
  await session.refreshAudit();
  const inForce = session.plan;
  const file = inForce === null ? null : planPath(inForce);
  if (index === null || inForce === null || inForce.uri === null || file === null) {
    const create = vscode.l10n.t('Create Plan');
    const answer = await vscode.window.showWarningMessage(vscode.l10n.t('There is no plan file to freeze.'), create);
    if (answer === create) await vscode.commands.executeCommand('restartLens.createPlan');
    return;
  }
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === inForce.uri?.toString());
  if (open?.isDirty === true && !(await open.save())) throw new Error(vscode.l10n.t('The plan could not be saved, so it was not frozen.'));
  const [problem] = inForce.problems;
  if (problem !== undefined) throw new Error(vscode.l10n.t('The plan cannot be frozen, line {0}: {1}', problem.line ?? 1, problem.message));
  const before = readSeal(file);
  if (before.state === 'intact') return void vscode.window.showInformationMessage(vscode.l10n.t('Already frozen {0}, and unchanged since.', formatMinute(before.lock.frozen)));
  if (before.state === 'broken') {
    const again = vscode.l10n.t('Freeze Again');
    const answer = await vscode.window.showWarningMessage(vscode.l10n.t('The seal is broken: {0}. A new seal starts a new study; the log keeps both.', breakWords(before)), again);
    if (answer !== again) return;
  }
  const outcome = await finish(freezeInPortions({ index, plan: inForce.plan, now: Date.now(), before: before.state === 'none' ? null : before.lock }));
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  const { lock } = outcome;
  const places = placesOf(file);
  writeOwnFile(places.lock, lockText(lock));
  noteFreeze(places.log, outcome, before.state === 'none' ? null : before.lock);
  await session.refreshAudit();
  const can = certifiableWith(lock.settled.attemptsPerCell, outcome.least);
  const isOpen = can === null || (can.continue && can.restart);
  void vscode.window[isOpen ? 'showInformationMessage' : 'showWarningMessage'](messageWords(frozenWords(outcome).join(' ')));
}

/** Opens the tab that says how the plan stands: seal, rules, utility, fields and log. */
export async function checkPlan(session: Session): Promise<void> {
  await session.ensureIndex();
  await session.refreshAudit();
  const action: SectionAction = { kind: 'section', section: 'planCheck' };
  await vscode.commands.executeCommand('restartLens.openAudit', action);
}

/** Writes the certificate of the audit in force into a file that the user names, or that is given. */
export async function writeCertificate(session: Session, given: vscode.Uri | undefined): Promise<void> {
  const index = await session.ensureIndex();
  const outcome = session.audit;
  if (index === null || outcome?.kind !== 'audit') return void vscode.window.showWarningMessage(vscode.l10n.t('There is no audit to certify yet.'));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = given ?? (await vscode.window.showSaveDialog({ ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'restart-lens.certificate.json') }), filters: { JSON: ['json'] } }));
  if (target === undefined) return;
  const { logFile } = outcome.seal;
  const log = logFile === null || isAbsentFile(logFile) ? null : readStudyLog(logFile).entries;
  const certificate = await finish(certify({ index, outcome, excludes: session.roots?.excludes ?? [], log }));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode([...jsonDocument(certificate)].join('')));
  void vscode.window.showInformationMessage(`${vscode.l10n.t('Written: {0}', rowWords(vscode.workspace.asRelativePath(target)))}. ${messageWords(certificateWords(certificate).join(' '))}`);
}

/** Recomputes a certificate from the raw files of the workspace, read anew, and shows each claim that does not hold. */
export async function verifyCertificate(session: Session, extensionUri: vscode.Uri, given: vscode.Uri | undefined): Promise<VerifyResult | undefined> {
  const file = given ?? (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Certificate'), filters: { JSON: ['json'] }, canSelectMany: false }))?.[0];
  if (file === undefined) return undefined;
  if (statSync(file.fsPath).size > LARGEST_CERTIFICATE) throw new Error(vscode.l10n.t('The file is too large to be a certificate.'));
  const certificate = readCertificate(readFileSync(file.fsPath, 'utf8'));
  if (certificate === null) throw new Error(vscode.l10n.t('This is no certificate of Restart Lens, or it was damaged beyond reading.'));
  await session.ensureIndex();
  const { roots, plan } = session;
  if (roots === null) throw new Error(vscode.l10n.t('Open the folder that the certificate was made of.'));
  const result = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title: vscode.l10n.t('Verifying') }, async (_progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const index = await buildIndexInThread({ roots: roots.folders, excludes: certificate.excludes, threads: readThreads(), cache: null, create: () => createReadWorker(extensionUri), signal: abort.signal });
    const place = plan === null ? null : planPath(plan);
    const beside = place === null ? null : { seal: readSeal(place), log: isAbsentFile(placesOf(place).log) ? null : readStudyLog(placesOf(place).log) };
    return finishInPortions(verifyInPortions({ certificate, index, beside }), () => !abort.signal.aborted);
  });
  if (result === null) return undefined;
  const lines = verifyWords(result);
  if (result.holds) void vscode.window.showInformationMessage(messageWords(lines.join(' ')));
  else {
    const document = await vscode.workspace.openTextDocument({ content: `${lines.join('\n')}\n`, language: 'plaintext' });
    await vscode.window.showTextDocument(document);
    void vscode.window.showWarningMessage(messageWords(lines[lines.length - 1] ?? ''));
  }
  return result;
}
