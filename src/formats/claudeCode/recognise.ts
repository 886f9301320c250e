import type { Claim, FileHead } from '../contract';
import { asRecord, getField, getRecord, getString } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashBytes } from '../shared/hash';
import { parseJson } from '../shared/parseJson';
import { joinPath, nameOf, parentOf } from '../shared/paths';
import { hasKeys, scanHead } from '../shared/scanHead';

/** Line types that only this producer writes, and the keys that must come with them. */
const LINE_KEYS: Readonly<Record<string, readonly string[]>> = {
  summary: ['summary', 'leafUuid'],
  'file-history-snapshot': ['messageId', 'snapshot'],
  'queue-operation': ['operation', 'sessionId'],
  progress: ['data', 'uuid', 'sessionId'],
  attachment: ['attachment', 'uuid', 'sessionId'],
  'custom-title': ['customTitle', 'sessionId'],
  'ai-title': ['aiTitle', 'sessionId'],
  'agent-name': ['agentName', 'sessionId'],
  'last-prompt': ['lastPrompt', 'sessionId'],
  'permission-mode': ['permissionMode', 'sessionId'],
  'pr-link': ['prNumber', 'sessionId'],
};
/** Keys of a message line beside `type` and `message`; two of them tell it from other producers' lines. */
const MESSAGE_KEYS = ['uuid', 'parentUuid', 'sessionId', 'isSidechain', 'userType', 'version', 'cwd', 'requestId', 'toolUseResult'];
/** Bytes of a first prompt that stand for it where the id of its line lies beyond the head. */
const PROMPT_BYTES = 512;

/** By content: one line of a kind that the producer writes. An empty session file is not recognised. */
export function claimFile(head: FileHead): Claim | null {
  const certainty = /\.json$/i.test(head.name) ? judgeDocument(head) : judgeLines(head);
  return certainty === null ? null : { certainty, source: sourceOf(head) };
}

/** Session as the web client exports it: an object with the lines in `loglines`. */
function judgeDocument(head: FileHead): Claim['certainty'] | null {
  const seen = scanHead(head, [['loglines', 0, 'type'], ['loglines', 0, 'message', 'role']]);
  if (seen.root !== 'object' || !hasKeys(seen, 'loglines')) return judgeLines(head);
  const first = asRecord(getRecord(seen.values, 'loglines'))?.['0'];
  return getString(first, 'type') !== null ? 'certain' : null;
}

function judgeLines(head: FileHead): Claim['certainty'] | null {
  for (const { record, text } of headLines(head)) {
    if (record === null ? isCutMessage(text) : isOwnLine(record)) return 'certain';
  }
  return null;
}

function isOwnLine(record: JsonRecord): boolean {
  const type = getString(record, 'type');
  if (type === null) return false;
  const has = (key: string): boolean => Object.hasOwn(record, key);
  if (type === 'user' || type === 'assistant') {
    const message = getRecord(record, 'message');
    if (message !== null && has('session_id') && has('parent_tool_use_id')) return true;
    return (message === null || Object.hasOwn(message, 'role') || Object.hasOwn(message, 'content')) && MESSAGE_KEYS.filter(has).length >= 2;
  }
  if (type === 'system') return has('subtype') && ((has('uuid') && has('sessionId')) || (has('session_id') && has('tools')));
  if (type === 'result') return has('subtype') && has('session_id') && has('num_turns');
  const keys = Object.hasOwn(LINE_KEYS, type) ? LINE_KEYS[type] : undefined;
  return keys?.every(has) ?? false;
}

/** A first line that is longer than the head: its keys come before the text. */
function isCutMessage(text: string): boolean {
  const isMessage = /"type" ?: ?"(?:user|assistant)"/.test(text) && /"message" ?: ?\{/.test(text);
  const isPrinted = /"type" ?: ?"system" ?, ?"subtype" ?: ?"init"/.test(text) && /"session_id" ?:/.test(text);
  if (isPrinted) return true;
  return isMessage && MESSAGE_KEYS.filter((key) => new RegExp(`"${key}" ?:`).test(text)).length >= 3;
}

/**
 * Sessions that begin with the same line are read together, because one of them is a copy of the other up to where it was
 * resumed or forked: the source is their folder and what names that line. Any other file is read alone.
 */
function sourceOf(head: FileHead): string {
  for (const { record, text } of headLines(head)) {
    const type = record === null ? null : getString(record, 'type');
    if (record !== null && type !== 'user' && type !== 'assistant') continue;
    const anchor = record === null ? promptHash(text) : getString(record, 'uuid');
    if (anchor === null || anchor.length > 100) return head.path;
    const isAgent = record !== null ? getField(record, 'isSidechain') === true : /"isSidechain" ?: ?true/.test(text);
    return isAgent || nameOf(head.path).startsWith('agent-') ? head.path : joinPath(parentOf(head.path), anchor);
  }
  return head.path;
}

function promptHash(text: string): string | null {
  const at = text.search(/"message" ?: ?\{/);
  const bytes = at < 0 ? null : Buffer.from(text.slice(at), 'utf8').subarray(0, PROMPT_BYTES);
  return bytes === null || bytes.length < PROMPT_BYTES ? null : `prompt-${hashBytes(bytes)}`;
}

/** The lines of a head that can be looked at; the last one is cut off where its record is null. */
function* headLines(head: FileHead): Iterable<{ readonly record: JsonRecord | null; readonly text: string }> {
  const text = Buffer.from(head.head).toString('utf8').replace(/^\ufeff/, '');
  if (!/^[\s\0]*\{/.test(text)) return;
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseJson(Buffer.from(line.replace(/^\0+|\0+$/g, ''), 'utf8'));
    const record = parsed.ok ? asRecord(parsed.value) : null;
    if (record !== null) yield { record, text: line };
    else if (i === lines.length - 1 && head.size > head.head.length) yield { record: null, text: line };
  }
}
