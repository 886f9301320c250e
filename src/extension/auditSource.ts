import * as vscode from 'vscode';
import { auditAttempts } from '../analysis/auditAttempts';
import type { AuditOutcome } from '../analysis/audit';
import type { AuditAttempt } from '../model/results';
import type { AuditState, AuditView, BannerView, CellDetailView } from '../protocol/audit';
import { PLAIN_CONTEXT } from '../views/audit/context';
import { viewCell } from '../views/audit/detail';
import { budgetNotice, cancelledNotice, failedNotice, loadingBanner, loadingNotice, noFolderNotice, nothingNotice, refusedNotice, staleBanner } from '../views/audit/notices';
import { viewAudit } from '../views/audit/viewAudit';
import type { Session } from './session';

/** What the audit panel shows, from the session: an audit with a banner where work goes on, or a notice. */
export class SessionAuditSource implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly listening: vscode.Disposable;
  /** The view of the newest outcome: made once, asked for at every progress message. */
  private shown: { readonly outcome: AuditOutcome; readonly view: AuditView; readonly attempts: readonly AuditAttempt[] } | null = null;

  constructor(private readonly session: Session) {
    const tell = (): void => this.changed.fire();
    this.listening = vscode.Disposable.from(session.onDidChangeState(tell), session.onDidChangeAudit(tell));
  }

  async state(): Promise<AuditState> {
    if (this.session.state.kind === 'idle') void this.session.ensureIndex();
    const view = this.view();
    if (view !== null) return { kind: 'audit', audit: view, banner: this.banner() };
    return { kind: 'notice', notice: this.notice() };
  }

  async cell(key: string, t: number): Promise<CellDetailView | null> {
    const outcome = this.session.audit;
    if (outcome?.kind !== 'audit' || this.view() === null || this.shown === null) return null;
    return viewCell(outcome.result, this.shown.attempts, key, t);
  }

  async setBudget(budget: number): Promise<void> {
    await this.session.chooseBudget(budget);
  }

  async openAttempt(id: string): Promise<void> {
    await vscode.commands.executeCommand('restartLens.openTrajectory', { attemptId: id });
  }

  cancel(): void {
    this.session.cancel();
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private view(): AuditView | null {
    const outcome = this.session.audit;
    if (outcome?.kind !== 'audit') return null;
    if (this.shown?.outcome !== outcome) {
      const attempts = auditAttempts(outcome);
      const unreadable = (this.session.index?.files ?? []).filter((file) => file.unreadable > 0);
      const context = { ...PLAIN_CONTEXT, unreadable: { records: unreadable.reduce((sum, file) => sum + file.unreadable, 0), files: unreadable.length } };
      this.shown = { outcome, attempts, view: viewAudit(outcome.result, attempts, context) };
    }
    return this.shown.view;
  }

  private banner(): BannerView | null {
    const { state, stale } = this.session;
    if (state.kind === 'indexing') return loadingBanner(state.progress);
    return staleBanner(stale);
  }

  private notice() {
    const { state, audit, index } = this.session;
    switch (state.kind) {
      case 'no-folder':
        return noFolderNotice();
      case 'cancelled':
        return cancelledNotice();
      case 'failed':
        return failedNotice(state.message);
      case 'idle':
        return loadingNotice({ filesDone: 0, filesTotal: 0, attempts: 0 });
      case 'indexing':
        return loadingNotice(state.progress);
      case 'ready':
        break;
    }
    switch (audit?.kind) {
      case 'needs-budget':
        return budgetNotice({ axis: this.session.plan?.plan.axis ?? 'calls', usable: audit.usable, largestSeen: audit.largestSeen });
      case 'refused':
        return refusedNotice(audit.message);
      case 'nothing':
        return nothingNotice({ files: index?.files.length ?? 0, attempts: audit.attempts, excluded: audit.excluded });
      case 'audit':
      case undefined:
        return loadingNotice({ filesDone: 0, filesTotal: 0, attempts: index?.attemptCount ?? 0 });
    }
  }
}
