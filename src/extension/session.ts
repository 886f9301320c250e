import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuditOutcome } from '../analysis/audit';
import type { AuditSeal } from '../analysis/counted';
import { countCell, type CellAtCall } from '../analysis/cellAtCall';
import { throwIfCancelled } from '../base/cancelled';
import { buildIndexInThread } from '../index/buildIndexInThread';
import type { IndexProgress, TraceIndex } from '../index/traceIndex';
import type { StepText } from '../model/step';
import type { SliderPosition } from '../model/seal';
import { messageWords } from './plainWords';
import { PLAN_FILE_NAME, readPlanInForce, type PlanInForce } from './planFile';
import { LookLogger, sealInForce } from './planSeal';
import { finishInPortions } from './portions';
import { createReadWorker } from './readWorker';
import { followsChanges, isUnderRestartLens, readThreads } from './settings';
import { TraceWatcher } from './traceWatcher';
import { readRoots, type Roots } from './workspaceRoots';

interface Reading {
  readonly done: Promise<void>;
  readonly abort: AbortController;
}

interface ReadingKind {
  /** Read everything, whatever is kept of it. */
  readonly isRenewed: boolean;
  /** Nobody waits: the reading is shown only when it takes a while. */
  readonly isQuiet: boolean;
}

/** A reading that begins when the one under way has ended. */
interface NextReading {
  kind: ReadingKind;
  readonly done: Promise<void>;
}

interface Arrival {
  readonly index: TraceIndex;
  readonly roots: Roots;
  /** When the reading began, in milliseconds since the Unix epoch. */
  readonly began: number;
}

/** Where a session finds what it needs. */
export interface SessionOptions {
  readonly extensionUri: vscode.Uri;
  /** Folder for what is kept between readings. */
  readonly cacheFolder: string;
  readonly log: vscode.LogOutputChannel;
}

