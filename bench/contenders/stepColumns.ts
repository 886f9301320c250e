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
    const columns = new ColumnBuilder(Math.max(0, end - from));
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

/** Bytes of a step at least, on average, for a first guess: pages that are never written cost nothing. */
const LEAST_STEP = 1500;

class ColumnBuilder implements RecordVisitor {
  private size: number;
  private steps = 0;
  private start: Float64Array;
  private end: Float64Array;
  private role: Uint8Array;
  private contentBytes: Uint32Array;
  private timestamp: Float64Array;
  private cost: Float64Array;
  private promptTokens: Float64Array;
  private completionTokens: Float64Array;
  private readonly places: RecordPlace[] = [];
  private readonly stepsAt: number[] = [];
  private broken = 0;

  /** `bytes`: those of the file that will be read. */
  constructor(bytes: number) {
    const size = Math.max(1 << 14, Math.ceil(bytes / LEAST_STEP));
    this.size = size;
    this.start = new Float64Array(size);
    this.end = new Float64Array(size);
    this.role = new Uint8Array(size);
    this.contentBytes = new Uint32Array(size);
    this.timestamp = new Float64Array(size);
    this.cost = new Float64Array(size);
    this.promptTokens = new Float64Array(size);
    this.completionTokens = new Float64Array(size);
    this.beginStep(0);
  }

  private beginStep(step: number): void {
    this.timestamp[step] = NaN;
    this.cost[step] = NaN;
    this.promptTokens[step] = NaN;
    this.completionTokens[step] = NaN;
  }

  value(pattern: number, bytes: Uint8Array, from: number, to: number, start: number): void {
    const step = this.steps;
    switch (pattern) {
      case 0:
        this.start[step] = start;
        this.end[step] = start + to - from;
        if (++this.steps === this.size) this.grow();
        this.beginStep(this.steps);
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
    const size = this.size * 2;
    this.size = size;
    this.start = widen(new Float64Array(size), this.start);
    this.end = widen(new Float64Array(size), this.end);
    this.role = widen(new Uint8Array(size), this.role);
    this.contentBytes = widen(new Uint32Array(size), this.contentBytes);
    this.timestamp = widen(new Float64Array(size), this.timestamp);
    this.cost = widen(new Float64Array(size), this.cost);
    this.promptTokens = widen(new Float64Array(size), this.promptTokens);
    this.completionTokens = widen(new Float64Array(size), this.completionTokens);
  }
}

function widen<T extends Float64Array | Uint8Array | Uint32Array>(wide: T, column: T): T {
  wide.set(column);
  return wide;
}
