import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { TraceIndex } from '../../index/traceIndex';
import { knownFiles } from '../workspaceRoots';
import { diskFileOf } from './raw/contentFile';
import { type Beginning, Beginnings, isLong } from './beginnings';
import type { TraceBuilder, TrajectorySession } from './trajectorySession';

/** A file of an index, with the attempts that have something in it. */
export interface LocatedFile {
  readonly index: TraceIndex;
  /** As the index names it. */
  readonly file: string;
  /** Attempts in locator order, or sub-agents where there are none. */
  readonly rows: readonly number[];
  /** How far the file has been read by itself, while all that counts is read; null once that is done. */
  readonly begun: Pick<Beginning, 'read' | 'size'> | null;
}

export interface LocatedAttempt {
  readonly index: TraceIndex;
  readonly row: number;
}

/** Milliseconds for which a file waits for the index of its folder before its beginning is read by itself. */
const PATIENCE = 250;
/** Longest time in milliseconds for which the rest of a file waits until its first steps are drawn: more threads would be in their way. */
const SHOWING = 2000;
/** Milliseconds after a change before a file is read again: writers write in bursts. */
const SETTLE = 700;

interface FolderIndex {
  readonly index: TraceIndex;
  /** When its reading began and how long it took, in milliseconds. */
  readonly began: number;
  readonly took: number;
}

interface FolderReading {
  readonly done: Promise<TraceIndex | null>;
  readonly abort: AbortController;
}

/**
 * Finds attempts by file or id: in the index of the workspace, and in folders that were read by themselves because they
 * lie outside or have changed since. A folder's own index goes before that of the workspace until that is taken again.
 */
