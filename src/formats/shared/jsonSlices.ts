// An incremental JSON scanner: finds wanted values by path and gives their bytes and place. It
// never holds more of the document than the values that are wanted, accepts chunks of any size,
// and says where and inside what a document was cut off. Grammar is checked everywhere but inside
// strings (an unwanted string with a bad escape passes; a wanted one fails in `parseJson`).

import type { ByteOffset } from '../../model/units';
import { ByteKeeper } from './byteKeeper';
import { compilePatterns, describePath, isLeaf } from './jsonPaths';
import type { JsonPath, PathNode, PathPattern } from './jsonPaths';
import { LITERALS, LITERAL_START } from './jsonLiterals';
import { findStringEnd } from './jsonStrings';
import { decodeKey } from './parseJson';
import { describeByte, seedProblem } from './problems';
import type { ProblemSeed } from './problems';

export type { JsonPath, PathPattern } from './jsonPaths';

/** A wanted value. */
export interface JsonSlice {
  readonly path: JsonPath;
  /** Bytes of the value in the file, `start` included, `end` not; without whitespace around it. */
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  /** Line on which the value starts, from 1. */
  readonly line: number;
  /** An own copy. */
  readonly bytes: Uint8Array;
}

export interface JsonScanOptions {
  /** Values to deliver. `[]` is the root, `['messages', '*']` every element of `messages`. */
  readonly want: readonly PathPattern[];
  /** Larger values are skipped with a problem `too-large`. Default 64 MiB. */
  readonly maxValueBytes?: number;
  /** Deeper nesting is skipped with a problem `too-deep`. Default 512. */
  readonly maxDepth?: number;
  /** Offset and line of the first byte given, where the chunks are not a file from its start. */
  readonly start?: ByteOffset;
  readonly line?: number;
  /** Called at the end of each array that paths lead into, with its number of elements, wanted or not. */
  readonly onArray?: (path: JsonPath, length: number) => void;
}

/** What a scan saw beside the wanted values. Chunk sizes do not change any of it. */
export interface JsonScan {
  /** Null: there was no value at all. */
  readonly root: 'object' | 'array' | 'other' | null;
  /** Keys of a root object in order, each once, the first 10,000. */
  readonly keys: readonly string[];
  /** The root value ended properly (something may follow it, see `issues`). */
  readonly isComplete: boolean;
  /** Where the document was cut off, and in which value as far as paths were followed; null when it was not. */
  readonly cut: { readonly byte: ByteOffset; readonly line: number; readonly path: JsonPath } | null;
  /** Wanted values that began and never ended, outermost first; they are not delivered. */
  readonly unfinished: readonly { readonly start: ByteOffset; readonly line: number }[];
  /** Wanted values that were not delivered because they were too large or too deep. */
  readonly skipped: number;
  /** Keys that occur twice in one object, at the root and where paths lead; the first 100. */
  readonly duplicates: readonly { readonly path: JsonPath; readonly byte: ByteOffset; readonly line: number }[];
  readonly hasBom: boolean;
  /** NUL bytes at the end, as crashed machines leave them. */
  readonly nulTail: number;
  /** `truncated`, `not-json`, `too-large`, `too-deep`, `bad-encoding`; the first 100 of the two middle ones. */
  readonly issues: readonly ProblemSeed[];
}

const DEFAULT_MAX_VALUE = 64 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 512;
const MAX_KEYS = 10_000;
const MAX_NOTES = 100;
const MAX_KEY_BYTES = 65_536;

/**
 * Scans one JSON document and hands each wanted value to `visit`, in the order in which values
 * end (an inner one before the one around it). A value is delivered as soon as it is complete, so
 * those before a cut or a fault are delivered. Stops at the first grammar error. Throws only what
 * `chunks` or `visit` throw. Time is linear in the bytes, memory in the largest wanted value.
 *
 * `scanJson([utf8('{"a":[1,{"b":2}]}')], { want: [['a', '*']] }, visit)` visits `1` at bytes 6–7
 * with path `['a', 0]` and `{"b":2}` at 8–15 with path `['a', 1]`.
 */
