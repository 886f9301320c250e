import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isPlainName } from '../../formats/containers/content';
import { JsonScanner } from '../../formats/shared/jsonScanner';
import type { JsonPath, PathPattern } from '../../formats/shared/jsonPaths';
import { parseJson } from '../../formats/shared/parseJson';
import type { ByteRange } from '../../model/units';
import { isWithin } from '../roots';
import { DiskFiles } from '../sourceFile';

/** A larger submission is no patch that anybody would read. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A text, null where none is stated, or why it cannot be read. */
export type SubmissionText = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'not-stated' } | { readonly kind: 'unreadable' };

const NOT_STATED: SubmissionText = { kind: 'not-stated' };
const UNREADABLE: SubmissionText = { kind: 'unreadable' };

/** Texts of one root, read by range and never kept. Files stay open until `close`. */
export class SubmissionFiles {
  private readonly disk = new DiskFiles();
  private readonly paths = new Map<string, string | null>();

  constructor(private readonly root: string) {}

  close(): void {
    this.disk.close();
  }

  /**
   * The first of the wanted places, in their order, that holds a text: in a file, or in a JSON document that is a range of it (a line). In
   * portions of one piece of the file. Members of archives, compressed files, and whatever leads out of the root are not read.
   */
  *textAt(file: string, range: ByteRange | null, want: readonly PathPattern[]): Generator<void, SubmissionText, void> {
    let found: { readonly rank: number; readonly text: string } | null = null;
    const isRead = yield* this.scan(file, range, want, (jsonPath, bytes) => {
      const rank = want.findIndex((pattern) => pattern.length === jsonPath.length && pattern.every((segment, at) => segment === jsonPath[at]));
      const parsed = parseJson(bytes);
      if (parsed.ok && typeof parsed.value === 'string' && (found === null || rank < found.rank)) found = { rank, text: parsed.value };
      // Nothing goes before the first place.
      return rank > 0 || found === null;
    });
    if (!isRead) return UNREADABLE;
    const { text } = found ?? { text: null };
    return text === null ? NOT_STATED : { kind: 'text', text };
  }

  /** Bytes of each value under the patterns, until `visit` returns false. Returns whether the file could be read. */
  *scan(file: string, range: ByteRange | null, want: readonly PathPattern[], visit: (path: JsonPath, bytes: Uint8Array, at: ByteRange) => boolean): Generator<void, boolean, void> {
    const absolute = this.resolve(file);
    if (absolute === null) return false;
    let isWanted = true;
    const scanner = new JsonScanner({ want, maxValueBytes: MOST_BYTES }, ({ path: jsonPath, bytes, start, end }) => {
      if (isWanted) isWanted = visit(jsonPath, bytes, { start, end });
    });
    try {
      const source = this.disk.openNow(absolute, file);
      const pieces = range === null ? source.chunks() : [source.read(range.start, range.end)];
      for (const piece of pieces) {
        if (!scanner.push(piece) || !isWanted) break;
        yield;
      }
    } catch {
      // Gone, or not to be read any more: it is counted.
      return false;
    }
    const { skipped, root } = scanner.finish();
    return root !== null && (skipped === 0 || !isWanted);
  }

  /** Absolute path of a plain file that lies in the root, links resolved; null for any other. */
  private resolve(file: string): string | null {
    const known = this.paths.get(file);
    if (known !== undefined) return known;
    const resolved = this.resolveNew(file);
    this.paths.set(file, resolved);
    return resolved;
  }

  private resolveNew(file: string): string | null {
    if (!isPlainName(file) || file.includes('\0') || path.isAbsolute(file) || file.split('/').some((segment) => segment === '..' || segment === '')) return null;
    try {
      const absolute = path.join(this.root, file);
      return isWithin(realpathSync(absolute), realpathSync(this.root)) ? absolute : null;
    } catch {
      return null;
    }
  }
}
