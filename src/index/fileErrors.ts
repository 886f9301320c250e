import type { Problem } from '../model/problem';

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there (any more)',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ELOOP: 'its links go round in a circle',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  NO_FILE: 'it is a pipe, a socket or a device',
  ENXIO: 'it is a pipe, a socket or a device',
  ENODEV: 'it is a pipe, a socket or a device',
  EIO: 'the disk reports an error',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'it can only be read',
};

/** What an error of the file system means, in words that do not depend on the machine. */
export function describeFileError(error: unknown): string {
  const code = errorCode(error);
  if (code !== null) return MEANINGS[code] ?? `the file system says ${code}`;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the error comes from the file system. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && errorCode(error) !== null;
}

/** A file or folder that could not be read. `path` as the index names files. */
export function unreadableProblem(path: string, error: unknown, what: 'file' | 'folder'): Problem {
  const reason = describeFileError(error);
  return {
    file: path,
    line: null,
    byte: null,
    code: 'unreadable',
    severity: 'error',
    found: reason,
    expected: `a ${what} that can be read`,
    message: `The ${what} could not be read: ${reason}.`,
  };
}

function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
