import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeSync, writeFileSync } from 'node:fs';

/** A file beside a plan is not what it should be: a link, a folder, a pipe, or larger than is read. */
export class UnsafeFile extends Error {
  readonly code = 'unsafe-file';
}

/**
 * Text of a file that the product itself wrote beside a plan; null where there is none. Links are not followed, since a
 * workspace that somebody else made could point them anywhere. Throws `UnsafeFile`, or the file system's error.
 */
export function readOwnFile(file: string, most: number): string | null {
  const found = lookAt(file);
  if (found === null) return null;
  if (found.size > most) throw new UnsafeFile(`${file} is larger than ${most} bytes; it was not read.`);
  return readFileSync(file, 'utf8');
}

/** Writes a whole file at once: a reader sees the old text or the new one. Links are replaced, not followed. */
export function writeOwnFile(file: string, text: string): void {
  lookAt(file);
  replaceFile(file, text);
}

/**
 * Puts a new file into the place of `file`, or leaves what is there as it was and throws the file system's error. `mode`: its
 * permissions; by default those of any new file.
 */
export function replaceFile(file: string, text: string, mode?: number): void {
  const beside = `${file}.${process.pid}.tmp`;
  rmSync(beside, { force: true });
  try {
    writeFileSync(beside, text, { flag: 'wx' });
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Appends bytes at the end in one write, so that lines of several writers never mix. Creates the file; follows no link. */
export function appendOwnFile(file: string, text: string): void {
  lookAt(file);
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // Windows knows no O_NOFOLLOW; there the look before has to do.
  const noFollow: number | undefined = constants.O_NOFOLLOW;
  const handle = openSync(file, O_WRONLY | O_APPEND | O_CREAT | (noFollow ?? 0), 0o666);
  try {
    if (!fstatSync(handle).isFile()) throw new UnsafeFile(`${file} is no plain file.`);
    const bytes = Buffer.from(text);
    const written = writeSync(handle, bytes);
    if (written < bytes.length) throw new UnsafeFile(`Only ${written} of ${bytes.length} bytes could be written to ${file}.`);
  } finally {
    closeSync(handle);
  }
}

function lookAt(file: string): { readonly size: number } | null {
  try {
    const stats = lstatSync(file);
    if (!stats.isFile()) throw new UnsafeFile(`${file} is no plain file.`);
    return { size: stats.size };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
