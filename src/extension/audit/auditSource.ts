import * as vscode from 'vscode';
import { auditAttempts } from '../../analysis/auditAttempts';
import type { AuditedOutcome, AuditOutcome } from '../../analysis/audit';
import { cellsToDescribe, describeInPortions } from '../../analysis/describe';
import type { TraceIndex } from '../../index/traceIndex';
import type { Plan } from '../../model/plan';
import type { AuditResult } from '../../model/results';
import type { AttemptScope, AuditNotice, AuditState, AuditView, BannerView, CellDetailView } from '../../protocol/audit';
import type { SectionView } from '../../protocol/section';
import { AUDIT_COMMANDS } from '../../views/audit/commands';
import { viewCellInPortions } from '../../views/audit/detail';
import { budgetNotice, cancelledNotice, failedNotice, loadingBanner, loadingNotice, noFolderNotice, nothingNotice, refusedNotice, staleBanner } from '../../views/audit/notices';
import { viewDescribed } from '../../views/sections/runs';
import type { SectionInput } from '../../sections/section';
import { viewOutcome } from '../../sections/viewOutcome';
import { ownFolder } from '../planSeal';
import { finishInPortions } from '../portions';
import type { Session } from '../session';

/** Where an attempt is opened. */
export interface AttemptPlace {
  /** From 1. */
  readonly step: number | null;
  /** In an editor group of its own, beside the active one. */
  readonly beside: boolean;
}

/** What the audit panel shows and asks for. */
export interface AuditSource {
  /** What there is to show now. Starts the reading of the workspace when nobody has. */
  state(): AuditState;
  /** The audit itself; null when there is none. */
  audited(): { readonly view: AuditView; readonly result: AuditResult } | null;
  /** What the panel's sections are made from; null when there is no audit. */
  input(): SectionInput | null;
  /** Null: the audit has no such cell or time. */
  cell(key: string, t: number): Promise<CellDetailView | null>;
  /** What can be said of the attempts without an audit; null when nobody waits for it any more. Rejects where nothing is read. */
  described(isWanted: () => boolean): Promise<SectionView | null>;
  readonly onDidChange: vscode.Event<void>;
  setBudget(budget: number): Promise<void>;
  setAttempts(attempts: AttemptScope): Promise<void>;
  cancel(): void;
  /** Opens the run, at a step where one is given, or the row where only a result is known. Rejects when the attempt is no longer there. */
  openAttempt(id: string, place?: AttemptPlace): Promise<void>;
}

/** The session's audit as the panel shows it. */
export function auditSourceOf(session: Session): AuditSource {
  const made = new WeakMap<AuditedOutcome, AuditView>();
  const viewOf = (outcome: AuditedOutcome): AuditView => {
    const view = made.get(outcome) ?? viewOutcome(outcome, { files: session.index?.files ?? [] });
    made.set(outcome, view);
    return view;
  };
  return {
    state: () => {
      const { audit: outcome } = session;
      if (outcome === null && session.state.kind === 'idle') void session.ensureIndex();
      if (outcome?.kind === 'audit') return { kind: 'audit', audit: viewOf(outcome), banner: bannerOf(session) };
      return { kind: 'notice', notice: noticeOf(session, outcome) };
    },
    audited: () => (session.audit?.kind === 'audit' ? { view: viewOf(session.audit), result: session.audit.result } : null),
    input: () => (session.audit?.kind === 'audit' && session.index !== null ? { outcome: session.audit, index: session.index, folder: ownFolder(session.plan) } : null),
    cell: async (key, t) => {
      const { audit } = session;
      if (audit?.kind !== 'audit') return null;
      return finishInPortions(viewCellInPortions(audit.result, auditAttempts(audit), key, t), () => session.audit === audit);
    },
    described: (isWanted) => {
      const { index, plan } = session;
      if (index === null || plan === null) throw new Error(vscode.l10n.t('Nothing has been read.'));
      return finishInPortions(describe(index, plan.plan), isWanted);
    },
    onDidChange: (listener) => vscode.Disposable.from(session.onDidChangeAudit(() => listener()), session.onDidChangeState(() => listener())),
    setBudget: (budget) => session.chooseBudget(budget),
    setAttempts: (attempts) => session.chooseAttempts(attempts),
    cancel: () => session.cancel(),
    openAttempt: (id, place) => openAttempt(session, id, place),
  };
}

function* describe(index: TraceIndex, plan: Plan): Generator<void, SectionView, void> {
  const { grouped } = yield* cellsToDescribe(index, plan);
  return viewDescribed(yield* describeInPortions(index, { grouped, plan, parts: ['runtimes', 'tasks'] }));
}

function bannerOf(session: Session): BannerView | null {
  const { state } = session;
  if (state.kind === 'indexing') return loadingBanner(state.progress);
  if (state.kind === 'failed') return { kind: 'error', text: state.message, detail: 'The numbers below are from before.', action: { label: 'Index again', command: AUDIT_COMMANDS.rebuildIndex }, done: 0, of: 0 };
  return staleBanner(session.stale);
}

function noticeOf(session: Session, outcome: Exclude<AuditOutcome, { readonly kind: 'audit' }> | null): AuditNotice {
  const { state } = session;
  if (state.kind === 'indexing') return loadingNotice(state.progress);
  if (state.kind === 'no-folder') return noFolderNotice();
  if (state.kind === 'failed') return failedNotice(state.message);
  if (state.kind === 'cancelled') return cancelledNotice();
  switch (outcome?.kind) {
    case 'needs-budget':
      return budgetNotice({ axis: session.plan?.plan.axis ?? 'calls', usable: outcome.usable, largestSeen: outcome.largestSeen });
    case 'refused':
      return refusedNotice(outcome.message);
    case 'nothing':
      return nothingNotice({ files: session.index?.files.length ?? 0, attempts: outcome.attempts, excluded: outcome.excluded });
    case undefined:
      return loadingNotice({ filesDone: 0, filesTotal: 0, attempts: 0 });
  }
}

async function openAttempt(session: Session, id: string, place?: AttemptPlace): Promise<void> {
  const { index } = session;
  const row = index?.rowOf(id) ?? -1;
  if (index === null || row < 0) throw new Error(vscode.l10n.t('This attempt is no longer in the index.'));
  const attempt = index.attempt(row);
  const uri = session.uriOf(attempt.file);
  const line = Number(attempt.locator);
  // A row of a table has no steps to show: the table itself says what is known.
  if (attempt.stepCount === 0 && uri !== null && Number.isInteger(line) && line >= 1) {
    const at = new vscode.Position(line - 1, 0);
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at), ...(place?.beside === true ? { viewColumn: vscode.ViewColumn.Beside } : {}) });
    return;
  }
  await vscode.commands.executeCommand('restartLens.openTrajectory', { attemptId: id, ...(place?.step == null ? {} : { step: place.step }), ...(place?.beside === true ? { beside: true } : {}) });
}
