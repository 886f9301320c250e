import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';

/** Reading threads where the setting leaves it to the machine. */
const MOST_BY_ITSELF = 4;
const MOST_STATED = 16;

/** How many threads read, from 1. */
export function readThreads(): number {
  const stated: unknown = vscode.workspace.getConfiguration('restartLens').get('index.workers');
  // Settings are typed by people; the editor only warns about a bad one.
  if (typeof stated !== 'number' || !(stated >= 1)) return Math.min(MOST_BY_ITSELF, availableParallelism());
  return Math.min(MOST_STATED, Math.floor(stated));
}

/** Whether changed traces are read again by themselves. */
export function followsChanges(): boolean {
  return vscode.workspace.getConfiguration('restartLens').get('index.follow') !== false;
}

/** Globs that the index leaves out of a workspace folder, beside node_modules and .git. A folder may state its own. */
export function readExcludes(folder: vscode.Uri): readonly string[] {
  const globs: unknown = vscode.workspace.getConfiguration('restartLens', folder).get('index.exclude');
  return Array.isArray(globs) ? globs.filter((glob) => typeof glob === 'string') : [];
}

/** Whether a change touches settings below `restartLens.PREFIX`. */
export function isUnderRestartLens(event: vscode.ConfigurationChangeEvent, prefix: string): boolean {
  return event.affectsConfiguration(`restartLens.${prefix}`);
}
