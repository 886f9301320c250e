import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { SourceFile } from '../formats/contract';

/** Bytes in one piece: big enough that a piece costs little, small enough for thousands of files in a row. */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Files open at the same time; a source may have thousands of members, and a process may open about a thousand files. */
const OPEN_FILES = 32;

/** What tells one state of a file from another. Times are nanoseconds since the Unix epoch. */
export interface FileState {
  readonly size: number;
  readonly mtimeNs: bigint;
  /** When the file was changed in any way, its time and name among them; nobody can set it. */
  readonly ctimeNs: bigint;
  /** Number of the file, whatever it is called. */
  readonly inode: bigint;
}

/** State of a file; links are followed. Throws a file-system error. */
export function stateOf(absolute: string): FileState {
  const state = statSync(absolute, { bigint: true });
  return { size: Number(state.size), mtimeNs: state.mtimeNs, ctimeNs: state.ctimeNs, inode: state.ino };
}

/** Whether nothing tells two states apart. */
export function isSameState(a: FileState, b: FileState): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.inode === b.inode;
}

/** What stands under the name is no file: a folder (`EISDIR`), or a pipe, a socket, a device. Those have no size and may never end. */
export class NoFileError extends Error {
  readonly syscall = 'open';

  constructor(readonly code: 'EISDIR' | 'NO_FILE') {
    super('not a file');
    this.name = 'NoFileError';
  }
}

/**
 * Opens a file for reading. Throws a NoFileError where the name stands for something else: opening a pipe would wait for
 * its writer, and while a thread waits there nothing can end it. Throws file-system errors.
 */
export function openFile(absolute: string): number {
  // Not known on Windows, where names of pipes lie outside every folder.
  const withoutWaiting: number | undefined = constants.O_NONBLOCK;
  const handle = openSync(absolute, constants.O_RDONLY | (withoutWaiting ?? 0));
  const state = fstatSync(handle);
  if (state.isFile()) return handle;
  closeSync(handle);
  throw new NoFileError(state.isDirectory() ? 'EISDIR' : 'NO_FILE');
}

/** Opens files of one source for its reader, and keeps the last few of them open. */
export class DiskFiles {
  /** Absolute path to handle, the one used last at the end. */
  private readonly handles = new Map<string, number>();

  constructor(private readonly onRead: (bytes: number) => void = () => undefined) {}

  /**
   * A file whose size is fixed now: what is appended later is not seen, so all its pieces belong to one state. It is opened
   * when it is first read. Reading throws file-system errors.
   */
  file(absolute: string, path: string, size: number): SourceFile {
    const read = (start: number, end: number): Uint8Array => this.read(absolute, Math.max(0, start), Math.min(end, size));
    return {
      path,
      size,
      read,
      *chunks(start = 0) {
        for (let at = Math.max(0, start); at < size; at += CHUNK_BYTES) {
          const piece = read(at, at + CHUNK_BYTES);
          if (piece.length > 0) yield piece;
          if (piece.length < CHUNK_BYTES) return;
        }
      },
    };
  }

  /**
   * A file with the size that it has now, opened at once. Throws a file-system error, or a NoFileError where the name stands
   * for something else.
   */
  openNow(absolute: string, path: string): SourceFile {
    return this.file(absolute, path, fstatSync(this.open(absolute)).size);
  }

  close(): void {
    for (const handle of this.handles.values()) closeSync(handle);
    this.handles.clear();
  }

  private read(absolute: string, start: number, end: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
    const done = readFully(this.open(absolute), bytes, start);
    this.onRead(done);
    // Shorter only when the file was cut meanwhile; whoever compares its state sees that.
    return done === bytes.length ? bytes : bytes.subarray(0, done);
  }

  private open(absolute: string): number {
    const known = this.handles.get(absolute);
    const handle = known ?? openFile(absolute);
    this.handles.delete(absolute);
    this.handles.set(absolute, handle);
    if (this.handles.size > OPEN_FILES) {
      const [oldest] = this.handles;
      if (oldest) {
        closeSync(oldest[1]);
        this.handles.delete(oldest[0]);
      }
    }
    return handle;
  }
}

/** Fills `bytes` from `start` on; returns how many there were, fewer at the end of the file. Throws a file-system error. */
export function readFully(handle: number, bytes: Uint8Array, start: number): number {
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(handle, bytes, done, bytes.length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
