import { throwIfCancelled } from '../base/cancelled';
import type { Reader } from '../formats/contract';
import { builtInReaders } from './builtInReaders';
import { CachedBuild, digestFindings, loadJoined } from './cache/cachedBuild';
import { CacheStore } from './cache/cacheStore';
import type { CacheOptions } from './cache/cacheStore';
import { lookAt } from './cache/lookAt';
import { claimAll, groupClaims, leaveOut } from './claimAll';
import { buildExclude } from './excludes';
import type { Exclude } from './excludes';
import { buildIndexTables } from './indexTables';
import type { IndexTables } from './indexTables';
import { joinParts } from './join/joinParts';
import { joinInput } from './joinInput';
import type { JobProgress } from './jobs';
import type { PartBatch } from './partCollector';
import { readAll } from './readAll';
import { groupName } from './readGroups';
import type { SourceGroup } from './readGroups';
import { createLocalRunner, ReadPool } from './readPool';
import type { JobRunner, WorkerOptions } from './readPool';
import { resolveRoots } from './roots';
import type { Roots } from './roots';
import { openOrRepeat } from './openOrRepeat';
import { keepBatch, placeGroups } from './storedBatch';
import type { KeptBatch } from './storedBatch';
import type { IndexProgress, TraceIndex } from './traceIndex';
import { walkRoots } from './walk';
import type { WalkResult } from './walk';

export interface BuildOptions {
  /** Files and folders, absolute or relative to the working directory; at least one. */
  readonly roots: readonly string[];
  /** Patterns like those of a `.gitignore`, relative to the root of the index. */
  readonly excludes?: readonly string[];
  /** Threads to read with. Null, or a small set: everything is read in this thread, with pauses. */
  readonly workers?: WorkerOptions | null;
  /** Where what was read is kept for the next time. Null: nowhere, all is read and held in memory. */
  readonly cache?: CacheOptions | null;
  /**
   * Bytes of each file that are read, about: a first look at a file too big to wait for. Its attempts may go on, and their
   * outcome may stand in what was not read; goes with no cache. Null: all.
   */
  readonly most?: number | null;
  /** For tests; the threads bring their own. */
  readonly readers?: readonly Reader[];
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Told once when nothing can be kept for the next time; the index is as good. */
  readonly onNotice?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Sets up to these sizes are read sooner than a thread is started. */
const SMALL_BYTES = 8 * 1024 * 1024;
const SMALL_FILES = 500;

/**
 * Indexes everything under the roots. Bad content and unreadable files are problems of the index. The result does not
 * depend on the number of threads, nor on what a cache held. Rejects with a CancelledError, or with WorkersUnavailable.
 */
export async function buildIndex(options: BuildOptions): Promise<TraceIndex> {
  return openOrRepeat(() => readTables(options));
}

/** As `buildIndex`, as columns that can be sent to another thread. */
export async function readTables(options: BuildOptions): Promise<IndexTables> {
  const { signal } = options;
  throwIfCancelled(signal);
  const roots = resolveRoots(options.roots);
  const exclude = buildExclude(options.excludes ?? []);
  const walked = await walkRoots(roots, exclude, signal);
  const store = options.cache ? await CacheStore.open(options.cache, roots, options.onNotice ?? (() => undefined)) : null;
  if (store === null) return readAndJoin({ roots, walked, exclude }, options, null);
  const seen = await lookAt(roots.root, walked.paths, store.manifest, signal);
  const found = digestFindings(walked.problems, options.excludes ?? []);
  const whole = loadJoined(roots.root, store, seen, found);
  if (whole !== null) {
    const count = walked.paths.length;
    options.onProgress?.({ filesDone: count, filesTotal: count, attempts: whole.attempts.length, bytes: 0 });
    return whole;
  }
  const build = new CachedBuild(store, seen);
  const tables = await readAndJoin({ roots, walked, exclude }, options, build);
  await build.finish(tables, found);
  return tables;
}

interface Found {
  readonly roots: Roots;
  readonly walked: WalkResult;
  readonly exclude: Exclude;
}

async function readAndJoin({ roots: { root }, walked, exclude }: Found, options: BuildOptions, build: CachedBuild | null): Promise<IndexTables> {
  const { signal, readers = await builtInReaders() } = options;
  const local = createLocalRunner(readers, signal);
  const pool = options.workers ? new ReadPool(options.workers, signal) : null;
  try {
    const choose = (isBig: boolean): JobRunner => (pool !== null && (isBig || options.workers?.evenWhenSmall) ? pool : local);
    const unknown = build?.unclaimed ?? walked.paths;
    const fresh = await claimAll(root, unknown, choose(unknown.length > SMALL_FILES));
    const claimed = leaveOut(build?.addKnownClaims(fresh) ?? fresh, exclude);
    const groups = groupClaims(claimed.claims, readers);
    const { most } = options;
    const left = build ? await build.reuse(groups) : groups.map((group) => (most == null ? group : { ...group, most, bytes: Math.min(group.bytes, most) }));
    throwIfCancelled(signal);
    const memory: KeptBatch[] = [];
    const take = (batch: PartBatch): Promise<void> => {
      if (build) return build.take(batch);
      memory.push(keepBatch(batch));
      return Promise.resolve();
    };
    const onProgress = countProgress(walked.paths.length, left, options.onProgress);
    const isBig = left.length > SMALL_FILES || left.reduce((sum, group) => sum + group.bytes, 0) > SMALL_BYTES;
    await readAll(root, left, choose(isBig), { onProgress, take });
    throwIfCancelled(signal);
    const kept = build?.batches ?? memory;
    const batches = kept.map(({ batch }) => batch);
    const input = joinInput(root, { claims: claimed.claims, batches, groups: placeGroups(kept, groups.map(groupName)), problems: [...walked.problems, ...claimed.problems] });
    return buildIndexTables(root, joinParts(input), batches.map((batch) => batch.steps));
  } finally {
    pool?.dispose();
  }
}

function countProgress(filesTotal: number, left: readonly SourceGroup[], tell: ((progress: IndexProgress) => void) | undefined): (progress: JobProgress) => void {
  // Members of archives count as files here: an archive is done when the last of them is.
  const filesDone = Math.max(0, filesTotal - left.reduce((sum, { paths }) => sum + paths.length, 0));
  let now = { filesDone, filesTotal, attempts: 0, bytes: 0 };
  tell?.(now);
  return ({ files, attempts, bytes }) => {
    now = { filesTotal, filesDone: Math.min(filesTotal, now.filesDone + files), attempts: now.attempts + attempts, bytes: now.bytes + bytes };
    tell?.(now);
  };
}
