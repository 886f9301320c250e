import { ByteKeeper } from './byteKeeper';
import type { OpenValue } from './byteKeeper';
import { FastPath } from './jsonFastPath';
import type { ScanPlace } from './jsonFastPath';
import { ARRAY, EXPECT, EXPECTED, OBJECT } from './jsonGrammar';
import type { Expect } from './jsonGrammar';
import { KeyReader, newFrame, pathOf } from './jsonKeys';
import type { Frame } from './jsonKeys';
import { LITERALS, LITERAL_START } from './jsonLiterals';
import { compilePatterns, isLeaf } from './jsonPaths';
import type { JsonPath, PathNode } from './jsonPaths';
import { skipNested } from './jsonSkip';
import type { SkipState } from './jsonSkip';
import { seedBroken, seedCut, seedGarbledKey, seedTooDeep, seedTooLarge } from './jsonScanIssues';
import type { JsonScan, JsonScanOptions, JsonSlice } from './jsonScanTypes';
import { findStringEnd, OPEN_ESCAPED } from './jsonStrings';
import type { ProblemSeed } from './problems';

const DEFAULT_MAX_VALUE = 64 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 512;
const MAX_NOTES = 100;

/**
 * State of one scan; see `scanJson`. It knows every rule; the fast path takes over wherever nothing
 * rare happens, and changes no result.
 */
export class JsonScanner {
  private readonly fast: FastPath;
  private readonly place: ScanPlace;
  private readonly keeper: ByteKeeper;
  private readonly wanted: PathNode;
  private readonly maxDepth: number;
  private readonly frames: Frame[] = [];
  private readonly issues: ProblemSeed[] = [];
  private readonly keyReader = new KeyReader();
  private chunk: Buffer = Buffer.alloc(0);
  /** Offset of the current chunk in the file. */
  private base: number;
  private readonly origin: number;
  /** Shared with `skipNested`. */
  private readonly state: SkipState;
  /** Levels beyond the limit. */
  private beyond = 0;
  private root: JsonScan['root'] = null;
  private inString: 'key' | 'value' | null = null;
  /** The string so far ended with a backslash that escapes the next byte. */
  private isEscaped = false;
  private literal = 0;
  private bom = 0;
  private hasBom = false;
  /** Grammar broke here; if only NUL bytes follow, it was a cut. */
  private nulFrom: { byte: number; line: number; expect: Expect } | null = null;
  private hasFailed = false;
  private skipped = 0;
  private zeros = 0;

  /** `leastFast`: bytes below which the fast path is not taken; for tests. */
  constructor(private readonly options: JsonScanOptions, private readonly visit: (slice: JsonSlice) => void, leastFast?: number) {
    this.keeper = new ByteKeeper(options.maxValueBytes ?? DEFAULT_MAX_VALUE);
    this.wanted = compilePatterns(options.want);
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.origin = options.start ?? 0;
    this.base = this.origin;
    this.state = { expect: EXPECT.value, depth: 0, kinds: new Uint8Array(this.maxDepth + 1), line: options.line ?? 1 };
    this.fast = new FastPath(this.wanted, this.maxDepth, this, leastFast);
    this.place = { state: this.state, frames: this.frames, open: this.keeper.open, strings: { inside: 0 } };
  }

