import { lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Claim, FileHead, PartSink, Reader, Source } from '../../src/formats/contract';
import type { TraceIndex } from '../../src/index/traceIndex';
import { createFakeReader, fakeSteps, PART } from './fakeReader';

/** Everything that an index says, for comparing. */
export function dumpIndex(index: TraceIndex): unknown {
  const attempts = Array.from({ length: index.attemptCount }, (_, row) => ({ attempt: index.attempt(row), steps: index.steps(row), scores: index.scores(row) }));
  const files = index.files.map(({ file }) => file);
  return { root: index.root, attempts, files: index.files, problems: index.problems, rows: files.map((file) => index.rowsOfFile(file)) };
}

/** Reads the `*.member` files of a folder together: one attempt whose calls are their lines. */
export function createFolderReader(onRead: (path: string) => void = () => undefined): Reader {
  return {
    name: 'folder',
    claim: ({ path: file, name }: FileHead): Claim | null => (name.endsWith('.member.json') ? { certainty: 'certain', source: path.posix.dirname(file) } : null),
    read: ({ key, files }: Source, sink: PartSink) => {
      const texts = files.map((file) => {
        onRead(file.path);
        return new TextDecoder().decode(file.read(0, file.size));
      });
      const calls = texts.join('').split('\n').length - 1;
      const [first] = files;
      if (first) sink.attempt({ ...PART, file: first.path, locator: key, calls, task: texts.join('+').slice(0, 200) }, fakeSteps(first.path, calls));
      for (const file of files) sink.file({ file: file.path, format: 'harbor', records: 1, shown: 1, folded: 0, unreadable: 0 });
    },
    stepText: () => ({ reasoning: '', message: '', calls: [], observations: [] }),
  };
}

/** Readers of the tests; `onRead` is told each file that is read. */
export function sampleReaders(onRead: (path: string) => void = () => undefined): readonly Reader[] {
  return [createFakeReader(onRead), createFolderReader(onRead)];
}

/** Waits until every file below was last changed long enough ago that its times are trusted. */
export async function untilTrusted(folder: string): Promise<void> {
  const ages = (): readonly number[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => !lstatSync(file).isSymbolicLink())
      .map((file) => {
        const { ctimeMs } = statSync(file);
        return Date.now() - ctimeMs - (Number.isInteger(ctimeMs) ? 2000 : 100);
      });
  while (ages().some((age) => age < 20)) await new Promise((resolve) => setTimeout(resolve, 20));
}
