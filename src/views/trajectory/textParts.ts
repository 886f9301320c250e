// Long texts are shown in parts and previews, so that an output of 20 MB can be read without being drawn at once.

/** UTF-16 units of a part; a part ends at a line break unless a line alone is longer. */
export const PART_SIZE = 64 * 1024;
/** Lines of a part. */
const PART_LINES = 1000;

export interface Part {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** First and last line, from 1, both inclusive; a line that is cut counts in both parts. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Cuts a text into parts that make it up again without gap. At least one part. Surrogate pairs stay together. Cost: linear. */
export function splitParts(text: string, { size, lines }: { readonly size: number; readonly lines: number } = { size: PART_SIZE, lines: PART_LINES }): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  let line = 1;
  do {
    const limit = Math.min(text.length, from + size);
    let to = from;
    let count = 0;
    while (to < text.length && count < lines) {
      const next = text.indexOf('\n', to);
      const end = next < 0 ? text.length : next + 1;
      if (end > limit) break;
      to = end;
      count++;
    }
    const isCut = to === from && limit > from;
    if (isCut) to = keepPair(text, limit, from);
    const lastLine = isCut ? line : line + Math.max(0, count - 1);
    parts.push({ from, to, firstLine: line, lastLine });
    line += count;
    from = to;
  } while (from < text.length);
  return parts;
}

/** Number of lines; a line feed at the end does not begin another one. '' has none. Cost: linear. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

export interface Preview {
  readonly text: string;
  readonly lines: number;
  readonly isComplete: boolean;
}

/** The first lines of a text. A longer line is cut at `width` units with an ellipsis. */
export function previewHead(text: string, { lines, width }: { readonly lines: number; readonly width: number }): Preview {
  const kept: string[] = [];
  let at = 0;
  while (kept.length < lines && at < text.length) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    kept.push(cutLine(text, at, { end, width }));
    at = end + 1;
  }
  return finish(text, kept);
}

/** The last lines of a text, without empty lines at its end. Empty lines at its beginning may be left out. */
export function previewTail(text: string, { lines, width }: { readonly lines: number; readonly width: number }): Preview {
  const kept: string[] = [];
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  while (kept.length < lines && end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    kept.unshift(cutLine(text, start, { end, width }));
    end = start - 1;
    if (start === 0) break;
  }
  return finish(text, kept);
}

function finish(text: string, kept: readonly string[]): Preview {
  const shown = kept.join('\n');
  return { text: shown, lines: kept.length, isComplete: shown.trim() === text.trim() };
}

function cutLine(text: string, from: number, { end, width }: { readonly end: number; readonly width: number }): string {
  return end - from <= width ? text.slice(from, end) : `${text.slice(from, keepPair(text, from + width, from))}…`;
}

/** `at`, or one less where it would split a surrogate pair. */
function keepPair(text: string, at: number, from: number): number {
  const code = text.charCodeAt(at - 1);
  return at < text.length && at - 1 > from && code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
