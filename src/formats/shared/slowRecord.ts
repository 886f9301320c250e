// One line of JSONL the careful way, for `RecordScanner`.

import type { ByteOffset } from '../../model/units';
import { JsonScanner } from './jsonScanner';
import type { JsonPath, JsonScan, JsonSlice, PathPattern } from './jsonSlices';
import type { ProblemSeed } from './problems';

interface Place {
  readonly start: ByteOffset;
  readonly line: number;
}

interface SlowOptions {
  readonly want: readonly PathPattern[];
  readonly maxValueBytes?: number;
}

/** Where values go; see `RecordVisitor`. */
interface ValueSink {
  value(pattern: number, bytes: Uint8Array, from: number, to: number, start: ByteOffset): void;
}

export interface SlowEnd {
  readonly state: 'whole' | 'broken' | 'blank';
  readonly issues: readonly ProblemSeed[];
}

/** Holds the wanted values of the line until it ends: only then it is known which of two with one key counts. */
export class SlowRecord {
  private readonly slices: JsonSlice[] = [];
  private scanner: JsonScanner | null = null;
  private isDone = false;
  private at: ByteOffset;

  constructor(private readonly options: SlowOptions, private readonly place: Place) {
    this.at = place.start;
  }

  /** The next bytes of the line; they must stay as they are until it ends. */
  push(bytes: Uint8Array): void {
    let from = 0;
    if (this.scanner === null) {
      // As `scanLines`: crashed machines leave NUL bytes before a line, too.
      while (from < bytes.length && isPadding(bytes[from])) from++;
      this.at += from;
      if (from === bytes.length) return;
      this.scanner = this.begin();
    }
    if (!this.isDone) this.isDone = !this.scanner.push(bytes.subarray(from));
  }

  private begin(): JsonScanner {
    const { want, maxValueBytes } = this.options;
    const limits = maxValueBytes === undefined ? {} : { maxValueBytes };
    return new JsonScanner({ want, start: this.at, line: this.place.line, ...limits }, (slice) => this.slices.push(slice));
  }

  /** The line is over: tells its values. */
  finish(sink: ValueSink): SlowEnd {
    if (this.scanner === null) return { state: 'blank', issues: [] };
    const scan = this.scanner.finish();
    for (const slice of this.slices) {
      if (!isReplaced(slice, scan)) sink.value(this.patternOf(slice.path), slice.bytes, 0, slice.bytes.length, slice.start);
    }
    const isBroken = scan.issues.some(({ code, severity }) => severity === 'error' && (code === 'not-json' || code === 'truncated' || code === 'bad-encoding'));
    return { state: isBroken ? 'broken' : 'whole', issues: scan.issues };
  }

  private patternOf(path: JsonPath): number {
    return this.options.want.findIndex((pattern) => pattern.length === path.length && pattern.every((segment, i) => segment === '*' || segment === path[i]));
  }
}

/** Whether a later key of the same name replaces the value, or one around it. */
function isReplaced({ path, start }: JsonSlice, { duplicates }: JsonScan): boolean {
  return duplicates.some((key) => start < key.byte && key.path.length <= path.length && key.path.every((segment, i) => segment === path[i]));
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
