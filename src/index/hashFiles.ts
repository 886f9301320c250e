import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { compareText } from '../base/compareText';
import type { CertifiedFile } from '../model/certificate';
import type { FormatName } from '../model/formats';
import { findDiskPart } from './openContent';
import type { TraceIndex } from './traceIndex';

/** Bytes between two looks at what else has happened. */
const PIECE = 4_194_304;

/** Files that say nothing about how an attempt ended: scores are no evidence. */
const UNCERTIFIED: ReadonlySet<FormatName> = new Set(['scores']);

/**
 * Size and SHA-256 of each file on disk that the index recognised as holding attempts or labels, sorted by file; archives
 * count once. In portions of a few megabytes. Throws the file system's error where a file is gone meanwhile.
 */
export function* hashFiles(index: Pick<TraceIndex, 'root' | 'files'>): Generator<void, readonly CertifiedFile[], void> {
  const names = new Set<string>();
  for (const { file, format } of index.files) {
    if (format === null || UNCERTIFIED.has(format)) continue;
    names.add(findDiskPart(index.root, file).file);
  }
  const hashed: CertifiedFile[] = [];
  const buffer = Buffer.allocUnsafe(PIECE);
  for (const file of [...names].sort(compareText)) hashed.push({ file, ...(yield* hashFile(path.join(index.root, file), buffer)) });
  return hashed;
}

function* hashFile(absolute: string, buffer: Buffer): Generator<void, Omit<CertifiedFile, 'file'>, void> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = openSync(absolute, 'r');
  try {
    for (;;) {
      const count = readSync(handle, buffer, 0, buffer.length, null);
      if (count === 0) break;
      hash.update(buffer.subarray(0, count));
      bytes += count;
      yield;
    }
  } finally {
    closeSync(handle);
  }
  return { bytes, sha256: hash.digest('hex') };
}
