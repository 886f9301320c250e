import type { SourceFile } from '../formats/contract';

const LINE_FEED = 10;
/** Longest way back from the cut to the end of a line, in bytes; a longer line is cut inside. */
const LONGEST_WAY = 1024 * 1024;

/**
 * The file as if it ended after `most` bytes, or at the last line that ends before. The file itself where it is no longer.
 * Reading throws what reading the file throws.
 */
export function beginningOf(file: SourceFile, most: number): SourceFile {
  if (file.size <= most) return file;
  const from = Math.max(0, most - LONGEST_WAY);
  const lineEnd = file.read(from, most).lastIndexOf(LINE_FEED);
  const size = lineEnd < 0 ? most : from + lineEnd + 1;
  return {
    ...file,
    size,
    read: (start, end) => file.read(start, Math.min(end, size)),
    *chunks(start = 0) {
      let at = Math.max(0, start);
      for (const chunk of file.chunks(at)) {
        if (at >= size) return;
        yield at + chunk.length <= size ? chunk : chunk.subarray(0, size - at);
        at += chunk.length;
      }
    },
  };
}
