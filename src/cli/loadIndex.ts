import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { cleanLine } from '../base/cleanText';
import { buildIndex } from '../index/buildIndex';
import { buildIndexInThread, type ThreadBuildOptions } from '../index/buildIndexInThread';
import type { CacheOptions } from '../index/cache/cacheStore';
import { workersFrom, WorkersUnavailable, type CreateWorker } from '../index/readPool';
import type { IndexProgress, TraceIndex } from '../index/traceIndex';
import { formatBytes, formatCount } from '../views/numbers';
import type { CommandContext } from './command';
import { UsageError } from './options';
import type { OptionSpec } from './options';
import type { Output } from './output';

/** Options of every command that reads traces. */
export const READ_OPTIONS: readonly OptionSpec[] = [
  { name: 'json', kind: 'flag', summary: 'print one JSON document' },
  { name: 'strict', kind: 'flag', summary: 'exit with 4 when a part of the input cannot be read' },
  { name: 'exclude', kind: 'texts', value: 'PATTERN', summary: 'leave out paths, as in a .gitignore; may be repeated' },
  { name: 'cache', kind: 'text', value: 'DIR', summary: 'keep what was read in this folder (default: RESTART_LENS_CACHE, else the place for caches of this system)' },
  { name: 'no-cache', kind: 'flag', summary: 'read everything again, and keep nothing' },
  { name: 'threads', kind: 'integer', value: 'N', summary: 'threads to read with (default: the processors, at most 8; 0: none beside the one that finds and joins)' },
];

const MOST_THREADS = 64;
/** Milliseconds between two states of the line, so that a slow terminal does not slow the reading. */
const REFRESH = 100;

/** Indexes the paths of a command, with a moving line where standard error is a terminal. */
export async function loadIndex(context: CommandContext, { excludes = context.options.texts('exclude') ?? [], cache = cacheOf(context) }: { readonly excludes?: readonly string[]; readonly cache?: CacheOptions | null } = {}): Promise<TraceIndex> {
  const { paths, options, workerFile, signal, err } = context;
  const threads = options.number('threads') ?? Math.min(8, availableParallelism());
  if (threads < 0 || threads > MOST_THREADS) throw new UsageError(`Option --threads needs a whole number from 0 to ${MOST_THREADS}.`);
  // An empty word is a variable that was not set; as a path it would stand for the working folder.
  if (paths.includes('')) throw new UsageError('A PATH is empty.');
  for (const missing of paths.filter((given) => !existsSync(given))) await err.write(`Not there: ${cleanLine(missing)}\n`);
  const line = createProgressLine(err);
  const onNotice = (text: string): void => {
    line.clear();
    void err.write(`${cleanLine(text)}\n`);
  };
  const request = { roots: paths, excludes, threads, cache, signal, onProgress: line.show, onNotice };
  try {
    return await (workerFile === null ? buildHere(request) : buildBeside(request, workersFrom(workerFile)));
  } finally {
    line.clear();
  }
}

function cacheOf({ options, cacheFolder }: CommandContext): CacheOptions | null {
  const stated = options.text('cache');
  if (stated === '') throw new UsageError('Option --cache needs a folder.');
  if (options.flag('no-cache')) {
    if (stated !== null) throw new UsageError('Options --cache and --no-cache exclude each other.');
    return null;
  }
  const folder = stated === null ? cacheFolder : path.resolve(stated);
  return folder === null ? null : { folder };
}

type Request = Omit<ThreadBuildOptions, 'create'>;

/** In another thread, so that this one hears of Ctrl+C whatever is going on there. */
async function buildBeside(request: Request, create: CreateWorker): Promise<TraceIndex> {
  try {
    return await buildIndexInThread({ ...request, create });
  } catch (error) {
    // Where no thread can be started the work is done all the same.
    if (error instanceof WorkersUnavailable) return buildHere(request);
    throw error;
  }
}

function buildHere({ roots, excludes, cache, signal, onProgress, onNotice }: Request): Promise<TraceIndex> {
  return buildIndex({ roots, excludes, cache, ...(onNotice ? { onNotice } : {}), ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) });
}

function createProgressLine(err: Output): { show(progress: IndexProgress): void; clear(): void } {
  let shown = 0;
  if (!err.isTerminal) return { show: () => undefined, clear: () => undefined };
  return {
    show: ({ filesDone, filesTotal, attempts, bytes }) => {
      const now = Date.now();
      if (now - shown < REFRESH) return;
      shown = now;
      const text = `Reading ${formatCount(filesDone)} of ${formatCount(filesTotal)} files, ${formatCount(attempts)} attempts, ${formatBytes(bytes)}`;
      void err.write(`\r\u001b[K${text.slice(0, err.columns - 1)}`);
    },
    clear: () => {
      if (shown > 0) void err.write('\r\u001b[K');
    },
  };
}
