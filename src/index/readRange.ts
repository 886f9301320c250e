import { realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ContentError, isPlainName, memberMarks } from '../formats/containers/content';
import type { Content } from '../formats/containers/content';
import type { FileRange } from '../model/step';
import { OpenFiles } from './openFiles';
import { isWithin } from './roots';
import { readFully } from './sourceFile';

/** Why a range is not read: `outside` the root, `gone`, or `unreadable`. */
export class RangeReadError extends Error {
  constructor(
    readonly code: 'outside' | 'gone' | 'unreadable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'RangeReadError';
  }
}

export interface RangeBytes {
  readonly bytes: Uint8Array;
  /** Bytes of the range that were left out: beyond the limit, or beyond the end of a file that has become shorter. */
  readonly missing: number;
}

/** Bytes that are read at once: that takes some microseconds, handing the work to another thread ten times as long. */
const AT_ONCE = 256 * 1024;

/** Text of one step, shown at once. More is read in parts. */
export const MOST_RANGE_BYTES = 32 * 1024 * 1024;

/**
 * Reads the bytes of a range of an indexed file, of a member of one, or of what a compressed one decompresses to. The path
 * is checked: a relative path without `..` whose target, links resolved, lies below the root. Rejects with a `RangeReadError`.
 */
export async function readRange(root: string, range: FileRange, limit = MOST_RANGE_BYTES): Promise<RangeBytes> {
  const wanted = Math.max(0, range.end - range.start);
  if (!isPlainName(range.file)) {
    const end = range.start + Math.min(wanted, limit);
    // A copy: what is read of content may be a part of all of it, which would stay in memory with the range.
    const bytes = await readContent(root, range.file, (content) => content.read(range.start, end).slice());
    return { bytes, missing: wanted - bytes.length };
  }
  const absolute = path.join(root, ...checkSegments(range.file));
  const bytes = Buffer.alloc(Math.min(wanted, limit));
  try {
    return await openFiles.use(absolute, () => resolveInside(root, range.file), async (handle) => {
      const done = bytes.length <= AT_ONCE ? readFully(handle.fd, bytes, range.start) : await readAside(handle, bytes, range.start);
      return { bytes: bytes.subarray(0, done), missing: wanted - done };
    });
  } catch (cause) {
    throw asRangeError(cause, range.file);
  }
}

/** Fills `bytes` from `start` on, in another thread; returns how many there were, fewer at the end of the file. */
async function readAside(handle: FileHandle, bytes: Uint8Array, start: number): Promise<number> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

/** Steps are read one after the other, and most of them from one file. */
const openFiles = new OpenFiles();

/** Calls `use` with open content. The path is checked as that of a range. Rejects with a `RangeReadError`, or as `use` does. */
export async function readContent<Result>(root: string, contentPath: string, use: (content: Content) => Result | Promise<Result>): Promise<Result> {
  await resolveContentFile(root, contentPath);
  let isOpen = false;
  try {
    // Readers of archives and compressed files are loaded when there is one.
    const { withContent } = await import('./contentCache');
    return await withContent(root, contentPath, (content) => {
      isOpen = true;
      return use(content);
    });
  } catch (cause) {
    if (isOpen) throw cause;
    throw asRangeError(cause, contentPath);
  }
}

/** Absolute path of the file on disk that a content path leads into. Rejects as `resolveInside`; a member's own name is checked, too. */
export async function resolveContentFile(root: string, contentPath: string): Promise<string> {
  checkSegments(contentPath);
  const files = [contentPath, ...memberMarks(contentPath).map((mark) => contentPath.slice(0, mark))];
  for (const file of files) {
    const absolute = await resolveInside(root, file).catch((error: unknown) => {
      if (error instanceof RangeReadError && error.code === 'gone') return null;
      throw error;
    });
    if (absolute !== null) return absolute;
  }
  throw new RangeReadError('gone', `${contentPath} is not there any more.`);
}

/** Absolute path of an indexed file. Rejects with a `RangeReadError` when it leads out of the root, or is gone. */
export async function resolveInside(root: string, file: string): Promise<string> {
  const absolute = path.join(root, ...checkSegments(file));
  try {
    const [target, bound] = await Promise.all([realpath(absolute), realpath(root)]);
    if (!isWithin(target, bound)) throw new RangeReadError('outside', `${file} leads out of the folder.`);
  } catch (cause) {
    throw asRangeError(cause, file);
  }
  return absolute;
}

function checkSegments(file: string): readonly string[] {
  const segments = file.split('/');
  if (file === '' || file.includes('\0') || path.isAbsolute(file) || segments.some((segment) => segment === '..' || segment === '')) {
    throw new RangeReadError('outside', `${file} is no path inside the folder.`);
  }
  return segments;
}

function asRangeError(cause: unknown, file: string): RangeReadError {
  if (cause instanceof RangeReadError) return cause;
  if (cause instanceof ContentError) return new RangeReadError(cause.code === 'gone' ? 'gone' : 'unreadable', cause.message, { cause });
  const isGone = cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
  return isGone ? new RangeReadError('gone', `${file} is not there any more.`, { cause }) : new RangeReadError('unreadable', `${file} cannot be read.`, { cause });
}
