// The walker: checks the grammar of one JSON document token by token, follows the wanted paths
// and writes an event for each thing that JavaScript has to know. It is the fast half of
// `JsonScanner`, whose `readStructure` it mirrors rule by rule. Before whatever is rare - a fault,
// a limit, an escaped key on a path, a token that the input does not hold whole - it stops with
// the state of before, and JavaScript takes that step.

import {
  EVENTS, EVENTS_END, FRAMES, FRAME_AT_KEY, FRAME_BYTES, FRAME_INDEX, FRAME_KEY_FROM, FRAME_KEY_TO, FRAME_NODE, FRAME_SEEN, IS_LEAF, IS_WANTED,
  KINDS, LITERALS, LITERAL_ENDS, NODE_FLAGS, NODE_INDICES, NODE_LIST, NODE_NAMES, NODE_OTHER, OPEN, OPEN_BYTES, TOKENS, WINDOW,
} from './layout';
import { beginTokens, isNextEscaped, lastLine, lineAt, tokenize, tokenizeLine } from './tokens';

// As EXPECT of jsonGrammar.
const VALUE: u32 = 0;
const VALUE_OR_END: u32 = 1;
const KEY: u32 = 2;
const KEY_OR_END: u32 = 3;
const COLON: u32 = 4;
const COMMA_OR_END: u32 = 5;
const NOTHING: u32 = 6;
const OBJECT: u32 = 1;
const ARRAY: u32 = 2;

// Kinds of events; the lowest byte of their first word.
/** Address of the first byte, depth, line. */
const BEGIN: u32 = 1;
/** Address one past the last byte. */
const END: u32 = 2;
/** Container (second word) opened that paths lead into; node. */
const OPEN_FRAME: u32 = 3;
/** Container closed that paths lead into; second word: it is empty. */
const CLOSE_FRAME: u32 = 4;
/** Number of the name in its node, from 1, or 0 (upper 24 bits); addresses of first byte and end; line. */
const KEY_READ: u32 = 5;
/** The next element of the innermost frame follows. */
const NEXT_ELEMENT: u32 = 6;
/** Where lines are walked, instead of all of these: pattern (upper 24 bits), addresses of first byte and end of a value. */
const VALUE_READ: u32 = 7;
/** A line ended: its state (upper 24 bits), addresses of first byte and end. */
const LINE: u32 = 8;

// States of lines.
const WHOLE: u32 = 0;
const BLANK: u32 = 1;
/** Left to JavaScript: nothing was told of it. */
const LEFT: u32 = 2;
/** There was no room for its events. */
const NO_ROOM: u32 = 3;

// State, set and read by JavaScript between two calls of `walk`.
let expect: u32 = 0;
let depth: u32 = 0;
let frames: u32 = 0;
let open: u32 = 0;
let line: u32 = 1;
/** A value string is open; `isEscaped`: its next byte is escaped. */
let isInString: bool = false;
let isEscaped: bool = false;
let root: u32 = 0;
/** Containers at this depth are closed by JavaScript. */
let floor: u32 = 0;
let limit: u32 = 0;
/** Lines are walked: only values that ended are told, without place in the document. */
let isLean: bool = false;

/** Beyond this there may be no room for the events of one token, of which there are at most three. */
const FULL: usize = EVENTS_END - 64;
let events: usize = EVENTS;

export function setState(newExpect: u32, newDepth: u32, newFrames: u32, newOpen: u32, newLine: u32, string: u32): void {
  expect = newExpect;
  depth = newDepth;
  frames = newFrames;
  open = newOpen;
  line = newLine;
  isInString = string !== 0;
  isEscaped = string === 2;
}

export function setLimits(rootNode: u32, floorDepth: u32, maxDepth: u32): void {
  root = rootNode;
  floor = floorDepth;
  limit = maxDepth;
}

