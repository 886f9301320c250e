// Goals 1 and 2: a JSONL of trajectories to typed columns with the place of each step.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readNumber } from '../../src/formats/shared/jsonNumber';
import { RecordScanner } from '../../src/formats/shared/recordScanner';
import type { RecordPlace, RecordVisitor } from '../../src/formats/shared/recordScanner';

/** Columns of steps, one entry for each element of `messages`; numbers that are not there are NaN. */
export interface StepColumns {
  readonly records: number;
  readonly broken: number;
  readonly steps: number;
  /** Bytes of the step in the file, `end` not included. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** First letter of the role, as its character code. */
  readonly role: Uint8Array;
  /** Bytes of `content` with its quotes. */
  readonly contentBytes: Uint32Array;
  readonly timestamp: Float64Array;
  readonly cost: Float64Array;
  readonly promptTokens: Float64Array;
  readonly completionTokens: Float64Array;
  /** For each record its range, and the number of steps up to its end. */
  readonly recordStart: Float64Array;
  readonly recordEnd: Float64Array;
  readonly recordSteps: Uint32Array;
}

const WANT = [
  ['messages', '*'],
  ['messages', '*', 'role'],
  ['messages', '*', 'content'],
  ['messages', '*', 'timestamp'],
  ['messages', '*', 'extra', 'cost'],
  ['messages', '*', 'extra', 'response', 'usage', 'prompt_tokens'],
  ['messages', '*', 'extra', 'response', 'usage', 'completion_tokens'],
];

interface ReadOptions {
  /** Only records that begin at these bytes, `end` not included. Default: all. */
  readonly start?: number;
  readonly end?: number;
  readonly bufferBytes?: number;
}

/** Reads the columns of a JSONL file, or of a part of it. Throws file-system errors. */
export function readStepColumns(file: string, options: ReadOptions = {}): StepColumns {
  const handle = openSync(file, 'r');
  try {
    const { start = 0, end = fstatSync(handle).size } = options;
    const from = start === 0 ? 0 : lineFrom(handle, start);
    const columns = new ColumnBuilder(from, end);
    const scanner = new RecordScanner({ want: WANT, start: from, ...(options.bufferBytes === undefined ? {} : { bufferBytes: options.bufferBytes }) }, columns);
    const stop = end === 0 ? 0 : lineFrom(handle, end);
    for (let at = from; at < stop;) {
      const room = scanner.room();
      const count = readSync(handle, room, 0, Math.min(room.length, stop - at), at);
      if (count === 0) break;
      scanner.take(count);
      at += count;
    }
    scanner.finish();
    return columns.finish();
  } finally {
    closeSync(handle);
  }
}

/** Start of the first line that begins at or after `at`. */
function lineFrom(handle: number, at: number): number {
  const bytes = Buffer.allocUnsafe(65_536);
  for (let from = at - 1; ;) {
    const count = readSync(handle, bytes, 0, bytes.length, from);
    const feed = bytes.subarray(0, count).indexOf(0x0a);
    if (feed >= 0) return from + feed + 1;
    if (count === 0) return from;
    from += count;
  }
}

class ColumnBuilder implements RecordVisitor {
  private size = 1 << 14;
  private steps = 0;
  private start: Float64Array = new Float64Array(this.size);
  private end: Float64Array = new Float64Array(this.size);
  private role: Uint8Array = new Uint8Array(this.size);
  private contentBytes: Uint32Array = new Uint32Array(this.size);
  private timestamp: Float64Array = new Float64Array(this.size).fill(NaN);
  private cost: Float64Array = new Float64Array(this.size).fill(NaN);
  private promptTokens: Float64Array = new Float64Array(this.size).fill(NaN);
  private completionTokens: Float64Array = new Float64Array(this.size).fill(NaN);
  private readonly places: RecordPlace[] = [];
  private readonly stepsAt: number[] = [];
  private broken = 0;

  /** Bytes of the file that are read: from how far they were read one knows how many steps will come. */
  constructor(private readonly from: number, private readonly stop: number) {}

  value(pattern: number, bytes: Uint8Array, from: number, to: number, start: number): void {
    const step = this.steps;
    switch (pattern) {
      case 0:
        this.start[step] = start;
        this.end[step] = start + to - from;
        if (++this.steps === this.size) this.grow();
        break;
      case 1: this.role[step] = bytes[from + 1] ?? 0; break;
      case 2: this.contentBytes[step] = to - from; break;
      case 3: this.timestamp[step] = readNumber(bytes, from, to) ?? NaN; break;
      case 4: this.cost[step] = readNumber(bytes, from, to) ?? NaN; break;
      case 5: this.promptTokens[step] = readNumber(bytes, from, to) ?? NaN; break;
      default: this.completionTokens[step] = readNumber(bytes, from, to) ?? NaN;
    }
  }

  record(place: RecordPlace): void {
    if (!place.isWhole) this.broken++;
    this.places.push(place);
    this.stepsAt.push(this.steps);
  }

  finish(): StepColumns {
    const { steps, broken, places } = this;
    const cut = <T extends Float64Array | Uint8Array | Uint32Array>(column: T): T => column.subarray(0, steps) as T; // subarray keeps the kind
    return {
      records: places.length,
      broken,
      steps,
      start: cut(this.start),
      end: cut(this.end),
      role: cut(this.role),
      contentBytes: cut(this.contentBytes),
      timestamp: cut(this.timestamp),
      cost: cut(this.cost),
      promptTokens: cut(this.promptTokens),
      completionTokens: cut(this.completionTokens),
      recordStart: Float64Array.from(places, (place) => place.start),
      recordEnd: Float64Array.from(places, (place) => place.end),
      recordSteps: Uint32Array.from(this.stepsAt),
    };
  }

  private grow(): void {
    const read = ((this.end[this.steps - 1] ?? 0) - this.from) / (this.stop - this.from);
    this.size = Math.max(Math.ceil((this.steps / Math.max(read, 0.001)) * 1.1), Math.ceil(this.size * 1.2));
    this.start = this.grown(this.start);
    this.end = this.grown(this.end);
    this.role = widen(new Uint8Array(this.size), this.role);
    this.contentBytes = widen(new Uint32Array(this.size), this.contentBytes);
    this.timestamp = this.grown(this.timestamp);
    this.cost = this.grown(this.cost);
    this.promptTokens = this.grown(this.promptTokens);
    this.completionTokens = this.grown(this.completionTokens);
  }

  private grown(column: Float64Array): Float64Array {
    return widen(new Float64Array(this.size).fill(NaN, column.length), column);
  }
}

function widen<T extends Float64Array | Uint8Array | Uint32Array>(wide: T, column: T): T {
  wide.set(column);
  return wide;
}
