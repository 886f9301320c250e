import type { SourceFile } from '../../contract';
import { readRegion } from '../pieces';
import { listFrames } from '../zstdFrames';
import { decodeName, HAS_DESCRIPTOR, readZip64 } from './entries';
import type { ZipEntry } from './entries';

const HEADER_SIGNATURE = 0x04034b50;
const HEADER_LENGTH = 30;
const DESCRIPTOR = Uint8Array.of(0x50, 0x4b, 7, 8);
/** Entries that are looked for; more are no archive of traces. */
const MOST_ENTRIES = 1_000_000;

/**
 * Entries of an archive without directory, found by their own headers, one after another. The last one may be cut off.
 * Where a header leaves the sizes open (they follow the content), the place of what follows is looked for.
 */
export function salvageEntries(file: SourceFile): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at: number | null = 0;
  while (at !== null && entries.length < MOST_ENTRIES) {
    const found: FoundEntry | null = readHeader(file, at);
    if (found === null) break;
    entries.push(found.entry);
    at = found.next;
  }
  return entries;
}

interface FoundEntry {
  readonly entry: ZipEntry;
  /** Where the next header should be; null: the archive ends in this entry. */
  readonly next: number | null;
}

function readHeader(file: SourceFile, at: number): FoundEntry | null {
  const header = file.read(at, at + HEADER_LENGTH);
  if (header.length < HEADER_LENGTH) return null;
  const view = viewOf(header);
  if (view.getUint32(0, true) !== HEADER_SIGNATURE) return null;
  const flags = view.getUint16(6, true);
  const method = view.getUint16(8, true);
  const nameEnd = at + HEADER_LENGTH + view.getUint16(26, true);
  const dataAt = nameEnd + view.getUint16(28, true);
  const names = file.read(at + HEADER_LENGTH, dataAt);
  if (names.length < dataAt - at - HEADER_LENGTH) return null;
  const name = decodeName(names.subarray(0, nameEnd - at - HEADER_LENGTH), flags);
  const stated = { size: view.getUint32(22, true), packedSize: view.getUint32(18, true), headerAt: 0 };
  const { size, packedSize } = readZip64(names.subarray(nameEnd - at - HEADER_LENGTH), stated);
  const made = { name, method, flags, crc: view.getUint32(14, true), headerAt: at };
  if ((flags & HAS_DESCRIPTOR) !== 0 && packedSize === 0) {
    const tail = findDescriptor(file, dataAt, method);
    if (tail !== null) return { entry: { ...made, crc: tail.crc, size: tail.size, packedSize: tail.at - dataAt, isCut: false }, next: tail.next };
    return { entry: { ...made, size: 0, packedSize: Math.max(0, file.size - dataAt), isCut: true }, next: null };
  }
  const end = dataAt + packedSize;
  if (end <= file.size) return { entry: { ...made, size, packedSize, isCut: false }, next: end };
  return { entry: { ...made, size, packedSize: Math.max(0, file.size - dataAt), isCut: true }, next: null };
}

interface Descriptor {
  readonly at: number;
  readonly next: number;
  readonly crc: number;
  readonly size: number;
}

/** The first data descriptor whose packed size is its distance from the content's beginning. Source: APPNOTE 4.3.9. */
function findDescriptor(file: SourceFile, dataAt: number, method: number): Descriptor | null {
  // Frames tell their lengths, so that only their ends have to be looked at.
  if (method === 93 || method === 20) {
    for (const frame of listFrames({ file, start: dataAt, end: file.size })) {
      const found = descriptorAt(file, frame.end, dataAt);
      if (found) return found;
    }
    return null;
  }
  let base = dataAt;
  let carried: Uint8Array = new Uint8Array(0);
  for (const piece of readRegion({ file, start: dataAt, end: file.size })) {
    const bytes = carried.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([carried, piece]);
    for (let at = bytes.indexOf(DESCRIPTOR); at >= 0; at = bytes.indexOf(DESCRIPTOR, at + 1)) {
      const found = descriptorAt(file, base + at, dataAt);
      if (found) return found;
    }
    carried = bytes.subarray(Math.max(0, bytes.length - DESCRIPTOR.length + 1));
    base += bytes.length - carried.length;
  }
  return null;
}

function descriptorAt(file: SourceFile, at: number, dataAt: number): Descriptor | null {
  const bytes = file.read(at, at + 24);
  if (bytes.length < 16 || !DESCRIPTOR.every((byte, i) => bytes[i] === byte)) return null;
  const view = viewOf(bytes);
  const crc = view.getUint32(4, true);
  if (view.getUint32(8, true) === at - dataAt) return { at, next: at + 16, crc, size: view.getUint32(12, true) };
  if (bytes.length === 24 && Number(view.getBigUint64(8, true)) === at - dataAt) return { at, next: at + 24, crc, size: Number(view.getBigUint64(16, true)) };
  return null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
