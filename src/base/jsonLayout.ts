import { countUnits, findUnit, snapToCharacter } from './utf8';

/** Where a piece of JSON begins: between values, or inside a string (a cut of something very large). */
export interface JsonState {
  readonly inString: boolean;
  /** Inside a string: the byte before is a backslash that escapes the next one. */
  readonly escaped: boolean;
}

export const OUTSIDE: JsonState = { inString: false, escaped: false };

/**
 * JSON laid out for reading, with the source's own bytes: line i is `indents[i]` blanks and then the bytes from
 * `starts[i]` to `ends[i]`, nothing added and nothing changed. White space between lines is left out.
 */
export interface JsonLayout {
  /** Offsets in the file, rising; `ends[i] <= starts[i + 1]`. All three have one element a line. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly indents: Uint16Array;
  /** State after the last byte. */
  readonly state: JsonState;
}

export interface LayoutOptions {
  /** Offset in the file of the first byte. */
  readonly offset: number;
  readonly state?: JsonState;
  /** Largest text in UTF-16 units. Where indenting would pass it, lines are filled instead. */
  readonly limit?: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const LF = 0x0a;
const CR = 0x0d;
const COMMA = 0x2c;
const COLON = 0x3a;
/** Strings up to this length stay on one line; longer ones are broken after each escaped line feed. */
const SHORT_STRING = 100;
/** No line holds more source bytes. */
const LONGEST_LINE = 1000;
/** Numbers and words in arrays share lines up to here. */
const FILLED_LINE = 80;
const DEEPEST_INDENT = 40;
/** Bytes laid out, and lines rendered, between two chances to do other things: about a millisecond of work. */
const PORTION_BYTES = 64 * 1024;
const PORTION_LINES = 1000;

/**
 * Lays out a piece of JSON, whole or cut anywhere, one field per line. Text that is no JSON is laid out too, as far as
 * its quotes and brackets go: this is for looking at, not for parsing. Cost: linear.
 *
 * Example: `{"a":1,"b":[]}` gives the lines `{`, `  "a":1,`, `  "b":[]`, `}`.
 */
export function layOutJson(bytes: Uint8Array, options: LayoutOptions): JsonLayout {
  const work = layOutInPortions(bytes, options);
  for (;;) {
    const portion = work.next();
    if (portion.done === true) return portion.value;
  }
}

/** As `layOutJson`, for hosts whose thread must not stop: yields after each field once a portion is done. */
export function* layOutInPortions(bytes: Uint8Array, { offset, state = OUTSIDE, limit = Infinity }: LayoutOptions): Generator<void, JsonLayout, void> {
  const writer = new Writer(bytes, offset);
  const end = yield* writer.layOut(state);
  if (writer.units <= limit) return writer.finish(end);
  yield;
  const filled = new Writer(bytes, offset);
  return filled.finish(filled.fill(state));
}

/** The text of a layout, without a line feed at its end. `decode` turns the bytes from `start` to `end` of the piece into text. Yields after portions of lines. */
export function* renderInPortions(layout: JsonLayout, { offset, decode }: { readonly offset: number; readonly decode: (start: number, end: number) => string }): Generator<void, string, void> {
  const lines: string[] = [];
  for (const [i, start] of layout.starts.entries()) {
    lines.push(' '.repeat(layout.indents[i] ?? 0) + decode(start - offset, (layout.ends[i] ?? start) - offset));
    if (i % PORTION_LINES === PORTION_LINES - 1) yield;
  }
  return lines.join('\n');
}

/** State after the bytes, without laying them out. Cost: linear. */
export function scanJson(bytes: Uint8Array, state: JsonState = OUTSIDE): JsonState {
  let { inString, escaped } = state;
  for (let at = 0; at < bytes.length; at++) {
    if (!inString) {
      const quote = bytes.indexOf(QUOTE, at);
      if (quote < 0) return OUTSIDE;
      at = quote;
      inString = true;
    } else if (escaped) {
      escaped = false;
    } else if (bytes[at] === BACKSLASH) {
      escaped = true;
    } else if (bytes[at] === QUOTE) {
      inString = false;
    }
  }
  return { inString, escaped };
}

/** Line (from 0) and UTF-16 column at which the layout shows a byte; a byte that is left out is shown at the next line. */
export function placeInLayout(layout: JsonLayout, bytes: Uint8Array, options: { readonly offset: number; readonly byte: number }): { line: number; character: number } {
  const { offset, byte } = options;
  if (layout.starts.length === 0) return { line: 0, character: 0 };
  let low = 0;
  let high = layout.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.starts[middle] ?? 0) <= byte) low = middle;
    else high = middle - 1;
  }
  const start = layout.starts[low] ?? 0;
  const end = layout.ends[low] ?? 0;
  if (byte >= end && byte > start && low + 1 < layout.starts.length) return { line: low + 1, character: layout.indents[low + 1] ?? 0 };
  return { line: low, character: (layout.indents[low] ?? 0) + countUnits(bytes, start - offset, Math.max(start, Math.min(byte, end)) - offset) };
}

