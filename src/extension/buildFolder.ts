import type * as vscode from 'vscode';
import { buildIndexInThread } from '../index/buildIndexInThread';
import type { TraceIndex } from '../index/traceIndex';
import { createReadWorker } from './readWorker';
import { readSettings } from './settings';

/** Reads one folder by itself, off this thread. Rejects with a CancelledError, or when it cannot be read. */
export function buildFolder(extensionUri: vscode.Uri, folder: string, signal: AbortSignal): Promise<TraceIndex> {
  const { excludes, workers } = readSettings();
  return buildIndexInThread({ roots: [folder], excludes, threads: workers, create: () => createReadWorker(extensionUri), signal });
}
