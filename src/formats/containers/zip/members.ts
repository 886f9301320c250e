import { constants, gunzip, gunzipSync, inflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Problem } from '../../../model/problem';
import type { SourceFile } from '../../contract';
import { problemIn, seedProblem, WHOLE_FILE } from '../../shared/problems';
import { ContentError, memberPath } from '../content';
import type { Content, OpenMemberOptions } from '../content';
import { crc32 } from '../crc32';
import { beginningOf } from '../pieces';
import type { Region } from '../pieces';
import { unpack } from '../store';
import { decompressZstdNow, zstdHead } from '../zstd';
import { isEncrypted, ZIP_METHODS } from './entries';
import type { ZipEntry } from './entries';

const HEADER_SIGNATURE = 0x04034b50;
const HEADER_LENGTH = 30;
/** Members up to this size are decompressed in one go. */
export const ONE_GO = 32 * 1024 * 1024;
const HEAD_INPUT = 16 * 1024;

const inflate = promisify<Uint8Array, { readonly chunkSize: number; readonly maxOutputLength: number }, Buffer>(gunzip);

/**
 * Opens a member. What is cut off, damaged, or has another checksum than stated is read as far as it goes, with a problem. Rejects with a
 * ContentError where nothing of it can be read, and with errors of the file system.
 */
export async function openEntry(file: SourceFile, entry: ZipEntry, { spool }: OpenMemberOptions): Promise<Content> {
  const path = memberPath(file.path, entry.name);
  const region = packedRegion(file, entry);
  if (entry.method === 0) return storedContent(path, region, entry);
  if (isSmall(entry)) {
    const bytes = await inflateSmall(region, entry);
    if (bytes !== null) return keep(spool, path, bytes);
  }
  return unpack(region, { path, packing: entry.method === 8 ? 'deflate' : 'zstd', spool, stated: entry.isCut ? null : entry.size, check: checkOf(path, entry) });
}

/**
 * All bytes of a member that is whole, right and not large; else null, and `openEntry` says what is wrong. Blocks while it
 * works: for reading threads, where it is the fastest way.
 */
export function readEntryNow(file: SourceFile, entry: ZipEntry): Uint8Array | null {
  if (!isSmall(entry) || !canRead(entry)) return null;
  const region = packedRegion(file, entry);
  const packed = region.file.read(region.start, region.end);
  if (entry.method === 0) return isRight(packed, entry) ? packed : null;
  try {
    if (entry.method === 8) return gunzipSync(asGzip(packed, entry), oneGo(entry));
    const bytes = decompressZstdNow(packed, entry.size);
    return bytes !== null && isRight(bytes, entry) ? bytes : null;
  } catch {
    return null;
  }
}

/** Members that are decompressed while an earlier one is used, and their bytes together. */
const MOST_AHEAD = 4;
const MOST_AHEAD_BYTES = 64 * 1024 * 1024;

/** An entry with all its bytes; null: `openEntry` says what is wrong with it, or it is large. */
export interface EntryBytes {
  readonly entry: ZipEntry;
  readonly bytes: Uint8Array | null;
}

/** As `readEntryNow` for many entries in their order; the next few are decompressed in other threads meanwhile. */
export async function* readEntriesAhead(file: SourceFile, entries: readonly ZipEntry[]): AsyncGenerator<EntryBytes, void, void> {
  const waiting: { readonly entry: ZipEntry; readonly bytes: Promise<Uint8Array | null> }[] = [];
  let next = 0;
  let size = 0;
  for (;;) {
    for (let entry = entries[next]; entry !== undefined && waiting.length < MOST_AHEAD && (waiting.length === 0 || size + entry.size <= MOST_AHEAD_BYTES); entry = entries[++next]) {
      const bytes = isSmall(entry) && canRead(entry) ? readSmall(file, entry) : Promise.resolve(null);
      // Errors of the file system are told when it is this entry's turn; until then nobody listens.
      bytes.catch(() => undefined);
      waiting.push({ entry, bytes });
      size += entry.size;
    }
    const first = waiting.shift();
    if (first === undefined) return;
    yield { entry: first.entry, bytes: await first.bytes };
    size -= first.entry.size;
  }
}

async function readSmall(file: SourceFile, entry: ZipEntry): Promise<Uint8Array | null> {
  try {
    const region = packedRegion(file, entry);
    if (entry.method !== 0) return await inflateSmall(region, entry);
    const stored = region.file.read(region.start, region.end);
    return isRight(stored, entry) ? stored : null;
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}

/** The first bytes of a member, at most `length`; fewer when it ends or is damaged before. */
export function readEntryHead(file: SourceFile, entry: ZipEntry, length: number): Uint8Array {
  if (!canRead(entry)) return new Uint8Array(0);
  const region = packedRegion(file, entry);
  if (entry.method === 0) return region.file.read(region.start, Math.min(region.end, region.start + length));
  if (entry.method !== 8) return zstdHead(region, length);
  const packed = region.file.read(region.start, Math.min(region.end, region.start + Math.max(HEAD_INPUT, length)));
  return beginningOf(packed, (bytes) => inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })).head.subarray(0, length);
}

