// Message content in its many shapes as text, and text made safe to show.

import { asRecord, getField, getString } from './fields';

/** Keys that hold the text of a content part, first match wins. */
const PART_TEXT = ['text', 'thinking', 'reasoning', 'output', 'input', 'refusal'];

/**
 * The text of a message's `content`: a string, null, or a list of parts (OpenAI, Anthropic and
 * Responses API shapes). Parts are joined by line breaks; a part without text (an image, a tool
 * call) shows as its type in brackets, so that nothing vanishes silently.
 */
export function contentText(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((part) => contentText(part)).filter((text) => text !== '').join('\n');
  const part = asRecord(content);
  if (part === null) return String(content);
  for (const key of PART_TEXT) {
    const text = getString(part, key);
    if (text !== null) return text;
  }
  const inner = getField(part, 'content');
  if (typeof inner === 'string' || Array.isArray(inner)) return contentText(inner);
  return `[${getString(part, 'type') ?? 'part'}]`;
}

/** Terminal control sequences (CSI, OSC, and two-character escapes). */
const ANSI = '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]{0,4096}(?:\\u0007|\\u001b\\\\)|[@-Z\\\\-_])';
/** Controls that could reorder or hide text: bidi marks, embeddings and isolates, zero-width characters, BOM. */
const HIDDEN = '\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
/** One pattern for all, since most texts have nothing of it and are looked through once. */
const UNCLEAN = new RegExp(`\\r\\n?|${ANSI}|[${HIDDEN}${CONTROLS}]`, 'g');

/** Text without terminal sequences, control characters (line breaks and tabs stay) and bidi or zero-width controls. */
export function cleanText(text: string): string {
  return text.replace(UNCLEAN, (found) => (found[0] === '\r' ? '\n' : ''));
}

const NOT_PLAIN = /[^ -~]/;

/** As cleanText, on one line: runs of whitespace become one space, ends are trimmed. */
export function cleanLine(text: string): string {
  // Printable ASCII, which most lines are, has nothing to be taken out but blanks.
  if (!NOT_PLAIN.test(text)) return text.includes('  ') ? text.replace(/ {2,}/g, ' ').trim() : text.trim();
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
