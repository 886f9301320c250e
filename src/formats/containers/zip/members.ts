import { constants, inflateRaw, inflateRawSync } from 'node:zlib';
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

const inflate = promisify<Uint8Array, { readonly chunkSize: number; readonly maxOutputLength: number }, Buffer>(inflateRaw);

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
    const bytes = entry.method === 8 ? inflateRawSync(packed, oneGo(entry)) : decompressZstdNow(packed, entry.size);
    return bytes !== null && isRight(bytes, entry) ? bytes : null;
  } catch {
    return null;
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

function oneGo({ size }: ZipEntry): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.max(64, size), maxOutputLength: Math.max(64, size) };
}

function isRight(bytes: Uint8Array, { size, crc }: ZipEntry): boolean {
  return bytes.length === size && crc32(bytes) === crc;
}

/** Null: it is not as the directory says, and has to be looked at piece by piece. */
async function inflateSmall(region: Region, entry: ZipEntry): Promise<Uint8Array | null> {
  const packed = region.file.read(region.start, region.end);
  try {
    const bytes = entry.method === 8 ? await inflate(packed, oneGo(entry)) : decompressZstdNow(packed, entry.size);
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
