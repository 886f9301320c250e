// Content paths: `file`, or `file!/member` for what stands inside an archive or a table. The content of `x.jsonl.gz` and
// `x.jsonl.zst` is what they decompress to, under their own path; offsets count in that.

import type { Problem } from '../../model/problem';
import type { FileHead, SourceFile } from '../contract';
import type { Spool } from './spool';

/** What separates a container's path from that of a member. */
export const MEMBER_MARK = '!/';

/** Containers inside containers. */
export const MOST_NESTED = 4;

/** Content that is open: that of a plain file, a member, or a compressed file. Reading never waits. */
export interface Content extends SourceFile {
  /** What could not be had of it: cut off, damaged, larger than the limit. Their `file` is `path`. */
  readonly problems: readonly Problem[];
  /** Frees its memory, handles and temporary files; nothing may be read afterwards. */
  close(): void;
}

/** Why content is not opened. */
export class ContentError extends Error {
  constructor(
    readonly code: 'gone' | 'encrypted' | 'unsupported' | 'damaged' | 'limit',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ContentError';
  }
}

export interface OpenMemberOptions {
  /** Where content goes that has to be decompressed or made. */
  readonly spool: Spool;
}

/** A kind of file that has members: an archive, or a table whose rows are shown as JSON. */
export interface ContainerKind {
  readonly name: string;
  /** Whether the file is one, from its name and first bytes. Never throws. */
  recognise(head: FileHead): boolean;
  /**
   * Opens a member; its path is `<container.path>!/<member>`. The same member gives the same bytes each time. Rejects with a
   * ContentError, or with an error of the file system. `container` stays open until the content is closed.
   */
  openMember(container: SourceFile, member: string, options: OpenMemberOptions): Promise<Content>;
}

/** Path of a member. */
export function memberPath(container: string, member: string): string {
  return `${container}${MEMBER_MARK}${member}`;
}

/** Places of `!/` in a path at which a container may end, from the last to the first. */
export function memberMarks(path: string): readonly number[] {
  const marks: number[] = [];
  for (let at = path.lastIndexOf(MEMBER_MARK); at > 0; at = path.lastIndexOf(MEMBER_MARK, at - 1)) marks.push(at);
  return marks;
}

/** The path without the ending of a compressed file, as recognition and readers see it. */
export function plainPath(path: string): string {
  return path.replace(/\.(?:gz|zst)$/i, '');
}

/** Whether a path can be no other than that of a plain file: it names no member, and nothing compressed. */
export function isPlainName(path: string): boolean {
  return !path.includes(MEMBER_MARK) && plainPath(path) === path;
}

/** Bytes that are in memory as content. */
export function memoryContent(path: string, bytes: Uint8Array, problems: readonly Problem[] = []): Content {
  let kept: Uint8Array | null = bytes;
  const size = bytes.length;
  return {
    path,
    size,
    problems,
    read: (start, end) => (kept ?? new Uint8Array(0)).subarray(Math.max(0, start), Math.max(0, end)),
    *chunks(start = 0) {
      if (kept !== null && start < size) yield kept.subarray(Math.max(0, start));
    },
    close: () => {
      kept = null;
    },
  };
}