/** Whether the content can be had at all: not encrypted, and of a method that is known. */
export function canRead(entry: ZipEntry): boolean {
  return !isEncrypted(entry) && ZIP_METHODS.has(entry.method);
}

/** Why a member cannot be read, as a problem of its archive; null when it can. */
export function unreadableEntry(file: string, entry: ZipEntry): Problem | null {
  if (canRead(entry)) return null;
  const text = isEncrypted(entry)
    ? { found: 'an encrypted entry', expected: 'an entry without a password', message: `${quote(entry.name)} is encrypted and cannot be read.` }
    : { found: `compression method ${entry.method}`, expected: 'stored, deflate or Zstandard', message: `${quote(entry.name)} is compressed in a way that is not read.` };
  return problemIn(file, seedProblem('unreadable', WHOLE_FILE, text));
}

/** Where the packed bytes of a member stand. Throws a ContentError. */
function packedRegion(file: SourceFile, entry: ZipEntry): Region {
  const wrong = unreadableEntry(file.path, entry);
  if (wrong !== null) throw new ContentError(isEncrypted(entry) ? 'encrypted' : 'unsupported', wrong.message);
  const header = file.read(entry.headerAt, entry.headerAt + HEADER_LENGTH);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < HEADER_LENGTH || view.getUint32(0, true) !== HEADER_SIGNATURE) throw new ContentError('damaged', `${quote(entry.name)} has no header where the archive's directory says.`);
  const start = entry.headerAt + HEADER_LENGTH + view.getUint16(26, true) + view.getUint16(28, true);
  return { file, start: Math.min(start, file.size), end: Math.min(file.size, start + entry.packedSize) };
}

function isSmall({ size, packedSize, isCut }: ZipEntry): boolean {
  return !isCut && size <= ONE_GO && packedSize <= ONE_GO;
}

/** Room for all of it and a little more, so that the library is done in one call. */
function oneGo({ size }: ZipEntry): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: size + 64, maxOutputLength: size + 64 };
}

/** Source: RFC 1952, section 2.3. */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/** Deflated bytes as a gzip member, so that the library itself compares size and checksum: in JavaScript that takes as long as inflating. */
function asGzip(packed: Uint8Array, { crc, size }: ZipEntry): Uint8Array {
  const bytes = Buffer.allocUnsafe(GZIP_HEADER.length + packed.length + 8);
  bytes.set(GZIP_HEADER);
  bytes.set(packed, GZIP_HEADER.length);
  bytes.writeUInt32LE(crc, GZIP_HEADER.length + packed.length);
  bytes.writeUInt32LE(size, GZIP_HEADER.length + packed.length + 4);
  return bytes;
}

function isRight(bytes: Uint8Array, { size, crc }: ZipEntry): boolean {
  return bytes.length === size && crc32(bytes) === crc;
}

/** Null: it is not as the directory says, and has to be looked at piece by piece. */
async function inflateSmall(region: Region, entry: ZipEntry): Promise<Uint8Array | null> {
  const packed = region.file.read(region.start, region.end);
  try {
    if (entry.method === 8) return await inflate(asGzip(packed, entry), oneGo(entry));
    const bytes = decompressZstdNow(packed, entry.size);
    return bytes !== null && isRight(bytes, entry) ? bytes : null;
  } catch {
    return null;
  }
}

/** In memory while there is room. */
function keep(spool: OpenMemberOptions['spool'], path: string, bytes: Uint8Array): Content {
  const writer = spool.begin(path);
  try {
    writer.write(bytes);
    return writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Stored bytes are content as they are; nothing is copied. */
function storedContent(path: string, { file, start, end }: Region, entry: ZipEntry): Content {
  const size = end - start;
  const missing = entry.isCut ? 1 : entry.size - size;
  const text = { found: `${size} bytes`, expected: entry.isCut ? 'the rest of the entry' : `${entry.size} bytes`, message: `The archive ends before this entry does: the first ${size} bytes of it are read.` };
  const read = (from: number, to: number): Uint8Array => file.read(start + Math.max(0, from), Math.min(end, start + Math.max(from, to)));
  return {
    path,
    size,
    problems: missing > 0 ? [problemIn(path, seedProblem('truncated', { line: null, byte: size }, text))] : [],
    read,
    *chunks(from = 0) {
      for (let at = Math.max(0, from); at < size; at += 1024 * 1024) yield read(at, at + 1024 * 1024);
    },
    close: () => undefined,
  };
}

function checkOf(path: string, { crc, size, isCut }: ZipEntry): NonNullable<Parameters<typeof unpack>[1]['check']> {
  let found = 0;
  return {
    update: (piece) => {
      found = crc32(piece, found);
    },
    restart: () => {
      found = 0;
    },
    finish: (length, end) => {
      if (end.kind !== 'complete' || isCut || (found === crc && length === size)) return [];
      const text = { found: `${length} bytes with checksum ${hex(found)}`, expected: `${size} bytes with checksum ${hex(crc)}`, message: 'The content is not that of which the archive states size and checksum.' };
      return [problemIn(path, seedProblem('bad-value', WHOLE_FILE, text))];
    },
  };
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
