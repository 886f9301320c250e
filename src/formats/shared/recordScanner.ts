// The fastest way through JSONL: places of wanted values of each line, without copies and without
// objects. For what needs numbers and offsets of very many records; a reader that shows text takes
// `scanLines` and `parseJson`.
//
// Lines go through the WASM kernel many at a time, in its own memory. A line that holds anything
// rare - a fault, an escaped or doubled key on a path, more values than the kernel has room for,
// NUL bytes, a byte order mark - and one that is larger than the memory goes through `JsonScanner`;
// so does every line where there is no kernel. What is told is the same.

import type { ByteOffset } from '../../model/units';
import { newKernel } from './jsonKernel';
import type { JsonKernel } from './jsonKernel';
import { compilePatterns } from './jsonPaths';
import type { PathNode, PathPattern } from './jsonPaths';
import { SlowRecord } from './slowRecord';
import type { ProblemSeed } from './problems';

/** Receives what a scan of records finds, in the order of the file. */
export interface RecordVisitor {
  /**
   * A wanted value ended; of values inside each other the inner one comes first. `pattern`: number
   * of the first of the wanted patterns that takes it. Its JSON text is `bytes[from]` to
   * `bytes[to - 1]`, valid during this call only; `start` is the offset of `bytes[from]` in the
   * file. Of a key that occurs twice only the last value is told.
   */
  value(pattern: number, bytes: Uint8Array, from: number, to: number, start: ByteOffset): void;
  /** A line with something in it ended; the values told since the last one are its. */
  record(record: RecordPlace): void;
}

export interface RecordPlace {
  /** From 1; blank lines count. */
  readonly line: number;
  /** Bytes in the file, `end` not included, without the line break; blanks around it may be in it. */
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  /** The line is one whole JSON document. Where it is not, the values told are those before the fault. */
  readonly isWhole: boolean;
}

export interface RecordScanOptions {
  readonly want: readonly PathPattern[];
  /** Larger values are not told, with a problem `too-large`. Default 64 MiB. */
  readonly maxValueBytes?: number;
  /** Offset and line number of the first byte given. */
  readonly start?: ByteOffset;
  readonly line?: number;
  /** Bytes of the buffer, at most 4 MiB. Default 512 KiB: what fits in a core's second cache. */
  readonly bufferBytes?: number;
}

export interface RecordScan {
  /** Lines with something in them. */
  readonly records: number;
  readonly blank: number;
  /** Records that are not whole. */
  readonly broken: number;
  /** The first 100 problems, with line and byte in the file. */
  readonly issues: readonly ProblemSeed[];
  /** Offset after the last line break, and the number of the line there. */
  readonly resume: { readonly byte: ByteOffset; readonly line: number };
}

const DEFAULT_BUFFER = 524_288;
const MAX_ISSUES = 100;
const LF = 0x0a;
/** States of lines, as in wasm/walk.ts. */
const WHOLE = 0;
const BLANK = 1;
const VALUE_READ = 7;

/** Tells `visitor` what the lines of `chunks` hold. Throws only what `chunks` or `visitor` throw. Memory: the buffer, and the largest wanted value of a line that is larger than it. */
export function scanRecords(chunks: Iterable<Uint8Array>, options: RecordScanOptions, visitor: RecordVisitor): RecordScan {
  const scanner = new RecordScanner(options, visitor);
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const room = scanner.room();
      const part = chunk.subarray(at, at + room.length);
      room.set(part);
      scanner.take(part.length);
      at += part.length;
    }
  }
  return scanner.finish();
}

/** As `scanRecords`, for who can read into a given buffer and so saves a copy: fill `room()`, then call `take`. */
export class RecordScanner {
  private readonly kernel: JsonKernel | null;
  private readonly wanted: PathNode;
  private readonly bytes: Buffer;
  /** The buffer is `bytes[first]` to `bytes[last - 1]`; what waits in it ends before `held`. */
  private readonly first: number;
  private readonly last: number;
  private held: number;
  /** Offset in the file of `bytes[first]`. */
  private base: number;
  private line: number;
  /** Start of the current line in the file. */
  private lineStart: number;
  /** The line that is read piece by piece, since it is larger than the buffer. */
  private large: SlowRecord | null = null;
  private records = 0;
  private blank = 0;
  private broken = 0;
  private readonly issues: ProblemSeed[] = [];

