import { Worker } from 'node:worker_threads';
import { CancelledError, isCancelled } from '../base/cancelled';
import type { Reader } from '../formats/contract';
import type { CacheOptions } from './cache/cacheStore';
import { runJob } from './jobs';
import type { IndexJob, JobProgress, ResultOf } from './jobs';
import type { IndexProgress } from './traceIndex';

/** Starts a thread that serves jobs (`serveJobs`). The entry knows where its bundle lies; this folder does not. */
export type CreateWorker = () => Worker;

/** Threads to read with, or null to read in this one (tests, and sets too small to be worth a thread). */
export interface WorkerOptions {
  readonly create: CreateWorker;
  /** At least 1. */
  readonly count: number;
  /** Read in threads even what is sooner read in this one. */
  readonly evenWhenSmall?: boolean;
}

/** A thread ended before its job was done: out of memory, or a fault in a reader's native or WASM code. */
export class WorkerCrash extends Error {
  readonly code = 'worker-crashed';

  constructor(readonly reason: string) {
    super(`A reading thread ended: ${reason}`);
    this.name = 'WorkerCrash';
  }
}

/** No thread ever answered: the bundle is missing or broken, or threads cannot be started here. */
export class WorkersUnavailable extends Error {
  readonly code = 'workers-unavailable';

  constructor(readonly reason: string) {
    super(`Reading threads cannot be started: ${reason}`);
    this.name = 'WorkersUnavailable';
  }
}

/** Does jobs, somewhere. */
export interface JobRunner {
  /** Rejects with a CancelledError, a WorkerCrash, or WorkersUnavailable. */
  run<Job extends IndexJob>(job: Job, onProgress: (progress: JobProgress) => void): Promise<ResultOf<Job>>;
  /** How many jobs can run at the same time. */
  readonly width: number;
  dispose(): void;
}

export type ToWorker =
  | { readonly kind: 'job'; readonly job: IndexJob }
  /** Build a whole index there, with threads of its own (`buildIndexInThread`). */
  | { readonly kind: 'build'; readonly request: BuildRequest };

/** What can be asked of a thread that builds an index. */
export interface BuildRequest {
  readonly roots: readonly string[];
  readonly excludes: readonly string[];
  /** Threads to read with beside the one that builds; 0: none. */
  readonly threads: number;
  /** Where what was read is kept for the next time; null: nowhere. */
  readonly cache: CacheOptions | null;
  /** Bytes of each file that are read, about; null: all (`BuildOptions.most`). */
  readonly most?: number | null;
}
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: JobProgress }
  | { readonly kind: 'building'; readonly progress: IndexProgress }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** Limits of a reading thread. A file that needs more crashes the thread, which is a problem of that file alone. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 4096 };

/** A factory for a bundle that calls `serveJobs`. */
export function workersFrom(file: string): CreateWorker {
  return () => new Worker(file, { resourceLimits: RESOURCE_LIMITS });
}

/** Runs jobs in this thread, one after another; between jobs other work gets its turn. */
export function createLocalRunner(readers: readonly Reader[], signal?: AbortSignal): JobRunner {
  // The job before, settled: a reader that waits must not let the next job begin, or memory would grow with their number.
  let before: Promise<unknown> = Promise.resolve();
  return {
    width: 1,
    run: (job, onProgress) => {
      const result = before.then(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return runJob(job, { readers, onProgress, ...(signal ? { signal } : {}) });
      });
      before = result.catch(() => undefined);
      return result;
    },
    dispose: () => undefined,
  };
}

interface Waiting {
  readonly job: IndexJob;
  readonly onProgress: (progress: JobProgress) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Runs jobs in threads, which are started when they are needed and ended with the pool or when the signal is given. */
export class ReadPool implements JobRunner {
  private readonly queue: Waiting[] = [];
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Waiting>();
  private isClosed = false;
  private hasAnswered = false;
  private readonly cancel = (): void => this.close(new CancelledError());

  constructor(
    private readonly options: WorkerOptions,
    private readonly signal?: AbortSignal,
  ) {
    if (signal?.aborted) this.isClosed = true;
    signal?.addEventListener('abort', this.cancel, { once: true });
  }

  get width(): number {
    return Math.max(1, this.options.count);
  }

  run<Job extends IndexJob>(job: Job, onProgress: (progress: JobProgress) => void): Promise<ResultOf<Job>> {
    if (this.isClosed) return Promise.reject(new CancelledError());
    return new Promise<ResultOf<Job>>((resolve, reject) => {
      // The thread answers a job with the result of its kind (`serveJobs`).
      this.queue.push({ job, onProgress, resolve: resolve as (result: unknown) => void, reject });
      this.next();
    });
  }

  dispose(): void {
    this.close(new CancelledError());
  }

  private close(reason: Error): void {
    this.isClosed = true;
    this.signal?.removeEventListener('abort', this.cancel);
    const waiting = [...this.busy.values(), ...this.queue];
    const workers = [...this.idle, ...this.busy.keys()];
    this.queue.length = 0;
    this.idle.length = 0;
    this.busy.clear();
    for (const worker of workers) void worker.terminate();
    for (const entry of waiting) entry.reject(reason);
  }

  private next(): void {
    while (this.queue.length > 0 && this.busy.size < this.width) {
      const entry = this.queue.shift();
      if (!entry) return;
      try {
        const worker = this.idle.pop() ?? this.start();
        this.busy.set(worker, entry);
        worker.postMessage({ kind: 'job', job: entry.job } satisfies ToWorker);
      } catch (error) {
        entry.reject(new WorkersUnavailable(error instanceof Error ? error.message : String(error)));
      }
    }
  }

  private start(): Worker {
    const worker = this.options.create();
    let lastError = 'it stopped without a word';
    worker.on('message', (message: FromWorker) => this.receive(worker, message));
    worker.on('error', (error) => {
      lastError = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', (code) => this.lose(worker, code === 0 ? lastError : `${lastError} (exit code ${code})`));
    return worker;
  }

  private receive(worker: Worker, message: FromWorker): void {
    this.hasAnswered = true;
    if (message.kind === 'ready' || message.kind === 'building' || message.kind === 'notice') return;
    const entry = this.busy.get(worker);
    if (!entry) return;
    if (message.kind === 'progress') {
      entry.onProgress(message.progress);
      return;
    }
    this.busy.delete(worker);
    this.idle.push(worker);
    if (message.kind === 'done') entry.resolve(message.result);
    else entry.reject(isCancelled(message) ? new CancelledError() : new Error(message.message));
    this.next();
  }

  private lose(worker: Worker, reason: string): void {
    const entry = this.busy.get(worker);
    this.busy.delete(worker);
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    entry?.reject(this.hasAnswered ? new WorkerCrash(reason) : new WorkersUnavailable(reason));
    if (!this.isClosed) this.next();
  }
}
