// Lines of a JSONL file as byte ranges, over chunks of any size.

import type { ByteOffset } from '../../model/units';
import { seedProblem } from './problems';
import type { ProblemSeed } from './problems';

/** A line with something in it. */
export interface JsonLine {
  /** From 1; blank lines count. */
  readonly line: number;
  /** Bytes of the line in the file, `end` not included, without its line break (LF or CRLF), a BOM, and blanks and NUL bytes around it. */
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  /** An own copy. */
  readonly bytes: Uint8Array;
  /** False: the file ends without a line break, so the line may be cut off. */
  readonly isTerminated: boolean;
}

export interface LineScanOptions {
  /** Larger lines are skipped with a problem `too-large`. Default 64 MiB. */
  readonly maxLineBytes?: number;
  /** Offset and line number of the first byte given, where reading resumes inside a file. */
  readonly start?: ByteOffset;
  readonly line?: number;
  /**
   * Told where an appended file is read on, after the last whole line and before what follows it. Not told where something
   * before that place has still to be said at the end: skipped lines, NUL bytes, a BOM.
   */
  readonly onTail?: (resume: LineScan['resume']) => void;
}

/** What a scan saw beside the delivered lines. */
export interface LineScan {
  /** Lines delivered. */
  readonly delivered: number;
  readonly blank: number;
  /** Lines larger than the limit; each is a problem and counts as one unreadable record. */
  readonly tooLarge: number;
  /** NUL bytes around lines and in lines of nothing else, as crashed machines leave them. */
  readonly nulBytes: number;
  readonly hasBom: boolean;
  /** Offset after the last line break, and the number of the line there: where an appended file is read on. */
  readonly resume: { readonly byte: ByteOffset; readonly line: number };
  readonly issues: readonly ProblemSeed[];
}

const DEFAULT_MAX_LINE = 64 * 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Hands each line that holds something to `visit`, in order. Chunk sizes change nothing. A run of
 * NUL bytes at a line's ends is left out and told once; a line larger than the limit is skipped.
 * Memory is one line. Throws only what `chunks` or `visit` throw.
 */
export function scanLines(chunks: Iterable<Uint8Array>, options: LineScanOptions, visit: (line: JsonLine) => void): LineScan {
  const scanner = new LineScanner(options, visit);
  for (const chunk of chunks) scanner.push(chunk);
  return scanner.finish();
}

class LineScanner {
  private readonly limit: number;
  private readonly isFileStart: boolean;
  private readonly issues: ProblemSeed[] = [];
  private parts: Buffer[] = [];
  private held = 0;
  private isOver = false;
  private base: number;
  private lineStart: number;
  private line: number;
  private delivered = 0;
  private blank = 0;
  private tooLarge = 0;
  private nulBytes = 0;
  private firstNul: { byte: number; line: number } | null = null;
  private hasBom = false;
  private readonly onTail: LineScanOptions['onTail'];

  constructor(options: LineScanOptions, private readonly visit: (line: JsonLine) => void) {
    this.limit = options.maxLineBytes ?? DEFAULT_MAX_LINE;
    this.base = options.start ?? 0;
    this.isFileStart = this.base === 0;
    this.lineStart = this.base;
    this.line = options.line ?? 1;
    this.onTail = options.onTail;
  }

  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let from = 0;
    let feed = chunk.indexOf(LF);
    while (feed >= 0) {
      this.endLine(chunk.subarray(from, feed), true);
      from = feed + 1;
      this.lineStart = this.base + from;
      this.line++;
      feed = chunk.indexOf(LF, from);
    }
    if (from < chunk.length) this.hold(chunk.subarray(from));
    this.base += chunk.length;
  }

  finish(): LineScan {
    const resume = { byte: this.lineStart, line: this.line };
    if (this.tooLarge === 0 && this.nulBytes === 0 && !this.hasBom) this.onTail?.(resume);
    if (this.held > 0) this.endLine(Buffer.alloc(0), false);
    if (this.firstNul !== null) {
      this.issues.push(seedProblem('not-json', this.firstNul, {
        found: `${this.nulBytes} NUL bytes`,
        expected: 'lines of JSON',
        message: `The file holds ${this.nulBytes} NUL bytes, as a crashed machine leaves them; they were skipped.`,
      }, 'warning'));
    }
    const { delivered, blank, tooLarge, nulBytes, hasBom, issues } = this;
    return { delivered, blank, tooLarge, nulBytes, hasBom, resume, issues };
  }

  private hold(part: Buffer): void {
    this.held += part.length;
    if (this.held > this.limit) {
      this.isOver = true;
      this.parts = [];
    }
    if (!this.isOver) this.parts.push(Buffer.from(part));
  }

  private endLine(rest: Buffer, isTerminated: boolean): void {
    const length = this.held + rest.length;
    if (length > this.limit) this.skipLarge(length);
    else this.deliver(this.parts.length === 0 ? rest : Buffer.concat([...this.parts, rest]), isTerminated);
    this.parts = [];
    this.held = 0;
    this.isOver = false;
  }

  private skipLarge(length: number): void {
    this.tooLarge++;
    this.issues.push(seedProblem('too-large', { byte: this.lineStart, line: this.line }, {
      found: `${length} bytes (up to byte ${this.lineStart + length})`,
      expected: `a line of at most ${this.limit} bytes`,
      message: `Line ${this.line} is too large to be read and was skipped.`,
    }));
  }

  private deliver(whole: Buffer, isTerminated: boolean): void {
    let start = 0;
    let end = whole.length;
    if (this.line === 1 && this.isFileStart && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf) {
      this.hasBom = true;
      start = 3;
    }
    const textStart = start;
    while (start < end && isPadding(whole[start])) start++;
    while (end > start && isPadding(whole[end - 1])) end--;
    this.countNuls(whole, textStart, start);
    this.countNuls(whole, end, whole.length);
    if (start === end) {
      this.blank++;
      return;
    }
    this.delivered++;
    const bytes = new Uint8Array(whole.subarray(start, end));
    this.visit({ line: this.line, start: this.lineStart + start, end: this.lineStart + end, bytes, isTerminated });
  }

  private countNuls(whole: Buffer, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if (whole[i] !== 0) continue;
      this.firstNul ??= { byte: this.lineStart + i, line: this.line };
      this.nulBytes++;
    }
  }
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === CR;
}
