import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { TraceIndex } from '../index/traceIndex';
import { EXTENSIONS } from '../index/walk';
import { PLAN_FILE_NAME } from './planFile';
import { hasFilesBelow, knownFiles, watchKind, type Roots } from './workspaceRoots';

/** What the watcher needs of the session. */
export interface Watched {
  readonly index: TraceIndex | null;
  readonly roots: Roots | null;
  /** When the reading of the index began, in milliseconds since the Unix epoch. */
  readonly indexBegan: number;
  /** Path of a file as the index names it; null when it is outside. */
  fileOf(uri: vscode.Uri): string | null;
}

/** Milliseconds of work after which the host is let go. */
const LONGEST_BLOCK = 8;
/** Changed files that are counted one by one. */
const MOST_COUNTED = 500;

/**
 * Watches the workspace for changes of what an index says. A file that was no trace and is none now changes nothing, and is
 * not even counted: in a folder where people work such files change all the time.
 */
export class TraceWatcher implements vscode.Disposable {
  private readonly noticed = new vscode.EventEmitter<void>();
  /** After changes were noticed. */
  readonly onDidNotice = this.noticed.event;
  private readonly disposables: vscode.Disposable[] = [this.noticed];
  /** Changed files, and when that was noticed. */
  private readonly stale = new Map<string, number>();
  private waiting = new Map<string, vscode.Uri>();
  private isLooking = false;

  constructor(private readonly session: Watched) {
    const traces = vscode.workspace.createFileSystemWatcher(`**/*.{${EXTENSIONS.join(',')}}`);
    // Of a folder that comes or goes the editor tells as a whole, and says nothing of the files in it.
    const folders = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
    const look = (uri: vscode.Uri): void => this.lookLater(uri);
    this.disposables.push(traces, traces.onDidChange(look), traces.onDidCreate(look), traces.onDidDelete(look), folders, folders.onDidCreate(look), folders.onDidDelete(look));
  }

  /** Files that changed since the index was taken. */
  get count(): number {
    return this.stale.size;
  }

  /** An index was taken whose reading began then: what was noticed before is in it. */
  forgetBefore(began: number): void {
    for (const [file, when] of this.stale) if (when < began) this.stale.delete(file);
  }

  forgetAll(): void {
    this.stale.clear();
    this.waiting.clear();
  }

  dispose(): void {
    this.waiting.clear();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private lookLater(uri: vscode.Uri): void {
    if (this.session.index === null || this.stale.size >= MOST_COUNTED) return;
    this.waiting.set(uri.toString(), uri);
    if (this.isLooking) return;
    this.isLooking = true;
    void this.lookAtAll().finally(() => {
      this.isLooking = false;
    });
  }

  private async lookAtAll(): Promise<void> {
    const before = this.stale.size;
    let until = Date.now() + LONGEST_BLOCK;
    for (let [next] = this.waiting; next; [next] = this.waiting) {
      this.waiting.delete(next[0]);
      await this.look(next[1]).catch(() => undefined);
      if (Date.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = Date.now() + LONGEST_BLOCK;
    }
    if (this.stale.size > before) this.noticed.fire();
  }

  private async look(uri: vscode.Uri): Promise<void> {
    const { index, roots } = this.session;
    const file = this.session.fileOf(uri);
    if (index === null || roots === null || file === null || this.stale.has(file) || file.endsWith(PLAN_FILE_NAME)) return;
    const state = await stat(uri.fsPath).catch(() => null);
    const kind = watchKind(roots, index, file, state?.isDirectory() ?? false);
    if (kind === 'never') return;
    const isChanged = state === null ? wasRead(index, file) : state.isDirectory() || (await this.hasChanged(uri, state.ctimeMs, { index, file, isKnown: kind === 'always' }));
    if (isChanged && this.session.index === index) this.stale.set(file, Date.now());
  }

  /** Watchers also tell of files that are as they were; a change is one that the file system dates after the reading began. */
  private async hasChanged(uri: vscode.Uri, ctimeMs: number, { index, file, isKnown }: { readonly index: TraceIndex; readonly file: string; readonly isKnown: boolean }): Promise<boolean> {
    if (ctimeMs < this.session.indexBegan && knownFiles(index).has(file)) return false;
    if (isKnown) return true;
    if (!EXTENSIONS.includes(file.slice(file.lastIndexOf('.') + 1).toLowerCase())) return false;
    const { isTraceFile } = await import('../index/claims');
    return isTraceFile(index.root, file);
  }
}

/** Whether something of what was read is gone with the file or folder. */
function wasRead(index: TraceIndex, file: string): boolean {
  const known = knownFiles(index).get(file);
  return known ? known.format !== null || known.unreadable > 0 : hasFilesBelow(index, file);
}
