import type { SourceFile } from '../contract';
import { asRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import type { ByteRange } from '../../model/units';

/** Long texts stand once in a sample, under a hash, and are named by it where they belong. */
const PREFIX = 'attachment://';

/** Where the attachments of a sample stand. */
export type AttachmentRanges = ReadonlyMap<string, ByteRange>;

/** A value whose attachments were put in place. */
export interface Resolved {
  readonly value: unknown;
  /** Ranges of the attachments that it names, each once, in the order in which they are named. */
  readonly ranges: readonly ByteRange[];
}

/** Puts the texts of attachments in the place of their names; names without text stay. */
export function resolveAttachments(value: unknown, ranges: AttachmentRanges, file: SourceFile): Resolved {
  if (ranges.size === 0) return { value, ranges: [] };
  const found = new Map<string, { readonly range: ByteRange; readonly text: string }>();
  const replaced = mapStrings(value, (text) => {
    const hash = hashOf(text);
    if (hash === null) return text;
    const known = found.get(hash);
    if (known) return known.text;
    const range = ranges.get(hash);
    if (range === undefined) return text;
    const read = parseJson(file.read(range.start, range.end));
    if (!read.ok || typeof read.value !== 'string') return text;
    found.set(hash, { range, text: read.value });
    return read.value;
  });
  return { value: replaced, ranges: [...found.values()].map(({ range }) => range) };
}

/** The attachments that a value names, each once, in order. */
export function namedAttachments(value: unknown): readonly string[] {
  const names = new Set<string>();
  mapStrings(value, (text) => {
    const hash = hashOf(text);
    if (hash !== null) names.add(hash);
    return text;
  });
  return [...names];
}

/** The value with texts in the place of the names. */
export function fillAttachments(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  return texts.size === 0 ? value : mapStrings(value, (text) => texts.get(hashOf(text) ?? '') ?? text);
}

function hashOf(text: string): string | null {
  return text.startsWith(PREFIX) && text.length < 200 ? text.slice(PREFIX.length) : null;
}

/** Values come from `parseJson`, which refuses what is nested deep. */
function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  const record = asRecord(value);
  return record === null ? value : Object.fromEntries(Object.entries(record).map(([key, inner]) => [key, mapStrings(inner, map)]));
}
