import { isCancelled } from '../base/cancelled';
import { ContentError } from '../formats/containers/content';
import type { Reader, SourceFile } from '../formats/contract';
import type { Problem } from '../model/problem';
import { beginningOf } from './beginning';
import { unreadableProblem, isFileError } from './fileErrors';
import { GroupFiles } from './groupFiles';
import type { GroupFile } from './groupFiles';
import type { PartCollector } from './partCollector';
import { seeFiles } from './plainNames';
import { fileToResume, printBefore, resumed } from './resume';
import type { GroupResume } from './resume';
import { isSameState, stateOf } from './sourceFile';
import type { FileState } from './sourceFile';

/** Files that one reader reads together. */
export interface SourceGroup {
  readonly reader: string;
  /** The `source` of the claims. */
  readonly key: string;
  /** Content paths relative to the root, sorted; at least one. What readers see of them differs from one to the other. */
  readonly paths: readonly string[];
  /** Sum of their sizes when they were found. */
  readonly bytes: number;
  /** Where one of its files may be read on. */
  readonly resume?: GroupResume;
  /** Bytes of each file that are read, about; absent: all. */
  readonly most?: number;
}

/** What tells a group from every other one of an index. */
export interface GroupName {
  readonly reader: string;
  readonly key: string;
  /** Path of its first member: `x.jsonl` and `x.jsonl.gz` are sources of one key. */
  readonly first: string;
}

export function groupName({ reader, key, paths }: SourceGroup): GroupName {
  return { reader, key, first: paths[0] ?? '' };
}

/** The name as a key of a map. */
export function groupId({ reader, key, first }: GroupName): string {
  return `${reader}\n${key}\n${first}`;
}

export interface ReadOptions {
  readonly readers: readonly Reader[];
  readonly collector: PartCollector;
  /** Told how many bytes each read took. */
  readonly onRead: (bytes: number) => void;
}

type OneReading = Omit<ReadOptions, 'readers'> & { readonly reader: Reader };

/**
 * Reads one group into the collector. A file that changed while it was read is read again, once; what was read
 * then is kept, with a problem when it has changed once more. A file that cannot be read, or a reader that fails, is a
 * problem, and the rest of the group is still read. Rejects for cancellation only.
 */
export async function readGroup(root: string, group: SourceGroup, { readers, collector, onRead }: ReadOptions): Promise<void> {
  const reader = readers.find(({ name }) => name === group.reader);
  if (!reader) throw new Error(`No reader is called "${group.reader}".`);
  collector.beginGroup(groupName(group));
  const read = (): Promise<OneResult> => readOnce(root, group, { reader, collector, onRead });
  let { changed, hasFailed, print, known } = await read();
  if (changed.length > 0) {
    collector.dropGroup();
    ({ changed, hasFailed, print, known } = await read());
  }
  for (const file of changed) collector.problem(changedProblem(file));
  for (const file of group.paths) {
    if (!collector.hasFile(file) && !known.includes(file)) collector.file({ file, format: null, records: 0, shown: 0, folded: 0, unreadable: 0 });
  }
  const isWhole = changed.length === 0 && !hasFailed;
  collector.endGroup({ isWhole, print: isWhole ? print : null });
}

interface OneResult {
  /** Files that were not the same afterwards. */
  readonly changed: readonly string[];
  /** For a reason that may be gone the next time: the file system, or memory. */
  readonly hasFailed: boolean;
  /** Where its reader has paused. */
  readonly print: string | null;
  /** Files that were reported on when they were read before; empty where nothing was read on. */
  readonly known: readonly string[];
}

async function readOnce(root: string, group: SourceGroup, { reader, collector, onRead }: OneReading): Promise<OneResult> {
  let hasFailed = false;
  let print: string | null = null;
  let known: readonly string[] = [];
  const noteFailure = (error: unknown): void => {
    hasFailed ||= isFileError(error) || error instanceof RangeError;
  };
  const opened = new GroupFiles(root, onRead);
  let files: SourceFile[] = [];
  const states = new Map<string, Pick<GroupFile, 'absolute' | 'state'>>();
  try {
    for (const file of group.paths) {
      try {
        const { file: source, absolute, state, problems } = await opened.open(file);
        states.set(file, { absolute, state });
        files.push(group.most === undefined ? source : beginningOf(source, group.most));
        for (const problem of problems) collector.problem(problem);
      } catch (error) {
        noteFailure(error);
        collector.problem(failureProblem(file, error));
      }
    }
    const isAll = files.length === group.paths.length;
    const grown = group.resume && isAll ? resumed(files, group.resume) : null;
    if (group.resume && grown) {
      collector.resumeGroup(group.resume.part + 1);
      known = grown.flatMap((file) => (file.resume === undefined ? [file.path] : []));
      files = [...grown];
    }
    const seen = seeFiles(files, collector);
    if (files.length > 0) await reader.read({ key: group.key, files: seen.files }, seen.sink);
    const paused = collector.pausedAt;
    const file = paused && isAll ? fileToResume(files, paused.path) : null;
    if (paused && file) print = printBefore(file, paused.byte, files.filter((other) => other !== file));
  } catch (error) {
    if (isCancelled(error)) throw error;
    noteFailure(error);
    const culprit = files.length === 1 ? files[0]?.path : undefined;
    collector.problem(failureProblem(culprit ?? group.paths[0] ?? group.key, error));
  } finally {
    opened.close();
  }
  const changed = [...states].filter(([, { absolute, state }]) => hasChanged(absolute, state)).map(([file]) => file);
  return { changed, hasFailed, print, known };
}

function hasChanged(absolute: string, before: FileState): boolean {
  try {
    return !isSameState(stateOf(absolute), before);
  } catch {
    return true;
  }
}

function failureProblem(file: string, error: unknown): Problem {
  if (isFileError(error)) return unreadableProblem(file, error, 'file');
  if (error instanceof ContentError) return contentProblem(file, error);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    file,
    line: null,
    byte: null,
    code: 'unreadable',
    severity: 'error',
    found: reason.slice(0, 500),
    expected: 'content that the reader can deal with',
    message: 'The reader of this format failed here; what it had read until then is kept.',
  };
}

function contentProblem(file: string, error: ContentError): Problem {
  return { file, line: null, byte: null, code: 'unreadable', severity: 'error', found: error.code, expected: 'content that can be opened', message: error.message.slice(0, 500) };
}

function changedProblem(file: string): Problem {
  return {
    file,
    line: null,
    byte: null,
    code: 'changed-while-reading',
    severity: 'warning',
    found: 'another size or time after reading than before, twice',
    expected: 'a file that stays as it is while it is read',
    message: 'The file changed while it was read, twice; what is shown may be out of date.',
  };
}
