import * as vscode from 'vscode';
import type { TraceIndex } from '../../index/traceIndex';
import { deriveTimes } from '../../model/deriveTimes';
import { Peer, RpcFailure } from '../../protocol/rpc';
import type { TrajectoryAction, TrajectoryEvents, TrajectoryHostEvents, TrajectoryRequests, TrajectoryState } from '../../protocol/trajectory';
import { cleanLine } from '../../base/cleanText';
import { attemptTitle, outcomeWord } from '../../views/trajectory/facts';
import { formatCount } from '../../views/numbers';
import { countOf } from '../../views/words';
import { rowWords } from '../plainWords';
import { portOfWebview } from '../webviewPort';
import { diskFileOf } from './raw/contentFile';
import { lineMapOf } from './raw/readFile';
import type { RawViews } from './raw/rawViews';
import { isText } from './raw/textNames';
import type { RawLink } from './raw/rawLink';
import { MoveQueue } from './moveQueue';
import { describeMany, describeNothing } from './panelNotices';
import { stepAddress } from './stepHovers';
import type { LocatedFile, TraceLocator } from './traceLocator';
import type { TrajectoryRun } from './trajectoryRun';

export interface WantedRun {
  readonly attemptId: string;
  /** From 1. */
  readonly step?: number;
  /** In an editor group of its own, beside the active one; one that is open already stays where it is. */
  readonly beside?: boolean;
}

export interface PanelParts {
  readonly locator: TraceLocator;
  readonly views: RawViews;
  readonly link: RawLink;
}

const COMPARE = 'restartLens.compareAttempts';

/** One trajectory editor: which attempt of its file it shows, and the answers to its view. */
export class TrajectoryPanel implements vscode.Disposable {
  private readonly peer: Peer<TrajectoryRequests, Record<string, never>, TrajectoryHostEvents, TrajectoryEvents>;
  private readonly disposables: vscode.Disposable[];
  /** Moves for the page; they wait while it loads. */
  private readonly moves: MoveQueue;
  /** Number of the newest `load`, and of the newest one that was answered. */
  private loads = 0;
  private answered = 0;
  private run: TrajectoryRun | null = null;
  /** Place in the file of the attempt that was chosen; its id may change with the folder that was read. */
  private locator: string | null = null;
  /** A step that was asked for before the view was there. */
  private pending: number | null = null;
  private wanted: string | null;
  /** Whether the choice among the attempts of the file was opened unasked. */
  private hasOffered = false;
  /** The step that the view has chosen, from 1. */
  private chosen = 1;

  constructor(
    readonly uri: vscode.Uri,
    readonly panel: vscode.WebviewPanel,
    private readonly parts: PanelParts,
    /** Opens an attempt in an editor of its own; false when no index holds it. */
    private readonly openAttempt: (wanted: WantedRun) => Promise<boolean>,
  ) {
    this.wanted = attemptIn(uri);
    this.peer = new Peer(portOfWebview(panel.webview), {
      load: ({ attempt, top }) => this.load(attempt, top),
      stepRows: ({ from, to }) => this.current().stepRows(from, to),
      stepText: async ({ step }) => this.current().stepText(step, await this.rawLabel(step)),
      sectionPart: ({ step, section, part }) => this.current().sectionPart(step, section, part),
      search: ({ query }, signal) => {
        const run = this.current();
        return run.search(query, { signal, onProgress: (searched) => this.peer.notify('searchProgress', { searched, of: run.stepCount }) });
      },
      reveal: async ({ step, focus }) => {
        await this.parts.link.reveal({ attemptId: this.current().attemptId, step }, { open: true, focus });
        return null;
      },
      copy: ({ step, as }) => this.copy(step, as),
      openRun: ({ attempt, step }) => this.openRun(attempt, step),
      act: ({ action }) => this.act(action),
    }, (name, payload) => {
      if (name === 'selected' && 'step' in payload) this.onSelected(payload.step);
      else if (name === 'shown' && 'attempt' in payload) this.onShown(payload.attempt);
    });
    this.moves = new MoveQueue({
      select: (move) => this.peer.notify('select', move),
      window: (direction) => this.peer.notify('window', { direction }),
    });
    this.disposables = [...this.watch()];
  }

  /** Id of the attempt that is shown; null while none is. */
  get attemptId(): string | null {
    return this.run?.attemptId ?? null;
  }

  get step(): number {
    return this.chosen;
  }

  /** Shows another attempt of the file, or a step (from 1). */
  show({ attemptId, step }: { readonly attemptId?: string; readonly step?: number }): void {
    this.pending = step ?? null;
    if (attemptId !== undefined && attemptId !== this.attemptId) {
      this.wanted = attemptId;
      this.locator = null;
      this.peer.notify('changed', { attempt: attemptId });
    } else if (step !== undefined && this.run) {
      this.pending = null;
      this.chosen = Math.min(step, this.run.stepCount);
      this.moves.select({ step: this.chosen, focus: true });
    }
  }

