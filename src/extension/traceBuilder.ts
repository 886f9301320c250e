import type * as vscode from 'vscode';
import { buildIndexInThread } from '../index/buildIndexInThread';
import { createReadWorker } from './readWorker';
import { readThreads } from './settings';
import type { TraceBuilder } from './trajectory/trajectorySession';

/** Reads what somebody opened, off this thread. Nothing in it is left out. */
export function createTraceBuilder({ extensionUri, cacheFolder }: { readonly extensionUri: vscode.Uri; readonly cacheFolder: string }): TraceBuilder {
  const create = (): ReturnType<typeof createReadWorker> => createReadWorker(extensionUri);
  return {
    folder: (folder, signal) => buildIndexInThread({ roots: [folder], excludes: [], threads: readThreads(), cache: { folder: cacheFolder }, create, signal }),
    // One file is read by one thread, and what is kept of a file is the whole of it.
    beginning: (file, most, signal) => buildIndexInThread({ roots: [file], excludes: [], threads: 0, cache: null, most, create, signal }),
  };
}
