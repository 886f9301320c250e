import { readFileSync, statSync } from 'node:fs';
import { readEntriesAhead } from '../../src/formats/containers/zip/members';
import { readDirectory } from '../../src/formats/containers/zip/directory';
import { scanJson } from '../../src/formats/shared/jsonSlices';
import { DiskFiles } from '../../src/index/sourceFile';
import { loadPeer } from '../peers';
import { textOption, timed, type ContenderFunction } from './contender';

const SAMPLES = 'samples/';

/** Opens every sample of an archive and scans it for its messages. */
export const scanArchive: ContenderFunction = (options) => {
  const file = textOption(options, 'file');
  return timed(async () => {
    const disk = new DiskFiles();
    const source = disk.file(file, file, statSync(file).size);
    let bytes = 0;
    let messages = 0;
    const samples = [...readDirectory(source).entries.values()].filter((entry) => entry.name.startsWith(SAMPLES));
    for await (const { bytes: content } of readEntriesAhead(source, samples)) {
      if (content === null) continue;
      bytes += content.length;
      scanJson([content], { want: [['messages', '*', 'role']] }, () => messages++);
    }
    disk.close();
    return { bytes, hasMessages: messages > 0 };
  });
};

interface Fflate {
  unzipSync(bytes: Uint8Array, options: { filter(entry: { readonly name: string }): boolean }): Readonly<Record<string, Uint8Array>>;
}

/** fflate inflates every sample; nothing is scanned. */
export const fflateArchive: ContenderFunction = async (options) => {
  const file = textOption(options, 'file');
  const fflate = (await loadPeer('fflate')) as Fflate; // no dependency of this project, so its types are not at hand
  return timed(() => {
    const entries = fflate.unzipSync(readFileSync(file), { filter: ({ name }) => name.startsWith(SAMPLES) });
    return { bytes: Object.values(entries).reduce((sum, content) => sum + content.length, 0), hasMessages: true };
  });
};

interface YauzlEntry {
  readonly fileName: string;
}

interface YauzlFile {
  readEntry(): void;
  on(event: 'entry', listener: (entry: YauzlEntry) => void): void;
  on(event: 'end', listener: () => void): void;
  openReadStream(entry: YauzlEntry, done: (error: Error | null, stream: NodeJS.ReadableStream) => void): void;
}

interface Yauzl {
  open(file: string, options: { readonly lazyEntries: boolean }, done: (error: Error | null, zip: YauzlFile) => void): void;
}

/** yauzl inflates every sample by its streams; nothing is scanned. */
export const yauzlArchive: ContenderFunction = async (options) => {
  const file = textOption(options, 'file');
  const loaded = (await loadPeer('yauzl')) as Yauzl & { readonly default?: Yauzl }; // as above
  const yauzl = loaded.default ?? loaded;
  return timed(
    () =>
      new Promise((resolve, reject) => {
        let bytes = 0;
        yauzl.open(file, { lazyEntries: true }, (error, zip) => {
          if (error) return reject(error);
          zip.on('entry', (entry) => {
            if (!entry.fileName.startsWith(SAMPLES)) return zip.readEntry();
            zip.openReadStream(entry, (failure, stream) => {
              if (failure) return reject(failure);
              stream.on('data', (piece) => (bytes += piece.length));
              stream.on('end', () => zip.readEntry());
            });
          });
          zip.on('end', () => resolve({ bytes, hasMessages: true }));
          zip.readEntry();
        });
      }),
  );
};
