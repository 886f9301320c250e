import type { Claim, FileHead } from '../contract';
import { scanJson } from '../shared/jsonSlices';
import { CONVERSATIONS, isCorpus } from './sets';

/** How the rows of a file are written. */
export type Shape = 'array' | 'object' | 'lines';

/**
 * Claims files whose first row shows the columns of a corpus within the head: a conversation, its task, and an id or a
 * verdict of the attempt. In an array of objects that begin with their conversation no more is to be seen.
 */
export function claimFile(head: FileHead): Claim | null {
  if (head.columns !== undefined) return claimTable(head.path, new Set(head.columns));
  const shape = shapeOf(head.head, head.name);
  if (shape === null) return null;
  const { columns, role, isCutInside } = lookAt(head.head, shape === 'array');
  if (role === null && !isCutInside) return null;
  const hasTrajectory = columns.has('trajectory') && columns.has('instance_id');
  if (isCorpus(columns) || hasTrajectory) return { certainty: 'certain', source: head.path };
  return shape === 'array' && columns.has('messages') && role !== null ? { certainty: 'possible', source: head.path } : null;
}

/** Of a table every column is known. */
function claimTable(source: string, columns: ReadonlySet<string>): Claim | null {
  if (isCorpus(columns)) return { certainty: 'certain', source };
  return CONVERSATIONS.some((name) => columns.has(name)) ? { certainty: 'possible', source } : null;
}

/** By the first byte; of objects, whether the first ends with its line. */
export function shapeOf(head: Uint8Array, name: string): Shape | null {
  const at = head.findIndex((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  const first = head[at];
  if (first === 0x5b) return 'array';
  if (first !== 0x7b) return null;
  if (/\.(?:jsonl|ndjson)(?:\.(?:gz|zst))?$/i.test(name)) return 'lines';
  const feed = head.indexOf(0x0a, at);
  if (feed < 0) return 'lines';
  const scan = scanJson([head.subarray(at, feed)], { want: [] }, () => undefined);
  return scan.isComplete ? 'lines' : 'object';
}

/** A list of objects as JSON in a string. */
const WRITTEN = /^"\s*\[\s*\{/;

interface Look {
  /** Columns of the first row that begin within the head. */
  readonly columns: ReadonlySet<string>;
  /** Role of its first message; null where it does not stand within the head. */
  readonly role: string | null;
  /** The head ends inside the conversation, or the conversation is a list written into a string. */
  readonly isCutInside: boolean;
}

function lookAt(head: Uint8Array, isArray: boolean): Look {
  const inside = isArray ? [0] : [];
  const columns = new Set<string>();
  let role: string | null = null;
  let isWritten = false;
  const want = [[...inside, '*'], ...CONVERSATIONS.flatMap((name) => [[...inside, name, 0, 'role'], [...inside, name, 0, 'from']])];
  const scan = scanJson([head], { want }, ({ path, bytes }) => {
    const key = path[inside.length];
    if (typeof key === 'string') columns.add(key);
    if (path.length === inside.length + 1 && CONVERSATIONS.some((name) => name === key)) isWritten = WRITTEN.test(Buffer.from(bytes.subarray(0, 200)).toString('utf8'));
    if (path.length === inside.length + 3) role ??= Buffer.from(bytes).toString('utf8');
  });
  const cutKey = scan.cut?.path[inside.length];
  if (typeof cutKey === 'string') columns.add(cutKey);
  return { columns, role, isCutInside: isWritten || CONVERSATIONS.some((name) => name === cutKey) };
}
