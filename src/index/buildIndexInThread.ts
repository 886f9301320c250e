import { CancelledError } from '../base/cancelled';
import type { IndexTables } from './indexTables';
import { WorkerCrash, WorkersUnavailable } from './readPool';
import type { BuildRequest, CreateWorker, FromWorker, ToWorker } from './readPool';
import { openOrRepeat } from './openOrRepeat';
import type { IndexProgress, TraceIndex } from './traceIndex';

export interface ThreadBuildOptions extends BuildRequest {
  readonly create: CreateWorker;
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Told once when nothing can be kept for the next time; the index is as good. */
  readonly onNotice?: (text: string) => void;
  /** Told when steps that are asked for later cannot be read from what was kept: the traces are to be read again. */
  readonly onDamage?: () => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds an index off this thread: walking, reading and joining happen in another one (and in threads of its own), and
 * only columns come back. For hosts whose thread must not stop. Rejects with a CancelledError, with WorkersUnavailable
 * when the thread never starts, with a WorkerCrash when it dies, or with the error that it met.
 */
export async function buildIndexInThread(options: ThreadBuildOptions): Promise<TraceIndex> {
  return openOrRepeat(() => buildTables(options), options.onDamage);
}

async function buildTables({ create, onProgress, onNotice, signal, roots, excludes, threads, cache, most = null }: ThreadBuildOptions): Promise<IndexTables> {
  if (signal?.aborted) throw new CancelledError();
  const worker = create();
  let cancel = (): void => undefined;
  try {
    return await new Promise<IndexTables>((resolve, reject) => {
      cancel = () => reject(new CancelledError());
      signal?.addEventListener('abort', cancel, { once: true });
      let lastError = 'it stopped without a word';
      let hasAnswered = false;
      worker.on('message', (message: FromWorker) => {
        hasAnswered = true;
        if (message.kind === 'building') onProgress?.(message.progress);
        if (message.kind === 'notice') onNotice?.(message.text);
        // The thread answers a build with the tables of an index (`serveJobs`).
        if (message.kind === 'done') resolve(message.result as IndexTables);
        if (message.kind === 'failed') reject(message.code === 'cancelled' ? new CancelledError() : Object.assign(new Error(message.message), { code: message.code }));
      });
      worker.on('error', (error) => {
        lastError = error instanceof Error ? error.message : String(error);
      });
      worker.on('exit', () => reject(hasAnswered ? new WorkerCrash(lastError) : new WorkersUnavailable(lastError)));
      worker.postMessage({ kind: 'build', request: { roots, excludes, threads, cache, most } } satisfies ToWorker);
    });
  } finally {
    signal?.removeEventListener('abort', cancel);
    void worker.terminate();
  }
}
