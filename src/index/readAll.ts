import { pushAll } from '../base/extent';
import { crashProblem } from './crashes';
import type { JobProgress } from './jobs';
import { PartCollector } from './partCollector';
import type { PartBatch } from './partCollector';
import { groupName } from './readGroups';
import type { SourceGroup } from './readGroups';
import { WorkerCrash } from './readPool';
import type { JobRunner } from './readPool';

/** A job is at least this big, so that results come in a few pieces, and at most this, so that threads stay balanced. */
const LEAST_JOB_BYTES = 1024 * 1024;
const MOST_JOB_BYTES = 64 * 1024 * 1024;
const MOST_JOB_FILES = 2000;

export interface ReadAllOptions {
  readonly onProgress: (progress: JobProgress) => void;
  /** Takes each batch, in no order; reading goes on meanwhile. */
  readonly take: (batch: PartBatch) => Promise<void>;
}

/** Reads every group. */
export async function readAll(root: string, groups: readonly SourceGroup[], runner: JobRunner, { onProgress, take }: ReadAllOptions): Promise<void> {
  const jobs = splitJobs(groups, runner.width);
  // Big jobs go first, so that no thread is left alone with one at the end.
  const bySize = [...jobs].sort((a, b) => sizeOf(b) - sizeOf(a));
  await Promise.all(
    bySize.map(async (job) => {
      for (const batch of await readSafely(root, job, runner, onProgress)) await take(batch);
    }),
  );
}

function sizeOf(groups: readonly SourceGroup[]): number {
  return groups.reduce((sum, group) => sum + group.bytes, 0);
}

function splitJobs(groups: readonly SourceGroup[], width: number): readonly (readonly SourceGroup[])[] {
  const target = Math.min(MOST_JOB_BYTES, Math.max(LEAST_JOB_BYTES, sizeOf(groups) / (width * 4)));
  const jobs: SourceGroup[][] = [];
  let bytes = 0;
  let files = 0;
  for (const group of groups) {
    const last = jobs.at(-1);
    if (!last || bytes + group.bytes > target || files + group.paths.length > MOST_JOB_FILES) {
      jobs.push([group]);
      bytes = 0;
      files = 0;
    } else last.push(group);
    bytes += group.bytes;
    files += group.paths.length;
  }
  return jobs;
}

/** Reads groups; when that ends the thread, each is read alone, and the one that ends it again is a problem. */
async function readSafely(root: string, groups: readonly SourceGroup[], runner: JobRunner, onProgress: (progress: JobProgress) => void): Promise<readonly PartBatch[]> {
  try {
    return [await runner.run({ kind: 'read', root, groups }, onProgress)];
  } catch (error) {
    if (!(error instanceof WorkerCrash)) throw error;
    const [only] = groups;
    if (groups.length === 1 && only) return [crashBatch(only, error)];
    const batches: PartBatch[] = [];
    for (const group of groups) pushAll(batches, await readSafely(root, [group], runner, onProgress));
    return batches;
  }
}

function crashBatch(group: SourceGroup, crash: WorkerCrash): PartBatch {
  const collector = new PartCollector();
  collector.beginGroup(groupName(group));
  for (const file of group.paths) {
    collector.problem(crashProblem(file, crash));
    collector.file({ file, format: null, records: 0, shown: 0, folded: 0, unreadable: 0 });
  }
  collector.endGroup({ isWhole: false });
  return collector.finish();
}
