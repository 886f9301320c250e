// The work that threads do for an index. A job and its result are plain data.

import type { StopSignal } from '../base/cancelled';
import { throwIfCancelled } from '../base/cancelled';
import type { Reader } from '../formats/contract';
import { claimFiles } from './claims';
import type { ClaimResult } from './claims';
import { buffersOf } from './columns';
import { PartCollector } from './partCollector';
import type { PartBatch } from './partCollector';
import { readGroup } from './readGroups';
import type { SourceGroup } from './readGroups';

export type IndexJob =
  | { readonly kind: 'claim'; readonly root: string; readonly paths: readonly string[] }
  | { readonly kind: 'read'; readonly root: string; readonly groups: readonly SourceGroup[] };

interface JobResults {
  readonly claim: ClaimResult;
  readonly read: PartBatch;
}

export type ResultOf<Job extends IndexJob> = JobResults[Job['kind']];

/** What a job has done since it last said so. */
export interface JobProgress {
  readonly files: number;
  readonly attempts: number;
  readonly bytes: number;
}

export interface JobContext {
  readonly readers: readonly Reader[];
  readonly signal?: StopSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

/** Bytes after which a job says how far it is, so that one big file moves the bar too. */
const REPORT_BYTES = 8 * 1024 * 1024;

/** Does a job in this thread. Rejects with a CancelledError; everything else that can go wrong with a file is a problem. */
export async function runJob<Job extends IndexJob>(job: Job, context: JobContext): Promise<ResultOf<Job>> {
  // Each branch gives the result of its own kind; the compiler cannot tie it to the type parameter.
  return (await runAny(job, context)) as ResultOf<Job>;
}

async function runAny(job: IndexJob, context: JobContext): Promise<JobResults[keyof JobResults]> {
  switch (job.kind) {
    case 'claim':
      return claimFiles(job.root, job.paths, context.readers, context.signal);
    case 'read':
      return readGroups(job.root, job.groups, context);
  }
}

async function readGroups(root: string, groups: readonly SourceGroup[], { readers, signal, onProgress }: JobContext): Promise<PartBatch> {
  const collector = new PartCollector(signal);
  let attempts = 0;
  let files = 0;
  let bytes = 0;
  const report = (): void => {
    onProgress({ files, attempts: collector.attemptCount - attempts, bytes });
    attempts = collector.attemptCount;
    files = 0;
    bytes = 0;
  };
  for (const group of groups) {
    throwIfCancelled(signal);
    await readGroup(root, group, {
      readers,
      collector,
      onRead: (count) => {
        bytes += count;
        if (bytes >= REPORT_BYTES) report();
      },
    });
    files += group.paths.length;
  }
  report();
  return collector.finish();
}

/** The buffers of a result, to be transferred with it. */
export function buffersOfResult(result: JobResults[keyof JobResults]): ArrayBuffer[] {
  if ('claims' in result) return buffersOf([result.claims, result.problems]);
  return buffersOf([result.groups, result.attempts, result.steps, result.outcomes, result.runs, result.scores, result.problems, result.files]);
}