export class TraceLocator implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** After any index that answers here was taken. */
  readonly onDidChange = this.changed.event;
  /** By absolute path; the one that was read last at the end. */
  private readonly folders = new Map<string, FolderIndex>();
  private readonly reading = new Map<string, FolderReading>();
  /** Readings that begin when the one under way has ended, since something changed meanwhile. */
  private readonly again = new Map<string, Promise<TraceIndex | null>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** State of files as it was seen before a reading that has ended, by absolute path. */
  private readonly seen = new Map<string, string>();
  private readonly beginnings: Beginnings;
  /** How many editors show a file, by absolute path. */
  private readonly shown = new Map<string, number>();
  /** What is told when the first steps of a file are drawn, by absolute path. */
  private readonly drawing = new Map<string, () => void>();
  /** What is read of files after their first look, by absolute path. */
  private readonly rests = new Map<string, Promise<LocatedFile | null>>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    readonly session: TrajectorySession,
    private readonly builder: TraceBuilder,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.beginnings = new Beginnings(builder, () => this.changed.fire());
    this.disposables = [
      this.changed,
      session.onDidChangeIndex(() => {
        for (const folder of this.folders.keys()) if (this.covers(session.index, folder)) this.folders.delete(folder);
        this.changed.fire();
      }),
    ];
  }

  /** The file as far as it is known by now; null when no index holds it. Reads nothing. */
  find(uri: vscode.Uri): LocatedFile | null {
    if (uri.scheme !== 'file') return null;
    // A trial's steps stand below the folder that was read; the nearest folder goes first.
    const folders = [...this.folders.values()].map(({ index }) => index).sort((a, b) => b.root.length - a.root.length);
    const found = [...folders, this.session.index].map((index) => locate(index, uri)).filter((located) => located !== null);
    const begun = this.beginnings.of(uri.fsPath);
    return found.find(hasRead) ?? locate(begun?.index ?? null, uri, begun) ?? found[0] ?? null;
  }

  /**
   * An editor of the file is being opened: the first look at a long file is begun, while the page loads. Ended with the last
   * editor of the file.
   */
  show(uri: vscode.Uri): vscode.Disposable {
    const { fsPath } = uri;
    this.shown.set(fsPath, (this.shown.get(fsPath) ?? 0) + 1);
    if (uri.scheme === 'file' && (this.find(uri)?.rows.length ?? 0) === 0) void isLong(fsPath).then((long) => (long && this.shown.has(fsPath) ? this.beginnings.look(fsPath) : undefined));
    return new vscode.Disposable(() => {
      const left = (this.shown.get(fsPath) ?? 1) - 1;
      if (left > 0) this.shown.set(fsPath, left);
      else this.shown.delete(fsPath);
      if (left === 0) this.beginnings.end(fsPath);
      if (left === 0) this.drawing.get(fsPath)?.();
    });
  }

  /** Steps of the file stand on a page. */
  drawn({ fsPath }: vscode.Uri): void {
    this.drawing.get(fsPath)?.();
  }

  /**
   * The file, read first where that is needed: as soon as anything of it can be shown, which is told again when more is
   * there. Null: it holds no attempt. Rejects when it cannot be read.
   */
  async ensure(uri: vscode.Uri): Promise<LocatedFile | null> {
    const known = this.find(uri);
    if (known && known.rows.length > 0) {
      if (known.begun !== null) this.readRest(uri).catch(() => undefined);
      return known;
    }
    if (uri.scheme !== 'file') return null;
    const isClosed = this.watchClosing(uri);
    // Of a long file a first look comes first: beside a reading with all threads it would take several times as long.
    const look = (await isLong(uri.fsPath)) && !isClosed() ? this.beginnings.look(uri.fsPath) : null;
    if (isClosed()) return null;
    const whole = look === null ? this.readWhole(uri) : look.then(() => (isClosed() ? null : this.readRest(uri)));
    const begun = (look ?? this.lookUnless(whole, uri)).then(() => this.find(uri));
    return Promise.race([whole, begun.then((located) => (located && located.rows.length > 0 ? located : whole))]);
  }

  /** The rest of a file whose beginning was read, once for all who ask. */
  private readRest(uri: vscode.Uri): Promise<LocatedFile | null> {
    const running = this.rests.get(uri.fsPath);
    if (running) return running;
    const rest = this.readAfterLook(uri).finally(() => this.rests.delete(uri.fsPath));
    this.rests.set(uri.fsPath, rest);
    return rest;
  }

  private async readAfterLook(uri: vscode.Uri): Promise<LocatedFile | null> {
    const isClosed = this.watchClosing(uri);
    if ((this.find(uri)?.rows.length ?? 0) > 0) await this.untilDrawn(uri);
    if (isClosed()) return null;
    this.beginnings.goOn(uri.fsPath);
    return this.readWhole(uri);
  }

  /** Resolves at once where no editor shows the file, and when the last one is closed. */
  private untilDrawn({ fsPath }: vscode.Uri): Promise<void> {
    if (!this.shown.has(fsPath)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.drawing.get(fsPath)?.(), SHOWING);
      this.drawing.set(fsPath, () => {
        clearTimeout(timer);
        this.drawing.delete(fsPath);
        resolve();
      });
    });
  }

  /** Tells later whether the last editor of the file was closed since now. */
  private watchClosing({ fsPath }: vscode.Uri): () => boolean {
    const wasShown = this.shown.has(fsPath);
    return () => wasShown && !this.shown.has(fsPath);
  }

  /** A first look at a file where the reading that counts is not done soon. */
  private async lookUnless(whole: Promise<unknown>, uri: vscode.Uri): Promise<void> {
    const isDone = await Promise.race([whole.then(() => true, () => true), pause(PATIENCE).then(() => false)]);
    if (isDone) return;
    await this.beginnings.look(uri.fsPath);
    this.beginnings.goOn(uri.fsPath);
  }

  /** The file with everything around it that counts. */
  private async readWhole(uri: vscode.Uri): Promise<LocatedFile | null> {
    try {
      if (this.isInWorkspace(uri)) {
        await this.session.ensureIndex();
        const found = this.find(uri);
        // A file that came later, or that settings leave out, is not among those of the workspace.
        if (found?.begun === null && (found.rows.length > 0 || hasRead(found))) return found;
      }
      const folder = path.dirname(diskFileOf(uri.fsPath));
      if (!(await this.hasAnswer(folder, uri))) await this.read(folder);
    } finally {
      this.beginnings.end(uri.fsPath);
    }
    return this.find(uri);
  }

  /**
   * Whether the folder was read after the file came, changed or went, so that reading it again would say the same. Whoever shows
   * a file asks again after each reading; a file without attempts must not be read for ever.
   */
  private async hasAnswer(folder: string, uri: vscode.Uri): Promise<boolean> {
    const known = this.folders.get(folder);
    if (known === undefined) return false;
    const state = await stat(diskFileOf(uri.fsPath)).catch(() => null);
    return state === null ? !knownFiles(known.index).has(path.basename(uri.fsPath)) : state.ctimeMs < known.began || this.seen.get(uri.fsPath) === (await stateOf(uri.fsPath));
  }

  /** Reads the file's folder again because the file has changed. A reading under way may have missed the change. */
  async refresh(uri: vscode.Uri): Promise<void> {
    if (uri.scheme !== 'file') return;
    const folder = this.folderOf(uri);
    const state = await stateOf(uri.fsPath);
    await this.readAgain(folder);
    this.seen.set(uri.fsPath, state);
  }

  /** The same in a moment, once for all who ask until then; less often where reading takes long. */
  refreshSoon(uri: vscode.Uri): void {
    const folder = this.folderOf(uri);
    if (this.timers.has(folder)) return;
    const wait = Math.max(SETTLE, 2 * (this.folders.get(folder)?.took ?? 0));
    this.timers.set(
      folder,
      setTimeout(() => {
        this.timers.delete(folder);
        void this.refresh(uri).catch(() => undefined);
      }, wait),
    );
  }

  /** Whether the file is as it was when it was read, so that bytes of the index are those of the file. */
  async isCurrent({ index }: LocatedFile, uri: vscode.Uri): Promise<boolean> {
    const began = index === this.session.index ? this.session.indexBegan : ([...this.folders.values(), ...this.beginnings.all].find((one) => one.index === index)?.began ?? 0);
    const { ctimeMs } = await stat(diskFileOf(uri.fsPath));
    // Clocks of file servers may be ahead: a state that was there before the last reading is no change.
    return ctimeMs < began || this.seen.get(uri.fsPath) === (await stateOf(uri.fsPath));
  }

  /** An attempt by id; null when no index holds it. */
  attempt(id: string): LocatedAttempt | null {
    for (const index of [...[...this.folders.values()].map((folder) => folder.index), this.session.index, ...this.beginnings.all.map((begun) => begun.index)]) {
      const row = index?.rowOf(id) ?? -1;
      if (index && row >= 0) return { index, row };
    }
    return null;
  }

  uriOf(index: TraceIndex, file: string): vscode.Uri {
    return vscode.Uri.file(path.join(index.root, ...file.split('/')));
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.beginnings.endAll();
    // As if all editors were closed: nothing more is begun.
    this.shown.clear();
    for (const tell of [...this.drawing.values()]) tell();
    for (const { abort } of this.reading.values()) abort.abort();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** The folder to read for a file: its own, or the one above that holds the rest of its attempts. */
  private folderOf(uri: vscode.Uri): string {
    const located = this.find(uri);
    const others = located?.rows.map((row) => path.dirname(diskFileOf(this.uriOf(located.index, located.index.attempt(row).file).fsPath))) ?? [];
    return others.reduce((folder, other) => (relativeIn(other, folder) === null ? folder : other), path.dirname(diskFileOf(uri.fsPath)));
  }

  private readAgain(folder: string): Promise<TraceIndex | null> {
    const running = this.reading.get(folder);
    if (!running) return this.read(folder);
    const waiting =
      this.again.get(folder) ??
      running.done
        .catch(() => null)
        .then(() => {
          this.again.delete(folder);
          return this.read(folder);
        });
    this.again.set(folder, waiting);
    return waiting;
  }

  private read(folder: string): Promise<TraceIndex | null> {
    const running = this.reading.get(folder);
    if (running) return running.done;
    const abort = new AbortController();
    const began = Date.now();
    const done = this.builder.folder(folder, abort.signal).then(
      (index) => {
        this.reading.delete(folder);
        this.folders.delete(folder);
        this.folders.set(folder, { index, began, took: Date.now() - began });
        this.changed.fire();
        return index;
      },
      (error: unknown) => {
        this.reading.delete(folder);
        if (abort.signal.aborted) return null;
        this.log.error(error instanceof Error ? error : String(error));
        throw error;
      },
    );
    this.reading.set(folder, { done, abort });
    return done;
  }

  private isInWorkspace(uri: vscode.Uri): boolean {
    return vscode.workspace.getWorkspaceFolder(uri)?.uri.scheme === 'file';
  }

  private covers(index: TraceIndex | null, folder: string): boolean {
    return index !== null && relativeIn(index.root, folder) !== null;
  }
}

function locate(index: TraceIndex | null, uri: vscode.Uri, begun: Beginning | null = null): LocatedFile | null {
  if (index === null) return null;
  const file = relativeIn(index.root, uri.fsPath);
  if (file === null) return null;
  const rows = index.rowsOfFile(file);
  // A file of a sub-agent alone shows that; beside an attempt's, it is opened from there.
  return { index, file, rows: rows.length > 0 ? rows : index.subAgentsOfFile(file), begun };
}

/** Whether the file is among those that were looked at. */
function hasRead({ index, file }: LocatedFile): boolean {
  return knownFiles(index).has(file);
}

/** What tells one state of a file from another; '' when it is not there. */
async function stateOf(absolute: string): Promise<string> {
  return stat(diskFileOf(absolute)).then(
    ({ size, ctimeMs, mtimeMs }) => `${size} ${ctimeMs} ${mtimeMs}`,
    () => '',
  );
}

/** Path below the root with `/`; null when it is not below. */
function relativeIn(root: string, absolute: string): string | null {
  const relative = path.relative(root, absolute);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return null;
  return relative.split(path.sep).join('/');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