export function scanJson(chunks: Iterable<Uint8Array>, options: JsonScanOptions, visit: (slice: JsonSlice) => void): JsonScan {
  const scanner = new JsonScanner(options, visit);
  for (const chunk of chunks) {
    if (!scanner.push(chunk)) break;
  }
  return scanner.finish();
}

/** What may come next. */
enum Expect {
  Value,
  ValueOrEnd,
  Key,
  KeyOrEnd,
  Colon,
  CommaOrEnd,
  Nothing,
}

const EXPECTED: Record<Expect, string> = {
  [Expect.Value]: 'a JSON value',
  [Expect.ValueOrEnd]: 'a JSON value or ]',
  [Expect.Key]: 'a key in double quotes',
  [Expect.KeyOrEnd]: 'a key in double quotes or }',
  [Expect.Colon]: 'a colon',
  [Expect.CommaOrEnd]: 'a comma or the end of the object or array',
  [Expect.Nothing]: 'the end of the document',
};

/** A container on a path that may hold wanted values. */
interface Frame {
  readonly isArray: boolean;
  readonly node: PathNode;
  key: string;
  index: number;
  /** Keys seen, where duplicates matter. */
  readonly seen: Set<string>;
}

const OBJECT = 1;
const ARRAY = 2;

class JsonScanner {
  private readonly keeper: ByteKeeper;
  private readonly wanted: PathNode;
  private readonly maxDepth: number;
  private readonly frames: Frame[] = [];
  private readonly kinds: Uint8Array;
  private readonly issues: ProblemSeed[] = [];
  private readonly duplicates: { path: JsonPath; byte: number; line: number }[] = [];
  private readonly keys: string[] = [];
  private chunk: Buffer = Buffer.alloc(0);
  /** Offset of the current chunk in the file. */
  private base: number;
  private readonly origin: number;
  private line: number;
  private depth = 0;
  /** Levels beyond the limit. */
  private beyond = 0;
  private expect: Expect = Expect.Value;
  private root: JsonScan['root'] = null;
  private inString: 'key' | 'value' | null = null;
  /** The string so far ended with a backslash that escapes the next byte. */
  private isEscaped = false;
  private keyParts: Buffer[] | null = null;
  private keyBytes = 0;
  /** Start of the last key, for the place of a duplicate. */
  private keyPlace = { byte: 0, line: 1 };
  private literal = 0;
  private bom = 0;
  private hasBom = false;
  /** Grammar broke here; if only NUL bytes follow, it was a cut. */
  private nulFrom: { byte: number; line: number; expect: Expect } | null = null;
  private hasFailed = false;
  private skipped = 0;
  private zeros = 0;

  constructor(private readonly options: JsonScanOptions, private readonly visit: (slice: JsonSlice) => void) {
    this.keeper = new ByteKeeper(options.maxValueBytes ?? DEFAULT_MAX_VALUE);
    this.wanted = compilePatterns(options.want);
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.kinds = new Uint8Array(this.maxDepth + 1);
    this.origin = options.start ?? 0;
    this.base = this.origin;
    this.line = options.line ?? 1;
  }

  /** Takes the next bytes. False: no more are of use. */
  push(bytes: Uint8Array): boolean {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { length } = chunk;
    this.chunk = chunk;
    let i = this.bom < 3 ? this.skipBom() : 0;
    while (i < length && !this.hasFailed) {
      if (this.nulFrom !== null) i = this.skipNuls(i);
      else if (this.inString !== null) i = this.readString(i);
      else if (this.literal !== 0) i = this.readLiteral(i);
      else i = this.readStructure(i);
    }
    this.countZeros();
    this.keeper.keep(chunk, this.base);
    this.base += length;
    return !this.hasFailed;
  }

  finish(): JsonScan {
    if (!this.hasFailed && this.literal !== 0 && this.depth === 0 && LITERALS.accepts[this.literal] === 1) this.endLiteral(0);
    const isComplete = this.expect === Expect.Nothing;
    const nulTail = this.hasFailed ? 0 : this.zeros;
    const byte = this.base - nulTail;
    const cut = isComplete || this.hasFailed ? null : { byte, line: this.line, path: this.cutPath() };
    if (cut !== null) this.issues.push(this.describeCut(cut, nulTail));
    return {
      root: this.root,
      keys: this.keys,
      isComplete,
      cut,
      unfinished: this.keeper.open.map(({ start, line }) => ({ start, line })),
      skipped: this.skipped,
      duplicates: this.duplicates,
      hasBom: this.hasBom,
      nulTail,
      issues: this.issues,
    };
  }

