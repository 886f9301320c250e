// JSON lines whose values are wanted by path: a line may be hundreds of megabytes, and is never held.

import type { ByteOffset } from '../../model/units';
import { JsonScanner } from './jsonScanner';
import type { JsonPath } from './jsonPaths';
import { describePath } from './jsonPaths';
import type { JsonScan, JsonScanOptions, JsonSlice } from './jsonScanTypes';
import { seedProblem } from './problems';
import type { ProblemSeed } from './problems';

/** A line that held something, after its last wanted value was delivered. */
export interface ScannedLine {
  /** From 1; blank lines count. */
  readonly line: number;
  /** Bytes from the first that is no padding to the line break (not included) or the end of the file. */
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  /** False: the file ends without a line break, so the line may be cut off. */
  readonly isTerminated: boolean;
  /** `issues` speak of the line. */
  readonly scan: JsonScan;
}

export interface LineVisitor {
  /** A wanted value of the current line; offsets count in the file. */
  slice(slice: JsonSlice): void;
  /** The end of an array on the way to wanted values. */
  array?(path: JsonPath, length: number): void;
  line(line: ScannedLine): void;
}

export interface JsonLinesScan {
  readonly lines: number;
  /** NUL bytes before values and in lines of nothing else, as crashed machines leave them. */
  readonly nulBytes: number;
  readonly issues: readonly ProblemSeed[];
}

type LineOptions = Omit<JsonScanOptions, 'start' | 'line' | 'onArray'> & {
  /** Offset and line number of the first byte given, where reading resumes inside a file. */
  readonly start?: ByteOffset;
  readonly line?: number;
  /**
   * Told where an appended file is read on, after the last whole line; slices of what follows have been delivered by then, its
   * `line` has not. Not told where something before that place has still to be said at the end: NUL bytes.
   */
  readonly onTail?: (resume: { readonly byte: ByteOffset; readonly line: number }) => void;
};

const LF = 0x0a;

/**
 * Scans a file of one JSON document a line. Values at `options.want` are handed to `visitor.slice` as soon as they
 * end, then the line itself to `visitor.line`; a faulty line does not touch the next one. Chunk sizes change nothing.
 * Memory is the largest wanted value. Throws only what `chunks` or `visitor` throw.
 */
export function scanJsonLines(chunks: Iterable<Uint8Array>, options: LineOptions, visitor: LineVisitor): JsonLinesScan {
  const scanner = new LinesScanner(options, visitor);
  for (const chunk of chunks) scanner.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  return scanner.finish();
}

class LinesScanner {
  private scanner: JsonScanner | null = null;
  private start = 0;
  private base: number;
  private line: number;
  /** After the last line break. */
  private lineStart: number;
  private readonly scan: Omit<JsonScanOptions, 'start' | 'line' | 'onArray'>;
  private readonly onTail: LineOptions['onTail'];
  private lines = 0;
  private nulBytes = 0;
  private firstNul: { readonly byte: number; readonly line: number } | null = null;
  /** The rest of the line follows a fault, and is of no use. */
  private isOver = false;

  constructor({ start = 0, line = 1, onTail, ...scan }: LineOptions, private readonly visitor: LineVisitor) {
    this.base = start;
    this.lineStart = start;
    this.line = line;
    this.onTail = onTail;
    this.scan = scan;
  }

  push(chunk: Buffer): void {
    let from = 0;
    let feed = chunk.indexOf(LF);
    while (feed >= 0) {
      this.take(chunk.subarray(from, feed), this.base + from);
      this.endLine(this.base + feed, true);
      from = feed + 1;
      this.lineStart = this.base + from;
      feed = chunk.indexOf(LF, from);
    }
    this.take(chunk.subarray(from), this.base + from);
    this.base += chunk.length;
  }

  finish(): JsonLinesScan {
    if (this.nulBytes === 0) this.onTail?.({ byte: this.lineStart, line: this.line });
    this.endLine(this.base, false);
    const { lines, nulBytes, firstNul } = this;
    const issues =
      firstNul === null
        ? []
        : [seedProblem('not-json', firstNul, { found: `${nulBytes} NUL bytes`, expected: 'lines of JSON', message: `The file holds ${nulBytes} NUL bytes, as a crashed machine leaves them; they were skipped.` }, 'warning')];
    return { lines, nulBytes, issues };
  }

  private take(part: Buffer, at: number): void {
    let from = 0;
    if (this.scanner === null) {
      while (from < part.length && isPadding(part[from])) {
        if (part[from] === 0) this.countNul(at + from);
        from++;
      }
      if (from === part.length) return;
      this.start = at + from;
      const { array } = this.visitor;
      const onArray = array === undefined ? {} : { onArray: (path: JsonPath, length: number) => array.call(this.visitor, path, length) };
      this.scanner = new JsonScanner({ ...this.scan, ...onArray, start: this.start, line: this.line }, (slice) => this.visitor.slice(slice));
      this.isOver = false;
    }
    if (!this.isOver) this.isOver = !this.scanner.push(part.subarray(from));
  }

  private endLine(end: number, isTerminated: boolean): void {
    if (this.scanner !== null) {
      const scan = this.scanner.finish();
      this.scanner = null;
      this.lines++;
      this.visitor.line({ line: this.line, start: this.start, end, isTerminated, scan: isTerminated ? asLine(scan, this.line) : scan });
    }
    this.line++;
  }

  private countNul(byte: number): void {
    this.firstNul ??= { byte, line: this.line };
    this.nulBytes++;
  }
}

/** A document that ends with its line was cut there, not by the end of the file. */
function asLine(scan: JsonScan, line: number): JsonScan {
  const { cut } = scan;
  if (cut === null) return scan;
  const text = { found: 'the end of the line', expected: 'the rest of the document', message: `Line ${line} ends inside ${describePath(cut.path)}; what was complete before byte ${cut.byte} was read.` };
  return { ...scan, issues: scan.issues.map((issue) => (issue.code === 'truncated' ? seedProblem('truncated', cut, text) : issue)) };
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