export function getExpect(): u32 { return expect; }
export function getDepth(): u32 { return depth; }
export function getFrames(): u32 { return frames; }
export function getLine(): u32 { return line; }
/** 0: outside strings, 1: inside one, 2: inside one whose next byte is escaped. */
export function getString(): u32 { return isInString ? (isEscaped ? 2 : 1) : 0; }
/** Whether the last `walk` stopped for want of room for events. */
export function isFull(): bool { return events > FULL; }
/** Events of the last `walk`. */
export function countEvents(): u32 { return <u32>((events - EVENTS) >> 4); }

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function emit(kind: u32, a: u32, b: u32, c: u32): void {
  store<u32>(events, kind);
  store<u32>(events, a, 4);
  store<u32>(events, b, 8);
  store<u32>(events, c, 12);
  events += 16;
}

// @ts-ignore: as above.
@inline
function frameAt(index: u32): usize {
  return FRAMES + <usize>index * FRAME_BYTES;
}

/** The node of the value that begins now; 0 where no path leads. */
function nodeHere(): u32 {
  if (frames !== depth) return 0;
  if (depth === 0) return root;
  const frame = frameAt(depth - 1);
  if (load<u8>(KINDS + depth - 1) !== ARRAY) return load<u32>(frame + FRAME_AT_KEY);
  const node = <usize>load<u32>(frame + FRAME_NODE);
  const index = load<u32>(frame + FRAME_INDEX);
  let entry = node + NODE_LIST + (<usize>load<u32>(node + NODE_NAMES)) * 12;
  for (let left = load<u32>(node + NODE_INDICES); left > 0; left--, entry += 8) {
    if (load<u32>(entry) === index) return load<u32>(entry, 4);
  }
  return load<u32>(node + NODE_OTHER);
}

function followValue(at: usize): u32 {
  const node = nodeHere();
  if (node !== 0 && (load<u32>(<usize>node + NODE_FLAGS) & IS_WANTED) !== 0) {
    if (!isLean) emit(BEGIN, <u32>at, depth, lineAt(at));
    const entry = OPEN + <usize>open * OPEN_BYTES;
    store<u32>(entry, depth);
    store<u32>(entry, node, 4);
    store<u32>(entry, <u32>at, 8);
    open++;
  }
  return node;
}

// @ts-ignore: as above.
@inline
function endValue(end: usize): void {
  expect = depth === 0 ? NOTHING : COMMA_OR_END;
  const entry = OPEN + <usize>(open - 1) * OPEN_BYTES;
  if (open === 0 || load<u32>(entry) !== depth) return;
  open--;
  if (!isLean) emit(END, <u32>end, 0, 0);
  else emit(VALUE_READ | (load<u32>(<usize>load<u32>(entry, 4) + NODE_FLAGS) & 0xffffff00), load<u32>(entry, 8), <u32>end, 0);
}

/** Whether a key holds a backslash, or a byte beyond ASCII, which may be no UTF-8. */
function isUnsure(from: usize, to: usize): bool {
  for (let p = from; p < to; p += 16) {
    const bytes = v128.load(p);
    const unsure = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, i8x16.splat(0x5c))));
    if (unsure !== 0 && p + <usize>ctz<i32>(unsure) < to) return true;
  }
  return false;
}

/** Up to 7 bytes after either may be loaded, and do not matter. */
function isSame(a: usize, b: usize, length: usize): bool {
  let left = length;
  let i: usize = 0;
  for (; left >= 8; left -= 8, i += 8) {
    if (load<u64>(a + i) !== load<u64>(b + i)) return false;
  }
  return left === 0 || (load<u64>(a + i) ^ load<u64>(b + i)) << (64 - (left << 3)) === 0;
}

/** Whether the name number `i` of a frame was not seen before, as far as that is known here. */
function isFirst(frame: usize, i: u32): bool {
  if (i > 32) return false;
  const bit: u32 = 1 << (i - 1);
  const seen = load<u32>(frame + FRAME_SEEN);
  store<u32>(frame + FRAME_SEEN, seen | bit);
  return (seen & bit) === 0;
}

