// Reading on in a file that has grown.

import { createHash } from 'node:crypto';
import type { ResumePoint, SourceFile } from '../formats/contract';
import type { BatchTable } from './partCollector';

/** Bytes of the head, and of what stands before the place, that must be as they were. */
const PRINT_BYTES = 64 * 1024;

/** Where a group's only file may be read on, and what must hold for that. */
export interface GroupResume extends FilePrints {
  readonly point: ResumePoint;
  /** Number of the piece that ends there. */
  readonly part: number;
}

/** A pause of a group that was read. */
export interface GroupPause extends GroupResume {
  /** Rows that the group had given to each table. */
  readonly kept: Readonly<Record<BatchTable, number>>;
}

export interface FilePrints {
  readonly headPrint: string;
  readonly tailPrint: string;
}

/** Prints of the first bytes of a file and of those that end at `byte`: when both are equal, what stands before is taken to be. */
export function filePrints(file: SourceFile, byte: number): FilePrints {
  const print = (start: number, end: number): string => createHash('sha256').update(file.read(start, end)).digest('hex').slice(0, 32);
  return { headPrint: print(0, Math.min(PRINT_BYTES, byte)), tailPrint: print(Math.max(0, byte - PRINT_BYTES), byte) };
}

/** The file with the place from which it is read on; as it is where what stands before has changed. */
export function resumed(file: SourceFile, resume: GroupResume): SourceFile {
  const { point, headPrint, tailPrint } = resume;
  if (file.size < point.byte) return file;
  const prints = filePrints(file, point.byte);
  return prints.headPrint === headPrint && prints.tailPrint === tailPrint ? { ...file, resume: point } : file;
}
