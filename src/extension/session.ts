import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuditOutcome } from '../analysis/audit';
import { auditInPortions } from '../analysis/audit';
import { countCell, type CellAtCall } from '../analysis/cellAtCall';
import { buildIndexInThread } from '../index/buildIndexInThread';
import { readStepText } from '../index/readStepText';
import type { IndexProgress, TraceIndex } from '../index/traceIndex';
import type { StepText } from '../model/step';
import { PLAN_FILE_NAME, readPlanInForce, type PlanInForce } from './planFile';
import { finishInPortions } from './portions';
import { readSettings } from './settings';
import { createReadWorker } from './readWorker';

export type SessionState =
  | { readonly kind: 'idle' }
  /** No folder is open, or none that can be read by path. */
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'indexing'; readonly progress: IndexProgress }
  | { readonly kind: 'ready' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The one place that holds what is known of the workspace: index, plan and audit. Views ask it and listen;
 * nothing is read before somebody asks.
 */
export class Session implements vscode.Disposable {
  private readonly changedIndex = new vscode.EventEmitter<void>();
  private readonly changedAudit = new vscode.EventEmitter<void>();
  private readonly changedState = new vscode.EventEmitter<SessionState>();
  private readonly disposables: vscode.Disposable[] = [this.changedIndex, this.changedAudit, this.changedState];
  /** After each new index snapshot. */
  readonly onDidChangeIndex = this.changedIndex.event;
  /** After each new audit; the plan may have changed as well. */
  readonly onDidChangeAudit = this.changedAudit.event;
  readonly onDidChangeState = this.changedState.event;

  private snapshot: TraceIndex | null = null;
  private outcome: AuditOutcome | null = null;
  private planInForce: PlanInForce | null = null;
  private current: SessionState = { kind: 'idle' };
  private running: { readonly done: Promise<void>; readonly abort: AbortController } | null = null;
  private auditTurn = 0;
  /** Paths that changed since the snapshot began. */
  private readonly staleFiles = new Set<string>();
  private snapshotBegan = 0;
  /** B chosen on screen for this session, where no limit is configured and the plan states none. */
  private chosenBudget: number | null = null;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.watch();
  }

  get state(): SessionState {
    return this.current;
  }

  /** The newest snapshot; null before the first one. */
  get index(): TraceIndex | null {
    return this.snapshot;
  }

  /** The newest audit; null before the first index. */
  get audit(): AuditOutcome | null {
    return this.outcome;
  }

  get plan(): PlanInForce | null {
    return this.planInForce;
  }

  /** Files that changed since the snapshot was taken. */
  get stale(): number {
    return this.staleFiles.size;
  }

  /** Indexes the workspace unless that has been done or is under way. Resolves when the state has settled. */
  async ensureIndex(): Promise<TraceIndex | null> {
    if (this.snapshot === null && this.current.kind !== 'cancelled' && this.current.kind !== 'failed') await this.rebuild();
    return this.snapshot;
  }

  /** Reads everything again. A run that is under way is waited for, not doubled. */
  rebuild(): Promise<void> {
    if (this.running === null) {
      const abort = new AbortController();
      const done = this.read(abort.signal).finally(() => {
        this.running = null;
      });
      this.running = { done, abort };
    }
    return this.running.done;
  }

  cancel(): void {
    this.running?.abort.abort();
  }

  /** Takes B for this session; the plan file is not touched. */
  async chooseBudget(budget: number): Promise<void> {
    this.chosenBudget = budget;
    await this.refreshAudit();
  }

  /** Reads the plan again and audits the snapshot again. */
  async refreshAudit(): Promise<void> {
    const turn = ++this.auditTurn;
    this.planInForce = await readPlanInForce();
    const outcome = this.snapshot === null ? null : await this.auditSnapshot(this.snapshot, this.planInForce, () => turn === this.auditTurn);
    // A newer audit has started meanwhile; it will tell.
    if (turn !== this.auditTurn) return;
    if (outcome !== null) this.outcome = outcome;
    this.changedAudit.fire();
  }

  /** Full text of a step, read by range. */
  stepText(row: number, stepIndex: number): Promise<StepText> {
    const step = this.snapshot?.steps(row)[stepIndex];
    if (this.snapshot === null || step === undefined) return Promise.reject(new Error(`The index has no step ${stepIndex + 1} of this attempt.`));
    return readStepText(this.snapshot, row, step);
  }

  /** Counts of the attempt's cell at exactly this call, and the next planned decision; null when it is in no cell. */
  cellAt(row: number, call: number): CellAtCall | null {
    return this.outcome?.kind === 'audit' ? countCell(this.outcome, row, call) : null;
  }

  /** Path of a document as the index names files; null when it is outside the index. */
  fileOf(uri: vscode.Uri): string | null {
    if (this.snapshot === null || uri.scheme !== 'file') return null;
    const relative = path.relative(this.snapshot.root, uri.fsPath);
    if (relative === '') return path.basename(uri.fsPath);
    return relative.startsWith('..') || path.isAbsolute(relative) ? null : relative.split(path.sep).join('/');
  }

  /** Address of a file of the index. */
  uriOf(file: string): vscode.Uri | null {
    return this.snapshot === null ? null : vscode.Uri.file(path.join(this.snapshot.root, ...file.split('/')));
  }

  dispose(): void {
    this.cancel();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** A plan with errors is refused, as on the command line: an audit under other settings than stated would mislead. */
  private async auditSnapshot(snapshot: TraceIndex, inForce: PlanInForce, isWanted: () => boolean): Promise<AuditOutcome | null> {
    const [first] = inForce.problems;
    if (first !== undefined) return { kind: 'refused', message: `${PLAN_FILE_NAME}, line ${first.line ?? 1}: ${first.message}` };
    const { plan, defaults } = inForce;
    const takesChosen = plan.budget === null && this.chosenBudget !== null;
    const chosen = takesChosen ? { ...plan, budget: this.chosenBudget } : plan;
    const started = Date.now();
    const outcome = await finishInPortions(auditInPortions(snapshot, chosen, takesChosen ? defaults.filter((key) => key !== 'budget') : defaults), isWanted);
    this.log.debug(`Audit: ${outcome?.kind ?? 'given up'} in ${Date.now() - started} ms`);
    return outcome;
  }

  private async read(signal: AbortSignal): Promise<void> {
    const roots = (vscode.workspace.workspaceFolders ?? []).filter((f) => f.uri.scheme === 'file').map((f) => f.uri.fsPath);
    if (roots.length === 0) return this.setState({ kind: 'no-folder' });
    const settings = readSettings();
    this.setState({ kind: 'indexing', progress: { filesDone: 0, filesTotal: 0, attempts: 0, bytes: 0 } });
    const started = Date.now();
    try {
      this.snapshot = await buildIndexInThread({
        roots,
        excludes: settings.excludes,
        threads: settings.workers,
        create: () => createReadWorker(this.extensionUri),
        onProgress: (progress) => this.setState({ kind: 'indexing', progress }),
        signal,
      });
      this.staleFiles.clear();
      this.snapshotBegan = started;
      this.log.info(`Indexed ${this.snapshot.attemptCount} attempts from ${this.snapshot.files.length} files in ${Date.now() - started} ms`);
      await this.refreshAudit();
      this.setState({ kind: 'ready' });
      this.changedIndex.fire();
    } catch (error) {
      if (signal.aborted) return this.setState(this.snapshot === null ? { kind: 'cancelled' } : { kind: 'ready' });
      this.log.error(error instanceof Error ? error : String(error));
      this.setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  private setState(state: SessionState): void {
    this.current = state;
    this.changedState.fire(state);
  }

  /** Watchers also tell of files that are as they were; a change is one that the file system dates after the reading began. */
  private async markStale(uri: vscode.Uri): Promise<void> {
    const file = this.fileOf(uri);
    if (file === null || uri.path.endsWith(`/${PLAN_FILE_NAME}`)) return;
    const changed = await stat(uri.fsPath).then(
      ({ ctimeMs }) => ctimeMs >= this.snapshotBegan,
      () => this.snapshot?.files.some((known) => known.file === file) ?? false,
    );
    if (!changed || this.staleFiles.has(file)) return;
    this.staleFiles.add(file);
    this.changedState.fire(this.current);
  }

  private watch(): void {
    const traces = vscode.workspace.createFileSystemWatcher('**/*.{json,jsonl,ndjson,traj,csv,yaml,yml,txt}');
    const mark = (uri: vscode.Uri): void => void this.markStale(uri);
    const plans = vscode.workspace.createFileSystemWatcher(`**/${PLAN_FILE_NAME}`);
    const replan = (): void => void this.refreshAudit();
    this.disposables.push(
      traces,
      traces.onDidChange(mark),
      traces.onDidCreate(mark),
      traces.onDidDelete(mark),
      plans,
      plans.onDidChange(replan),
      plans.onDidCreate(replan),
      plans.onDidDelete(replan),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        if (this.snapshot !== null) void this.rebuild();
      }),
    );
  }
}
