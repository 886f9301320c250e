import * as path from 'node:path';
import * as vscode from 'vscode';
import type { TraceIndex } from '../../index/traceIndex';
import type { BuildFolder, TrajectorySession } from './trajectorySession';

/** A file of an index, with the attempts that have something in it. */
export interface LocatedFile {
  readonly index: TraceIndex;
  /** As the index names it. */
  readonly file: string;
  /** In locator order. */
  readonly rows: readonly number[];
}

export interface LocatedAttempt {
  readonly index: TraceIndex;
  readonly row: number;
}

/** Milliseconds for which a file waits for the index of the workspace before its folder is read by itself. */
const PATIENCE = 1500;

/**
 * Finds attempts by file or id: in the index of the workspace, and in folders that were read by themselves because they
 * lie outside or have changed since. A folder's own index goes before that of the workspace until that is taken again.
 */
export class TraceLocator implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** After any index that answers here was taken. */
  readonly onDidChange = this.changed.event;
  private readonly folders = new Map<string, TraceIndex>();
  private readonly reading = new Map<string, { readonly done: Promise<TraceIndex | null>; readonly abort: AbortController }>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    readonly session: TrajectorySession,
    private readonly buildFolder: BuildFolder,
    private readonly log: vscode.LogOutputChannel,
  ) {
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
    return locate(this.folders.get(path.dirname(uri.fsPath)) ?? null, uri) ?? locate(this.session.index, uri);
  }

  /** The file, read first where that is needed. Null: it holds no attempt. Rejects when it cannot be read. */
  async ensure(uri: vscode.Uri): Promise<LocatedFile | null> {
    const known = this.find(uri);
    if (known && known.rows.length > 0) return known;
    if (uri.scheme !== 'file') return null;
    if (this.isInWorkspace(uri)) {
      const isReady = await Promise.race([this.session.ensureIndex().then(() => true), pause(PATIENCE).then(() => false)]);
      const found = this.find(uri);
      if (found && (found.rows.length > 0 || isReady)) return found;
    }
    await this.read(path.dirname(uri.fsPath));
    return this.find(uri);
  }

  /** Reads the file's folder again because the file has changed. */
  async refresh(uri: vscode.Uri): Promise<void> {
    if (uri.scheme === 'file') await this.read(path.dirname(uri.fsPath));
  }

  /** An attempt by id; null when no index holds it. */
  attempt(id: string): LocatedAttempt | null {
    for (const index of [...this.folders.values(), this.session.index]) {
      const row = index?.rowOf(id) ?? -1;
      if (index && row >= 0) return { index, row };
    }
    return null;
  }

  uriOf(index: TraceIndex, file: string): vscode.Uri {
    return vscode.Uri.file(path.join(index.root, ...file.split('/')));
  }

  dispose(): void {
    for (const { abort } of this.reading.values()) abort.abort();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private read(folder: string): Promise<TraceIndex | null> {
    const running = this.reading.get(folder);
    if (running) return running.done;
    const abort = new AbortController();
    const done = this.buildFolder(folder, abort.signal).then(
      (index) => {
        this.reading.delete(folder);
        this.folders.set(folder, index);
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

function locate(index: TraceIndex | null, uri: vscode.Uri): LocatedFile | null {
  if (index === null) return null;
  const file = relativeIn(index.root, uri.fsPath);
  if (file === null) return null;
  return { index, file, rows: index.rowsOfFile(file) };
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