  private describeCut(cut: NonNullable<JsonScan['cut']>, nulTail: number): ProblemSeed {
    const inside = this.inString === null ? EXPECTED[this.expect] : 'the end of a string';
    const tail = nulTail > 0 ? `${nulTail} NUL bytes` : 'the end of the file';
    if (this.root === null) {
      const message = nulTail > 0 ? 'The file holds only NUL bytes.' : 'The file is empty.';
      return seedProblem('truncated', cut, { found: tail, expected: 'a JSON value', message });
    }
    return seedProblem('truncated', cut, {
      found: tail,
      expected: inside,
      message: `The document is cut off inside ${describePath(cut.path)}; what was complete before byte ${cut.byte} was read.`,
    });
  }

  private skipBom(): number {
    const mark = [0xef, 0xbb, 0xbf];
    let i = 0;
    while (i < this.chunk.length && this.bom < 3) {
      const byte = this.chunk[i];
      if (byte !== mark[this.bom]) {
        if (this.bom > 0 || byte === 0xff || byte === 0xfe) this.fail(this.base + i, byte, 'UTF-8 text');
        this.bom = 3;
        return i;
      }
      this.bom += 1;
      i += 1;
      this.hasBom = this.bom === 3;
    }
    return i;
  }

  private skipNuls(from: number): number {
    let i = from;
    while (i < this.chunk.length && this.chunk[i] === 0) i++;
    if (i < this.chunk.length && this.nulFrom !== null) {
      this.line = this.nulFrom.line;
      this.fail(this.nulFrom.byte, 0, EXPECTED[this.nulFrom.expect]);
    }
    return i;
  }

  private countZeros(): void {
    let i = this.chunk.length;
    while (i > 0 && this.chunk[i - 1] === 0) i--;
    this.zeros = i === 0 ? this.zeros + this.chunk.length : this.chunk.length - i;
  }

  private readString(from: number): number {
    const { chunk } = this;
    const end = findStringEnd(chunk, this.isEscaped ? from + 1 : from);
    const isKey = this.inString === 'key';
    if (end.quote < 0) {
      this.isEscaped = end.isEscaped;
      if (isKey) this.keepKey(from, chunk.length);
      return chunk.length;
    }
    this.isEscaped = false;
    this.inString = null;
    if (isKey) {
      this.keepKey(from, end.quote);
      this.endKey();
      this.expect = Expect.Colon;
    } else {
      this.endValue(end.quote + 1);
    }
    return end.quote + 1;
  }

  private keepKey(from: number, to: number): void {
    if (this.keyParts === null || to <= from) return;
    this.keyBytes += to - from;
    if (this.keyBytes <= MAX_KEY_BYTES) this.keyParts.push(Buffer.from(this.chunk.subarray(from, to)));
  }

  private endKey(): void {
    const frame = this.frames[this.frames.length - 1];
    if (this.keyParts === null || frame === undefined) return;
    const key = decodeKey(this.keyParts);
    this.keyParts = null;
    frame.key = key;
    const isFollowed = frame.node.named.has(key) || frame.node.other !== null;
    if (!isFollowed && this.depth > 1) return;
    if (frame.seen.has(key)) {
      if (this.duplicates.length < MAX_NOTES) this.duplicates.push({ path: this.currentPath(), ...this.keyPlace });
    } else if (frame.seen.size < MAX_KEYS) {
      frame.seen.add(key);
      if (this.depth === 1) this.keys.push(key);
    }
  }

  private readLiteral(from: number): number {
    const { chunk } = this;
    let state = this.literal;
    let i = from;
    while (i < chunk.length) {
      const next = LITERALS.next[(state << 8) | (chunk[i] ?? 0)] ?? 0;
      if (next === 0) break;
      state = next;
      i++;
    }
    this.literal = state;
    if (i === chunk.length) return i;
    if (LITERALS.accepts[state] !== 1) this.failAt(i, 'the rest of a number, true, false or null');
    else this.endLiteral(i);
    return i;
  }

