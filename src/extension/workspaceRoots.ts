import * as path from 'node:path';
import * as vscode from 'vscode';
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
 * Whether a change of the file (named as the index names it) may change what is known: it is one that was read, or a new
 * one. JSON and tables that hold no trace change all the time in a folder where people work.
 */
export function watchesFile({ isExcluded }: Roots, index: TraceIndex, file: string): boolean {
  if (NEVER_ENTERED.test(file) || OWN.test(file)) return false;
  const known = knownFiles(index).get(file);
  if (known !== undefined) return known.format !== null || known.unreadable > 0;
  const parts = file.split('/');
  return !parts.some((_, at) => isExcluded(parts.slice(0, at + 1).join('/'), at + 1 < parts.length));
}

const known = new WeakMap<TraceIndex, ReadonlyMap<string, IndexFile>>();

/** Files of an index by name, made once. */
export function knownFiles(index: TraceIndex): ReadonlyMap<string, IndexFile> {
  const found = known.get(index) ?? new Map(index.files.map((file) => [file.file, file]));
  known.set(index, found);
  return found;
}
