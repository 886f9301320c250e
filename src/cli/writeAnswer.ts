import { writeFileSync } from 'node:fs';
import { cleanLine } from '../base/cleanText';
import type { CommandContext } from './command';
import { UsageError } from './options';

/** Writes an answer in pieces to the file of `--output`, and says so; without the option to standard output. */
export async function writeAnswer(pieces: Iterable<string>, { options, out, err }: CommandContext): Promise<void> {
  const file = options.text('output');
  if (file === null) {
    for (const piece of pieces) await out.write(piece);
    return;
  }
  try {
    writeFileSync(file, [...pieces].join(''));
  } catch (error) {
    throw new UsageError(`${cleanLine(file)} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
  await err.write(`Written: ${cleanLine(file)}\n`);
}
