// `.gz` (RFC 1952, several members) and `.zst` (RFC 8878, several frames, skippable ones) of any file.

import { constants, gunzipSync } from 'node:zlib';
import type { SourceFile } from '../contract';
import type { Content } from './content';
import { plainPath } from './content';
import type { Spool } from './spool';
import { unpack } from './store';
import { beginningOf } from './pieces';
import { zstdHead } from './zstd';
import { isZstd } from './zstdFrames';

export type Compression = 'gzip' | 'zstd';

/** How a file is compressed, from its name and first bytes; null when it is not. Both must say so: a name may be wrong. */
export function compressionOf(path: string, head: Uint8Array): Compression | null {
  if (plainPath(path) === path) return null;
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return isZstd(head) ? 'zstd' : null;
}

/** The content of a compressed file, under the file's own path. Rejects with errors of the file system. */
export function openCompressed(file: SourceFile, compression: Compression, spool: Spool): Promise<Content> {
  const region = { file, start: 0, end: file.size };
  return unpack(region, { path: file.path, packing: compression, spool, stated: null });
}

/** Compressed bytes from which a head is made: a block of 128 KiB that does not compress, and a header. */
const HEAD_INPUT = 132 * 1024;
/** At first: most heads are in it, and no more than sixteen million bytes. */
const SMALL_INPUT = 16 * 1024;

export interface CompressedHead {
  readonly head: Uint8Array;
  /** The content ends with the head. */
  readonly isWhole: boolean;
}

/** The first `length` bytes of the content; fewer when it ends or is damaged before. Reads a piece of the file. */
export function readCompressedHead(file: SourceFile, compression: Compression, length: number): CompressedHead {
  if (compression === 'zstd') {
    const head = zstdHead({ file, start: 0, end: file.size }, length + 1);
    return { head: head.subarray(0, length), isWhole: head.length <= length };
  }
  for (const input of [SMALL_INPUT, HEAD_INPUT]) {
    const bytes = file.read(0, input);
    const { head, isSound } = beginningOf(bytes, (some) => gunzipSync(some, { finishFlush: constants.Z_SYNC_FLUSH }));
    const isAll = file.size <= input;
    if (head.length > length || isAll) return { head: head.subarray(0, length), isWhole: isSound && isAll && head.length <= length };
  }
  return { head: new Uint8Array(0), isWhole: false };
}
