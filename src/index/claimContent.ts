import { existsSync } from 'node:fs';
import path from 'node:path';
import { pushAll } from '../base/extent';
import { compressionOf, readCompressedHead } from '../formats/containers/compressed';
import type { Compression } from '../formats/containers/compressed';
import { memberPath, memoryContent, MOST_NESTED, plainPath } from '../formats/containers/content';
import { isParquet, ParquetFault, readFooter } from '../formats/containers/parquet/footer';
import { Spool } from '../formats/containers/spool';
import { isZip, readDirectory } from '../formats/containers/zip/directory';
import { isEncrypted } from '../formats/containers/zip/entries';
import type { ZipEntry } from '../formats/containers/zip/entries';
import { canRead, openEntry, readEntryHead } from '../formats/containers/zip/members';
import type { FileHead, SourceFile } from '../formats/contract';
import { nameOf } from '../formats/shared/paths';
import type { Problem } from '../model/problem';
import { isTraceName, NEVER_ENTERED } from './walk';

/** Compressed bytes that are looked at for the head of a member that is compressed once more. */
const COMPRESSED_HEAD = 132 * 1024;

/** What recognition sees of a file or member, and what was wrong with looking. */
export interface SeenHead {
  /** Content path. */
  readonly path: string;
  /** Bytes of the file, or of the member as its archive states them. */
  readonly size: number;
  readonly head: FileHead;
  readonly problem: Problem | null;
}

/**
 * The head of a file as recognition sees it: what a compressed file decompresses to, under the name without `.gz` and `.zst`; of
 * a Parquet file the names of its columns, too.
 */
export function seeHead(file: SourceFile, headBytes: number): SeenHead {
  const head = file.read(0, headBytes);
  const compression = compressionOf(file.path, head);
  if (compression === null) return seePlain(file, head);
  const seen = plainPath(file.path);
  const content = readCompressedHead(file, compression, headBytes);
  // How much it is decompressed is not known before it is; it is more than what was seen.
  const size = content.isWhole ? content.head.length : Math.max(file.size, headBytes + 1);
  const isLost = content.head.length === 0 && !content.isWhole;
  return { path: file.path, size: file.size, head: { path: seen, name: nameOf(seen), size, head: content.head }, problem: isLost ? lostProblem(file.path, compression) : null };
}

function seePlain(file: SourceFile, head: Uint8Array): SeenHead {
  const { path: own, size } = file;
  const plain: FileHead = { path: own, name: nameOf(own), size, head };
  if (!isParquet(head)) return { path: own, size, head: plain, problem: null };
  // Of what stands in an archive no more than the beginning is at hand.
  if (size > head.length && file.read(size - 8, size).length < 8) return { path: own, size, head: plain, problem: packedProblem(own) };
  try {
    return { path: own, size, head: { ...plain, columns: readFooter(file).columns }, problem: null };
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    return { path: own, size, head: plain, problem: footerProblem(own, error) };
  }
}

export interface MemberHeads {
  readonly heads: readonly SeenHead[];
  readonly problems: readonly Problem[];
}

/**
 * Heads of the members of a zip archive that no reader claims, as if they were files of a folder: those whose names may be
 * traces; archives inside it are entered, too. `isClaimed` says whether a reader takes a head itself. Only members whose
 * name is not that of a real file (a folder called `x.zip!`) are given.
 */
export async function seeMembers(root: string, file: SourceFile, { headBytes, isClaimed }: { readonly headBytes: number; isClaimed(head: FileHead): boolean }): Promise<MemberHeads> {
  const heads: SeenHead[] = [];
  const problems: Problem[] = [];
  const look = async (archive: SourceFile, depth: number): Promise<void> => {
    const directory = readDirectory(archive);
    pushAll(problems, directory.problems);
    const wanted = [...directory.entries.values()].filter(({ name }) => isTrace(name));
    pushAll(problems, closedProblems(archive.path, wanted));
    if (directory.superseded > 0) problems.push(supersededProblem(archive.path, directory.superseded));
    const hasFolder = existsSync(path.join(root, `${archive.path}!`));
    for (const entry of wanted) {
      const own = memberPath(archive.path, entry.name);
      if (hasFolder && existsSync(path.join(root, own))) {
        problems.push(hiddenProblem(own));
        continue;
      }
      if (!canRead(entry)) continue;
      const head = seeHead(headFile(archive, entry, own), headBytes);
      heads.push({ ...head, size: entry.size });
      if (head.problem) problems.push(head.problem);
      if (!isZip(head.head.head) || isClaimed(head.head)) continue;
      if (depth >= MOST_NESTED) problems.push(nestedProblem(own));
      else await lookInside(archive, entry, (inner) => look(inner, depth + 1));
    }
  };
  await look(file, 1);
  return { heads, problems };
}

