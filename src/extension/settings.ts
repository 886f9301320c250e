import * as vscode from 'vscode';

export interface Settings {
  /** Globs that the index leaves out, beside node_modules and .git. */
  readonly excludes: readonly string[];
  /** Reading threads; 0: as many as the machine offers, at most four. */
  readonly workers: number;
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('restartLens');
  return {
    excludes: settings.get<string[]>('index.exclude', []),
    workers: settings.get<number>('index.workers', 0),
  };
}
