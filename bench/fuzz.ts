// `npm run fuzz`: every reader on damaged files, many times. Each reader's cases run in a thread that is ended when one case
// takes too long. Exits with 1 when a reader threw, miscounted, hung or held memory; what was lost without a word is listed
// (`--show N`: so many of them).
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { READERS } from '../src/formats/readers';
import { fuzzOnce, gatherSources, readOriginal, type FuzzFinding, type FuzzSource } from '../test/support/fuzzReaders';
import { makeSources } from '../test/support/madeSources';

const MOST_BYTES = 300_000;
const MOST_SOURCES = 40;
/** One case may take this long before it is called a hang; a loaded machine is not the reader's fault. */
const HANG_MS = 10_000;
const SLOW_MS = 1000;
const MOST_HEAP = 1024 * 1024 * 1024;

interface Job {
  readonly reader: string;
  readonly sources: readonly Omit<FuzzSource, 'reader'>[];
  readonly cases: number;
  readonly seed: number;
}

type Message =
  | { readonly kind: 'case'; readonly source: string; readonly seed: number }
  | { readonly kind: 'found'; readonly finding: FuzzFinding }
  | { readonly kind: 'slow'; readonly source: string; readonly seed: number; readonly milliseconds: number }
  | { readonly kind: 'done'; readonly cases: number; readonly heapBytes: number };

async function runJob(job: Job, post: (message: Message) => void): Promise<void> {
  const reader = READERS.find(({ name }) => name === job.reader);
  const sources = reader === undefined ? [] : job.sources.map((source) => ({ ...source, reader }));
  const originals = await Promise.all(sources.map(readOriginal));
  let cases = 0;
  for (let seed = job.seed; cases < job.cases && sources.length > 0; seed++) {
    for (const [index, source] of sources.entries()) {
      const original = originals[index];
      if (!original || cases >= job.cases) continue;
      post({ kind: 'case', source: source.key, seed });
      const start = performance.now();
      const finding = await fuzzOnce(source, original, seed);
      const milliseconds = performance.now() - start;
      if (milliseconds > SLOW_MS) post({ kind: 'slow', source: source.key, seed, milliseconds });
      if (finding !== null) post({ kind: 'found', finding });
      cases++;
    }
  }
  post({ kind: 'done', cases, heapBytes: process.memoryUsage().heapUsed });
}

interface Outcome {
  readonly cases: number;
  readonly bad: readonly string[];
  readonly silent: readonly FuzzFinding[];
  /** Files that came to be as good as others, and hold less. */
  readonly others: number;
  readonly slow: readonly string[];
}

function superviseJob(job: Job): Promise<Outcome> {
  return new Promise((resolve) => {
    const worker = new Worker(__filename, { workerData: job });
    const bad: string[] = [];
    const silent: FuzzFinding[] = [];
    let others = 0;
    const slow: string[] = [];
    let cases = 0;
    let current = 'the beginning';
    let timer: NodeJS.Timeout;
    const finish = (words?: string): void => {
      clearTimeout(timer);
      if (words !== undefined) bad.push(words);
      void worker.terminate();
      resolve({ cases, bad, silent, others, slow });
    };
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => finish(`hung at ${current}`), HANG_MS);
    };
    worker.on('message', (message: Message) => {
      watch();
      if (message.kind === 'case') {
        cases++;
        current = `${message.source}, seed ${message.seed}`;
      } else if (message.kind === 'slow') slow.push(`${message.milliseconds.toFixed(0)} ms at ${message.source}, seed ${message.seed}`);
      else if (message.kind === 'done') finish(message.heapBytes > MOST_HEAP ? `${message.heapBytes} bytes of heap at the end` : undefined);
      else if (message.finding.kind === 'silent') silent.push(message.finding);
      else if (message.finding.kind === 'other') others++;
      else bad.push(describe(message.finding));
    });
    worker.on('error', (error) => finish(`the thread died at ${current}: ${String(error)}`));
    watch();
  });
}

/** Few of many: from all over the folders. */
function spreadOver<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, i) => all.length <= MOST_SOURCES || Math.floor((i * MOST_SOURCES) / all.length) !== Math.floor(((i - 1) * MOST_SOURCES) / all.length));
}

function describe({ kind, source, seed, done, words }: FuzzFinding): string {
  return `${kind} at ${source}, seed ${seed} (${done.join(', ')}): ${words.split('\n').slice(0, 3).join(' ')}`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { cases: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, show: { type: 'string' } } });
  const cases = Number(values.cases ?? 2000);
  const folders = (positionals.length > 0 ? positionals : ['test/fixtures']).map((folder) => path.resolve(folder));
  const names = READERS.map((reader) => reader.name).filter((name) => values.only === undefined || values.only.split(',').includes(name));
  // All readers decide whose a file is.
  const made = makeSources(READERS);
  const found = folders.flatMap((folder) => gatherSources(folder, READERS, { mostBytes: MOST_BYTES }));
  let isBad = false;
  for (const reader of names) {
    const own = (all: readonly FuzzSource[]): readonly FuzzSource[] => all.filter((source) => source.reader.name === reader);
    const sources = [...own(made), ...spreadOver(own(found))].map(({ key, files }) => ({ key, files }));
    const { cases: ran, bad, silent, others, slow } = await superviseJob({ reader, sources, cases, seed: Number(values.seed ?? 0) });
    console.log(`${reader}: ${ran} cases, ${bad.length} bad, ${slow.length} slower than ${SLOW_MS} ms, ${silent.length} lost something without a word, ${others} more became another file that holds less`);
    for (const words of [...bad.slice(0, 5), ...slow.slice(0, 3)]) console.log(`  ${words}`);
    for (const finding of silent.slice(0, Number(values.show ?? 5))) console.log(`  ${describe(finding)}`);
    isBad ||= bad.length > 0 || slow.length > 0;
  }
  process.exitCode = isBad ? 1 : 0;
}

if (isMainThread) void main();
else void runJob(workerData as Job, (message) => parentPort?.postMessage(message));