  /** The raw text moved into a step. */
  follow(step: number): void {
    this.chosen = step;
    this.moves.select({ step, focus: false });
  }

  goToWindow(direction: 'next' | 'previous'): void {
    this.moves.window(direction);
  }

  /** Lets the reader choose among the attempts of the file. */
  async choose(): Promise<void> {
    const located = this.parts.locator.find(fileOf(this.uri));
    if (!located) return;
    const items = located.rows.map((row) => describeRow(located, row));
    const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Attempts in {0}', cleanLine(located.file)), matchOnDescription: true, matchOnDetail: true });
    if (chosen) this.show({ attemptId: chosen.id });
  }

  dispose(): void {
    this.peer.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private onSelected(step: unknown): void {
    if (!this.run || typeof step !== 'number' || !Number.isInteger(step) || step < 1 || step > this.run.stepCount) return;
    this.chosen = step;
    void this.parts.link.reveal({ attemptId: this.run.attemptId, step }, { open: false, focus: false }).catch(() => undefined);
  }

  /** An older answer may be on the page while the newest `load` is not answered: then the moves are not for it. */
  private onShown(attempt: unknown): void {
    this.parts.locator.drawn(fileOf(this.uri));
    if (this.answered === this.loads && attempt === this.attemptId) this.moves.open();
  }

  private watch(): vscode.Disposable[] {
    const { locator } = this.parts;
    // Of a member of an archive, the archive is what changes.
    const file = vscode.Uri.file(diskFileOf(fileOf(this.uri).fsPath));
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), escapeGlob(file.path.slice(file.path.lastIndexOf('/') + 1))));
    const reread = (): void => locator.refreshSoon(file);
    const reload = (): void => this.peer.notify('changed', { attempt: null });
    // VS Code throws a hidden page away and drops what is sent to it; shown again, it loads again.
    const hide = this.panel.onDidChangeViewState(() => {
      if (!this.panel.visible) this.moves.close();
    });
    return [locator.show(fileOf(this.uri)), hide, watcher, watcher.onDidChange(reread), watcher.onDidCreate(reread), watcher.onDidDelete(reread), locator.onDidChange(reload), locator.session.onDidChangeAudit(reload)];
  }

  private current(): TrajectoryRun {
    if (!this.run) throw new RpcFailure('no-attempt', vscode.l10n.t('No attempt is shown.'));
    return this.run;
  }

  private async load(kept: string | null, top: number): Promise<TrajectoryState> {
    const turn = ++this.loads;
    this.moves.close();
    const state = await this.readState(kept, top).catch((error: unknown) => {
      this.moves.clear();
      throw error;
    });
    this.answered = Math.max(this.answered, turn);
    if (state.kind === 'notice') this.moves.clear();
    return state;
  }

  private async readState(kept: string | null, top: number): Promise<TrajectoryState> {
    const file = fileOf(this.uri);
    const located = await this.parts.locator.ensure(file);
    // The run that is shown answers until the next one is there: its view may ask for steps meanwhile.
    if (!located || located.rows.length === 0) {
      this.run = null;
      return { kind: 'notice', notice: await describeNothing(file, located) };
    }
    const row = this.rowIn(located, kept);
    if (row === null) {
      this.run = null;
      // Once: the view loads again whenever the index changes.
      // A choice among some of them would be in the way when all are there.
      if (!this.hasOffered && located.begun === null) {
        this.hasOffered = true;
        void this.choose();
      }
      return { kind: 'notice', notice: describeMany(located) };
    }
    this.locator = located.index.attempt(row).locator;
    const { openRun } = await import('./openRun');
    const run = await openRun(this.parts.locator, { index: located.index, row });
    this.run = run;
    const attempt = located.index.attempt(row);
    const step = this.pending === null ? null : Math.max(1, Math.min(this.pending, attempt.stepCount));
    if (step !== null) this.chosen = step;
    this.pending = null;
    return {
      kind: 'view',
      view: await run.view({ begun: located.begun, canCompare: run.hasSiblings && (await hasCommand(COMPARE)), hasRaw: attempt.stepCount > 0 && isText(rawFileOf(located.index, row)), top: step ?? (Number.isSafeInteger(top) && top >= 1 ? top : 1) }),
      step,
    };
  }

  /** The attempt that is wanted: asked for, shown before, kept by the view, or the only one. */
  private rowIn({ index, file, rows }: LocatedFile, kept: string | null): number | null {
    const all = [...new Set([...rows, ...index.subAgentsOfFile(file)])];
    const byId = (id: string | null): number | undefined => (id === null ? undefined : all.find((row) => index.attempt(row).id === id));
    const byPlace = (locator: string | null): number | undefined => (locator === null ? undefined : rows.find((row) => index.attempt(row).locator === locator));
    const found = byId(this.wanted) ?? byPlace(this.locator) ?? byId(kept) ?? (rows.length === 1 ? rows[0] : undefined);
    return found ?? null;
  }

  private async rawLabel(step: number): Promise<string> {
    const found = this.parts.locator.attempt(this.current().attemptId);
    const own = found?.index.step(found.row, step - 1);
    const range = own?.action ?? own?.observation ?? null;
    if (!found || !range || !isText(range.file)) return '';
    const file = this.parts.locator.uriOf(found.index, range.file);
    if (await this.parts.views.usesPages(file)) return `Raw, byte ${formatCount(range.start)}`;
    return `Raw, line ${formatCount((await lineMapOf(file.fsPath)).lineOf(range.start) + 1)}`;
  }

  private async copy(step: number, as: 'text' | 'json' | 'link'): Promise<null> {
    const run = this.current();
    const text = as === 'text' ? await run.copyText(step) : as === 'json' ? await run.copyJson(step) : stepAddress(run.attemptId, step);
    await vscode.env.clipboard.writeText(text);
    return null;
  }

  private async openRun(attempt: unknown, step: unknown): Promise<null> {
    if (typeof attempt !== 'string' || !this.current().isRelated(attempt)) throw new RpcFailure('no-attempt', vscode.l10n.t('That run does not belong to this one.'));
    const isStep = typeof step === 'number' && Number.isSafeInteger(step) && step >= 1;
    if (!(await this.openAttempt({ attemptId: attempt, ...(isStep ? { step } : {}) }))) throw new RpcFailure('no-attempt', vscode.l10n.t('That run is not among the traces any more.'));
    return null;
  }

  /** The file that holds the steps: of an archive of many attempts, a member. */
  private async openRaw(): Promise<void> {
    const found = this.run && this.parts.locator.attempt(this.run.attemptId);
    await this.parts.link.openFile(found ? this.parts.locator.uriOf(found.index, rawFileOf(found.index, found.row)) : fileOf(this.uri));
  }

  private async act(action: TrajectoryAction): Promise<null> {
    switch (action) {
      case 'raw':
        await this.openRaw();
        break;
      case 'choose':
        await this.choose();
        break;
      case 'index':
        await this.parts.locator.refresh(fileOf(this.uri));
        break;
      case 'compare':
        await vscode.commands.executeCommand(COMPARE, { attemptId: this.current().attemptId });
        break;
      case 'attempts':
        await vscode.commands.executeCommand('restartLens.attempts.focus');
        break;
      case 'problems':
        await vscode.commands.executeCommand('workbench.actions.view.problems');
        break;
    }
    return null;
  }
}

