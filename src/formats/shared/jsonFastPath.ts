// Drives the WASM kernel for one scan: gives it the scanner's state, lets it walk as far as it can,
// and takes over what it found. Whatever the kernel does not take is left to the scanner.

import { ARRAY } from './jsonGrammar';
import type { Expect } from './jsonGrammar';
import type { Frame } from './jsonKeys';
import { isKernelReady, PIECE, releaseKernel, takeKernel } from './jsonKernel';
import type { JsonKernel } from './jsonKernel';
import type { PathNode } from './jsonPaths';
import type { SkipState } from './jsonSkip';

/** 0: outside strings, 1: inside a string that is a value, 2: inside one whose next byte is escaped. */
export type StringState = 0 | 1 | 2;

/** The state of a scanner between two bytes; written to. */
export interface ScanPlace {
  readonly state: SkipState;
  readonly frames: readonly Frame[];
  /** Wanted values that are open. */
  readonly open: readonly { readonly depth: number }[];
  readonly strings: { inside: StringState };
}

/** What the kernel found, in the order of the document. Indices are those of the chunk. */
export interface FoundSteps {
  begin(at: number, depth: number, line: number): void;
  end(at: number): void;
  openFrame(isArray: boolean, node: PathNode): void;
  closeFrame(isEmpty: boolean): void;
  /** `name`: the number of the asked-for key in its node, from 1; 0 for another key. */
  readKey(from: number, to: number, line: number, name: number): void;
  nextElement(): void;
}

/** Fewer bytes are not worth a call. */
const LEAST = 192;
/** Fewer bytes are not worth telling a kernel the paths: most heads of files that are looked at, and small files. */
const LEAST_NEW = 8192;
/** A call that got less far than this was a bad bargain; after some of them the scanner goes alone for a while. */
const POOR = 512;
const PATIENCE = 4;
const REST = 8192;

export class FastPath {
  private readonly leastNew: number;
  private kernel: JsonKernel | null = null;
  private isOff = false;
  private pieceFrom = 0;
  private pieceEnd = 0;
  private poorRuns = 0;
  private restUntil = 0;
  /** The scanner has to take the next token. */
  private isOwed = false;

  constructor(
    private readonly wanted: PathNode,
    private readonly maxDepth: number,
    private readonly steps: FoundSteps,
    private readonly least: number = LEAST,
  ) {
    this.leastNew = least === LEAST ? LEAST_NEW : least;
  }

  /** A new chunk: indices begin anew. */
  beginChunk(): void {
    this.pieceFrom = 0;
    this.pieceEnd = 0;
    this.restUntil = 0;
  }

  /** Whether `run` may be called at this index; false right after it left a token to the scanner. */
  isReady(at: number, length: number): boolean {
    if (this.isOff || length - at < this.least || at < this.restUntil) return false;
    if (this.isOwed) {
      this.isOwed = false;
      return false;
    }
    return this.kernel !== null || ((length - at >= this.leastNew || isKernelReady(this.wanted)) && this.start());
  }

  /** Whether the scanner should leave what follows to this rather than run far ahead. */
  isNear(at: number, length: number): boolean {
    return this.kernel !== null && length - at >= this.least && at >= this.restUntil;
  }

  private start(): boolean {
    const kernel = takeKernel(this.wanted);
    this.isOff = kernel === null || this.maxDepth > kernel.maxDepth || !kernel.follow(this.wanted);
    if (kernel !== null && this.isOff) releaseKernel(kernel);
    if (!this.isOff) {
      this.kernel = kernel;
      kernel?.calls.setLimits(kernel.addressOf(this.wanted), 1, this.maxDepth);
    }
    return !this.isOff;
  }

  /** The scan is over. */
  close(): void {
    if (this.kernel !== null) releaseKernel(this.kernel);
    this.kernel = null;
    this.isOff = true;
  }

