import { constants, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { NoFileError } from './sourceFile';

/** Files that are kept open although nobody reads them now. */
const MOST_KEPT = 16;
/** Milliseconds after which a file that nobody reads is closed. */
const IDLE = 5000;

/** A file that was checked and opened. */
interface OpenFile {
  readonly handle: FileHandle;
  readonly identity: string;
}

interface Kept {
  readonly opening: Promise<OpenFile>;
  users: number;
}

/**
 * Files kept open for the next range of them. Opening includes a check that costs many times a read, and the steps of a
 * trajectory lie in one file.
 *
 * A file is known by device and number: where its path leads to another one now, it is checked and opened anew, so that a
 * replaced file is read as it is, and a path that has become a link is checked. What was appended or cut off is seen through
 * the handle.
 */
export class OpenFiles {
  /** By absolute path, the one used last at the end. */
  private readonly kept = new Map<string, Kept>();
  private timer: NodeJS.Timeout | null = null;

  /**
   * Calls `use` with the open file. `check` says whether the path may be opened, by rejecting. Rejects as `check`, `use` and
   * the file system do, and with a NoFileError where the path stands for something else.
   */
  async use<Result>(absolute: string, check: () => Promise<unknown>, use: (handle: FileHandle) => Promise<Result>): Promise<Result> {
    const known = this.kept.get(absolute);
    if (known !== undefined) {
      const done = await this.hold(absolute, known, async ({ handle, identity }) => (identity === identityNow(absolute) ? { result: await use(handle) } : null));
      if (done !== null) return done.result;
      this.drop(absolute, known);
    }
    // Another reader may have opened it anew meanwhile.
    const kept = this.kept.get(absolute) ?? { opening: openChecked(absolute, check), users: 0 };
    this.kept.set(absolute, kept);
    return this.hold(absolute, kept, ({ handle }) => use(handle));
  }

  /** Closes everything that nobody reads. */
  close(): void {
    for (const [absolute, kept] of this.kept) if (kept.users === 0) this.drop(absolute, kept);
  }

  private async hold<Result>(absolute: string, kept: Kept, use: (file: OpenFile) => Promise<Result>): Promise<Result> {
    kept.users++;
    try {
      const file = await kept.opening.catch((error: unknown) => {
        if (this.kept.get(absolute) === kept) this.kept.delete(absolute);
        throw error;
      });
      return await use(file);
    } finally {
      kept.users--;
      this.release(absolute, kept);
    }
  }

  private release(absolute: string, kept: Kept): void {
    if (this.kept.get(absolute) !== kept) {
      // It was dropped while it was read.
      if (kept.users === 0) closeQuietly(kept);
      return;
    }
    this.kept.delete(absolute);
    this.kept.set(absolute, kept);
    for (const [oldest, file] of this.kept) {
      if (this.kept.size <= MOST_KEPT) break;
      if (file.users === 0) this.drop(oldest, file);
    }
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.close();
    }, IDLE).unref();
  }

  private drop(absolute: string, kept: Kept): void {
    if (this.kept.get(absolute) !== kept) return;
    this.kept.delete(absolute);
    if (kept.users === 0) closeQuietly(kept);
  }
}

async function openChecked(absolute: string, check: () => Promise<unknown>): Promise<OpenFile> {
  await check();
  // Opening a pipe would wait for its writer. Not known on Windows, where names of pipes lie outside every folder.
  const withoutWaiting: number | undefined = constants.O_NONBLOCK;
  const handle = await open(absolute, constants.O_RDONLY | (withoutWaiting ?? 0));
  try {
    const state = await handle.stat({ bigint: true });
    if (!state.isFile()) throw new NoFileError(state.isDirectory() ? 'EISDIR' : 'NO_FILE');
    return { handle, identity: `${state.dev} ${state.ino}` };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Asked for at once: handing the question to another thread takes ten times as long. Null: there is nothing now. */
function identityNow(absolute: string): string | null {
  try {
    const state = statSync(absolute, { bigint: true, throwIfNoEntry: false });
    return state === undefined ? null : `${state.dev} ${state.ino}`;
  } catch {
    // Whatever it is, opening it anew says so.
    return null;
  }
}

/** What cannot be closed was never opened, or is closed. */
function closeQuietly({ opening }: Kept): void {
  opening.then(({ handle }) => handle.close()).catch(() => undefined);
}
