import type { Problem } from '../../model/problem';
import { problemIn, seedProblem, WHOLE_FILE } from '../shared/problems';
import type { Content } from './content';
import { decompressRegion } from './pieces';
import type { PieceOutput, Region, StreamEnd } from './pieces';
import type { Spool } from './spool';
import { decompressZstd } from './zstd';

/** How bytes are packed. */
export type Packing = 'gzip' | 'deflate' | 'zstd';

/** Content up to this size is read whatever it was packed to. */
const ALWAYS_READ = 256 * 1024 * 1024;
/** How many times larger than packed any other content may be: text that repeats itself comes to a tenth of that. */
const MOST_EXPANSION = 250;
/** No content is larger than this. */
const LARGEST_CONTENT = 64 * 1024 * 1024 * 1024;

/** Bytes that may come out of so many packed ones. What is larger is taken for an attack, and cut there. */
export function expansionLimit(packed: number): number {
  return Math.min(LARGEST_CONTENT, Math.max(ALWAYS_READ, packed * MOST_EXPANSION));
}

export interface UnpackOptions {
  /** Path of the content. */
  readonly path: string;
  readonly packing: Packing;
  readonly spool: Spool;
  /** Size that the container states; what comes out beyond is not read. Null: it states none. */
  readonly stated: number | null;
  /** More that is known to be wrong with it, or that is found by looking at all of it. */
  readonly check?: { update(piece: Uint8Array): void; restart(): void; finish(size: number, end: StreamEnd): readonly Problem[] };
}

/** Decompresses a region into a spool. What is cut off or damaged gives what stands before, with a problem. */
export async function unpack(region: Region, { path, packing, spool, stated, check }: UnpackOptions): Promise<Content> {
  const limit = Math.min(stated ?? Infinity, expansionLimit(region.end - region.start));
  const writer = spool.begin(path);
  const output: PieceOutput = {
    take: (piece) => {
      const room = limit - writer.size;
      const kept = piece.length <= room ? piece : piece.subarray(0, room);
      writer.write(kept);
      check?.update(kept);
      return piece.length <= room;
    },
    restart: () => {
      writer.reset();
      check?.restart();
    },
  };
  try {
    const end = packing === 'zstd' ? await decompressZstd(region, output) : await decompressRegion(region, packing, output);
    return writer.finish([...endProblems(path, region, end, { size: writer.size, limit, stated }), ...(check?.finish(writer.size, end) ?? [])]);
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

function endProblems(path: string, region: Region, end: StreamEnd, { size, limit, stated }: { readonly size: number; readonly limit: number; readonly stated: number | null }): readonly Problem[] {
  switch (end.kind) {
    case 'complete':
      return trailingProblems(path, region, end.consumed);
    case 'truncated': {
      const text = { found: `the end of the compressed bytes after ${size} bytes of content`, expected: 'the rest of the compressed content', message: `The compressed content is cut off: the first ${size} bytes of it are read.` };
      return [problemIn(path, seedProblem('truncated', { line: null, byte: size }, text))];
    }
    case 'damaged': {
      const text = { found: end.reason.slice(0, 200), expected: 'compressed content without faults', message: `The compressed content is damaged: the first ${size} bytes of it are read.` };
      return [problemIn(path, seedProblem('bad-value', { line: null, byte: size }, text, 'error'))];
    }
    case 'stopped': {
      if (limit === stated) {
        const text = { found: `more than ${stated} bytes of content`, expected: `${stated} bytes, as the container states`, message: `The content is larger than the container states, and probably damaged; the first ${size} bytes of it are read.` };
        return [problemIn(path, seedProblem('bad-value', { line: null, byte: size }, text, 'error'))];
      }
      const text = { found: `more than ${limit} bytes of content in ${region.end - region.start} compressed bytes`, expected: `at most ${limit} bytes`, message: `The content is larger than what is read of compressed bytes; the first ${size} bytes of it are read.` };
      return [problemIn(path, seedProblem('limit', WHOLE_FILE, text, 'error'))];
    }
  }
}

/** Zero bytes at the end are padding of tapes and blocks. */
function trailingProblems(path: string, region: Region, consumed: number): readonly Problem[] {
  const from = region.start + consumed;
  if (from >= region.end) return [];
  const rest = region.file.read(from, Math.min(region.end, from + 64 * 1024));
  if (rest.every((byte) => byte === 0)) return [];
  const count = region.end - from;
  const text = { found: `${count} more bytes`, expected: 'the end of the file', message: `After the compressed content stand ${count} bytes that are none; they are not read.` };
  return [problemIn(path, seedProblem('unknown-record', WHOLE_FILE, text, 'warning'))];
}
