export interface DiffLine {
  readonly sign: '-' | '+';
  readonly text: string;
}

/** Lines compared beyond what both texts share at beginning and end; longer middles are shown as wholly replaced. */
const MOST_LINES = 400;

/**
 * Lines that only the old text has (-) and only the new one has (+), in reading order, by a longest common
 * subsequence. Cost: the product of the differing lines, at most 400 x 400; beyond that all of the middle differs.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  if (old.length > MOST_LINES || now.length > MOST_LINES) return [...old.map(removed), ...now.map(added)];
  return walk(old, now, commonLengths(old, now));
}

const removed = (text: string): DiffLine => ({ sign: '-', text });
const added = (text: string): DiffLine => ({ sign: '+', text });

/** Element (i, j): length of the longest common subsequence of old from i on and now from j on; row length now.length + 1. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const skip = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
      lengths[i * width + j] = old[i] === now[j] ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : skip;
    }
  }
  return lengths;
}

function walk(old: readonly string[], now: readonly string[], lengths: Uint16Array): DiffLine[] {
  const width = now.length + 1;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const oldLine = old[i];
    const newLine = now[j];
    if (oldLine !== undefined && oldLine === newLine) {
      i++;
      j++;
    } else if (newLine === undefined || (oldLine !== undefined && (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))) {
      if (oldLine !== undefined) lines.push(removed(oldLine));
      i++;
    } else {
      lines.push(added(newLine));
      j++;
    }
  }
  return lines;
}
