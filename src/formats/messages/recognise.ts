import type { Claim, FileHead } from '../contract';
import { describeChat } from '../shared/chatMessages';
import { asArray, getField } from '../shared/fields';
import { scanJson } from '../shared/jsonSlices';
import type { JsonPath, JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { COLLECTION_KEYS, ENVELOPE_KEYS, LIST_KEYS } from './lists';

const NAMED = /traj|rollout|transcript|conversation|messages|chat|session|dialog/i;
const FIRST: readonly PathPattern[] = [[0], [1], [2]];
const LISTS: readonly PathPattern[] = [...LIST_KEYS.map((key) => [key]), ...ENVELOPE_KEYS.flatMap((outer) => LIST_KEYS.map((key) => [outer, key]))];
const WANT: readonly PathPattern[] = [
  ...LISTS.flatMap((list) => FIRST.map((index) => [...list, ...index])),
  ...COLLECTION_KEYS.flatMap((key) => [[key, 0], ...LIST_KEYS.map((list) => [key, 0, list, 0])]),
  ...FIRST,
  ...LIST_KEYS.flatMap((key) => [[0, key, 0], [0, key, 1]]),
  [0, 0],
];
const CONTENT = new Set(['content', 'text', 'value', 'parts', 'message', 'system_prompt']);
const LISTED: ReadonlySet<string | number | undefined> = new Set<string>(LIST_KEYS);

/**
 * Claims what looks like a conversation: messages with a role in a list under a usual key, in a list of their own, or
 * line by line. Always `possible`, since every format with messages looks so from afar. A first message longer than the
 * head is told by the list and the field that it is cut off in. The reader says in the end whether it was one.
 */
export function claimMessages(head: FileHead): Claim | null {
  const claim: Claim = { certainty: 'possible', source: head.path };
  const start = head.head.findIndex((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  const first = head.head[start];
  if (first !== 0x7b && first !== 0x5b) return null;
  const slices: JsonSlice[] = [];
  // A second line is a failure of the scan, and what was seen on the first one stays.
  const scan = scanJson([head.head.subarray(start)], { want: WANT }, (slice) => slices.push(slice));
  if (slices.some((slice) => isEvidence(slice))) return claim;
  if (scan.cut !== null) {
    if (isInMessage(scan.cut.path)) return claim;
    // Long fields come first, and nothing is known yet but the name.
    const isDeep = scan.root === 'object' ? scan.keys.length > 0 && (NAMED.test(head.name) || scan.keys.includes('messages')) && head.head.length < head.size : false;
    return isDeep ? claim : null;
  }
  return scan.root === 'object' && lines(head).some(isLineEvidence) ? claim : null;
}

function isEvidence({ path, bytes }: JsonSlice): boolean {
  const last = path.at(-1);
  if (typeof last !== 'number') return false;
  const parsed = parseJson(bytes);
  return parsed.ok && isConversational(parsed.value);
}

/** A message, or an object or list that holds some. */
function isConversational(value: unknown): boolean {
  if (describeChat(value) !== null) return true;
  const list = asArray(value);
  if (list !== null) return list.slice(0, 5).some((item) => describeChat(item) !== null);
  return LIST_KEYS.some((key) => {
    const inner = getField(value, key);
    if (typeof inner === 'string') return /^\s{0,40}\[\s{0,40}\{/.test(inner.slice(0, 100)) && /"(?:role|from)"\s{0,8}:/.test(inner);
    return asArray(inner)?.slice(0, 5).some((item) => describeChat(item) !== null) === true;
  });
}

/** The head ends inside the text of a message, or inside a list of messages kept as a string. */
function isInMessage(path: JsonPath): boolean {
  const at = path.findIndex((segment) => typeof segment === 'number');
  const field = path.slice(at + 1).find((segment) => typeof segment === 'string');
  if (at >= 0 && (at === 0 || LISTED.has(path[at - 1])) && typeof field === 'string' && CONTENT.has(field)) return true;
  return path.at(-1) === 'messages' || (typeof path.at(-1) === 'number' && path.at(-2) === 'messages');
}

/** Whole lines of the head, the first three. */
function lines(head: FileHead): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  while (parts.length < 3 && from < head.head.length) {
    const end = head.head.indexOf(0x0a, from);
    const isWhole = end >= 0 || head.head.length >= head.size;
    if (!isWhole) break;
    parts.push(head.head.subarray(from, end < 0 ? head.head.length : end));
    from = end < 0 ? head.head.length : end + 1;
  }
  return parts;
}

function isLineEvidence(bytes: Uint8Array): boolean {
  const parsed = parseJson(bytes);
  return parsed.ok && isConversational(parsed.value);
}