  /** Takes the next bytes. False: no more are of use. */
  push(bytes: Uint8Array): boolean {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { length } = chunk;
    this.chunk = chunk;
    this.fast.beginChunk();
    let i = this.bom < 3 ? this.skipBom() : 0;
    while (i < length && !this.hasFailed) {
      if (this.mayRunFast() && this.fast.isReady(i, length)) i = this.runFast(i);
      else if (this.nulFrom !== null) i = this.skipNuls(i);
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
    this.fast.close();
    if (!this.hasFailed && this.literal !== 0 && this.state.depth === 0 && LITERALS.accepts[this.literal] === 1) this.endLiteral(0);
    const isComplete = this.state.expect === EXPECT.nothing;
    const nulTail = this.hasFailed ? 0 : this.zeros;
    const byte = this.base - nulTail;
    const cut = isComplete || this.hasFailed ? null : { byte, line: this.state.line, path: this.cutPath() };
    if (cut !== null) this.issues.push(this.describeCut(cut, nulTail));
    const { garbled } = this.keyReader;
    if (garbled !== null) this.issues.push(seedGarbledKey(garbled));
    return {
      root: this.root,
      keys: this.keyReader.rootKeys,
      isComplete,
      cut,
      unfinished: this.keeper.open.map(({ start, line }) => ({ start, line })),
      skipped: this.skipped,
      duplicates: this.keyReader.duplicates,
      hasBom: this.hasBom,
      nulTail,
      issues: this.issues,
    };
  }

  private describeCut(cut: NonNullable<JsonScan['cut']>, nulTail: number): ProblemSeed {
    const expected = this.inString === null ? EXPECTED[this.state.expect] : 'the end of a string';
    return seedCut(cut, nulTail, this.root === null ? null : expected);
  }

  /** The fast path starts inside the root and never leaves it. */
  private mayRunFast(): boolean {
    return this.state.depth > 0 && this.beyond === 0 && this.literal === 0 && this.inString !== 'key' && this.nulFrom === null;
  }

  private runFast(from: number): number {
    const { strings } = this.place;
    strings.inside = this.inString === null ? 0 : this.isEscaped ? 2 : 1;
    const at = this.fast.run(this.chunk, from, this.place);
    this.inString = strings.inside === 0 ? null : 'value';
    this.isEscaped = strings.inside === 2;
    return at;
  }

  // What the fast path found, in the order of the document.

  begin(at: number, depth: number, line: number): void {
    this.keeper.begin(this.base + at, line, depth);
  }

  end(at: number): void {
    const value = this.keeper.open[this.keeper.open.length - 1];
    if (value !== undefined) this.deliver(value, at);
  }

  openFrame(isArray: boolean, node: PathNode): void {
    this.frames.push(newFrame(isArray, node));
  }

  closeFrame(isEmpty: boolean): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame?.isArray === true) this.options.onArray?.(this.currentPath().slice(0, -1), isEmpty ? 0 : frame.index + 1);
    this.frames.pop();
  }

  readKey(from: number, to: number, line: number, name: number): void {
    const frame = this.frames[this.frames.length - 1];
    this.keyReader.begin(this.base + from - 1, line, true);
    this.keyReader.end(this.chunk, from, to, this.frames, frame?.node.names[name - 1]?.key);
  }

  nextElement(): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame !== undefined) frame.index++;
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
      this.state.line = this.nulFrom.line;
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
    const quote = findStringEnd(chunk, this.isEscaped ? from + 1 : from);
    const isKey = this.inString === 'key';
    if (quote < 0) {
      this.isEscaped = quote === OPEN_ESCAPED;
      if (isKey) this.keyReader.keep(chunk, from);
      return chunk.length;
    }
    this.isEscaped = false;
    this.inString = null;
    if (isKey) {
      this.keyReader.end(chunk, from, quote, this.frames);
      this.state.expect = EXPECT.colon;
    } else {
      this.endValue(quote + 1);
    }
    return quote + 1;
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
    const { chunk, state } = this;
    const isUntracked = this.beyond === 0 && state.depth > this.frames.length && !this.fast.isNear(from, chunk.length);
    const start = isUntracked ? skipNested(chunk, from, state, this.frames.length) : from;
    for (let i = start; i < chunk.length; i++) {
      const byte = chunk[i];
      switch (byte) {
        case 0x0a:
          this.state.line++;
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
          if (this.state.expect === EXPECT.colon) this.state.expect = EXPECT.value;
          else if (this.beyond === 0) this.failAt(i, EXPECTED[this.state.expect]);
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
    if (this.state.expect === EXPECT.key || this.state.expect === EXPECT.keyOrEnd) {
      this.inString = 'key';
      this.keyReader.begin(this.base + i, this.state.line, this.frames.length === this.state.depth);
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
      this.failAt(i, EXPECTED[this.state.expect]);
      return i;
    }
    this.literal = LITERAL_START;
    this.noteRoot('other');
    this.followValue(i);
    return i;
  }

  private mayBegin(i: number): boolean {
    if (this.state.expect === EXPECT.value || this.state.expect === EXPECT.valueOrEnd) return true;
    this.failAt(i, EXPECTED[this.state.expect]);
    return false;
  }

  private noteRoot(kind: NonNullable<JsonScan['root']>): void {
    this.root ??= kind;
  }

  /** The wish at the value that begins now; null where no path leads. */
  private nodeHere(): PathNode | null {
    if (this.frames.length !== this.state.depth) return null;
    const frame = this.frames[this.state.depth - 1];
    if (frame === undefined) return this.wanted;
    const segment = frame.isArray ? frame.index : frame.key;
    return (segment === null ? undefined : frame.node.named.get(segment)) ?? frame.node.other;
  }

  private followValue(i: number): PathNode | null {
    const node = this.nodeHere();
    if (node !== null && node.isWanted) this.keeper.begin(this.base + i, this.state.line, this.state.depth);
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
    if (this.state.depth === this.maxDepth) {
      this.beyond = 1;
      this.noteTooDeep(i);
      return;
    }
    if (node !== null && (this.state.depth === 0 || !isLeaf(node))) {
      this.frames.push(newFrame(kind === ARRAY, node));
    }
    this.state.kinds[this.state.depth++] = kind;
    this.state.expect = kind === OBJECT ? EXPECT.keyOrEnd : EXPECT.valueOrEnd;
  }

  private noteTooDeep(i: number): void {
    for (const value of this.keeper.open) value.dropped ??= 'too-deep';
    this.note(seedTooDeep({ byte: this.base + i, line: this.state.line }, this.maxDepth));
  }

  private closeContainer(i: number, kind: number): void {
    if (this.beyond > 0) {
      if (--this.beyond === 0) this.endValue(i + 1);
      return;
    }
    const mayClose = this.state.expect === EXPECT.commaOrEnd || this.state.expect === (kind === OBJECT ? EXPECT.keyOrEnd : EXPECT.valueOrEnd);
    if (!mayClose || this.state.depth === 0 || this.state.kinds[this.state.depth - 1] !== kind) {
      this.failAt(i, EXPECTED[this.state.expect]);
      return;
    }
    if (this.frames.length === this.state.depth) {
      this.closeFrame(this.state.expect === EXPECT.valueOrEnd);
    }
    this.state.depth--;
    this.endValue(i + 1);
  }

  private readComma(i: number): void {
    if (this.beyond > 0) return;
    if (this.state.expect !== EXPECT.commaOrEnd) {
      this.failAt(i, EXPECTED[this.state.expect]);
      return;
    }
    const isArray = this.state.kinds[this.state.depth - 1] === ARRAY;
    if (isArray && this.frames.length === this.state.depth) this.nextElement();
    this.state.expect = isArray ? EXPECT.value : EXPECT.key;
  }

  /** A value ended at `end` (not included) of the current chunk. */
  private endValue(end: number): void {
    if (this.beyond > 0) return;
    this.state.expect = this.state.depth === 0 ? EXPECT.nothing : EXPECT.commaOrEnd;
    const value = this.keeper.open[this.keeper.open.length - 1];
    if (value !== undefined && value.depth === this.state.depth) this.deliver(value, end);
  }

  private deliver(value: OpenValue, end: number): void {
    const at = this.base + end;
    const bytes = this.keeper.finish(value, at, this.chunk, this.base);
    if (bytes !== null) {
      this.visit({ path: this.currentPath(), start: value.start, end: at, line: value.line, bytes });
      return;
    }
    this.skipped++;
    if (value.dropped === 'too-large') this.note(seedTooLarge(value, at, this.currentPath()));
  }

  private currentPath(): JsonPath {
    return pathOf(this.frames);
  }

  /** Between two members the cut lies in the container, not in the member before it. */
  private cutPath(): JsonPath {
    const path = this.currentPath();
    const isInside = this.inString === 'value' || this.literal !== 0 || this.state.expect === EXPECT.value || this.state.expect === EXPECT.colon;
    return isInside || this.frames.length !== this.state.depth ? path : path.slice(0, -1);
  }

  private note(seed: ProblemSeed): void {
    if (this.issues.length < MAX_NOTES) this.issues.push(seed);
  }

  private failAt(i: number, expected: string): void {
    const byte = this.chunk[i];
    if (byte === 0) this.nulFrom ??= { byte: this.base + i, line: this.state.line, expect: this.state.expect };
    else this.fail(this.base + i, byte, expected);
  }

  private fail(at: number, byte: number | undefined, expected: string): void {
    this.hasFailed = true;
    const isUtf16 = at === this.origin && (byte === 0xff || byte === 0xfe);
    const path = this.state.expect === EXPECT.nothing ? null : this.currentPath();
    this.issues.push(seedBroken({ byte: at, line: this.state.line }, byte, { expected, path, isUtf16 }));
  }
}
