import * as path from 'node:path';
import * as vscode from 'vscode';
import { compareText } from '../base/compareText';
import { buildExclude, excludesBelow, type Exclude } from '../index/excludes';
import { relativePath, resolveRoots } from '../index/roots';
import type { TraceIndex } from '../index/traceIndex';
import type { IndexFile } from '../model/results';
import { readExcludes } from './settings';

/** What of the workspace is read. */
export interface Roots {
  /** Absolute paths of the workspace folders, at least one. */
  readonly folders: readonly string[];
  /** Globs relative to the root of the index, which is above all folders. */
  readonly excludes: readonly string[];
  readonly isExcluded: Exclude;
}

/** Null: no folder is open, or none that can be read by path. */
export function readRoots(): Roots | null {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter((uri) => uri.scheme === 'file');
  if (folders.length === 0) return null;
  const paths = folders.map((uri) => uri.fsPath);
  const { root } = resolveRoots(paths);
  const excludes = folders.flatMap((uri) => excludesBelow(relativePath(root, path.resolve(uri.fsPath)), readExcludes(uri)));
  return { folders: paths, excludes, isExcluded: buildExclude(excludes) };
}

/** Folders that no index enters. */
const NEVER_ENTERED = /(^|\/)(node_modules|\.git)\//;
/** Plans, locks and reports of our own. */
const OWN = /(^|\/)restart-lens[^/]*$/;

/**
 * Whether a change of a file or folder (named as the index names it) may change what is known: `always` where it was read as a
 * trace, `if-trace` where that depends on what it is now, `never` where no index looks.
 */
export function watchKind({ isExcluded }: Roots, index: TraceIndex, file: string, isFolder: boolean): 'always' | 'if-trace' | 'never' {
  if (NEVER_ENTERED.test(isFolder ? `${file}/` : file) || OWN.test(file)) return 'never';
  const known = knownFiles(index).get(file);
  if (known !== undefined) return known.format !== null || known.unreadable > 0 ? 'always' : 'if-trace';
  const parts = file.split('/');
  return parts.some((_, at) => isExcluded(parts.slice(0, at + 1).join('/'), isFolder || at + 1 < parts.length)) ? 'never' : 'if-trace';
}

/** Whether the index holds a file below the folder. Cost: logarithmic in its files. */
export function hasFilesBelow({ files }: TraceIndex, folder: string): boolean {
  const start = `${folder}/`;
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(files[middle]?.file ?? '', start) < 0) low = middle + 1;
    else high = middle;
  }
  return files[low]?.file.startsWith(start) ?? false;
}

const known = new WeakMap<TraceIndex, ReadonlyMap<string, IndexFile>>();

/** Files of an index by name, made once. */
export function knownFiles(index: TraceIndex): ReadonlyMap<string, IndexFile> {
  const found = known.get(index) ?? new Map(index.files.map((file) => [file.file, file]));
  known.set(index, found);
  return found;
}