/** Milliseconds without a change before changed files are read again, and after which they are in any case. */
const QUIET = 1000;
const LONGEST_WAIT = 10_000;
/** Readings that nobody asked for may take this part of the time at most. */
const MOST_WORK = 0.2;
/** Milliseconds after which a quiet reading is shown. */
const SHOWN_AFTER = 1500;

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
  private running: Reading | null = null;
  private next: NextReading | null = null;
  /** An index that was read and waits for its audit: both come into force together, since an audit names rows of its index. */
  private arriving: Arrival | null = null;
  private auditing: Promise<void> | null = null;
  /** Counts reasons to audit again, so that one that comes while an audit runs is not lost. */
  private auditTurn = 0;
  private readonly watcher: TraceWatcher;
  private followTimer: NodeJS.Timeout | null = null;
  /** When the first change was noticed that no reading has begun after; null: there is none. */
  private firstChange: number | null = null;
  private hasWarned = false;
  private snapshotBegan = 0;
  /** Milliseconds that the last reading took, and when it ended. */
  private lastTook = 0;
  private lastEnded = 0;
  /** What was read for the snapshot. */
  roots: Roots | null = null;
  /** B chosen on screen for this session, where no limit is configured and the plan states none. */
  private chosenBudget: number | null = null;
  /** Where t and B were moved to on screen for this session; null: where the plan has them. */
  private moved: SliderPosition | null = null;
  /** Which attempts are audited under a seal, chosen on screen for this session. */
  private chosenAttempts: AuditSeal['scope'] = 'planned';

  private readonly looks: LookLogger;

  constructor(private readonly options: SessionOptions) {
    this.looks = new LookLogger(options.log);
    this.watcher = new TraceWatcher(this);
    this.watch();
  }

  get state(): SessionState {
    return this.current;
  }

  /** The newest snapshot; null before the first one. */
  get index(): TraceIndex | null {
    return this.snapshot;
  }

  /** When the reading of the newest snapshot began, in milliseconds since the Unix epoch. */
  get indexBegan(): number {
    return this.snapshotBegan;
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
    return this.watcher.count;
  }

  /** Indexes the workspace unless that has been done or is under way. Resolves when the state has settled. */
  async ensureIndex(): Promise<TraceIndex | null> {
    if (this.snapshot === null && this.current.kind !== 'cancelled' && this.current.kind !== 'failed') await this.readUnlessReading({ isRenewed: false, isQuiet: false });
    return this.snapshot;
  }

  /** Reads what is not known or has changed; a first reading that is under way is waited for. */
  refresh(): Promise<void> {
    if (this.snapshot === null) return this.readUnlessReading({ isRenewed: false, isQuiet: false });
    return this.update();
  }

  /** Reads what has changed until now. */
  update(): Promise<void> {
    return this.readAgain({ isRenewed: false, isQuiet: false });
  }

  /** Reads everything again, whatever is kept of it. */
  rebuild(): Promise<void> {
    return this.readAgain({ isRenewed: true, isQuiet: false });
  }

  /** Ends the reading; what was known before stays in force. */
  cancel(): void {
    if (this.running === null) return;
    this.abandon();
    this.setState(this.snapshot === null ? { kind: 'cancelled' } : { kind: 'ready' });
  }

  /** Takes B for this session; the plan file is not touched. */
  async chooseBudget(budget: number): Promise<void> {
    this.chosenBudget = budget;
    await this.refreshAudit();
  }

  /** Looks at other decision times and another budget for this session, or at the plan's again; the plan file is not touched. */
  async moveDecision(place: SliderPosition | null): Promise<void> {
    this.moved = place;
    await this.refreshAudit();
  }

  /** Under a seal: audits what was planned, or everything, for this session; the plan file is not touched. */
  async chooseAttempts(attempts: AuditSeal['scope']): Promise<void> {
    this.chosenAttempts = attempts;
    await this.refreshAudit();
  }

  /** Reads the plan again and audits the newest index again. Resolves when an audit under the plan as it is then is in force. */
  refreshAudit(): Promise<void> {
    this.auditTurn++;
    this.auditing ??= this.auditUntilSettled().finally(() => {
      this.auditing = null;
    });
    return this.auditing;
  }

  /** Full text of a step, read by range. */
  async stepText(row: number, stepIndex: number): Promise<StepText> {
    const { snapshot } = this;
    const step = snapshot?.step(row, stepIndex) ?? null;
    if (snapshot === null || step === null) throw new Error(`The index has no step ${stepIndex + 1} of this attempt.`);
    const { readStepText } = await import('../index/readStepText');
    return readStepText(snapshot, row, step);
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
    this.abandon();
    if (this.followTimer !== null) clearTimeout(this.followTimer);
    this.watcher.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private readUnlessReading(kind: ReadingKind): Promise<void> {
    return this.running?.done ?? this.start(kind);
  }

  /** A reading under way may have passed what has changed since, so that another one follows it, once for all who ask. */
  private readAgain(kind: ReadingKind): Promise<void> {
    if (this.running === null) return this.start(kind);
    if (this.next !== null) {
      const { isRenewed, isQuiet } = this.next.kind;
      this.next.kind = { isRenewed: isRenewed || kind.isRenewed, isQuiet: isQuiet && kind.isQuiet };
      return this.next.done;
    }
    const next: NextReading = {
      kind,
      done: this.running.done.then(() => {
        // Cancelled meanwhile, with the reading before it.
        if (this.next !== next) return;
        this.next = null;
        return this.start(next.kind);
      }),
    };
    this.next = next;
    return next.done;
  }

  private start(kind: ReadingKind): Promise<void> {
    const abort = new AbortController();
    const done = this.read(abort.signal, kind).finally(() => {
      if (this.running?.abort === abort) this.running = null;
    });
    this.running = { done, abort };
    return done;
  }

  private abandon(): void {
    this.running?.abort.abort();
    this.running = null;
    this.next = null;
    this.arriving = null;
    this.auditTurn++;
  }

  private async auditUntilSettled(): Promise<void> {
    for (;;) {
      const turn = this.auditTurn;
      const isWanted = (): boolean => turn === this.auditTurn;
      const arrival = this.arriving;
      const index = arrival?.index ?? this.snapshot;
      const inForce = await readPlanInForce();
      const outcome = index === null ? null : await this.auditIndex(index, inForce, isWanted);
      if (isWanted()) return this.putInForce(arrival, inForce, outcome);
    }
  }

  private putInForce(arrival: Arrival | null, inForce: PlanInForce, outcome: AuditOutcome | null): void {
    this.planInForce = inForce;
    this.outcome = outcome;
    if (outcome?.kind === 'audit') this.looks.note(outcome);
    if (arrival !== null) {
      this.arriving = null;
      this.snapshot = arrival.index;
      this.roots = arrival.roots;
      this.snapshotBegan = arrival.began;
      this.watcher.forgetBefore(arrival.began);
      this.changedIndex.fire();
    }
    this.changedAudit.fire();
  }

  /** A plan with errors is refused, as on the command line: an audit under other settings than stated would mislead. */
  private async auditIndex(index: TraceIndex, inForce: PlanInForce, isWanted: () => boolean): Promise<AuditOutcome | null> {
    const [first] = inForce.problems;
    if (first !== undefined) return { kind: 'refused', message: `${PLAN_FILE_NAME}, line ${first.line ?? 1}: ${first.message}` };
    const { plan, defaults } = inForce;
    const ofScreen = this.moved ?? (plan.budget === null && this.chosenBudget !== null ? { budget: this.chosenBudget } : {});
    const chosen = { ...plan, ...ofScreen };
    const { auditInPortions } = await import('../analysis/audit');
    const started = Date.now();
    const outcome = await finishInPortions(auditInPortions(index, chosen, defaults.filter((key) => !(key in ofScreen)), { ...sealInForce(inForce, chosen), scope: this.chosenAttempts }), isWanted);
    this.options.log.debug(`Audit: ${outcome?.kind ?? 'given up'} in ${Date.now() - started} ms`);
    return outcome;
  }

  private async read(signal: AbortSignal, { isRenewed, isQuiet }: ReadingKind): Promise<void> {
    const { extensionUri, cacheFolder, log } = this.options;
    const roots = readRoots();
    if (roots === null) return this.forget();
    const began = Date.now();
    const show = (progress: IndexProgress): void => {
      if (!signal.aborted && (!isQuiet || Date.now() - began > SHOWN_AFTER)) this.setState({ kind: 'indexing', progress });
    };
    show({ filesDone: 0, filesTotal: 0, attempts: 0, bytes: 0 });
    this.firstChange = null;
    try {
      const index = await buildIndexInThread({
        roots: roots.folders,
        excludes: roots.excludes,
        threads: readThreads(),
        cache: { folder: cacheFolder, isRenewed },
        create: () => createReadWorker(extensionUri),
        onProgress: show,
        onNotice: (text) => this.warnOnce(text),
        onDamage: () => void this.update(),
        signal,
      });
      throwIfCancelled(signal);
      this.lastTook = Date.now() - began;
      this.lastEnded = Date.now();
      log.info(`Indexed ${index.attemptCount} attempts from ${index.files.length} files in ${Date.now() - began} ms`);
      this.arriving = { index, roots, began };
      await this.refreshAudit();
      if (!signal.aborted) this.setState({ kind: 'ready' });
    } catch (error) {
      // Whoever cancelled has set the state.
      if (!signal.aborted) this.fail(error);
    }
  }

  /** No folder is open any more, or none that can be read. */
  private forget(): void {
    const knew = this.snapshot !== null;
    this.snapshot = null;
    this.outcome = null;
    this.roots = null;
    this.watcher.forgetAll();
    this.setState({ kind: 'no-folder' });
    if (!knew) return;
    this.changedIndex.fire();
    this.changedAudit.fire();
  }

  private fail(error: unknown): void {
    this.arriving = null;
    this.options.log.error(error instanceof Error ? error : String(error));
    this.setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }

  private setState(state: SessionState): void {
    this.current = state;
    this.changedState.fire(state);
  }

  private warnOnce(text: string): void {
    this.options.log.warn(text);
    if (this.hasWarned) return;
    this.hasWarned = true;
    void vscode.window.showWarningMessage(messageWords(text));
  }

  /** Files changed: they are read again once nothing has changed for a moment, less often where reading takes long. */
  private follow(): void {
    this.changedState.fire(this.current);
    if (!followsChanges() || this.current.kind === 'cancelled' || this.current.kind === 'failed') return;
    const now = Date.now();
    this.firstChange ??= now;
    const soon = Math.min(now + QUIET, this.firstChange + LONGEST_WAIT);
    const rested = this.lastEnded + this.lastTook / MOST_WORK;
    if (this.followTimer !== null) clearTimeout(this.followTimer);
    this.followTimer = setTimeout(() => {
      this.followTimer = null;
      if (this.watcher.count > 0) void this.readAgain({ isRenewed: false, isQuiet: true });
    }, Math.max(0, soon - now, rested - now));
  }

  private watch(): void {
    const plans = vscode.workspace.createFileSystemWatcher(`**/${PLAN_FILE_NAME}`);
    const locks = vscode.workspace.createFileSystemWatcher(`**/${PLAN_FILE_NAME.replace('.jsonc', '.lock.json')}`);
    const replan = (): void => void this.refreshAudit().catch((error: unknown) => this.fail(error));
    this.disposables.push(
      this.watcher.onDidNotice(() => this.follow()),
      plans,
      plans.onDidChange(replan),
      plans.onDidCreate(replan),
      plans.onDidDelete(replan),
      locks,
      locks.onDidChange(replan),
      locks.onDidCreate(replan),
      locks.onDidDelete(replan),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.readAnew()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (isUnderRestartLens(event, 'index')) this.readAnew();
      }),
    );
  }

  /** What is to be read has changed: a reading under way is of no use any more. Nothing happens where nobody asked for one. */
  private readAnew(): void {
    if (this.current.kind === 'idle' || this.current.kind === 'cancelled') return;
    this.abandon();
    void this.update();
  }
}
