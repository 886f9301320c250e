import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { textOption, timed, type ContenderFunction } from './contender';

const READ_BYTES = 4 * 1024 * 1024;

/** The limit of everything that reads a file: `fs.readSync` by 4 MB. */
export const readSyncOnly: ContenderFunction = (options) => {
  const file = textOption(options, 'file');
  return timed(() => {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const handle = openSync(file, 'r');
    let bytes = 0;
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer)) bytes += count;
    closeSync(handle);
    return bytes;
  });
};

interface PlainMessage {
  readonly role: string;
  readonly extra?: { readonly cost?: number };
}

/** What people write first: `readline` and `JSON.parse` of each line. Counts documents and steps. */
export const jsonParseLines: ContenderFunction = (options) => {
  const file = textOption(options, 'file');
  return timed(async () => {
    let documents = 0;
    let steps = 0;
    for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: READ_BYTES }), crlfDelay: Infinity })) {
      const { messages } = JSON.parse(line) as { readonly messages: readonly PlainMessage[] };
      documents++;
      for (const message of messages) if (message.role === 'assistant') steps++;
    }
    return { documents, steps };
  });
};

/** `readFileSync` and `JSON.parse` of every document of a folder. */
export const jsonParseDocuments: ContenderFunction = (options) => {
  const folder = textOption(options, 'folder');
  return timed(() => {
    let steps = 0;
    const names = readdirSync(folder);
    for (const name of names) {
      const { messages } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { readonly messages: readonly PlainMessage[] };
      for (const message of messages) if (message.role === 'assistant') steps++;
    }
    return { documents: names.length, steps };
  });
};

/** Walking and stat-ing a folder: what no index can do without. */
export const walkAndStat: ContenderFunction = (options) => {
  const folder = textOption(options, 'folder');
  return timed(() => {
    let bytes = 0;
    for (const entry of readdirSync(folder, { withFileTypes: true })) bytes += statSync(path.join(folder, entry.name)).size;
    return bytes;
  });
};
