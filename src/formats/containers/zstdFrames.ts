// Frames of a Zstandard stream. Source: RFC 8878, sections 3.1.1 and 3.1.2.

import type { Region } from './pieces';

export interface ZstdFrame {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  /** Holds no content. */
  readonly isSkippable: boolean;
  /** As the frame states it; null when it does not. */
  readonly contentSize: number | null;
  /** Bytes of memory that decompressing needs. */
  readonly windowSize: number;
}

/** Why the frames end before the region does. */
export interface FrameFault {
  readonly kind: 'truncated' | 'damaged';
  /** Byte of the file at which the frame begins that is not whole, or at which no frame begins. */
  readonly at: number;
  /** That frame, as far as it is there: its blocks up to `end` are whole. Null when not even its header is. */
  readonly frame: ZstdFrame | null;
}

export const ZSTD_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const LONGEST_HEADER = 18;
const LARGEST_BLOCK = 128 * 1024;

/** Whether bytes begin a Zstandard stream. */
export function isZstd(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const magic = view(head).getUint32(0, true);
  return magic === ZSTD_MAGIC || isSkippable(magic);
}

/**
 * The frames of a region, one after another, found by the lengths of their blocks; returns what stands in the way of
 * the next one, or null at the end of the region. Reads some bytes a block.
 */
export function* listFrames(region: Region): Generator<ZstdFrame, FrameFault | null, void> {
  const reader = new BufferedReader(region);
  let at = region.start;
  while (at < region.end) {
    const found = readFrame(reader, at, region.end);
    if ('kind' in found) return found;
    yield found;
    at = found.end;
  }
  return null;
}

function readFrame(reader: BufferedReader, start: number, end: number): ZstdFrame | FrameFault {
  const head = reader.read(start, Math.min(end, start + LONGEST_HEADER));
  if (head.length < 4) return { kind: 'truncated', at: start, frame: null };
  const bytes = view(head);
  const magic = bytes.getUint32(0, true);
  if (isSkippable(magic)) {
    if (head.length < 8) return { kind: 'truncated', at: start, frame: null };
    const frame = { start, end: start + 8 + bytes.getUint32(4, true), isSkippable: true, contentSize: 0, windowSize: 0 };
    return frame.end > end ? { kind: 'truncated', at: start, frame: null } : frame;
  }
  if (magic !== ZSTD_MAGIC) return { kind: 'damaged', at: start, frame: null };
  const header = readHeader(head);
  if (header === null) return { kind: 'truncated', at: start, frame: null };
  const { length, hasChecksum, contentSize, windowSize } = header;
  const frameTo = (to: number): ZstdFrame => ({ start, end: to, isSkippable: false, contentSize, windowSize });
  for (let at = start + length; ; ) {
    const block = reader.read(at, Math.min(end, at + 3));
    const [low = 0, middle = 0, high = 0] = block;
    const isLast = (low & 1) === 1;
    const type = (low >> 1) & 3;
    const size = (low >> 3) | (middle << 5) | (high << 13);
    if (block.length === 3 && (type === 3 || size > LARGEST_BLOCK)) return { kind: 'damaged', at: start, frame: frameTo(at) };
    // A repeated byte is stored once.
    const next = at + 3 + (type === 1 ? 1 : size);
    if (block.length < 3 || next > end) return { kind: 'truncated', at: start, frame: frameTo(at) };
    at = next;
    if (!isLast) continue;
    const to = at + (hasChecksum ? 4 : 0);
    return to > end ? { kind: 'truncated', at: start, frame: frameTo(at) } : frameTo(to);
  }
}

interface FrameHeader {
  readonly length: number;
  readonly hasChecksum: boolean;
  readonly contentSize: number | null;
  readonly windowSize: number;
}

function readHeader(head: Uint8Array): FrameHeader | null {
  const descriptor = head[4];
  if (descriptor === undefined) return null;
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionaryLength = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeLength = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag;
  const sizeAt = 5 + (isSingle ? 0 : 1) + dictionaryLength;
  const length = sizeAt + sizeLength;
  if (head.length < length) return null;
  const bytes = view(head);
  const sizes: Readonly<Record<number, () => number>> = {
    1: () => bytes.getUint8(sizeAt),
    2: () => bytes.getUint16(sizeAt, true) + 256,
    4: () => bytes.getUint32(sizeAt, true),
    8: () => Number(bytes.getBigUint64(sizeAt, true)),
  };
  const contentSize = sizes[sizeLength]?.() ?? null;
  const window = head[5] ?? 0;
  const base = 2 ** (10 + (window >> 3));
  const windowSize = isSingle ? (contentSize ?? 0) : base + (base / 8) * (window & 7);
  return { length, hasChecksum: (descriptor & 4) !== 0, contentSize, windowSize };
}

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Small reads from pieces of a file. */
class BufferedReader {
  private bytes: Uint8Array = new Uint8Array(0);
  private start = 0;

  constructor(private readonly region: Region) {}

  read(start: number, end: number): Uint8Array {
    if (start < this.start || end > this.start + this.bytes.length) {
      this.bytes = this.region.file.read(start, Math.min(this.region.end, start + 64 * 1024));
      this.start = start;
    }
    return this.bytes.subarray(start - this.start, end - this.start);
  }
}
