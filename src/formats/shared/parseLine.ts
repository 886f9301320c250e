import type { FileTally } from './fileTally';
import type { JsonLine } from './jsonLines';
import { parseJson } from './parseJson';

/**
 * The value of a line of a JSONL file; null where it is none, which is counted as unreadable and told. The last line of a file
 * that ends without a line break was cut off.
 */
export function parseLine(line: JsonLine, tally: FileTally): { readonly value: unknown } | null {
  const parsed = parseJson(line.bytes, { line: line.line, byte: line.start });
  if (!parsed.ok) {
    tally.refuse(line.isTerminated ? parsed.problem : { ...parsed.problem, code: 'truncated' });
    return null;
  }
  if (parsed.problem !== null) tally.tell(parsed.problem);
  return parsed;
}
