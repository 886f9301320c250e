import { CancelledError } from '../base/cancelled';
import type { IndexTables } from './indexTables';
import { WorkerCrash, WorkersUnavailable } from './readPool';
import type { BuildRequest, CreateWorker, FromWorker, ToWorker } from './readPool';
import { openIndex } from './store';
import type { IndexProgress, TraceIndex } from './traceIndex';

export interface ThreadBuildOptions extends BuildRequest {
  readonly create: CreateWorker;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds an index off this thread: walking, reading and joining happen in another one (and in threads of its own), and
 * only columns come back. For hosts whose thread must not stop. Rejects with a CancelledError, with WorkersUnavailable
 * when the thread never starts, with a WorkerCrash when it dies, or with the error that it met.
 */
export async function buildIndexInThread(options: ThreadBuildOptions): Promise<TraceIndex> {
  const { create, onProgress, signal, roots, excludes, threads } = options;
  if (signal?.aborted) throw new CancelledError();
  const worker = create();
  let cancel = (): void => undefined;
  try {
    const tables = await new Promise<IndexTables>((resolve, reject) => {
      cancel = () => reject(new CancelledError());
      signal?.addEventListener('abort', cancel, { once: true });
      let lastError = 'it stopped without a word';
      let hasAnswered = false;
      worker.on('message', (message: FromWorker) => {
        hasAnswered = true;
        if (message.kind === 'building') onProgress?.(message.progress);
        // The thread answers a build with the tables of an index (`serveJobs`).
        if (message.kind === 'done') resolve(message.result as IndexTables);
        if (message.kind === 'failed') reject(message.code === 'cancelled' ? new CancelledError() : Object.assign(new Error(message.message), { code: message.code }));
      });
      worker.on('error', (error) => {
        lastError = error instanceof Error ? error.message : String(error);
      });
      worker.on('exit', () => reject(hasAnswered ? new WorkerCrash(lastError) : new WorkersUnavailable(lastError)));
      worker.postMessage({ kind: 'build', request: { roots, excludes, threads } } satisfies ToWorker);
    });
    return openIndex(tables);
  } finally {
    signal?.removeEventListener('abort', cancel);
    void worker.terminate();
  }
}
