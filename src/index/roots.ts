import { statSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../model/problem';
import { unreadableProblem } from './fileErrors';

/** A file or folder to look at. */
export interface RootEntry {
  readonly absolute: string;
  readonly isFolder: boolean;
}

export interface Roots {
  /** Absolute path that every path of the index is relative to: the folder given, or the common parent. */
  readonly root: string;
  readonly entries: readonly RootEntry[];
  /** Roots that are not there. */
  readonly problems: readonly Problem[];
}

/** Resolves the paths given (absolute, or relative to the working directory); what is not there is a problem. */
export function resolveRoots(paths: readonly string[]): Roots {
  const entries: RootEntry[] = [];
  const missing: { readonly absolute: string; readonly error: unknown }[] = [];
  for (const absolute of new Set(paths.map((given) => path.resolve(given)))) {
    try {
      entries.push({ absolute, isFolder: statSync(absolute).isDirectory() });
    } catch (error) {
      missing.push({ absolute, error });
    }
  }
  const folders = [...entries.map((e) => (e.isFolder ? e.absolute : path.dirname(e.absolute))), ...missing.map((m) => path.dirname(m.absolute))];
  const root = folders.reduce(commonParent, folders[0] ?? path.resolve('.'));
  return { root, entries, problems: missing.map((m) => unreadableProblem(relativePath(root, m.absolute), m.error, 'file')) };
}

/** The path as the index writes it: relative to the root, with `/`; '' for the root itself. */
export function relativePath(root: string, absolute: string): string {
  return path.relative(root, absolute).split(path.sep).join('/');
}

/** Whether an absolute path is the folder or lies below it. Both as the system resolves them, without links. */
export function isWithin(absolute: string, folder: string): boolean {
  const relative = path.relative(folder, absolute);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

function commonParent(a: string, b: string): string {
  let folder = a;
  while (b !== folder && !b.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)) {
    const parent = path.dirname(folder);
    if (parent === folder) return folder;
    folder = parent;
  }
  return folder;
}
