import type * as vscode from 'vscode';
import { buildIndexInThread } from '../index/buildIndexInThread';
import type { TraceIndex } from '../index/traceIndex';
import { createReadWorker } from './readWorker';
import { readThreads } from './settings';

/**
 * Reads one folder by itself, off this thread. Nothing in it is left out: somebody opened a file of it. Rejects with a
 * CancelledError, or when it cannot be read.
 */
export function buildFolder({ extensionUri, cacheFolder }: { readonly extensionUri: vscode.Uri; readonly cacheFolder: string }, folder: string, signal: AbortSignal): Promise<TraceIndex> {
  return buildIndexInThread({ roots: [folder], excludes: [], threads: readThreads(), cache: { folder: cacheFolder }, create: () => createReadWorker(extensionUri), signal });
}
