import { isAscii } from 'node:buffer';
import { findStringEnd } from './jsonStrings';
import { seedProblem } from './problems';
import type { FilePlace, ProblemSeed } from './problems';

/** A parsed slice, or why it could not be parsed. */
export type ParsedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** NaN, Infinity and -Infinity tokens, which became null. */
      readonly nonFinite: number;
      /** What had to be repaired: `bad-encoding` for bytes that are not UTF-8 (now U+FFFD). */
      readonly problem: ProblemSeed | null;
    }
  | { readonly ok: false; readonly problem: ProblemSeed };

const STRICT = new TextDecoder('utf-8', { fatal: true });
const LENIENT = new TextDecoder('utf-8');

/** Tokens that Python's json writes and JSON does not have. */
const TOKENS = /-?\bInfinity\b|\bNaN\b/g;

/**
 * The value of one JSON text, such as a slice of `scanJson` or a line of `scanLines`. Numbers that
 * JSON does not have (Python writes NaN and Infinity) become null and are counted; bytes that are
 * not UTF-8 become U+FFFD with a problem; lone surrogates written as escapes stay as they are.
 * `place` (default: the start of the bytes) is where the slice begins, for the problem. Nesting
 * deeper than 512 is refused with `too-deep`, so that what walks the value cannot run out of stack.
 * Never throws.
 */
export function parseJson(bytes: Uint8Array, place: FilePlace = { line: 1, byte: 0 }): ParsedJson {
  if (isTooDeep(bytes)) return { ok: false, problem: tooDeep(place) };
  const { text, isValid } = decode(bytes);
  const problem = isValid ? null : badEncoding(place);
  try {
    return { ok: true, value: JSON.parse(text), nonFinite: 0, problem };
  } catch (error) {
    return parseLoosely(text, problem) ?? { ok: false, problem: notJson(text, place, error) };
  }
}

/** As `scanJson`'s default. */
const MAX_DEPTH = 512;

/** Counts levels only where there are enough closing brackets for more than 512 of them. */
function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length <= 2 * MAX_DEPTH) return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!hasMany(buffer, 0x5d, 0x7d)) return false;
  let depth = 0;
  for (let i = 0; i < buffer.length; i++) {
    const byte = buffer[i];
    if (byte === 0x22) {
      i = findStringEnd(buffer, i + 1);
      if (i < 0) return false;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return false;
}

/** Whether the two bytes occur more than 512 times together. */
function hasMany(buffer: Buffer, ...bytes: readonly number[]): boolean {
  let count = 0;
  for (const byte of bytes) {
    for (let at = buffer.indexOf(byte); at >= 0; at = buffer.indexOf(byte, at + 1)) {
      if (++count > MAX_DEPTH) return true;
    }
  }
  return false;
}

function tooDeep(place: FilePlace): ProblemSeed {
  return seedProblem('too-deep', place, {
    found: `more than ${MAX_DEPTH} levels`,
    expected: `at most ${MAX_DEPTH} levels of nesting`,
    message: `Nesting deeper than ${MAX_DEPTH} levels was not read.`,
  });
}

function decode(bytes: Uint8Array): { text: string; isValid: boolean } {
  // Most slices are ASCII, which Latin-1 decodes a third faster.
  if (isAscii(bytes)) return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), isValid: true };
  try {
    return { text: STRICT.decode(bytes), isValid: true };
  } catch {
    return { text: LENIENT.decode(bytes), isValid: false };
  }
}

function parseLoosely(text: string, problem: ProblemSeed | null): ParsedJson | null {
  let nonFinite = 0;
  let finite = '';
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const outside = quote < 0 ? text.slice(at) : text.slice(at, quote);
    finite += outside.replace(TOKENS, () => {
      nonFinite++;
      return 'null';
    });
    if (quote < 0) break;
    const end = stringEnd(text, quote + 1);
    finite += text.slice(quote, end);
    at = end;
  }
  if (nonFinite === 0) return null;
  try {
    return { ok: true, value: JSON.parse(finite), nonFinite, problem };
  } catch {
    return null;
  }
}

/** One past the closing quote of the string whose content starts at `from`. A loop, because a pattern would recurse on long strings. */
function stringEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0) {
    let slash = quote;
    while (slash > from && text[slash - 1] === '\\') slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function badEncoding(place: FilePlace): ProblemSeed {
  return seedProblem('bad-encoding', place, {
    found: 'bytes that are not UTF-8',
    expected: 'UTF-8 text',
    message: 'Bytes that are not UTF-8 were replaced.',
  });
}

function notJson(text: string, place: FilePlace, error: unknown): ProblemSeed {
  const start = [...text.slice(0, 40)].join('').replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const reason = error instanceof Error ? error.message.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 160) : 'unknown reason';
  return seedProblem('not-json', place, {
    found: start === '' ? 'nothing' : start,
    expected: 'a JSON value',
    message: `The text is not JSON: ${reason}.`,
  });
}

/** The text of a key from the bytes between its quotes, escapes resolved where they are valid. */
export function decodeKey(parts: readonly Buffer[]): string {
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  const text = bytes.toString('utf8');
  if (!text.includes('\\')) return text;
  const parsed = parseJson(Buffer.from(`"${text}"`));
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : text;
}
