// Reading on in a file that has grown.

import { createHash } from 'node:crypto';
import type { ResumePoint, SourceFile } from '../formats/contract';
import type { BatchTable } from './partCollector';

/** Where a group's only file may be read on, and what must hold for that. */
export interface GroupResume {
  readonly point: ResumePoint;
  /** Of what stood before that place (`printBefore`). */
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
 * Print of a file's bytes before `byte`. Of all of them: a table in which verdicts were filled in where they stood is often
 * appended to as well, and nothing else tells that from one that has only grown. Hashing them is several times faster than reading.
 */
export function printBefore(file: SourceFile, byte: number): string {
  const hash = createHash('sha256');
  let left = byte;
  for (const piece of file.chunks()) {
    hash.update(piece.subarray(0, left));
    left -= Math.min(left, piece.length);
    if (left === 0) break;
  }
  return hash.digest('hex').slice(0, 32);
}

/** The file with the place from which it is read on; as it is where what stands before has changed. */
export function resumed(file: SourceFile, { point, print }: GroupResume): SourceFile {
  if (file.size < point.byte || printBefore(file, point.byte) !== print) return file;
  return { ...file, resume: point };
}
