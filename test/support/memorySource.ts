import { isParquet, ParquetFault, readFooter } from '../../src/formats/containers/parquet/footer';
import type { FileHead, Source, SourceFile } from '../../src/formats/contract';

/** Content of a file in a test. */
export type FileContent = string | Uint8Array;

export interface MemoryOptions {
  /** Bytes per chunk. Default 2 MiB. */
  readonly chunkBytes?: number;
  /** Default: the path of the first file when there is one, else ''. */
  readonly key?: string;
}

const HEAD_BYTES = 4096;

export function toBytes(content: FileContent): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** A file in memory; `chunks` gives pieces of `chunkBytes`. */
export function memoryFile(path: string, content: FileContent, chunkBytes = 2 * 1024 * 1024): SourceFile {
  const bytes = toBytes(content);
  return {
    path,
    size: bytes.length,
    read: (start, end) => bytes.slice(Math.max(0, start), Math.max(0, end)),
    *chunks(start = 0) {
      for (let at = start; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes);
    },
  };
}

/** A source of files in memory, by path. */
export function memorySource(files: Readonly<Record<string, FileContent>>, options: MemoryOptions = {}): Source {
  const paths = Object.keys(files).sort();
  const members = paths.map((path) => memoryFile(path, files[path] ?? '', options.chunkBytes));
  return { key: options.key ?? (paths.length === 1 ? (paths[0] ?? '') : ''), files: members };
}

/** What recognition sees of a file. */
export function fileHead(path: string, content: FileContent): FileHead {
  const bytes = toBytes(content);
  return { path, name: path.slice(path.lastIndexOf('/') + 1), size: bytes.length, head: bytes.slice(0, HEAD_BYTES), ...columnsOf(bytes) };
}

function columnsOf(bytes: Uint8Array): Pick<FileHead, 'columns'> {
  if (!isParquet(bytes)) return {};
  try {
    return { columns: readFooter({ size: bytes.length, read: (start, end) => bytes.slice(start, end) }).columns };
  } catch (error) {
    if (error instanceof ParquetFault) return {};
    throw error;
  }
}
