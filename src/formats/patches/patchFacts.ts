// Unified diffs as agents hand them in: `git diff`, with and without its extended headers. Parsed by parse-diff, which takes any text.

import parseDiff from 'parse-diff';
import { pushAll } from '../../base/extent';
import { compareText } from '../../base/compareText';
import { judgeKindOf, type JudgeKind } from '../../model/patchRules';
import { hashText } from '../shared/hash';

/** What is kept of a patch: no text. */
export interface PatchFacts {
  /** Equal for patches that take out and put in the same lines in the same files, wherever in them and in whatever context. */
  readonly hash: string;
  /** Hash of each path, sorted. */
  readonly files: readonly string[];
  /** Hash of each hunk's path and changed lines, sorted, each once. */
  readonly hunks: readonly string[];
  /** Hash of each changed line with its path and sign, sorted, each once. */
  readonly lines: readonly string[];
  /** Files that say whether the patch is right, or how that is found out, sorted by path; the only names that are kept. */
  readonly judges: readonly JudgeFile[];
  readonly added: number;
  readonly removed: number;
}

/** A file of a patch that its judge may look at. */
export interface JudgeFile {
  /** At most 300 characters. */
  readonly path: string;
  readonly kind: JudgeKind;
  readonly change: 'new' | 'changed' | 'deleted';
}

const LONGEST_PATH = 300;

/** Headers are cut to this many characters: the parser's search for names in one is quadratic. */
const LONGEST_HEADER = 4096;
const DELETED = '/dev/null';

/**
 * Reads a patch. Line numbers, context, hashes of blobs, carriage returns and white space at line ends do not count. A file without
 * changed lines (renamed, binary, empty) counts by its name. Null for a text that is no unified diff. Linear in the text.
 */
export function readPatchFacts(text: string): PatchFacts | null {
  const short = text.replace(/^(diff|---|\+\+\+|@@) .{4096}.*$/gm, (line) => line.slice(0, LONGEST_HEADER));
  const parsed = splitFiles(short.replaceAll('\r\n', '\n')).flatMap((one) => parseDiff(one)).filter((file) => nameOf(file) !== null);
  if (parsed.length === 0) return null;
  const files = new Set<string>();
  const hunks = new Set<string>();
  const lines = new Set<string>();
  const whole: string[] = [];
  const judges = new Map<string, JudgeFile>();
  let [added, removed] = [0, 0];
  for (const file of parsed) {
    const name = nameOf(file) ?? '';
    const mode = file.new === true ? 'new' : file.deleted === true ? 'deleted' : '';
    files.add(hashText(name));
    const kind = judgeKindOf(name.slice(0, LONGEST_HEADER));
    if (kind !== null) judges.set(name, { path: name.slice(0, LONGEST_PATH), kind, change: mode === '' ? 'changed' : mode });
    const own: string[] = [name, mode];
    for (const chunk of file.chunks) {
      // "\ No newline at end of file" comes as one more change.
      const changed = chunk.changes.filter((change) => change.type !== 'normal' && !change.content.startsWith('\\')).map(({ content }) => content.trimEnd());
      if (changed.length === 0) continue;
      hunks.add(hashText([name, ...changed].join('\n')));
      for (const line of changed) lines.add(hashText(`${name}\n${line}`));
      added += changed.filter((line) => line.startsWith('+')).length;
      removed += changed.filter((line) => line.startsWith('-')).length;
      pushAll(own, changed);
    }
    whole.push(hashText(own.join('\n')));
  }
  return { hash: hashText(whole.sort().join('\n')), files: sorted(files), hunks: sorted(hunks), lines: sorted(lines), judges: [...judges.values()].sort((a, b) => compareText(a.path, b.path)), added, removed };
}

/** The files of a patch, each apart: the parser goes by the counts in hunk headers, and where those are wrong it would go on into the next file. */
function splitFiles(text: string): readonly string[] {
  return /^diff /m.test(text) ? text.split(/^(?=diff )/m) : text.split(/^(?=--- [^\n]*\n\+\+\+ )/m);
}

/** The name that a file has after the patch, or had before it was deleted. */
function nameOf({ from, to }: parseDiff.File): string | null {
  const name = to === undefined || to === DELETED ? from : to;
  return name === undefined || name === '' || name === DELETED ? null : name;
}

function sorted(texts: ReadonlySet<string>): readonly string[] {
  return [...texts].sort();
}
