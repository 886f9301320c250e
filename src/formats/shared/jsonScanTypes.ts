import type { ByteOffset } from '../../model/units';
import type { JsonPath, PathPattern } from './jsonPaths';
import type { ProblemSeed } from './problems';

/** A wanted value. */
export interface JsonSlice {
  readonly path: JsonPath;
  /** Bytes of the value in the file, `start` included, `end` not; without whitespace around it. */
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  /** Line on which the value starts, from 1. */
  readonly line: number;
  /** An own copy. */
  readonly bytes: Uint8Array;
}

export interface JsonScanOptions {
  /** Values to deliver. `[]` is the root, `['messages', '*']` every element of `messages`. */
  readonly want: readonly PathPattern[];
  /** Larger values are skipped with a problem `too-large`. Default 64 MiB. */
  readonly maxValueBytes?: number;
  /** Deeper nesting is skipped with a problem `too-deep`. Default 512. */
  readonly maxDepth?: number;
  /** Offset and line of the first byte given, where the chunks are not a file from its start. */
  readonly start?: ByteOffset;
  readonly line?: number;
  /** Called at the end of each array that paths lead into, with its number of elements, wanted or not. */
  readonly onArray?: (path: JsonPath, length: number) => void;
}

/** What a scan saw beside the wanted values. Chunk sizes do not change any of it. */
export interface JsonScan {
  /** Null: there was no value at all. */
  readonly root: 'object' | 'array' | 'other' | null;
  /** Keys of a root object in order, each once, the first 10,000. */
  readonly keys: readonly string[];
  /** The root value ended properly (something may follow it, see `issues`). */
  readonly isComplete: boolean;
  /** Where the document was cut off, and in which value as far as paths were followed; null when it was not. */
  readonly cut: { readonly byte: ByteOffset; readonly line: number; readonly path: JsonPath } | null;
  /** Wanted values that began and never ended, outermost first; they are not delivered. */
  readonly unfinished: readonly { readonly start: ByteOffset; readonly line: number }[];
  /** Wanted values that were not delivered because they were too large or too deep. */
  readonly skipped: number;
  /** Keys that occur twice in one object, at the root and where paths lead; the first 100. */
  readonly duplicates: readonly { readonly path: JsonPath; readonly byte: ByteOffset; readonly line: number }[];
  readonly hasBom: boolean;
  /** NUL bytes at the end, as crashed machines leave them. */
  readonly nulTail: number;
  /** `truncated`, `not-json`, `too-large`, `too-deep`, `bad-encoding`; the first 100 of the two middle ones. */
  readonly issues: readonly ProblemSeed[];
}
