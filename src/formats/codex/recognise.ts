import type { Claim, FileHead } from '../contract';
import { asRecord, getRecord, getString } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { getField } from '../shared/fields';

/** `rollout`: lines with a payload; `bare`: items without one, as until 2025; `stream`: what `codex exec --json` prints. */
export type Shape = 'rollout' | 'bare' | 'stream';

const LINE_TYPES = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);
const STREAM_TYPES = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/;

export function claimFile(head: FileHead): Claim | null {
  const shape = shapeOf(head.head, head.size > head.head.length);
  return shape === null ? null : { certainty: 'certain', source: head.path };
}

/** The shape that the first lines show; null where they show none. */
export function shapeOf(head: Uint8Array, isCut: boolean): Shape | null {
  const text = Buffer.from(head).toString('utf8').replace(/^\ufeff/, '');
  if (!/^[\s\0]*\{/.test(text)) return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const [i, line] of lines.entries()) {
    const parsed = parseJson(Buffer.from(line.replace(/^\0+|\0+$/g, ''), 'utf8'));
    const record = parsed.ok ? asRecord(parsed.value) : null;
    const shape = record !== null ? shapeOfLine(record) : isCut && i === lines.length - 1 ? shapeOfCut(line) : null;
    if (shape !== null) return shape;
  }
  return null;
}

function shapeOfLine(record: JsonRecord): Shape | null {
  const type = getString(record, 'type');
  if (type !== null && LINE_TYPES.has(type) && getRecord(record, 'payload') !== null) return 'rollout';
  if (type !== null && STREAM_TYPES.test(type)) {
    const isPlain = type === 'turn.started' ? Object.keys(record).length === 1 : Object.hasOwn(record, type.startsWith('item.') ? 'item' : type === 'thread.started' ? 'thread_id' : type === 'turn.failed' ? 'error' : 'usage');
    return isPlain ? 'stream' : null;
  }
  const isHeader = type === null && getString(record, 'id') !== null && getString(record, 'timestamp') !== null && Object.hasOwn(record, 'instructions');
  return isHeader || getField(record, 'record_type') === 'state' ? 'bare' : null;
}

/** A first line longer than the head: instructions stand in it. */
function shapeOfCut(line: string): Shape | null {
  if (/^\s*\{"timestamp" ?: ?"[^"]{10,40}" ?, ?"type" ?: ?"(?:session_meta|response_item|event_msg|turn_context|compacted)" ?, ?"payload" ?: ?\{/.test(line)) return 'rollout';
  if (/^\s*\{"id" ?: ?"[^"]{8,60}" ?, ?"timestamp" ?: ?"[^"]{10,40}" ?, ?"instructions" ?: ?"/.test(line)) return 'bare';
  return /^\s*\{"type" ?: ?"item\.(?:started|completed)" ?, ?"item" ?: ?\{/.test(line) ? 'stream' : null;
}
