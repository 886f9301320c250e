import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { memoryContent } from './content';
import { readRegion, runStream } from './pieces';
import type { PieceOutput, Region, StreamEnd, TakePiece, ZlibStream } from './pieces';
import { listFrames } from './zstdFrames';
import type { ZstdFrame } from './zstdFrames';

/** The decoder that Node has since 22.15; the types at hand are those of a Node without it. */
interface NativeZstd {
  zstdDecompressSync?(bytes: Uint8Array, options: { readonly chunkSize: number; readonly maxOutputLength: number }): Uint8Array;
  createZstdDecompress?(options: { readonly chunkSize: number }): ZlibStream;
}
// Node's module, with functions that its types do not name yet; each is looked for before it is called.
const native = zlib as unknown as NativeZstd;

/** Frames up to this are decompressed in one go. */
const ONE_GO = 32 * 1024 * 1024;
/** The library in JavaScript copies from no further back; frames that need more are refused rather than misread. */
const LARGEST_WINDOW = 32 * 1024 * 1024;
const INPUT_PIECE = 64 * 1024;
const OUTPUT_PIECE = 256 * 1024;

/**
 * Decompresses the frames of a region, one after another; skippable frames are passed over. Node's own decoder does it
 * where there is one: it is four times as fast, and compares checksums. What it refuses is given to the library in
 * JavaScript from the beginning, which gives everything before a fault.
 */
export async function decompressZstd(region: Region, output: PieceOutput): Promise<StreamEnd> {
  if (native.createZstdDecompress) {
    const end = await decompressFrames(region, output.take, runNative);
    if (end.kind !== 'damaged') return end;
    output.restart();
  }
  return decompressFrames(region, output.take, runLibrary);
}

/** All content of bytes that hold whole frames; null when they do not, or hold more than `limit` bytes. Blocks while it works. */
export function decompressZstdNow(bytes: Uint8Array, limit: number): Uint8Array | null {
  const region: Region = { file: memoryContent('', bytes), start: 0, end: bytes.length };
  const pieces: Uint8Array[] = [];
  let size = 0;
  const take: TakePiece = (piece) => {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    return size <= limit;
  };
  const frames = listFrames(region);
  for (let next = frames.next(); next.done !== true; next = frames.next()) {
    if (next.value.isSkippable) continue;
    const whole = inOneGo(bytes.subarray(next.value.start, next.value.end), next.value.contentSize ?? limit - size);
    if (whole !== null ? !take(whole) : runLibrary(region, next.value, take) !== 'complete') return null;
    if (next.value.end === bytes.length) return pieces.length === 1 ? (pieces[0] ?? null) : Buffer.concat(pieces, size);
  }
  return null;
}

/** The first bytes of the content, at most `length`; fewer when it ends or is damaged before. */
export function zstdHead(region: Region, length: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const take: TakePiece = (piece) => {
    pieces.push(piece);
    size += piece.length;
    return size < length;
  };
  const frames = listFrames(region);
  while (size < length) {
    const next = frames.next();
    const frame = next.done === true ? (next.value?.frame ?? null) : next.value;
    if (frame !== null && !frame.isSkippable) runLibrary(region, frame, take);
    if (next.done === true) break;
  }
  return Buffer.concat(pieces, size).subarray(0, length);
}

type FrameEnd = 'complete' | 'stopped' | { readonly reason: string };

async function decompressFrames(region: Region, take: TakePiece, run: (region: Region, frame: ZstdFrame, take: TakePiece) => FrameEnd | Promise<FrameEnd>): Promise<StreamEnd> {
  const frames = listFrames(region);
  for (;;) {
    const next = frames.next();
    if (next.done !== true) {
      if (next.value.isSkippable) continue;
      const end = await run(region, next.value, take);
      if (end === 'stopped') return { kind: 'stopped' };
      if (end !== 'complete') return { kind: 'damaged', reason: end.reason };
      continue;
    }
    const fault = next.value;
    if (fault === null) return { kind: 'complete', consumed: region.end - region.start };
    // What follows the last frame is no Zstandard: the stream itself is whole.
    if (fault.kind === 'damaged' && fault.frame === null && fault.at > region.start) return { kind: 'complete', consumed: fault.at - region.start };
    // The library gives the blocks that are whole.
    if (fault.frame !== null && runLibrary(region, fault.frame, take) === 'stopped') return { kind: 'stopped' };
    return fault.kind === 'truncated' ? { kind: 'truncated' } : { kind: 'damaged', reason: `no whole Zstandard frame at byte ${fault.at}` };
  }
}

async function runNative(region: Region, frame: ZstdFrame, take: TakePiece): Promise<FrameEnd> {
  const create = native.createZstdDecompress;
  if (!create) return { reason: 'no decoder' };
  const { end } = await runStream({ ...region, start: frame.start, end: frame.end }, { create: () => create({ chunkSize: OUTPUT_PIECE }), take });
  if (end.kind === 'complete') return 'complete';
  if (end.kind === 'stopped') return 'stopped';
  return { reason: end.kind === 'damaged' ? end.reason : 'the frame ends too soon' };
}

/** Null: there is no decoder of Node's, or it refuses. `size` is how much may come out. */
function inOneGo(bytes: Uint8Array, size: number): Uint8Array | null {
  if (!native.zstdDecompressSync || size > ONE_GO) return null;
  try {
    const most = Math.max(64, size);
    return native.zstdDecompressSync(bytes, { chunkSize: most, maxOutputLength: most });
  } catch {
    return null;
  }
}

class Stop extends Error {}

function runLibrary(region: Region, frame: ZstdFrame, take: TakePiece): FrameEnd {
  if (frame.windowSize > LARGEST_WINDOW) return { reason: `a window of ${frame.windowSize} bytes, of which at most ${LARGEST_WINDOW} can be read` };
  const stream = new Decompress((piece) => {
    if (piece.length > 0 && !take(piece)) throw new Stop();
  });
  try {
    for (const piece of readRegion({ ...region, start: frame.start, end: frame.end }, INPUT_PIECE)) stream.push(piece);
    stream.push(new Uint8Array(0), true);
    return 'complete';
  } catch (error) {
    if (error instanceof Stop) return 'stopped';
    // Errors of the file system have a name as code, the library's have a number.
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error;
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
