import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';

export interface Settings {
  /** Globs that the index leaves out, beside node_modules and .git. */
  readonly excludes: readonly string[];
  /** Reading threads, at least 1. */
  readonly workers: number;
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('restartLens');
  const workers = settings.get<number>('index.workers', 0);
  return {
    excludes: settings.get<string[]>('index.exclude', []),
    // 0 stands for as many as the machine offers, at most four.
    workers: workers > 0 ? workers : Math.min(4, availableParallelism()),
  };
}