/** The byte that the layout shows at a place; columns in the indent give the first byte of the line. */
export function byteInLayout(layout: JsonLayout, bytes: Uint8Array, options: { readonly offset: number; readonly line: number; readonly character: number }): number {
  const { offset } = options;
  const line = Math.max(0, Math.min(options.line, layout.starts.length - 1));
  const start = (layout.starts[line] ?? offset) - offset;
  const end = (layout.ends[line] ?? offset) - offset;
  return offset + findUnit(bytes, Math.max(0, options.character - (layout.indents[line] ?? 0)), start, end);
}

/** One pass over a piece. A line is begun at its first byte and closed before the byte at which the next may begin. */
class Writer {
  units = 0;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly indents: number[] = [];
  /** First byte of the open line; -1: none is open. */
  private open = -1;
  private depth = 0;
  /** One element a bracket that is open: whether it is an array. What was opened before the piece is not known. */
  private readonly arrays: boolean[] = [];

  constructor(
    private readonly bytes: Uint8Array,
    private readonly offset: number,
  ) {}

  *layOut(state: JsonState): Generator<void, JsonState, void> {
    const { bytes } = this;
    let at = 0;
    let breathed = 0;
    if (state.inString) {
      const rest = this.string(0, state.escaped);
      if (rest.state) return rest.state;
      at = rest.at;
    }
    while (at < bytes.length) {
      if (at - breathed >= PORTION_BYTES) {
        yield;
        breathed = at;
      }
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        this.begin(at);
        const rest = this.string(at + 1, false);
        if (rest.state) return rest.state;
        at = rest.at;
        continue;
      }
      at = this.punctuation(byte, at);
    }
    this.close(bytes.length);
    return OUTSIDE;
  }

  /** Ignores structure: full lines, for pieces whose layout would be far larger than themselves. */
  fill(state: JsonState): JsonState {
    for (let at = 0; at < this.bytes.length; ) {
      this.begin(at);
      const limit = Math.min(this.bytes.length, at + LONGEST_LINE);
      const lineBreak = this.findBreak(at, limit);
      const end = lineBreak < limit ? lineBreak : this.cut(limit, at);
      this.close(end, { inString: true });
      at = lineBreak < limit ? end + 1 : end;
    }
    return scanJson(this.bytes, state);
  }

  finish(state: JsonState): JsonLayout {
    return { starts: Float64Array.from(this.starts), ends: Float64Array.from(this.ends), indents: Uint16Array.from(this.indents), state };
  }

  private punctuation(byte: number, at: number): number {
    switch (byte) {
      case 0x7b: // {
      case 0x5b: // [
        return this.openBracket(at, byte === 0x5b);
      case 0x7d: // }
      case 0x5d: // ]
        this.close(at);
        this.depth = Math.max(0, this.depth - 1);
        this.arrays.pop();
        this.begin(at);
        return at + 1;
      case COMMA:
        this.begin(at);
        if (!this.keepsFilling(at)) this.close(at + 1);
        return at + 1;
      case LF:
      case CR:
        this.close(at);
        return at + 1;
      case 0x20:
      case 0x09:
        return at + 1;
      default:
        this.begin(at);
        if (byte !== COLON && at + 1 - this.open >= LONGEST_LINE) this.close(this.cut(at + 1, this.open));
        return at + 1;
    }
  }

  private openBracket(at: number, isArray: boolean): number {
    const next = this.skipBlanks(at + 1);
    this.begin(at);
    // An empty pair stays together.
    if (this.bytes[next] === (isArray ? 0x5d : 0x7d)) {
      if (next > at + 1 && this.hasBreak(at + 1, next)) {
        this.close(at + 1);
        this.begin(next);
      }
      return next + 1;
    }
    this.close(at + 1);
    this.depth++;
    this.arrays.push(isArray);
    return at + 1;
  }

  /** A comma between plain values of an array does not end the line while it is short. */
  private keepsFilling(at: number): boolean {
    if (this.arrays.at(-1) !== true || at - this.open > FILLED_LINE) return false;
    const next = this.skipBlanks(at + 1);
    return !this.hasBreak(at + 1, next) && isPlain(this.bytes[next]) && isPlain(this.bytes[this.open]);
  }

  /** From inside a string to behind its closing quote; or to the end of the piece, then with the state there. */
  private string(from: number, startsEscaped: boolean): { at: number; state: JsonState | null } {
    const { bytes } = this;
    this.begin(from);
    const isLong = this.stringEnd(from, startsEscaped) - from > SHORT_STRING;
    let escaped = startsEscaped;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === LF || byte === CR) {
        // Not allowed in JSON, but then this may be no JSON.
        escaped = false;
        this.breakString(at + 1, at);
      } else if (escaped) {
        escaped = false;
        if (isLong && byte === LETTER_N && bytes[at + 1] !== QUOTE) this.breakString(at + 1);
      } else if (byte === BACKSLASH) {
        if (at + 1 - this.open >= LONGEST_LINE) this.breakString(at);
        escaped = true;
      } else if (byte === QUOTE) {
        return { at: at + 1, state: null };
      } else if (at + 1 - this.open >= LONGEST_LINE && bytes[at + 1] !== QUOTE) {
        this.breakString(this.cut(at + 1, this.open));
      }
    }
    this.close(bytes.length, { inString: true });
    return { at: bytes.length, state: { inString: true, escaped } };
  }

  private stringEnd(from: number, startsEscaped: boolean): number {
    let escaped = startsEscaped;
    // It matters only whether the string is long.
    const limit = Math.min(this.bytes.length, from + SHORT_STRING + 2);
    for (let at = from; at < limit; at++) {
      if (escaped) escaped = false;
      else if (this.bytes[at] === BACKSLASH) escaped = true;
      else if (this.bytes[at] === QUOTE) return at;
    }
    return limit;
  }

  private breakString(next: number, end = next): void {
    this.close(end, { inString: true });
    if (next < this.bytes.length) {
      this.begin(next);
      // Continuation lines stand deeper than the field that they belong to.
      this.indents[this.indents.length - 1] = this.indentOf(this.depth + 2);
    }
  }

  /** A place at or before `at` that does not split a character, and lies behind `from`. */
  private cut(at: number, from: number): number {
    const snapped = at < this.bytes.length ? snapToCharacter(this.bytes, at, from) : at;
    return snapped > from ? snapped : at;
  }

  private begin(at: number): void {
    if (this.open >= 0) return;
    this.open = at;
    this.starts.push(this.offset + at);
    this.indents.push(this.indentOf(this.depth));
  }

  /** Ends the open line before `at`; outside strings without blanks at its end. */
  private close(at: number, { inString } = { inString: false }): void {
    if (this.open < 0) return;
    let end = at;
    while (!inString && end > this.open && isBlank(this.bytes[end - 1])) end--;
    this.ends.push(this.offset + end);
    this.units += (this.indents.at(-1) ?? 0) + (end - this.open) + 1;
    this.open = -1;
  }

  private indentOf(depth: number): number {
    return Math.min(DEEPEST_INDENT, 2 * depth);
  }

  private skipBlanks(from: number): number {
    let at = from;
    while (at < this.bytes.length && isBlank(this.bytes[at])) at++;
    return at;
  }

  private hasBreak(from: number, to: number): boolean {
    return this.findBreak(from, to) < to;
  }

  /** Place of the first line break from `from` on; `to` when there is none before it. */
  private findBreak(from: number, to: number): number {
    let at = from;
    while (at < to && this.bytes[at] !== LF && this.bytes[at] !== CR) at++;
    return at;
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === LF || byte === CR;
}

/** The first byte of a number, true, false or null. */
function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x74 || byte === 0x66 || byte === 0x6e);
}