  constructor(private readonly options: RecordScanOptions, private readonly visitor: RecordVisitor) {
    const size = Math.max(options.bufferBytes ?? DEFAULT_BUFFER, 1);
    this.wanted = compilePatterns(options.want);
    // The kernel knows no limit of values: with a small one all goes the careful way.
    const kernel = (options.maxValueBytes ?? size) < size ? null : newKernel(size);
    this.kernel = kernel?.follow(this.wanted) === true ? kernel : null;
    this.kernel?.calls.setLimits(this.kernel.addressOf(this.wanted), 0, MAX_DEPTH);
    this.bytes = this.kernel === null ? Buffer.allocUnsafe(size) : Buffer.from(this.kernel.bytes.buffer);
    this.first = this.kernel?.input ?? 0;
    this.last = this.first + size;
    this.held = this.first;
    this.base = options.start ?? 0;
    this.lineStart = this.base;
    this.line = options.line ?? 1;
  }

  /** Where the next bytes go; never empty, and valid until `take`. */
  room(): Buffer {
    return this.bytes.subarray(this.held, this.last);
  }

  /** The first `count` bytes of the room are filled. */
  take(count: number): void {
    this.held += count;
    let from = this.first;
    if (this.large !== null) from = this.readLarge(this.large, from);
    if (this.large === null) from = this.kernel === null ? this.readAlone(from) : this.readLines(this.kernel, from);
    if (from === this.first && this.held === this.last) {
      this.large = new SlowRecord(this.options, { start: this.lineStart, line: this.line });
      from = this.readLarge(this.large, from);
    }
    this.base += from - this.first;
    this.bytes.copyWithin(this.first, from, this.held);
    this.held -= from - this.first;
  }

  finish(): RecordScan {
    const resume = { byte: this.lineStart, line: this.line };
    if (this.large !== null) this.endLarge(this.large, this.base + (this.held - this.first));
    else if (this.held > this.first) this.readSlowly(this.first, this.held);
    const { records, blank, broken, issues } = this;
    return { records, blank, broken, issues, resume };
  }

  private readLines(kernel: JsonKernel, from: number): number {
    const { calls } = kernel;
    let at = from;
    for (;;) {
      const next = calls.walkLines(at, this.held);
      this.tellLines(kernel);
      if (next === at) return at;
      at = next;
    }
  }

  private tellLines({ words, eventWord, calls }: JsonKernel): void {
    const { bytes, visitor } = this;
    const shift = this.base - this.first;
    const end = eventWord + 4 * calls.countEvents();
    for (let word = eventWord; word < end; word += 4) {
      const head = words[word] ?? 0;
      const from = words[word + 1] ?? 0;
      const to = words[word + 2] ?? 0;
      if ((head & 0xff) === VALUE_READ) visitor.value(head >>> 8, bytes, from, to, from + shift);
      else this.endLine(head >>> 8, from, to);
    }
  }

  private endLine(state: number, from: number, to: number): void {
    if (state === WHOLE) this.tell(from, to, true);
    else if (state === BLANK) this.blank++;
    else this.readSlowly(from, to);
    this.beginLine(to + 1);
  }

  private beginLine(at: number): void {
    this.lineStart = this.base + at - this.first;
    this.line++;
  }

  /** Without a kernel. */
  private readAlone(from: number): number {
    let at = from;
    for (;;) {
      const feed = this.bytes.subarray(0, this.held).indexOf(LF, at);
      if (feed < 0) return at;
      this.readSlowly(at, feed);
      at = feed + 1;
      this.beginLine(at);
    }
  }

  private readSlowly(from: number, to: number): void {
    const record = new SlowRecord(this.options, { start: this.lineStart, line: this.line });
    record.push(this.bytes.subarray(from, to));
    this.end(record, this.base + to - this.first);
  }

  /** The next part of a large line; returns where what follows it begins. */
  private readLarge(record: SlowRecord, from: number): number {
    const feed = this.bytes.subarray(0, this.held).indexOf(LF, from);
    const to = feed < 0 ? this.held : feed;
    record.push(Buffer.from(this.bytes.subarray(from, to)));
    if (feed < 0) return to;
    this.endLarge(record, this.base + feed - this.first);
    this.beginLine(feed + 1);
    return feed + 1;
  }

  private endLarge(record: SlowRecord, end: ByteOffset): void {
    this.large = null;
    this.end(record, end);
  }

  private end(record: SlowRecord, end: ByteOffset): void {
    const { state, issues } = record.finish(this.visitor);
    for (const issue of issues) {
      if (this.issues.length < MAX_ISSUES) this.issues.push(issue);
    }
    if (state === 'blank') this.blank++;
    else this.tellRecord({ line: this.line, start: this.lineStart, end, isWhole: state === 'whole' });
  }

  private tell(from: number, to: number, isWhole: boolean): void {
    const shift = this.base - this.first;
    this.tellRecord({ line: this.line, start: from + shift, end: to + shift, isWhole });
  }

  private tellRecord(place: RecordPlace): void {
    this.records++;
    if (!place.isWhole) this.broken++;
    this.visitor.record(place);
  }
}

/** As `scanJson`'s default. */
const MAX_DEPTH = 512;
