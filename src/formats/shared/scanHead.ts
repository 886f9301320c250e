// What the first bytes of a JSON file say about its shape, for recognition.

import type { FileHead } from '../contract';
import type { JsonRecord } from './fields';
import { buildFields } from './readFields';
import { scanJson } from './jsonSlices';
import type { JsonSlice, PathPattern } from './jsonSlices';

/** The beginning of a JSON document. Empty where it is none. */
export interface JsonHead {
  /** Null: no JSON begins here. */
  readonly root: 'object' | 'array' | null;
  /** Keys of a root object that begin within the head. */
  readonly keys: ReadonlySet<string>;
  /** The values asked for that end within the head, in objects nested as in the document. */
  readonly values: JsonRecord;
}

const NOTHING: JsonHead = { root: null, keys: new Set(), values: {} };
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Scans the head of a file for root keys and for the values at `want` (keys and indices; see
 * `PathPattern`). Cheap for files that are not JSON: they are left at their first byte. Never throws.
 */
export function scanHead(head: FileHead, want: readonly PathPattern[] = []): JsonHead {
  const first = head.head.find((byte) => !BLANK.has(byte));
  if (first !== 0x7b && first !== 0x5b) return NOTHING;
  const slices: JsonSlice[] = [];
  const scan = scanJson([head.head], { want }, (slice) => slices.push(slice));
  if (scan.root !== 'object' && scan.root !== 'array') return NOTHING;
  return { root: scan.root, keys: new Set(scan.keys), values: buildFields(slices).values };
}

/** Whether every one of `keys` is there. */
export function hasKeys(head: JsonHead, ...keys: readonly string[]): boolean {
  return keys.every((key) => head.keys.has(key));
}
