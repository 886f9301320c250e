import type { MessagePort } from 'node:worker_threads';
import type { Reader } from '../formats/contract';
import { readTables } from './buildIndex';
import { buffersOfIndex } from './indexTables';
import { buffersOfResult, runJob } from './jobs';
import type { IndexJob } from './jobs';
import type { BuildRequest, CreateWorker, FromWorker, ToWorker } from './readPool';

export interface ServeOptions {
  readonly readers: readonly Reader[];
  /** Starts threads like this one, for building a whole index. */
  readonly create: CreateWorker;
}

/**
 * Answers what arrives at the port, one request after another. Cancelling is ending the thread, so nothing here looks for
 * it. An error that is no content's is told, and the thread goes on.
 */
export function serveJobs(port: MessagePort, options: ServeOptions): void {
  const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  const fail = (error: unknown): void => {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
    post({ kind: 'failed', code, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  };
  const build = async ({ roots, excludes, threads, cache, most = null }: BuildRequest): Promise<void> => {
    const workers = threads > 0 ? { create: options.create, count: threads } : null;
    const onProgress = (progress: Extract<FromWorker, { kind: 'building' }>['progress']): void => post({ kind: 'building', progress });
    const onNotice = (text: string): void => post({ kind: 'notice', text });
    const tables = await readTables({ roots, excludes, workers, cache, most, readers: options.readers, onProgress, onNotice });
    post({ kind: 'done', result: tables }, buffersOfIndex(tables));
  };
  const work = async (job: IndexJob): Promise<void> => {
    const result = await runJob(job, { readers: options.readers, onProgress: (progress) => post({ kind: 'progress', progress }) });
    post({ kind: 'done', result }, buffersOfResult(result));
  };
  port.on('message', (message: ToWorker) => {
    (message.kind === 'build' ? build(message.request) : work(message.job)).catch(fail);
  });
  post({ kind: 'ready' });
}