async function lookInside(archive: SourceFile, entry: ZipEntry, look: (inner: SourceFile) => Promise<void>): Promise<void> {
  const spool = new Spool();
  try {
    const content = await openEntry(archive, entry, { spool });
    await look(content);
    content.close();
  } finally {
    spool.close();
  }
}

function isTrace(name: string): boolean {
  return isTraceName(nameOf(name)) && !name.split('/').some((segment) => NEVER_ENTERED.has(segment));
}

/** The beginning of a member as a file. */
function headFile(archive: SourceFile, entry: ZipEntry, own: string): SourceFile {
  const length = plainPath(own) === own ? 4096 : COMPRESSED_HEAD;
  const { read, chunks } = memoryContent(own, readEntryHead(archive, entry, length));
  return { path: own, size: entry.size, read, chunks };
}

function closedProblems(file: string, entries: readonly ZipEntry[]): readonly Problem[] {
  const closed = entries.filter((entry) => !canRead(entry));
  const locked = closed.filter(isEncrypted);
  const unknown = closed.filter((entry) => !isEncrypted(entry));
  const tell = (found: string, expected: string, message: string): Problem => ({ file, line: null, byte: null, code: 'unreadable', severity: 'error', found, expected, message });
  return [
    ...(locked[0] ? [tell(`${locked.length} encrypted members`, 'members without a password', `${locked.length} members of this archive are encrypted and are not read.`)] : []),
    ...(unknown[0] ? [tell(`${unknown.length} members of compression method ${unknown[0].method}`, 'stored, deflate or Zstandard', `${unknown.length} members of this archive are compressed in a way that is not read.`)] : []),
  ];
}

function supersededProblem(file: string, count: number): Problem {
  const entries = count === 1 ? '1 entry of this archive bears the name of a later one; it is' : `${count} entries of this archive bear the names of later ones; they are`;
  return { file, line: null, byte: null, code: 'duplicate', severity: 'warning', found: 'entries of one name', expected: 'every name once', message: `${entries} not read.` };
}

function hiddenProblem(file: string): Problem {
  return { file, line: null, byte: null, code: 'conflict', severity: 'warning', found: 'a file on disk and a member of an archive under one path', expected: 'one of the two', message: 'The file on disk is read; the member of the archive is not.' };
}

function lostProblem(file: string, compression: Compression): Problem {
  const name = compression === 'gzip' ? 'gzip' : 'Zstandard';
  return { file, line: null, byte: 0, code: 'unreadable', severity: 'error', found: `${name} bytes that are damaged or cut from the beginning`, expected: 'compressed content', message: 'Nothing of the compressed content can be read.' };
}

function packedProblem(file: string): Problem {
  return { file, line: null, byte: null, code: 'unreadable', severity: 'warning', found: 'a Parquet file in an archive', expected: 'a Parquet file of its own', message: 'Parquet files in archives are not read; take the file out of the archive.' };
}

function footerProblem(file: string, { code, byte, message }: ParquetFault): Problem {
  return { file, line: null, byte, code, severity: 'error', found: 'a Parquet file without a footer that can be read', expected: 'schema and row groups at the end of the file', message };
}

function nestedProblem(file: string): Problem {
  return { file, line: null, byte: null, code: 'limit', severity: 'warning', found: `an archive in ${MOST_NESTED} others`, expected: `at most ${MOST_NESTED}`, message: `Archives are entered to a depth of ${MOST_NESTED}; this one was not.` };
}
