// Reading on in a file that has grown.

import { createHash } from 'node:crypto';
import type { ResumePoint, SourceFile } from '../formats/contract';
import type { BatchTable } from './partCollector';

/** Where a file of a group may be read on, and what must hold for that. */
export interface GroupResume {
  readonly point: ResumePoint;
  /** The file, where the group has several; null: its only one. */
  readonly path: string | null;
  /** Of what stood before that place, and of the other files (`printBefore`). */
  readonly print: string;
  /** Number of the piece that ends there. */
  readonly part: number;
}

/** A pause of a group that was read. */
export interface GroupPause extends GroupResume {
  /** Rows that the group had given to each table. */
  readonly kept: Readonly<Record<BatchTable, number>>;
}

/**
 * Print of a file's bytes before `byte`, and of the other files of its group. Of all of them: a table in which verdicts were filled in where they stood is often
 * appended to as well, and nothing else tells that from one that has only grown. Hashing them is several times faster than reading.
 */
export function printBefore(file: SourceFile, byte: number, others: readonly SourceFile[] = []): string {
  const hash = createHash('sha256');
  for (const other of others) {
    hash.update(`${other.size} `);
    for (const piece of other.chunks()) hash.update(piece);
  }
  let left = byte;
  for (const piece of file.chunks()) {
    hash.update(piece.subarray(0, left));
    left -= Math.min(left, piece.length);
    if (left === 0) break;
  }
  return hash.digest('hex').slice(0, 32);
}

/** The file of a group that is read on, among its files; null where there is none. */
export function fileToResume(files: readonly SourceFile[], path: string | null): SourceFile | null {
  return (path === null ? (files.length === 1 ? files[0] : undefined) : files.find((file) => file.path === path)) ?? null;
}

/** The files, one of them with the place from which it is read on; null where what stands before, or another one, has changed. */
export function resumed(files: readonly SourceFile[], { point, path, print }: GroupResume): readonly SourceFile[] | null {
  const file = fileToResume(files, path);
  if (file === null || file.size < point.byte || printBefore(file, point.byte, files.filter((other) => other !== file)) !== print) return null;
  return files.map((one) => (one === file ? { ...one, resume: point } : one));
}
