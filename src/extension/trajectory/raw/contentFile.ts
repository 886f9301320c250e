import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { plainPath } from '../../../formats/containers/content';
import { readContent, readRange } from '../../../index/readRange';
import type { ReadBytes } from '../../../base/lineMap';
import { rangeReader } from './readFile';

/** What separates a container from its member in a path of this system. */
const MARK = `!${path.sep}`;

/**
 * The file on disk behind the absolute form of a content path: the path itself where it is there, else the longest
 * beginning before a `!` that is a file. The path itself where nothing is there.
 */
export function diskFileOf(absolute: string): string {
  if (existsSync(absolute)) return absolute;
  for (let at = absolute.lastIndexOf(MARK); at > 0; at = absolute.lastIndexOf(MARK, at - 1)) {
    const file = absolute.slice(0, at);
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  }
  return absolute;
}

/** Whether the content is that of a plain file on disk, so that the editor can show it itself. */
export function isPlainFile(absolute: string): boolean {
  return plainPath(absolute) === absolute && existsSync(absolute);
}

/** Content of an indexed file, of a member, or of what a compressed file decompresses to. */
export interface OpenText {
  /** Bytes. */
  readonly size: number;
  readonly read: ReadBytes;
}

/** Opens content for reading by range; `file` as the index names it. Rejects when it is gone or cannot be read. */
export async function openText(root: string, file: string, absolute: string): Promise<OpenText> {
  if (isPlainFile(absolute)) return { size: (await stat(absolute)).size, read: rangeReader(absolute) };
  const size = await readContent(root, file, (content) => content.size);
  return { size, read: async (start, end) => (await readRange(root, { file, start, end }, Math.max(0, end - start))).bytes };
}
