import type * as vscode from 'vscode';
import type { CellAtCall } from '../../analysis/cellAtCall';
import type { TraceIndex } from '../../index/traceIndex';
import type { Plan } from '../../model/plan';

/** What the trajectory editor needs of the session; `Session` is one. */
export interface TrajectorySession {
  /** The newest snapshot of the workspace; null before the first one. */
  readonly index: TraceIndex | null;
  /** When the reading of that snapshot began, in milliseconds since the Unix epoch. */
  readonly indexBegan: number;
  readonly plan: { readonly plan: Plan } | null;
  readonly onDidChangeIndex: vscode.Event<void>;
  readonly onDidChangeAudit: vscode.Event<void>;
  ensureIndex(): Promise<TraceIndex | null>;
  /** Counts of the attempt's cell at exactly this call; null when it is in no cell or nothing is audited. */
  cellAt(row: number, call: number): CellAtCall | null;
}

/** Reads traces off this thread. Rejects with a CancelledError, or when they cannot be read. */
export interface TraceBuilder {
  /** A folder by itself: for traces outside the workspace, and for those that have changed since. */
  folder(folder: string, signal: AbortSignal): Promise<TraceIndex>;
  /** About the first `most` bytes of one file, without what other files say of its attempts. */
  beginning(file: string, most: number, signal: AbortSignal): Promise<TraceIndex>;
}