/** The file in which an attempt's first step stands; the attempt's own where it has no steps. */
function rawFileOf(index: TraceIndex, row: number): string {
  const { file } = index.attempt(row);
  if (isText(file)) return file;
  for (let i = 0; ; i++) {
    const step = index.step(row, i);
    if (step === null) return file;
    const range = step.action ?? step.observation;
    if (range) return range.file;
  }
}

/** The file without the attempt that the address names. */
export function fileOf(uri: vscode.Uri): vscode.Uri {
  return uri.with({ fragment: '', query: '' });
}

/** Address of an attempt in its file, for editors of files that hold many. */
export function addressOfAttempt(file: vscode.Uri, attemptId: string): vscode.Uri {
  return file.with({ fragment: `attempt=${encodeURIComponent(attemptId)}` });
}

async function hasCommand(name: string): Promise<boolean> {
  return (await vscode.commands.getCommands(true)).includes(name);
}

function attemptIn(uri: vscode.Uri): string | null {
  const value = /^attempt=(.+)$/.exec(uri.fragment)?.[1];
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    // An address that somebody typed.
    return null;
  }
}

interface AttemptItem extends vscode.QuickPickItem {
  readonly id: string;
}

function describeRow({ index }: LocatedFile, row: number): AttemptItem {
  const attempt = index.attempt(row);
  const parts = [outcomeWord(attempt, deriveTimes(attempt)).word, attempt.calls === null ? '' : countOf(attempt.calls, 'call'), attempt.attempt];
  return { id: attempt.id, label: rowWords(attemptTitle(attempt)), description: rowWords(parts.filter((part) => part !== '').join(', ')), detail: rowWords(attempt.locator) };
}

function escapeGlob(name: string): string {
  return name.replace(/[*?{}[\]]/g, (character) => `[${character}]`);
}
