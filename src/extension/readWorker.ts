import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';

/** Starts a reading thread from the extension's bundle. */
export function createReadWorker(extensionUri: vscode.Uri): Worker {
  return new Worker(vscode.Uri.joinPath(extensionUri, 'dist', 'indexWorker.mjs').fsPath);
}
