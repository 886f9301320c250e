// The central directory of a zip archive. Source: APPNOTE 6.3.10, 4.3.12 to 4.3.16.

import type { Problem, ProblemCode } from '../../../model/problem';
import type { SourceFile } from '../../contract';
import { problemIn, seedProblem, WHOLE_FILE } from '../../shared/problems';
import type { ProblemText } from '../../shared/problems';
import { decodeName, isInnerName, readZip64 } from './entries';
import type { ZipDirectory, ZipEntry } from './entries';
import { salvageEntries } from './salvage';

const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR_SIGNATURE = 0x07064b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const LOCATOR_LENGTH = 20;
const LONGEST_COMMENT = 0xffff;
const ENTRY_LENGTH = 46;
const HEADER_LENGTH = 30;

/** A directory of more bytes than this is no list of traces. About a million entries. */
const LARGEST_DIRECTORY = 128 * 1024 * 1024;
const UNIX_TYPE = 0o170000;
const UNIX_LINK = 0o120000;

/** Whether bytes begin a zip archive: an entry, or the end of an empty one. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/** Reads what an archive holds. Never throws on content; lets errors of the file system through. */
export function readDirectory(file: SourceFile): ZipDirectory {
  const end = findEnd(file);
  const problems: Problem[] = [];
  const tell = (code: ProblemCode, text: ProblemText): void => void problems.push(problemIn(file.path, seedProblem(code, WHOLE_FILE, text, code === 'truncated' ? 'error' : 'warning')));
  const listed = end === null ? [] : listEntries(file, end, tell);
  const missing = end === null || listed.length < end.count;
  const known = new Set(listed.map(({ headerAt }) => headerAt));
  const found = missing ? salvageEntries(file).filter(({ headerAt }) => !known.has(headerAt)) : [];
  if (missing) {
    const what = end === null ? 'The directory at the end of the archive is missing' : 'The directory of the archive is damaged';
    tell('truncated', { found: end === null ? 'no directory at the end' : `${listed.length} of ${end.count} entries`, expected: 'the directory of the archive', message: `${what}: ${found.length} entries were found by their own headers.` });
  }
  return { ...pickEntries([...listed, ...found], tell), isSalvaged: missing, problems };
}

interface DirectoryEnd {
  /** First byte of the directory, and the one after its last. */
  readonly start: number;
  readonly stop: number;
  readonly count: number;
  /** Bytes before the archive proper, such as a program that unpacks it. */
  readonly shift: number;
}

type Tell = (code: ProblemCode, text: ProblemText) => void;

function findEnd(file: SourceFile): DirectoryEnd | null {
  const tailStart = Math.max(0, file.size - END_LENGTH - LONGEST_COMMENT);
  const tail = file.read(tailStart, file.size);
  const bytes = viewOf(tail);
  let loose: DirectoryEnd | null = null;
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (tail[at] !== 0x50 || bytes.getUint32(at, true) !== END_SIGNATURE) continue;
    const end = readEnd(file, bytes, at, tailStart);
    if (end === null) continue;
    // The comment ends the archive; where none does, something was put behind it.
    if (at + END_LENGTH + bytes.getUint16(at + 20, true) === tail.length) return end;
    loose ??= end;
  }
  return loose;
}

function readEnd(file: SourceFile, bytes: DataView, at: number, tailStart: number): DirectoryEnd | null {
  let count = bytes.getUint16(at + 10, true);
  let size = bytes.getUint32(at + 12, true);
  let offset = bytes.getUint32(at + 16, true);
  let stop = tailStart + at;
  if (count === 0xffff || size === 0xffffffff || offset === 0xffffffff) {
    const wide = readEnd64(file, stop);
    if (wide !== null) ({ count, size, offset, stop } = wide);
  }
  const start = stop - size;
  if (start < 0 || start < offset) return null;
  return { start, stop, count, shift: start - offset };
}

