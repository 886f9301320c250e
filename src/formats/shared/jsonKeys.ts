import type { JsonPath, PathNode } from './jsonPaths';
import { decodeKey } from './parseJson';

/** A container on a path that may hold wanted values. */
export interface Frame {
  readonly isArray: boolean;
  readonly node: PathNode;
  /** The current key; null where it is none that is asked for, and was not decoded. */
  key: string | null;
  /** Place of such a key in its chunk. */
  chunk: Buffer | null;
  from: number;
  to: number;
  index: number;
  /** Keys seen, where duplicates matter. */
  seen: Set<string> | null;
}

export interface DuplicateKey {
  readonly path: JsonPath;
  readonly byte: number;
  readonly line: number;
}

const MAX_KEYS = 10_000;
const MAX_NOTES = 100;
/** Of a longer key only the start counts. */
const MAX_KEY_BYTES = 65_536;
const BACKSLASH = 0x5c;

export function newFrame(isArray: boolean, node: PathNode): Frame {
  return { isArray, node, key: null, chunk: null, from: 0, to: 0, index: 0, seen: null };
}

/** Keys and indices of containers, outermost first. */
export function pathOf(frames: readonly Frame[]): JsonPath {
  return frames.map((frame) => (frame.isArray ? frame.index : keyOf(frame)));
}

function keyOf(frame: Frame): string {
  if (frame.key !== null) return frame.key;
  return frame.chunk === null ? '' : decodeKey([frame.chunk.subarray(frame.from, frame.to)]);
}

/** Reads the keys of followed objects; most need no decoding, since nobody asks for them. */
export class KeyReader {
  /** Keys of the root object, each once, the first 10,000. */
  readonly rootKeys: string[] = [];
  /** The first 100. */
  readonly duplicates: DuplicateKey[] = [];
  /** Where the first key stands, of those that were decoded, that is not UTF-8. */
  garbled: { readonly byte: number; readonly line: number } | null = null;
  private parts: Buffer[] = [];
  private size = 0;
  private isFollowed = false;
  private byte = 0;
  private line = 1;

  /** A key's opening quote is at `byte` of the file. */
  begin(byte: number, line: number, isFollowed: boolean): void {
    this.isFollowed = isFollowed;
    this.byte = byte;
    this.line = line;
    this.size = 0;
  }

  /** The chunk ends inside the key. */
  keep(chunk: Buffer, from: number): void {
    if (!this.isFollowed || from >= chunk.length) return;
    const part = chunk.subarray(from, from + MAX_KEY_BYTES - this.size);
    this.size += part.length;
    if (part.length > 0) this.parts.push(Buffer.from(part));
  }

  /** The key's last part is `from` to `end` (not included) of the chunk. `known`: what it is, where that is known. */
  end(chunk: Buffer, from: number, end: number, frames: readonly Frame[], known?: string): void {
    const to = Math.min(end, from + MAX_KEY_BYTES - this.size);
    const frame = frames[frames.length - 1];
    if (!this.isFollowed || frame === undefined) return;
    if (this.parts.length > 0) {
      // As if it stood in one chunk: what is told of a key must not depend on where chunks end.
      const whole = Buffer.concat([...this.parts, chunk.subarray(from, to)]);
      this.parts = [];
      place(frame, whole, 0, whole.length);
    } else {
      place(frame, chunk, from, to);
    }
    frame.key = known ?? matchKey(frame) ?? (this.isNeeded(frame, frames) ? keyOf(frame) : null);
    if (frame.key === null) return;
    // A replaced byte; nobody writes that character into a key.
    if (frame.key.includes('\ufffd')) this.garbled ??= { byte: this.byte, line: this.line };
    this.note(frame, frame.key, frames);
  }

  /** Root keys are told, `*` takes any key, an escaped one may be any, and so may one with bytes that are no UTF-8. */
  private isNeeded({ node, chunk, from, to }: Frame, frames: readonly Frame[]): boolean {
    if (frames.length === 1 || node.other !== null) return true;
    for (let i = from; i < to; i++) {
      const byte = chunk?.[i] ?? 0;
      if (byte === BACKSLASH || byte >= 0x80) return true;
    }
    return false;
  }

  private note(frame: Frame, key: string, frames: readonly Frame[]): void {
    const isRoot = frames.length === 1;
    if (!isRoot && frame.node.other === null && !frame.node.named.has(key)) return;
    frame.seen ??= new Set();
    if (frame.seen.has(key)) {
      if (this.duplicates.length < MAX_NOTES) this.duplicates.push({ path: pathOf(frames), byte: this.byte, line: this.line });
    } else if (frame.seen.size < MAX_KEYS) {
      frame.seen.add(key);
      if (isRoot) this.rootKeys.push(key);
    }
  }
}

/** Where the key stands, not decoded. */
function place(frame: Frame, chunk: Buffer, from: number, to: number): void {
  frame.key = null;
  frame.chunk = chunk;
  frame.from = from;
  frame.to = to;
}

/** The asked-for key that its bytes are, as written without escapes. */
function matchKey({ node, chunk, from, to }: Frame): string | null {
  for (const { key, bytes } of node.names) {
    if (bytes.length !== to - from) continue;
    let i = 0;
    while (i < bytes.length && chunk?.[from + i] === bytes[i]) i++;
    if (i === bytes.length) return key;
  }
  return null;
}
