import { countUnits, findUnit } from './utf8';

/** A place as editors count: line and UTF-16 column, both from 0. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** Reads bytes `start` (included) to `end` (not) of the file. */
export type ReadBytes = (start: number, end: number) => Uint8Array | Promise<Uint8Array>;

const LF = 10;
const CR = 13;
const BOM_LENGTH = 3;

/**
 * Where the lines of a UTF-8 file begin, in bytes. Lines end at LF, CRLF or a lone CR, as editors see them, also when
 * one file mixes them. A byte order mark belongs to no line: editors do not show it.
 */
export class LineMap {
  private constructor(
    /** Byte at which line i begins, the byte order mark left out. Length: number of lines, at least 1. */
    readonly starts: Float64Array,
    /** Length of the file in bytes. */
    readonly size: number,
  ) {}

  /** Builds a map from the pieces of a file, in order; how it is cut does not matter. Cost: linear. */
  static of(chunks: Iterable<Uint8Array>): LineMap {
    const builder = new LineMapBuilder();
    for (const chunk of chunks) builder.push(chunk);
    return builder.finish();
  }

  /** @internal Use `LineMapBuilder` or `LineMap.of`. */
  static from(starts: Float64Array, size: number): LineMap {
    return new LineMap(starts, size);
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** Line (from 0) that holds the byte; the line break belongs to the line that it ends. Clamped to the file. Cost: log(lines). */
  lineOf(byte: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** First byte of a line, clamped to the file. */
  startOf(line: number): number {
    return this.starts[Math.max(0, Math.min(line, this.starts.length - 1))] ?? 0;
  }

  /** First byte after a line, its line break included. */
  endOf(line: number): number {
    return line + 1 < this.starts.length ? this.startOf(line + 1) : this.size;
  }

  /** Where an editor shows the byte; a byte of a line break is shown at the end of its line. Reads the line up to the byte. */
  async positionOf(byte: number, read: ReadBytes): Promise<LinePosition> {
    const line = this.lineOf(byte);
    const start = this.startOf(line);
    const bytes = await read(start, Math.max(start, Math.min(byte, this.size)));
    return { line, character: countUnits(bytes, 0, withoutBreak(bytes)) };
  }

  /** The byte at a place in the editor; columns past the end of the line give its line break. Reads the line. */
  async byteOf(position: LinePosition, read: ReadBytes): Promise<number> {
    const line = Math.max(0, Math.min(position.line, this.lineCount - 1));
    const start = this.startOf(line);
    // A unit takes at most three bytes.
    const bytes = await read(start, Math.min(this.endOf(line), start + 3 * position.character + 3));
    return start + findUnit(bytes, position.character, 0, withoutBreak(bytes));
  }
}

/** Length without a line break at the end. */
function withoutBreak(bytes: Uint8Array): number {
  let end = bytes.length;
  if (end > 0 && bytes[end - 1] === LF) end--;
  if (end > 0 && bytes[end - 1] === CR) end--;
  return end;
}

/** Builds a `LineMap` from pieces that arrive one after another. */
export class LineMapBuilder {
  private starts = new Float64Array(1024);
  private lines = 1;
  private size = 0;
  private afterCr = false;
  private readonly head: number[] = [];

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    for (let i = 0; this.head.length < BOM_LENGTH && i < chunk.length; i++) this.head.push(chunk[i] ?? 0);
    if (this.afterCr) {
      // A CR that ended the last piece: it was a break by itself, or the first half of one.
      this.add(this.size + (chunk[0] === LF ? 1 : 0));
      this.afterCr = false;
      if (chunk[0] === LF) this.scan(chunk, 1);
      else this.scan(chunk, 0);
    } else {
      this.scan(chunk, 0);
    }
    this.size += chunk.length;
  }

  finish(): LineMap {
    if (this.afterCr) this.add(this.size);
    const starts = this.starts.slice(0, this.lines);
    if (this.head[0] === 0xef && this.head[1] === 0xbb && this.head[2] === 0xbf) starts[0] = BOM_LENGTH;
    return LineMap.from(starts, this.size);
  }

  private scan(chunk: Uint8Array, from: number): void {
    let lf = chunk.indexOf(LF, from);
    let cr = chunk.indexOf(CR, from);
    while (lf >= 0 || cr >= 0) {
      if (cr < 0 || (lf >= 0 && lf < cr)) {
        this.add(this.size + lf + 1);
        lf = chunk.indexOf(LF, lf + 1);
        continue;
      }
      if (cr === chunk.length - 1) {
        this.afterCr = true;
        return;
      }
      const next = cr + 1 === lf ? lf + 1 : cr + 1;
      this.add(this.size + next);
      if (next > cr + 1) lf = chunk.indexOf(LF, next);
      cr = chunk.indexOf(CR, next);
    }
  }

  private add(start: number): void {
    if (this.lines === this.starts.length) {
      const larger = new Float64Array(this.lines * 2);
      larger.set(this.starts);
      this.starts = larger;
    }
    this.starts[this.lines++] = start;
  }
}