/** A key of a frame, between its quotes. False: it has an escape or a byte beyond ASCII and may be any; in lines also: it may be there twice. */
function readKey(from: usize, to: usize, closing: usize): bool {
  const frame = frameAt(frames - 1);
  const node = <usize>load<u32>(frame + FRAME_NODE);
  const names = load<u32>(node + NODE_NAMES);
  let entry = node + NODE_LIST;
  for (let i: u32 = 1; i <= names; i++, entry += 12) {
    if (load<u32>(entry, 4) !== <u32>(to - from) || !isSame(<usize>load<u32>(entry), from, to - from)) continue;
    store<u32>(frame + FRAME_AT_KEY, load<u32>(entry, 8));
    if (isLean) return isFirst(frame, i);
    store<u32>(frame + FRAME_KEY_FROM, 0);
    emit(KEY_READ | (i << 8), <u32>from, <u32>to, lineAt(closing));
    return true;
  }
  if (isUnsure(from, to)) return false;
  const other = load<u32>(node + NODE_OTHER);
  store<u32>(frame + FRAME_AT_KEY, other);
  // Which keys were there before is not known here.
  if (isLean) return other === 0;
  if (frames === 1 || other !== 0) {
    store<u32>(frame + FRAME_KEY_FROM, 0);
    emit(KEY_READ, <u32>from, <u32>to, lineAt(closing));
  } else {
    store<u32>(frame + FRAME_KEY_FROM, <u32>from);
    store<u32>(frame + FRAME_KEY_TO, <u32>to);
  }
  return true;
}

/** Digits from `at` on, at most 16. */
// @ts-ignore: as above.
@inline
function countDigits(at: usize): usize {
  const digits = i8x16.bitmask(i8x16.lt_u(i8x16.sub(v128.load(at), i8x16.splat(0x30)), i8x16.splat(10)));
  return <usize>ctz<i32>(~digits);
}

/** One past a literal of the common kinds, digits with or without decimals and the words of JSON; what else there is gives some byte that ends no literal. */
// @ts-ignore: as above.
@inline
function commonEnd(from: usize): usize {
  const word = load<u32>(from);
  if (word === 0x65757274 || word === 0x6c6c756e) return from + 4; // true, null
  if (word === 0x736c6166 && load<u8>(from, 4) === 0x65) return from + 5; // false
  const first = word & 0xff;
  if (first < 0x31 || first > 0x39) return from;
  const end = from + countDigits(from);
  if (load<u8>(end) !== 0x2e) return end;
  const decimals = countDigits(end + 1);
  return decimals === 0 ? end : end + 1 + decimals;
}

/** Whether a byte may follow a literal. */
// @ts-ignore: as above.
@inline
function mayFollow(byte: u32): bool {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x0a || byte === 0x20 || byte === 0x0d || byte === 0x09;
}

/** One past a number or word that the input holds whole and that ends properly; 0 otherwise. */
function literalEnd(from: usize, end: usize): usize {
  const common = commonEnd(from);
  if (common > from && common < end && mayFollow(<u32>load<u8>(common))) return common;
  let state: u32 = 1;
  let p = from;
  for (; p < end; p++) {
    const next = <u32>load<u8>(LITERALS + ((<usize>state << 8) | <usize>load<u8>(p)));
    if (next === 0) break;
    state = next;
  }
  if (p === end || load<u8>(LITERAL_ENDS + state) === 0) return 0;
  return mayFollow(<u32>load<u8>(p)) ? p : 0;
}

function openContainer(at: usize, kind: u32): bool {
  if (expect > VALUE_OR_END || depth >= limit) return false;
  const node = followValue(at);
  if (node !== 0 && (depth === 0 || (load<u32>(<usize>node + NODE_FLAGS) & IS_LEAF) === 0)) {
    const frame = frameAt(frames);
    store<u32>(frame + FRAME_NODE, node);
    store<u32>(frame + FRAME_AT_KEY, 0);
    store<u32>(frame + FRAME_KEY_FROM, 0);
    store<u32>(frame + FRAME_INDEX, 0);
    store<u32>(frame + FRAME_SEEN, 0);
    frames++;
    if (!isLean) emit(OPEN_FRAME, kind, node, 0);
  }
  store<u8>(KINDS + depth, <u8>kind);
  depth++;
  expect = kind === OBJECT ? KEY_OR_END : VALUE_OR_END;
  return true;
}

