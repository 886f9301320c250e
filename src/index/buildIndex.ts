import { throwIfCancelled } from '../base/cancelled';
import type { Reader } from '../formats/contract';
import { READERS } from '../formats/readers';
import { claimAll, groupClaims, leaveOut } from './claimAll';
import { buildExclude } from './excludes';
import { buildIndexTables } from './indexTables';
import type { IndexTables } from './indexTables';
import { joinParts } from './join/joinParts';
import { joinInput } from './joinInput';
import type { JobProgress } from './jobs';
import { readAll } from './readAll';
import { createLocalRunner, ReadPool } from './readPool';
import type { JobRunner, WorkerOptions } from './readPool';
import { resolveRoots } from './roots';
import { openIndex } from './store';
import type { IndexProgress, TraceIndex } from './traceIndex';
import { walkRoots } from './walk';

export interface BuildOptions {
  /** Files and folders, absolute or relative to the working directory; at least one. */
  readonly roots: readonly string[];
  /** Patterns like those of a `.gitignore`, relative to the root of the index. */
  readonly excludes?: readonly string[];
  /** Threads to read with. Null, or a small set: everything is read in this thread, with pauses. */
  readonly workers?: WorkerOptions | null;
  /** For tests; the threads bring their own. */
  readonly readers?: readonly Reader[];
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
}

/** Sets up to these sizes are read sooner than a thread is started. */
const SMALL_BYTES = 8 * 1024 * 1024;
const SMALL_FILES = 500;

/**
 * Indexes everything under the roots. Bad content and unreadable files are problems of the index. The result does not
 * depend on the number of threads. Rejects with a CancelledError, or with WorkersUnavailable.
 */
export async function buildIndex(options: BuildOptions): Promise<TraceIndex> {
  return openIndex(await readTables(options));
}

/** As `buildIndex`, as columns that can be sent to another thread. */
export async function readTables(options: BuildOptions): Promise<IndexTables> {
  const { signal, readers = READERS } = options;
  throwIfCancelled(signal);
  const local = createLocalRunner(readers, signal);
  const pool = options.workers ? new ReadPool(options.workers, signal) : null;
  try {
    const roots = resolveRoots(options.roots);
    const exclude = buildExclude(options.excludes ?? []);
    const walked = await walkRoots(roots, exclude, signal);
    const choose = (isBig: boolean): JobRunner => (pool !== null && (isBig || options.workers?.evenWhenSmall) ? pool : local);
    const hasManyFiles = walked.paths.length > SMALL_FILES;
    const claimed = leaveOut(await claimAll(roots.root, walked.paths, choose(hasManyFiles)), exclude);
    const groups = groupClaims(claimed.claims, readers);
    const bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
    const unclaimed = claimed.claims.filter((claim) => claim.reader === null);
    const progress = countProgress(walked.paths.length, unclaimed.length, options.onProgress);
    const batches = await readAll(roots.root, groups, choose(hasManyFiles || bytes > SMALL_BYTES), progress);
    throwIfCancelled(signal);
    const input = joinInput(roots.root, claimed.claims, batches, [...walked.problems, ...claimed.problems]);
    return buildIndexTables(roots.root, joinParts(input), batches.map((batch) => batch.steps));
  } finally {
    pool?.dispose();
  }
}

function countProgress(filesTotal: number, unclaimed: number, tell: ((progress: IndexProgress) => void) | undefined): (progress: JobProgress) => void {
  let now = { filesDone: unclaimed, filesTotal, attempts: 0, bytes: 0 };
  tell?.(now);
  return ({ files, attempts, bytes }) => {
    now = { filesTotal, filesDone: Math.min(filesTotal, now.filesDone + files), attempts: now.attempts + attempts, bytes: now.bytes + bytes };
    tell?.(now);
  };
}