  /**
   * Walks on at index `from` of the chunk. Returns where it stopped; the scanner's state is then
   * that of this place. Call it only when it is ready.
   */
  run(chunk: Buffer, from: number, at: ScanPlace): number {
    const { kernel } = this;
    if (kernel === null) throw new Error('The fast path was not ready.');
    if (from < this.pieceFrom || from >= this.pieceEnd) {
      this.pieceFrom = from;
      this.pieceEnd = Math.min(from + PIECE, chunk.length);
      kernel.bytes.set(chunk.subarray(from, this.pieceEnd), kernel.input);
    }
    const shift = this.pieceFrom - kernel.input;
    writeState(kernel, at);
    const stop = kernel.calls.walk(from - shift, this.pieceEnd - shift) + shift;
    this.judge(stop - from, stop, kernel.calls.isFull() !== 0);
    this.takeEvents(kernel, shift);
    readState(kernel, at, chunk, shift);
    return stop;
  }

  private judge(progress: number, stop: number, isFull: boolean): void {
    const isLeft = stop < this.pieceEnd && !isFull;
    this.isOwed = isLeft;
    if (!isLeft || progress >= POOR) {
      this.poorRuns = 0;
    } else if (++this.poorRuns >= PATIENCE) {
      this.poorRuns = 0;
      this.restUntil = stop + REST;
    }
  }

  private takeEvents(kernel: JsonKernel, shift: number): void {
    const { steps } = this;
    const { words } = kernel;
    const last = kernel.eventWord + 4 * kernel.calls.countEvents();
    for (let word = kernel.eventWord; word < last; word += 4) {
      const head = words[word] ?? 0;
      const a = words[word + 1] ?? 0;
      const b = words[word + 2] ?? 0;
      // The kinds of wasm/walk.ts.
      switch (head & 0xff) {
        case 1: steps.begin(a + shift, b, words[word + 3] ?? 0); break;
        case 2: steps.end(a + shift); break;
        case 3: steps.openFrame(a === ARRAY, kernel.nodeAt(b)); break;
        case 4: steps.closeFrame(a === 1); break;
        case 5: steps.readKey(a + shift, b + shift, words[word + 3] ?? 0, head >>> 8); break;
        default: steps.nextElement();
      }
    }
  }
}

function writeState(kernel: JsonKernel, { state, frames, open, strings }: ScanPlace): void {
  const { words, bytes } = kernel;
  for (let i = 0; i < state.depth; i++) bytes[kernel.kinds + i] = state.kinds[i] ?? 0;
  frames.forEach((frame, i) => {
    const word = kernel.frameWord + i * kernel.frameWords;
    const { node } = frame;
    words[word] = kernel.addressOf(node);
    words[word + 1] = frame.isArray ? 0 : kernel.addressOf((frame.key === null ? undefined : node.named.get(frame.key)) ?? node.other);
    words[word + 2] = 0;
    words[word + 4] = frame.index;
  });
  open.forEach(({ depth }, i) => {
    words[kernel.openWord + i * kernel.openWords] = depth;
  });
  kernel.calls.setState(state.expect, state.depth, frames.length, open.length, state.line, strings.inside);
}

function readState(kernel: JsonKernel, { state, frames, strings }: ScanPlace, chunk: Buffer, shift: number): void {
  const { words, bytes, calls } = kernel;
  state.expect = calls.getExpect() as Expect; // walk.ts has the same seven
  state.depth = calls.getDepth();
  state.line = calls.getLine();
  strings.inside = calls.getString() as StringState; // one of the three
  for (let i = 0; i < state.depth; i++) state.kinds[i] = bytes[kernel.kinds + i] ?? 0;
  frames.forEach((frame, i) => {
    const word = kernel.frameWord + i * kernel.frameWords;
    const from = words[word + 2] ?? 0;
    if (from === 0) return;
    frame.key = null;
    frame.chunk = chunk;
    frame.from = from + shift;
    frame.to = (words[word + 3] ?? 0) + shift;
  });
}
