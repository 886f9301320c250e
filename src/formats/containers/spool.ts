import { closeSync, lstatSync, mkdtempSync, openSync, readdirSync, readSync, rmdirSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Problem } from '../../model/problem';
import type { Content } from './content';

/** Bytes kept in memory by one spool; what comes on top goes to a temporary file. */
export const SPOOL_MEMORY = 48 * 1024 * 1024;
/** Content that grows beyond this goes to the file, however much memory is left. */
const LARGEST_IN_MEMORY = 32 * 1024 * 1024;
/** Bytes written or read at a time. */
const PIECE = 1024 * 1024;

const PREFIX = 'restart-lens-spool-';
let hasCleaned = false;

/**
 * Keeps decompressed content: in memory while it is small, then in a temporary file that has no name any more where the
 * system allows that, so that it vanishes with the process. One content is written at a time.
 */
export class Spool {
  private memory = 0;
  private file: TemporaryFile | null = null;
  private isWriting = false;

  constructor(private readonly mostMemory = SPOOL_MEMORY) {}

  /** Begins a content. */
  begin(path: string): SpoolWriter {
    if (this.isWriting) throw new Error('A spool takes one content at a time.');
    this.isWriting = true;
    return new SpoolWriter(path, {
      hasRoom: (size) => size <= LARGEST_IN_MEMORY && this.memory + size <= this.mostMemory,
      openFile: () => (this.file ??= new TemporaryFile()),
      finish: (inMemory) => {
        this.isWriting = false;
        this.memory += inMemory;
      },
      release: (inMemory) => {
        this.memory -= inMemory;
      },
    });
  }

  /** Whether content was written to disk. */
  get isOnDisk(): boolean {
    return this.file !== null;
  }

  /** Drops everything; contents that came from here read as empty. */
  close(): void {
    this.file?.close();
    this.file = null;
  }
}

interface SpoolRoom {
  hasRoom(size: number): boolean;
  openFile(): TemporaryFile;
  finish(inMemory: number): void;
  release(inMemory: number): void;
}

/** Takes one content piece by piece. */
export class SpoolWriter {
  private pieces: Uint8Array[] = [];
  private file: TemporaryFile | null = null;
  /** Place of the content in the file. */
  private start = 0;
  size = 0;

  constructor(
    readonly path: string,
    private readonly room: SpoolRoom,
  ) {}

  /** The piece is kept as it is: its bytes must not change. Throws errors of the file system (a full disk). */
  write(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.file === null && !this.room.hasRoom(this.size + piece.length)) this.moveToFile();
    if (this.file === null) this.pieces.push(piece);
    else this.file.append(piece);
    this.size += piece.length;
  }

  /** Forgets what was written, to begin again. */
  reset(): void {
    this.pieces = [];
    this.size = 0;
    this.file?.cut(this.start);
  }

  finish(problems: readonly Problem[] = []): Content {
    const { file, size } = this;
    if (file !== null) {
      this.room.finish(0);
      return fileContent({ path: this.path, file, start: this.start, size, problems });
    }
    let bytes: Uint8Array | null = this.pieces.length === 1 ? (this.pieces[0] ?? new Uint8Array(0)) : Buffer.concat(this.pieces, size);
    this.pieces = [];
    this.room.finish(size);
    return {
      path: this.path,
      size,
      problems,
      read: (from, to) => bytes?.subarray(Math.max(0, from), Math.max(0, to)) ?? new Uint8Array(0),
      *chunks(from = 0) {
        if (bytes !== null && from < size) yield bytes.subarray(Math.max(0, from));
      },
      close: () => {
        if (bytes !== null) this.room.release(size);
        bytes = null;
      },
    };
  }

  /** Ends without content. */
  abandon(): void {
    this.reset();
    this.room.finish(0);
  }

  private moveToFile(): void {
    this.file = this.room.openFile();
    this.start = this.file.size;
    for (const piece of this.pieces) this.file.append(piece);
    this.pieces = [];
  }
}

function fileContent({ path, file, start, size, problems }: { readonly path: string; readonly file: TemporaryFile; readonly start: number; readonly size: number; readonly problems: readonly Problem[] }): Content {
  const read = (from: number, to: number): Uint8Array => file.read(start + Math.max(0, from), start + Math.min(size, Math.max(from, to)));
  return {
    path,
    size,
    problems,
    read,
    *chunks(from = 0) {
      for (let at = Math.max(0, from); at < size; at += PIECE) yield read(at, at + PIECE);
    },
    close: () => undefined,
  };
}

/** A file below the system's folder for such files that only this process reads. */
class TemporaryFile {
  size = 0;
  private handle: number | null;
  /** Where it lies, until it has no name any more. */
  private folder: string | null;

  constructor() {
    cleanLeftSpools();
    this.folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
    // Only the owner may open it, and nothing of that name may be there.
    this.handle = openSync(path.join(this.folder, 'content'), 'wx+', 0o600);
    this.removeName();
  }

  append(piece: Uint8Array): void {
    if (this.handle === null) return;
    for (let done = 0; done < piece.length; ) done += writeSync(this.handle, piece, done, piece.length - done, this.size + done);
    this.size += piece.length;
  }

  /** What follows is written over what was there. */
  cut(size: number): void {
    this.size = size;
  }

  read(start: number, end: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
    if (this.handle === null) return bytes.subarray(0, 0);
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(this.handle, bytes, done, bytes.length - done, start + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  close(): void {
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
    this.removeName();
  }

  /** Systems other than Windows let an open file live without a name; there nothing is left however the process ends. */
  private removeName(): void {
    if (this.folder === null) return;
    try {
      unlinkSync(path.join(this.folder, 'content'));
      rmdirSync(this.folder);
      this.folder = null;
    } catch {
      // Windows: once more when it is closed, or at the next start.
    }
  }
}

/** Removes what a process that ended without a word has left; once a process, before it writes such a file itself. */
function cleanLeftSpools(): void {
  if (hasCleaned) return;
  hasCleaned = true;
  removeLeftSpools(tmpdir());
}

/** Removes folders of spools whose process is not running. Returns how many. Other owners' folders and links are left alone. */
export function removeLeftSpools(folder: string): number {
  let removed = 0;
  for (const name of listNames(folder)) {
    const pid = new RegExp(`^${PREFIX}(\\d{1,10})-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const left = path.join(folder, name);
    try {
      const state = lstatSync(left);
      if (!state.isDirectory() || (process.getuid !== undefined && state.uid !== process.getuid())) continue;
      rmSync(left, { recursive: true, force: true });
      removed++;
    } catch {
      // Another process removes it at the same time.
    }
  }
  return removed;
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a process of that number lives on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