function readEnd64(file: SourceFile, endAt: number): { readonly count: number; readonly size: number; readonly offset: number; readonly stop: number } | null {
  const locator = file.read(endAt - LOCATOR_LENGTH, endAt);
  if (locator.length < LOCATOR_LENGTH || viewOf(locator).getUint32(0, true) !== LOCATOR_SIGNATURE) return null;
  const stated = Number(viewOf(locator).getBigUint64(8, true));
  // Where something stands before the archive, the record is right before its locator all the same.
  for (const at of [stated, endAt - LOCATOR_LENGTH - 56]) {
    const record = at >= 0 && at < file.size ? file.read(at, at + 56) : new Uint8Array(0);
    if (record.length < 56 || viewOf(record).getUint32(0, true) !== END64_SIGNATURE) continue;
    const view = viewOf(record);
    return { count: Number(view.getBigUint64(32, true)), size: Number(view.getBigUint64(40, true)), offset: Number(view.getBigUint64(48, true)), stop: at };
  }
  return null;
}

interface ListedEntry extends ZipEntry {
  readonly isLink: boolean;
}

function listEntries(file: SourceFile, end: DirectoryEnd, tell: Tell): readonly ListedEntry[] {
  if (end.stop - end.start > LARGEST_DIRECTORY) {
    tell('limit', { found: `a directory of ${end.stop - end.start} bytes`, expected: `at most ${LARGEST_DIRECTORY} bytes`, message: 'The directory of the archive is too large; only its first part is read.' });
  }
  const bytes = file.read(end.start, Math.min(end.stop, end.start + LARGEST_DIRECTORY));
  const view = viewOf(bytes);
  const entries: ListedEntry[] = [];
  for (let at = 0; at + ENTRY_LENGTH <= bytes.length && entries.length < end.count; ) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) break;
    const nameEnd = at + ENTRY_LENGTH + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const flags = view.getUint16(at + 8, true);
    const stated = { size: view.getUint32(at + 24, true), packedSize: view.getUint32(at + 20, true), headerAt: view.getUint32(at + 42, true) };
    const { size, packedSize, headerAt } = readZip64(bytes.subarray(nameEnd, extraEnd), stated);
    entries.push({
      name: decodeName(bytes.subarray(at + ENTRY_LENGTH, nameEnd), flags),
      method: view.getUint16(at + 10, true),
      flags,
      crc: view.getUint32(at + 16, true),
      size,
      packedSize,
      headerAt: headerAt + end.shift,
      isCut: false,
      isLink: view.getUint8(at + 5) === 3 && ((view.getUint32(at + 38, true) >>> 16) & UNIX_TYPE) === UNIX_LINK,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Leaves out folders, links, names that lead out of the archive, and entries whose bytes are also those of another one. */
function pickEntries(all: readonly (ZipEntry & { readonly isLink?: boolean })[], tell: Tell): Pick<ZipDirectory, 'entries' | 'superseded'> {
  const outside = all.filter(({ name }) => !isInnerName(name.replace(/\/$/, '')));
  if (outside[0]) tell('bad-value', { found: `${outside.length} names such as ${JSON.stringify(outside[0].name.slice(0, 100))}`, expected: 'names below the archive', message: `${outside.length} entries have names that lead out of the archive; they are not read.` });
  const links = all.filter(({ isLink }) => isLink === true);
  if (links[0]) tell('unknown-record', { found: `${links.length} links such as ${JSON.stringify(links[0].name.slice(0, 100))}`, expected: 'files', message: `${links.length} entries are links; they are not followed.` });
  const left = new Set<ZipEntry>([...outside, ...links, ...overlapping(all, tell)]);
  const entries = new Map<string, ZipEntry>();
  let superseded = 0;
  for (const entry of all) {
    if (entry.name.endsWith('/') || left.has(entry)) continue;
    if (entries.delete(entry.name)) superseded++;
    const { name, method, flags, crc, packedSize, size, headerAt, isCut } = entry;
    entries.set(name, { name, method, flags, crc, packedSize, size, headerAt, isCut });
  }
  return { entries, superseded };
}

/** Entries that begin inside another one: a few bytes that count many times make an archive that nothing can hold. */
function overlapping(all: readonly ZipEntry[], tell: Tell): readonly ZipEntry[] {
  const sorted = [...all].sort((a, b) => a.headerAt - b.headerAt);
  const found: ZipEntry[] = [];
  let stop = 0;
  for (const entry of sorted) {
    if (entry.headerAt < stop) found.push(entry);
    else stop = entry.headerAt + HEADER_LENGTH + entry.packedSize;
  }
  if (found[0]) tell('limit', { found: `${found.length} entries such as ${JSON.stringify(found[0].name.slice(0, 100))}`, expected: 'entries with bytes of their own', message: `${found.length} entries share bytes with another one; they are not read.` });
  return found;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
