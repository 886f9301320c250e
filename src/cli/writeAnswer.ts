import { accessSync, constants, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanLine } from '../base/cleanText';
import { replaceFile } from '../plan/safeFile';
import type { CommandContext } from './command';
import { UsageError } from './options';

/**
 * Writes an answer in pieces to the file of `--output`, and says so; without the option to standard output. A file that
 * is there keeps its text until the new one is whole. Throws a UsageError where no file can be at that place, an Error
 * where the file system fails.
 */
export async function writeAnswer(pieces: Iterable<string>, { options, out, err }: CommandContext): Promise<void> {
  const file = options.text('output');
  if (file === null) {
    for (const piece of pieces) await out.write(piece);
    return;
  }
  const text = [...pieces].join('');
  try {
    writeWhole(file, text);
  } catch (error) {
    const message = `${cleanLine(file)} cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
    throw isWrongPlace(error) ? new UsageError(message) : new Error(message, { cause: error });
  }
  await err.write(`Written: ${cleanLine(file)}\n`);
}

function writeWhole(file: string, text: string): void {
  const state = statSync(file, { throwIfNoEntry: false });
  // Pipes and devices have no text that could be kept; a link stays, and its target is replaced.
  if (state === undefined) replaceFile(file, text);
  else if (state.isFile() && isWritableFolder(path.dirname(realpathSync(file)))) replaceFile(realpathSync(file), text, state.mode & 0o777);
  else writeFileSync(file, text);
}

function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** There is no such folder, or the place is a folder itself: another name is asked for. */
function isWrongPlace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(String(error.code));
}
