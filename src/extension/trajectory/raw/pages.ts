import { type FileSpans, lastAtOrBefore } from './stepSpans';

/** Source bytes of a page; laid out with indents it stays under `PAGE_TEXT`. */
export const PAGE_BYTES = 512 * 1024;
/** UTF-16 units of a page's text. */
export const PAGE_TEXT = 1024 * 1024;
/**
 * Above this many UTF-16 units, or lines, VS Code shows text without colours, folding and CodeLens, and takes many seconds to
 * open it; above 50 Mi units it gives it to no extension. A text has no more units than bytes.
 */
export const MOST_NATIVE_BYTES = 20 * 1024 * 1024;
const MOST_NATIVE_LINES = 300_000;
/** VS Code renders no line past this column. */
export const MOST_COLUMN = 10_000;

/** A page of a file, in bytes. */
export interface Page {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  /**
   * The last place at or before `start` that lies between values, not inside a string: from there the state at `start`
   * can be found. Equal to `start` for a page that begins at such a place itself.
   */
  readonly anchor: number;
}

/**
 * Cuts a file into pages. A page ends where a step begins or ends, wherever that is possible; only what is larger than a
 * page by itself is cut inside. The pages make the file up again without gap; an empty file has one. `spans` are sorted.
 * Cost: pages times the logarithm of the spans.
 */
export function planPages(size: number, spans: FileSpans['spans'], most = PAGE_BYTES): readonly Page[] {
  const pages: Page[] = [];
  let start = 0;
  let anchor = 0;
  while (start < size) {
    const limit = start + most;
    const place = limit >= size ? size : lastPlace(spans, start, limit);
    const end = place ?? limit;
    pages.push({ start, end, anchor });
    // A forced cut keeps its anchor; a place between values is one itself.
    if (place !== null) anchor = end;
    start = end;
  }
  return pages.length > 0 ? pages : [{ start: 0, end: 0, anchor: 0 }];
}

/** Ranges that nest at one place are few: a step's message inside a line, and what stands in it. */
const MOST_NESTED = 8;

/** The last place after `start` and not after `limit` at which a range begins or ends; null when there is none. */
function lastPlace(spans: FileSpans['spans'], start: number, limit: number): number | null {
  const last = lastAtOrBefore(spans, limit);
  let best = spans[last]?.start ?? 0;
  for (let i = last; i >= 0 && i > last - MOST_NESTED; i--) {
    const end = spans[i]?.end ?? 0;
    if (end <= limit && end > best) best = end;
  }
  return best > start ? best : null;
}

/** Index of the page that holds a byte; the last one for bytes beyond the end. */
export function pageOf(pages: readonly Page[], byte: number): number {
  const found = pages.findIndex((page) => byte < page.end);
  return found < 0 ? pages.length - 1 : found;
}

/**
 * Whether a file is shown in pages of our own rather than in the editor: it is larger than what the editor shows in
 * full, or a step begins beyond the last column that the editor renders (JSON in one line, one attempt a line).
 * `columnOf` gives the distance of a byte from the beginning of its line, in bytes, which is never less than its column.
 */
export function needsPages({ size, lines, spans, columnOf }: { readonly size: number; readonly lines: number; readonly spans: FileSpans['spans']; columnOf(byte: number): number }): boolean {
  return size > MOST_NATIVE_BYTES || lines > MOST_NATIVE_LINES || spans.some((span) => columnOf(span.start) > MOST_COLUMN);
}
