import type { SourceFile } from '../contract';
import { JsonScanner } from './jsonScanner';

const LF = 0x0a;

/** Whether a name is that of a file of lines, compressed or not. */
export function isLinesName(path: string): boolean {
  return /\.(?:jsonl|ndjson|jsonlines)(?:\.\w+)?$/i.test(path);
}

/**
 * Whether a file holds one JSON document on each line rather than one document: its first line that is not blank
 * is a document by itself, and something follows it; or it has a single line and the name of a line format. Reads no
 * further than the first lines.
 */
export function holdsLines(file: SourceFile): boolean {
  const isNamed = isLinesName(file.path);
  const scanner = new JsonScanner({ want: [] }, () => undefined);
  let isEnded = false;
  for (const chunk of file.chunks()) {
    let rest = chunk;
    if (!isEnded) {
      const end = lineEnd(chunk, 0);
      scanner.push(end < 0 ? chunk : chunk.subarray(0, end));
      if (end < 0) continue;
      const first = peek(scanner);
      if (first.isBlank) return holdsLinesAfterBlank(file, isNamed);
      if (!first.isComplete) return isNamed;
      isEnded = true;
      rest = chunk.subarray(end);
    }
    if (rest.some((byte) => byte > 0x20)) return true;
  }
  return isNamed;
}

function peek(scanner: JsonScanner): { readonly isComplete: boolean; readonly isBlank: boolean } {
  const { isComplete, root } = scanner.finish();
  return { isComplete, isBlank: root === null };
}

/** Blank first lines are rare: only what begins the next line is looked at. */
function holdsLinesAfterBlank(file: SourceFile, isNamed: boolean): boolean {
  const text = Buffer.from(file.read(0, 65_536)).toString('utf8').trimStart();
  const end = text.indexOf('\n');
  if (end < 0) return isNamed;
  try {
    JSON.parse(text.slice(0, end));
    return text.slice(end).trim() !== '' || isNamed;
  } catch {
    return isNamed;
  }
}

function lineEnd(chunk: Uint8Array, from: number): number {
  return chunk.indexOf(LF, from);
}
