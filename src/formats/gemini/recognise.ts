import type { Claim, FileHead } from '../contract';
import { asRecord, getString } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { hasKeys, scanHead } from '../shared/scanHead';

/** A document holds its messages; a journal is replayed line by line. */
export type Shape = 'document' | 'journal';

export function claimFile(head: FileHead): Claim | null {
  const shape = shapeOf(head);
  return shape === null ? null : { certainty: 'certain', source: sourceOf(head) };
}

/** A session that was a document once and is a journal now stands in two files of one name, which are read together. */
function sourceOf({ name, path }: FileHead): string {
  return /^session-.{8,}\.jsonl?$/i.test(name) ? path.replace(/\.jsonl?$/i, '') : path;
}

/** The shape of a file from its head; null where it is no session. */
export function shapeOf(head: FileHead): Shape | null {
  const seen = scanHead(head, [['sessionId'], ['projectHash'], ['messages', 0, 'id']]);
  if (seen.root !== 'object' || !hasKeys(seen, 'sessionId', 'projectHash') || getString(seen.values, 'sessionId') === null) return null;
  if (seen.keys.has('messages')) return 'document';
  if (firstRecord(head) !== null) return 'journal';
  // The document's other keys come before its messages and are short.
  return seen.keys.has('startTime') || seen.keys.has('lastUpdated') ? 'document' : null;
}

/** The first line, where it is a whole object. */
function firstRecord({ head, size }: FileHead): JsonRecord | null {
  const end = head.indexOf(0x0a);
  if (end < 0 && size > head.length) return null;
  const first = end < 0 ? head : head.subarray(0, end);
  const start = first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 3 : 0;
  const parsed = parseJson(first.subarray(start));
  return parsed.ok ? asRecord(parsed.value) : null;
}
