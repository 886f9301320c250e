// Fingerprints of a step's action and observation, for "the same again". Normalisation takes out
// what differs between two runs of one thing and says nothing about it.

import { hashText } from './hash';
import { cleanText } from './text';

/** What is taken out of observations, in this order. Exported to be shown. */
export const VOLATILE: readonly { readonly what: string; readonly pattern: RegExp; readonly becomes: string }[] = [
  { what: 'UUIDs', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, becomes: '<id>' },
  { what: 'memory addresses', pattern: /\b0x[0-9a-f]{6,16}\b/gi, becomes: '<address>' },
  {
    what: 'ISO dates with a time, log stamps',
    pattern: /\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/g,
    becomes: '<time>',
  },
  {
    what: 'dates as `ls -l` and `date` print them',
    pattern: /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} {1,2}(?:\d\d:\d\d(?::\d\d)?|\d{4})\b/g,
    becomes: '<time>',
  },
  { what: 'times of day with seconds', pattern: /\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, becomes: '<time>' },
  { what: 'Unix times from 2017 to 2033 with decimals', pattern: /\b1[5-9]\d{8}\.\d+/g, becomes: '<time>' },
  { what: '`time` output', pattern: /\b\d+m\d+\.\d+s\b/g, becomes: '<duration>' },
  {
    what: 'durations in seconds, milliseconds and smaller',
    pattern: /\b\d+(?:\.\d+)? ?(?:seconds?|secs?|milliseconds?|microseconds?|ms|µs|us|ns|s)\b/g,
    becomes: '<duration>',
  },
  { what: 'process ids', pattern: /\b(pid|process|PID|Process)([ =:]{1,3})\d+\b/g, becomes: '$1$2<pid>' },
  { what: 'shell job lines', pattern: /^\[\d+\] \d+$/gm, becomes: '<pid>' },
  {
    what: 'names made at random under a temporary folder',
    pattern: /(\/(?:tmp|var\/tmp|private\/tmp)\/)(?:tmp[._]?[A-Za-z0-9_]{6,}|pytest-of-[\w-]+\/pytest-\d+|pip-[\w-]+)|\/var\/folders\/[\w+/-]+/g,
    becomes: '$1<temp>',
  },
];

/** Longer texts are cut in the middle before normalisation, so that hashing costs little at any size. */
const MAX_TEXT = 262_144;

/**
 * The text of an action without what does not change it: line ends become LF, terminal sequences
 * and hidden characters go, whitespace at line ends goes, blank ends go. Nothing else, since a
 * number in a command may be the whole difference.
 */
export function normaliseAction(text: string): string {
  // Line by line: a pattern for blanks before a line end takes quadratic time on a long run of them.
  return cleanText(cutMiddle(text)).split('\n').map((line) => line.trimEnd()).join('\n').trim();
}

/**
 * As normaliseAction, and volatile parts (VOLATILE, in that order) become placeholders. Texts over
 * 256 Ki characters keep their first and last 128 Ki.
 */
export function normaliseObservation(text: string): string {
  let normal = normaliseAction(text);
  for (const { pattern, becomes } of VOLATILE) normal = normal.replace(pattern, becomes);
  return normal;
}

/** Hash of the normalised action; null for a blank one. */
export function hashAction(text: string): string | null {
  const normal = normaliseAction(text);
  return normal === '' ? null : hashText(normal);
}

/** Hash of the normalised observation; null when there is none. A blank observation has a hash: it is one. */
export function hashObservation(text: string | null): string | null {
  return text === null ? null : hashText(normaliseObservation(text));
}

function cutMiddle(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT / 2)}\n${text.slice(-MAX_TEXT / 2)}`;
}