function closeContainer(at: usize, kind: u32): bool {
  const empty = kind === OBJECT ? KEY_OR_END : VALUE_OR_END;
  if (depth <= floor || load<u8>(KINDS + depth - 1) !== kind) return false;
  if (expect !== COMMA_OR_END && expect !== empty) return false;
  if (frames === depth) {
    frames--;
    if (!isLean) emit(CLOSE_FRAME, expect === empty ? 1 : 0, 0, 0);
  }
  depth--;
  endValue(at + 1);
  return true;
}

function readComma(): bool {
  if (expect !== COMMA_OR_END) return false;
  const isArray = load<u8>(KINDS + depth - 1) === ARRAY;
  expect = isArray ? VALUE : KEY;
  if (isArray && frames === depth) {
    const index = frameAt(depth - 1) + FRAME_INDEX;
    store<u32>(index, load<u32>(index) + 1);
    if (!isLean) emit(NEXT_ELEMENT, 0, 0, 0);
  }
  return true;
}

/** Opening quote of the string in which the input ends or is, if it is a key or stands in this call. */
let stringStart: usize = 0;
let isKey: bool = false;

/** A quote. Returns as `take`. */
// @ts-ignore: as above.
@inline
function takeQuote(at: usize, token: usize, last: usize): usize {
  if (isInString) {
    isInString = false;
    endValue(at + 1);
    return 4;
  }
  if (isKey) {
    if (frames === depth && !readKey(stringStart + 1, at, at)) return 0;
    isKey = false;
    expect = COLON;
    return 4;
  }
  if (expect >= COLON) return 0;
  // Most strings end in the same window: then quotes, and the colon of a key, are taken at once.
  const closing = token + 4 < last ? <usize>load<u32>(token, 4) : 0;
  if (expect >= KEY) {
    if (closing === 0) {
      stringStart = at;
      isKey = true;
      return 4;
    }
    if (frames === depth && !readKey(at + 1, closing, closing)) return 0;
    const hasColon = token + 8 < last && load<u8>(<usize>load<u32>(token, 8)) === 0x3a;
    expect = hasColon ? VALUE : COLON;
    return hasColon ? 12 : 8;
  }
  followValue(at);
  if (closing === 0) {
    isInString = true;
    return 4;
  }
  endValue(closing + 1);
  return 8;
}

/**
 * Takes the token at `at`, whose entry is at `token`, and some that follow it before `last`; `end` is that of the input.
 * Returns the bytes of the entries that were taken. 0: it is left to JavaScript.
 */
// @ts-ignore: as above.
@inline
function take(at: usize, token: usize, last: usize, end: usize): usize {
  const byte = <u32>load<u8>(at);
  if (byte === 0x22) return takeQuote(at, token, last);
  if (byte === 0x2c) return readComma() ? 4 : 0;
  if (byte === 0x3a) {
    if (expect !== COLON) return 0;
    expect = VALUE;
    return 4;
  }
  if ((byte | 0x20) === 0x7b) return openContainer(at, byte === 0x7b ? OBJECT : ARRAY) ? 4 : 0;
  if ((byte | 0x20) === 0x7d) return closeContainer(at, byte === 0x7d ? OBJECT : ARRAY) ? 4 : 0;
  if (expect > VALUE_OR_END) return 0;
  const literal = literalEnd(at, end);
  if (literal === 0) return 0;
  followValue(at);
  endValue(literal);
  return 4;
}

/**
 * Walks the input from `from` to `end` (not included) and returns the address where it stopped:
 * `end`, or that of the token that JavaScript has to take, or of one for whose events there was
 * no room. The state then is that before this address.
 */
