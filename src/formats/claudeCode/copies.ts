// Sessions that hold copies of one another's lines.

import { compareText } from '../../base/compareText';
import type { SourceFile } from '../contract';
import { nameOf } from '../shared/paths';

const HEAD_BYTES = 65_536;
const TAIL_BYTES = 65_536;

/**
 * Files in the order in which they were begun: the session by whose id the first lines go comes first, then those that say
 * of themselves nothing of a fork, then the one that ended first.
 */
export function orderFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  if (files.length < 2) return files;
  const ranked = files.map((file) => ({ file, ...rankOf(file) }));
  return ranked.sort((a, b) => a.rank - b.rank || compareText(a.last, b.last) || a.file.size - b.file.size || compareText(a.file.path, b.file.path)).map(({ file }) => file);
}

function rankOf(file: SourceFile): { readonly rank: number; readonly last: string } {
  const head = textOf(file, 0, Math.min(file.size, HEAD_BYTES));
  const session = /"sessionId" ?: ?"([^"]{1,100})"/.exec(head)?.[1];
  const isOwn = session !== undefined && nameOf(file.path).startsWith(session);
  const rank = /"forkedFrom" ?: ?\{/.test(head) ? 2 : isOwn ? 0 : 1;
  const times = [...textOf(file, Math.max(0, file.size - TAIL_BYTES), file.size).matchAll(/"timestamp" ?: ?"([^"]{1,40})"/g)];
  return { rank, last: times.at(-1)?.[1] ?? '' };
}

function textOf(file: SourceFile, start: number, end: number): string {
  return Buffer.from(file.read(start, end)).toString('utf8');
}
