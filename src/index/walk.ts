import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import { throwIfCancelled } from '../base/cancelled';
import type { StopSignal } from '../base/cancelled';
import { compareText } from '../base/compareText';
import { joinPath } from '../formats/shared/paths';
import type { Problem } from '../model/problem';
import type { Exclude } from './excludes';
import { unreadableProblem } from './fileErrors';
import { isWithin, relativePath } from './roots';
import type { Roots } from './roots';

/** Files that are looked at, by the end of their name. Files named by the user are looked at whatever they are called. */
export const EXTENSIONS: readonly string[] = ['json', 'jsonl', 'ndjson', 'traj', 'eval', 'csv', 'parquet', 'txt', 'yaml', 'zip', 'gz', 'zst'];

/** Names of folders that hold no traces. */
export const NEVER_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** Folders inside folders. A deeper tree is an accident or an attack. */
const MAX_DEPTH = 100;
/** Folders listed before other work gets its turn. */
const FOLDERS_AT_ONCE = 100;

export interface WalkResult {
  /** Files to look at, relative to the root, sorted, each once. */
  readonly paths: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Every file below the roots that may hold traces. Links to folders are not followed: what lies inside the roots is
 * reached under its own name, what lies outside is out of bounds. A link to a file inside the roots stands for that file
 * where it is not looked at itself (large-file stores keep content under other names). Links that lead outside, folders that cannot
 * be read and names that are no UTF-8 are problems. Rejects with a CancelledError.
 */
export async function walkRoots(roots: Roots, exclude: Exclude, signal?: StopSignal): Promise<WalkResult> {
  const walk = new Walk(roots.root, exclude, signal);
  for (const { absolute, isFolder } of roots.entries) {
    const relative = relativePath(roots.root, absolute);
    if (isFolder) await walk.folder(relative);
    else walk.files.add(relative);
  }
  walk.followFileLinks(roots.entries.map((entry) => entry.absolute));
  return { paths: [...walk.files].sort(compareText), problems: [...roots.problems, ...walk.problems] };
}

class Walk {
  readonly files = new Set<string>();
  readonly problems: Problem[] = [];
  /** Links, by the folder that holds them. */
  private readonly links = new Map<string, string[]>();

  constructor(
    private readonly root: string,
    private readonly exclude: Exclude,
    private readonly signal: StopSignal | undefined,
  ) {}

  async folder(start: string): Promise<void> {
    const waiting = [{ folder: start, depth: 0 }];
    let entered = 0;
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (++entered % FOLDERS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      throwIfCancelled(this.signal);
      const { folder, depth } = next;
      for (const entry of this.list(folder)) {
        const child = joinPath(folder, entry.name);
        if (this.exclude(child, entry.isDirectory())) continue;
        if (entry.isDirectory()) {
          if (NEVER_ENTERED.has(entry.name)) continue;
          if (depth < MAX_DEPTH) waiting.push({ folder: child, depth: depth + 1 });
          else this.problems.push(tooDeepProblem(child));
        } else if (entry.isSymbolicLink()) {
          const links = this.links.get(folder);
          if (links) links.push(child);
          else this.links.set(folder, [child]);
        } else if (isTraceName(entry.name)) {
          if (entry.isFile()) this.files.add(child);
          else this.problems.push(specialProblem(child));
        }
      }
    }
  }

  /** Adds files that only links lead to, and says which links are not followed. */
  followFileLinks(rootPaths: readonly string[]): void {
    if (this.links.size === 0) return;
    const bounds = rootPaths.map((given) => realPathOf(given)).filter((real) => real !== null);
    const known = new Set([...this.files].map((file) => realPathOf(path.join(this.root, file))));
    for (const folder of [...this.links.keys()].sort(compareText)) {
      const left: string[] = [];
      for (const link of (this.links.get(folder) ?? []).sort(compareText)) {
        const target = realPathOf(path.join(this.root, link));
        const kind = target === null ? null : kindOf(target);
        const isFolder = kind === 'folder';
        if (!isFolder && !isTraceName(link)) continue;
        if (kind === 'other') this.problems.push(specialProblem(link));
        else if (target === null || !bounds.some((bound) => isWithin(target, bound))) left.push(link);
        else if (!isFolder && !known.has(target)) {
          known.add(target);
          this.files.add(link);
        }
      }
      if (left[0] !== undefined) this.problems.push(linksProblem(left[0], left.length));
    }
  }

  private list(folder: string): readonly Dirent[] {
    try {
      const entries = readdirSync(path.join(this.root, folder), { withFileTypes: true });
      return entries.filter((entry) => {
        // The system's name was no UTF-8; under this one the file cannot be opened.
        if (!entry.name.includes('\ufffd') || realPathOf(path.join(this.root, folder, entry.name)) !== null) return true;
        if (entry.isDirectory() || isTraceName(entry.name)) this.problems.push(badNameProblem(joinPath(folder, entry.name)));
        return false;
      });
    } catch (error) {
      this.problems.push(unreadableProblem(folder, error, 'folder'));
      return [];
    }
  }
}

/** Whether a file of this name is looked at. */
export function isTraceName(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && EXTENSIONS.includes(name.slice(dot + 1).toLowerCase());
}

function realPathOf(absolute: string): string | null {
  try {
    return realpathSync.native(absolute);
  } catch {
    return null;
  }
}

/** What a path without links stands for; null when it is not there any more. */
function kindOf(absolute: string): 'folder' | 'file' | 'other' | null {
  try {
    const state = statSync(absolute);
    return state.isDirectory() ? 'folder' : state.isFile() ? 'file' : 'other';
  } catch {
    return null;
  }
}

function linksProblem(link: string, count: number): Problem {
  const links = count === 1 ? 'A link that leads' : `${count} links of this folder that lead`;
  return {
    file: link,
    line: null,
    byte: null,
    code: 'unreadable',
    severity: 'information',
    found: count === 1 ? 'a link to a place outside, or to nothing' : `${count} links to places outside, or to nothing`,
    expected: 'files and folders inside the folders given',
    message: `${links} outside the folders given, or nowhere, ${count === 1 ? 'is' : 'are'} not followed.`,
  };
}

function tooDeepProblem(folder: string): Problem {
  return {
    file: folder,
    line: null,
    byte: null,
    code: 'too-deep',
    severity: 'error',
    found: `a folder inside ${MAX_DEPTH} others`,
    expected: `at most ${MAX_DEPTH}`,
    message: `Folders are entered to a depth of ${MAX_DEPTH}; this one was not.`,
  };
}

function specialProblem(file: string): Problem {
  return {
    file,
    line: null,
    byte: null,
    code: 'unreadable',
    severity: 'information',
    found: 'a pipe, socket or device',
    expected: 'a file',
    message: 'This is a pipe, a socket or a device, and is not opened.',
  };
}

function badNameProblem(file: string): Problem {
  return {
    file,
    line: null,
    byte: null,
    code: 'bad-encoding',
    severity: 'error',
    found: 'a name that is no UTF-8',
    expected: 'a name in UTF-8',
    message: 'The name is no UTF-8, so the file or folder cannot be opened; rename it.',
  };
}
