import type { MessagePort } from 'node:worker_threads';
import type { Reader } from '../formats/contract';
import { buffersOfResult, runJob } from './jobs';
import type { FromWorker, ToWorker } from './readPool';

/**
 * Answers jobs that arrive at the port, one after another. Cancelling is ending the thread, so a job never looks
 * for it. An error that is no content's is told and the thread goes on.
 */
export function serveJobs(port: MessagePort, readers: readonly Reader[]): void {
  const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  post({ kind: 'ready' });
  port.on('message', ({ job }: ToWorker) => {
    try {
      const result = runJob(job, { readers, onProgress: (progress) => post({ kind: 'progress', progress }) });
      post({ kind: 'done', result }, buffersOfResult(result));
    } catch (error) {
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
      post({ kind: 'failed', code, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
