// Decompression piece by piece. A cut or damaged stream gives what it gives up to there, and says so.

import type { Transform } from 'node:stream';
import { constants, createGunzip, createInflateRaw } from 'node:zlib';
import type { SourceFile } from '../contract';

/** Bytes of a file, `start` included, `end` not. */
export interface Region {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** Takes decompressed bytes; false: no more is wanted. Throws what writing throws. */
export type TakePiece = (piece: Uint8Array) => boolean;

/** How a stream ended. */
export type StreamEnd =
  | { readonly kind: 'complete'; /** Bytes of the region that belong to it. */ readonly consumed: number }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'damaged'; readonly reason: string }
  /** Whoever took the pieces wanted no more. */
  | { readonly kind: 'stopped' };

/** A decompressing stream of Node's `zlib`. */
export interface ZlibStream extends Transform {
  /** Bytes that it has used. */
  readonly bytesWritten: number;
}

/** Takes the pieces; `restart` is called before all is given again from the beginning. */
export interface PieceOutput {
  readonly take: TakePiece;
  restart(): void;
}

export type StreamKind = 'gzip' | 'deflate';

const INPUT_PIECE = 256 * 1024;
const OUTPUT_PIECE = 256 * 1024;
/**
 * The library drops what it has made of a piece in which it finds a fault. The stream is then read again with smaller
 * pieces near the fault, so that no more than the bytes after it is lost.
 */
const SMALLER_PIECES = [512, 1];

/** Reads the bytes of a region in pieces of a size. */
export function* readRegion({ file, start, end }: Region, size = INPUT_PIECE): Generator<Uint8Array, void, void> {
  for (let at = start; at < end; ) {
    const piece = file.read(at, Math.min(end, at + size));
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}

/** Decompresses a region. Memory: some pieces. Rejects with what reading and taking throws. */
export async function decompressRegion(region: Region, kind: StreamKind, output: PieceOutput): Promise<StreamEnd> {
  const create = (): ZlibStream => (kind === 'gzip' ? createGunzip({ chunkSize: OUTPUT_PIECE }) : createInflateRaw({ chunkSize: OUTPUT_PIECE }));
  let run = await runStream(region, { create, fine: null, take: output.take });
  for (const size of SMALLER_PIECES) {
    if (run.end.kind !== 'damaged') break;
    output.restart();
    run = await runStream(region, { create, fine: { from: run.given, size }, take: output.take });
  }
  return run.end;
}

interface StreamRun {
  readonly end: StreamEnd;
  /** Bytes of the region that were given before the piece in which the stream ended. */
  readonly given: number;
}

interface RunOptions {
  readonly create: () => ZlibStream;
  /** Pieces of a smaller size from this byte of the region on. */
  readonly fine?: { readonly from: number; readonly size: number } | null;
  readonly take: TakePiece;
}

/** Gives a region to a stream once. */
export function runStream(region: Region, { create, fine = null, take }: RunOptions): Promise<StreamRun> {
  const stream = create();
  const pieces = inputOf(region, fine);
  return new Promise((resolve, reject) => {
    let given = 0;
    let isDone = false;
    const finish = (end: StreamEnd): void => {
      if (isDone) return;
      isDone = true;
      stream.destroy();
      resolve({ end, given });
    };
    const fail = (error: unknown): void => {
      isDone = true;
      stream.destroy();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const giveNext = (last: number): void => {
      if (isDone) return;
      given += last;
      try {
        const next = pieces.next();
        // The end is told by itself: with the last piece it would make the library drop what it has made of a cut one.
        if (next.done === true) stream.end();
        else stream.write(next.value, () => giveNext(next.value.length));
      } catch (error) {
        fail(error);
      }
    };
    stream.on('data', (piece: Uint8Array) => {
      if (isDone) return;
      try {
        if (!take(piece)) finish({ kind: 'stopped' });
      } catch (error) {
        fail(error);
      }
    });
    stream.on('error', (error: NodeJS.ErrnoException) => finish(error.errno === constants.Z_BUF_ERROR ? { kind: 'truncated' } : { kind: 'damaged', reason: error.message }));
    stream.on('end', () => finish({ kind: 'complete', consumed: stream.bytesWritten }));
    giveNext(0);
  });
}

function* inputOf(region: Region, fine: RunOptions['fine'] = null): Generator<Uint8Array, void, void> {
  if (fine === null) {
    yield* readRegion(region);
    return;
  }
  const from = region.start + fine.from;
  yield* readRegion({ ...region, end: from });
  // One read for many small pieces.
  for (const piece of readRegion({ ...region, start: from })) {
    for (let at = 0; at < piece.length; at += fine.size) yield piece.subarray(at, at + fine.size);
  }
}

/** Fewer bytes than this give nothing. */
const LEAST_INPUT = 16;

/**
 * What the beginning of compressed bytes decompresses to. The library gives nothing at all where a fault stands in them; then
 * a half of them is tried, and so on.
 */
export function beginningOf(bytes: Uint8Array, decompress: (bytes: Uint8Array) => Uint8Array): { readonly head: Uint8Array; readonly isSound: boolean } {
  for (let length = bytes.length; length >= LEAST_INPUT || length === bytes.length; length >>= 1) {
    try {
      return { head: decompress(bytes.subarray(0, length)), isSound: length === bytes.length };
    } catch {
      // The fault lies before.
    }
    if (length === 0) break;
  }
  return { head: new Uint8Array(0), isSound: false };
}