  private endLiteral(end: number): void {
    this.literal = 0;
    this.endValue(end);
  }

  /** Reads punctuation and whitespace up to the next string or literal. */
  private readStructure(from: number): number {
    const { chunk } = this;
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i];
      switch (byte) {
        case 0x0a:
          this.line++;
          // Most whitespace is indentation.
          while (chunk[i + 1] === 0x20) i++;
          continue;
        case 0x20: case 0x09: case 0x0d:
          continue;
        case 0x22:
          return this.beginString(i);
        case 0x2c:
          this.readComma(i);
          break;
        case 0x3a:
          if (this.expect === Expect.Colon) this.expect = Expect.Value;
          else if (this.beyond === 0) this.failAt(i, EXPECTED[this.expect]);
          break;
        case 0x7b:
          this.openContainer(i, OBJECT);
          break;
        case 0x5b:
          this.openContainer(i, ARRAY);
          break;
        case 0x7d:
          this.closeContainer(i, OBJECT);
          break;
        case 0x5d:
          this.closeContainer(i, ARRAY);
          break;
        default:
          return this.beginLiteral(i);
      }
      if (this.hasFailed || this.nulFrom !== null) return i;
    }
    return chunk.length;
  }

  private beginString(i: number): number {
    if (this.beyond > 0) {
      this.inString = 'value';
      return i + 1;
    }
    if (this.expect === Expect.Key || this.expect === Expect.KeyOrEnd) {
      this.inString = 'key';
      if (this.frames.length === this.depth) {
        this.keyParts = [];
        this.keyBytes = 0;
        this.keyPlace = { byte: this.base + i, line: this.line };
      }
      return i + 1;
    }
    if (!this.mayBegin(i)) return i;
    this.inString = 'value';
    this.noteRoot('other');
    this.followValue(i);
    return i + 1;
  }

  private beginLiteral(i: number): number {
    if (this.beyond > 0) return i + 1;
    const byte = this.chunk[i] ?? 0;
    const isLiteral = LITERALS.next[(LITERAL_START << 8) | byte] !== 0;
    if (!isLiteral || !this.mayBegin(i)) {
      if (isLiteral) return i;
      this.failAt(i, EXPECTED[this.expect]);
      return i;
    }
    this.literal = LITERAL_START;
    this.noteRoot('other');
    this.followValue(i);
    return i;
  }

  private mayBegin(i: number): boolean {
    if (this.expect === Expect.Value || this.expect === Expect.ValueOrEnd) return true;
    this.failAt(i, EXPECTED[this.expect]);
    return false;
  }

  private noteRoot(kind: NonNullable<JsonScan['root']>): void {
    this.root ??= kind;
  }

  /** The wish at the value that begins now; null where no path leads. */
  private nodeHere(): PathNode | null {
    if (this.frames.length !== this.depth) return null;
    const frame = this.frames[this.depth - 1];
    if (frame === undefined) return this.wanted;
    return frame.node.named.get(frame.isArray ? frame.index : frame.key) ?? frame.node.other;
  }

  private followValue(i: number): PathNode | null {
    const node = this.nodeHere();
    if (node !== null && node.isWanted) this.keeper.begin(this.base + i, this.line, this.depth);
    return node;
  }

  private openContainer(i: number, kind: number): void {
    if (this.beyond > 0) {
      this.beyond++;
      return;
    }
    if (!this.mayBegin(i)) return;
    this.noteRoot(kind === OBJECT ? 'object' : 'array');
    const node = this.followValue(i);
    if (this.depth === this.maxDepth) {
      this.beyond = 1;
      this.noteTooDeep(i);
      return;
    }
    if (node !== null && (this.depth === 0 || !isLeaf(node))) {
      this.frames.push({ isArray: kind === ARRAY, node, key: '', index: 0, seen: new Set() });
    }
    this.kinds[this.depth++] = kind;
    this.expect = kind === OBJECT ? Expect.KeyOrEnd : Expect.ValueOrEnd;
  }

  private noteTooDeep(i: number): void {
    for (const value of this.keeper.open) value.dropped ??= 'too-deep';
    this.note(seedProblem('too-deep', { byte: this.base + i, line: this.line }, {
      found: `more than ${this.maxDepth} levels`,
      expected: `at most ${this.maxDepth} levels of nesting`,
      message: `Nesting deeper than ${this.maxDepth} levels was skipped.`,
    }));
  }

  private closeContainer(i: number, kind: number): void {
    if (this.beyond > 0) {
      if (--this.beyond === 0) this.endValue(i + 1);
      return;
    }
    const mayClose = this.expect === Expect.CommaOrEnd || this.expect === (kind === OBJECT ? Expect.KeyOrEnd : Expect.ValueOrEnd);
    if (!mayClose || this.depth === 0 || this.kinds[this.depth - 1] !== kind) {
      this.failAt(i, EXPECTED[this.expect]);
      return;
    }
    if (this.frames.length === this.depth) {
      if (kind === ARRAY) this.options.onArray?.(this.currentPath().slice(0, -1), this.expect === Expect.ValueOrEnd ? 0 : (this.frames.at(-1)?.index ?? 0) + 1);
      this.frames.pop();
    }
    this.depth--;
    this.endValue(i + 1);
  }

  private readComma(i: number): void {
    if (this.beyond > 0) return;
    if (this.expect !== Expect.CommaOrEnd) {
      this.failAt(i, EXPECTED[this.expect]);
      return;
    }
    const isArray = this.kinds[this.depth - 1] === ARRAY;
    if (isArray && this.frames.length === this.depth) {
      const frame = this.frames[this.depth - 1];
      if (frame !== undefined) frame.index++;
    }
    this.expect = isArray ? Expect.Value : Expect.Key;
  }

  /** A value ended at `end` (not included) of the current chunk. */
  private endValue(end: number): void {
    if (this.beyond > 0) return;
    this.expect = this.depth === 0 ? Expect.Nothing : Expect.CommaOrEnd;
    const value = this.keeper.open[this.keeper.open.length - 1];
    if (value === undefined || value.depth !== this.depth) return;
    const at = this.base + end;
    const bytes = this.keeper.finish(value, at, this.chunk, this.base);
    if (bytes !== null) {
      this.visit({ path: this.currentPath(), start: value.start, end: at, line: value.line, bytes });
      return;
    }
    this.skipped++;
    if (value.dropped !== 'too-large') return;
    this.note(seedProblem('too-large', { byte: value.start, line: value.line }, {
      found: `${at - value.start} bytes (up to byte ${at})`,
      expected: 'a smaller value',
      message: `${describePath(this.currentPath())} is too large to be read and was skipped.`,
    }));
  }

  private currentPath(): JsonPath {
    return this.frames.map((frame) => (frame.isArray ? frame.index : frame.key));
  }

  /** Between two members the cut lies in the container, not in the member before it. */
  private cutPath(): JsonPath {
    const path = this.currentPath();
    const isInside = this.inString === 'value' || this.literal !== 0 || this.expect === Expect.Value || this.expect === Expect.Colon;
    return isInside || this.frames.length !== this.depth ? path : path.slice(0, -1);
  }

  private note(seed: ProblemSeed): void {
    if (this.issues.length < MAX_NOTES) this.issues.push(seed);
  }

  private failAt(i: number, expected: string): void {
    const byte = this.chunk[i];
    if (byte === 0) this.nulFrom ??= { byte: this.base + i, line: this.line, expect: this.expect };
    else this.fail(this.base + i, byte, expected);
  }

  private fail(at: number, byte: number | undefined, expected: string): void {
    this.hasFailed = true;
    const isUtf16 = at === this.origin && (byte === 0xff || byte === 0xfe);
    this.issues.push(seedProblem(isUtf16 ? 'bad-encoding' : 'not-json', { byte: at, line: this.line }, {
      found: describeByte(byte),
      expected,
      message: this.expect === Expect.Nothing ? 'Something follows the end of the JSON document.' : `The JSON is broken inside ${describePath(this.currentPath())}.`,
    }, 'error'));
  }
}
