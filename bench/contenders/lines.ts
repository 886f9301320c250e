import { statSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { numberOption, textOption, timed, type ContenderFunction } from './contender';
import { readStepColumns } from './stepColumns';

const ASSISTANT = 'a'.charCodeAt(0);

interface Counted {
  readonly documents: number;
  readonly steps: number;
}

interface Part {
  readonly stepColumns: true;
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

function readPart({ file, start, end }: Omit<Part, 'stepColumns'>): Counted {
  const { records, role } = readStepColumns(file, { start, end });
  return { documents: records, steps: role.reduce((count, letter) => count + Number(letter === ASSISTANT), 0) };
}

/** The product's scanner, lines to step columns, in this thread or in several, each with its part of the file. */
export const scanStepColumns: ContenderFunction = (options) => {
  const file = textOption(options, 'file');
  const threads = numberOption(options, 'threads');
  const { size } = statSync(file);
  if (threads < 2) return timed(() => readPart({ file, start: 0, end: size }));
  return timed(async () => {
    const parts = Array.from({ length: threads }, (_, i): Part => ({ stepColumns: true, file, start: Math.floor((size * i) / threads), end: Math.floor((size * (i + 1)) / threads) }));
    const counted = await Promise.all(parts.map(readInThread));
    return { documents: counted.reduce((sum, { documents }) => sum + documents, 0), steps: counted.reduce((sum, { steps }) => sum + steps, 0) };
  });
};

function readInThread(part: Part): Promise<Counted> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: part });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Answers for a part where this bundle was started as such a thread; false elsewhere. */
export function servePart(): boolean {
  const part: unknown = workerData;
  if (isMainThread || typeof part !== 'object' || part === null || !('stepColumns' in part)) return false;
  parentPort?.postMessage(readPart(part as Part)); // what `readInThread` gave it
  return true;
}