export function walk(from: usize, end: usize): usize {
  events = EVENTS;
  isLean = false;
  isKey = false;
  beginTokens(isInString, isEscaped, line);
  for (let start = from; start < end; start += WINDOW) {
    const stop = min(start + WINDOW, end);
    const last = tokenize(start, stop);
    for (let token = TOKENS; token < last;) {
      const at = <usize>load<u32>(token);
      const taken = events <= FULL ? take(at, token, last, end) : 0;
      token += taken;
      if (taken !== 0) continue;
      line = lineAt(at);
      // A key that is left to JavaScript is left from its opening quote on; no line ends inside it.
      if (isInString) isEscaped = false;
      return isKey ? stringStart : at;
    }
  }
  line = lastLine();
  if (isKey) return stringStart;
  isEscaped = isInString && isNextEscaped();
  return end;
}

/** End of the line that was walked last. */
let lineEnd: usize = 0;

/** Walks one line, which is one document and has a line break before `end`. Returns its state. */
function walkLine(from: usize, end: usize): u32 {
  setState(VALUE, 0, 0, 0, 1, 0);
  isKey = false;
  beginTokens(false, false, 1);
  let state = WHOLE;
  let start = from;
  while (true) {
    // The line break is looked for a window at a time, so that the tokenizer finds its bytes close by.
    const most = min(start + WINDOW, end);
    const stop = findFeed(start, most);
    if (state === WHOLE) {
      const last = tokenizeLine(start, stop);
      for (let token = TOKENS; token < last;) {
        const taken = events <= FULL ? take(<usize>load<u32>(token), token, last, end) : 0;
        token += taken;
        if (taken !== 0) continue;
        state = events <= FULL ? LEFT : NO_ROOM;
        break;
      }
    }
    if (stop < most) {
      lineEnd = stop;
      break;
    }
    start = stop;
  }
  if (state !== WHOLE) return state;
  if (expect === NOTHING) return WHOLE;
  // Nothing but blanks: even a brace would have changed one of these.
  return expect === VALUE && depth === 0 && !isInString ? BLANK : LEFT;
}

/**
 * Walks lines that are documents of their own, from `from` to the last line break before `end`.
 * Returns the address after the last line that was told; there is no line break after it, or there
 * was no more room for events.
 */
export function walkLines(from: usize, end: usize): usize {
  events = EVENTS;
  isLean = true;
  const last = lastFeed(from, end);
  let start = from;
  while (events <= FULL && start < last) {
    const mark = events;
    let state = walkLine(start, last);
    if (state === NO_ROOM && mark > EVENTS) {
      events = mark;
      return start;
    }
    if (state >= LEFT) {
      events = mark;
      state = LEFT;
    }
    emit(LINE | (state << 8), <u32>start, <u32>lineEnd, 0);
    start = lineEnd + 1;
  }
  return start;
}

/** The address after the last line break of `from` to `end`; `from` where there is none. */
function lastFeed(from: usize, end: usize): usize {
  const feed = i8x16.splat(0x0a);
  let p = end;
  while (p >= from + 32 && !v128.any_true(v128.or(i8x16.eq(v128.load(p - 16), feed), i8x16.eq(v128.load(p - 32), feed)))) p -= 32;
  while (p > from && load<u8>(p - 1) !== 0x0a) p--;
  return p;
}

/** The first line break from `from` on; `end` where there is none. */
function findFeed(from: usize, end: usize): usize {
  const feed = i8x16.splat(0x0a);
  let p = from;
  for (; p + 64 <= end; p += 64) {
    const a = i8x16.eq(v128.load(p), feed), b = i8x16.eq(v128.load(p, 16), feed);
    const c = i8x16.eq(v128.load(p, 32), feed), d = i8x16.eq(v128.load(p, 48), feed);
    if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) break;
  }
  while (p < end && load<u8>(p) !== 0x0a) p++;
  return p;
}
