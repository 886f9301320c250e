// One line of a session as far as it is looked at.

import type { EpochMs } from '../../model/units';
import { getArray, getBoolean, getField, getNumber, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import type { FilePlace } from '../shared/problems';
import { epochMs, parseTime } from '../shared/times';

/** Where a record stands: a line, or an element of an exported document. */
export interface RecordPlace extends FilePlace {
  readonly line: number;
  readonly byte: number;
  readonly end: number;
}

/** What all lines have in common. */
export interface LineFacts {
  readonly place: RecordPlace;
  readonly uuid: string | null;
  readonly parent: string | null;
  readonly session: string | null;
  readonly version: string | null;
  /** ISO text as written; null where it is none. */
  readonly time: string | null;
  readonly timeMs: EpochMs | null;
  /** What tells a sub-agent's chain from others: its id, the call that started it, or '' where only the tree tells. Null: the session's own line. */
  readonly chain: string | null;
  /** The line says itself that it was copied from another session. */
  readonly isCopy: boolean;
}

export type SessionLine = LineFacts &
  (
    | { readonly kind: 'answer'; readonly message: JsonRecord; readonly messageId: string | null; readonly cost: number | null }
    /** Tool results. */
    | { readonly kind: 'results'; readonly message: JsonRecord; readonly detail: unknown }
    | { readonly kind: 'prompt'; readonly message: JsonRecord; /** Written by the program, not by the user. */ readonly isMeta: boolean }
    /** An answer that the program made up: an API failure, or "No response requested". */
    | { readonly kind: 'synthetic' }
    /** First line of print mode. */
    | { readonly kind: 'init'; readonly record: JsonRecord }
    /** Last line of print mode. */
    | { readonly kind: 'result'; readonly record: JsonRecord }
    | { readonly kind: 'system' }
    /** Tells which call a sub-agent belongs to while it runs. */
    | { readonly kind: 'progress'; readonly agent: string | null; readonly call: string | null }
    /** Of a known type, for the user interface. */
    | { readonly kind: 'interface' }
    | { readonly kind: 'unknown'; readonly type: string }
    /** A message without its content. */
    | { readonly kind: 'broken' }
  );

const INTERFACE_TYPES = new Set([
  'summary', 'attachment', 'file-history-snapshot', 'queue-operation', 'pr-link', 'custom-title', 'ai-title', 'last-prompt', 'permission-mode', 'agent-name', 'agent-color', 'agent-setting',
  'mode', 'tag', 'content-replacement', 'saved_hook_context', 'stream_event', 'tool_progress', 'auth_status', 'rate_limit_event', 'worktree-state', 'speculation-accept', 'task-summary', 'marble-origami-commit', 'marble-origami-snapshot',
]);

export function readLine(record: JsonRecord, place: RecordPlace): SessionLine {
  const facts = readFacts(record, place);
  const type = getString(record, 'type');
  const message = getRecord(record, 'message');
  switch (type) {
    case 'assistant':
      return message === null ? { ...facts, kind: 'broken' } : readAnswer(record, message, facts);
    case 'user':
      return message === null ? { ...facts, kind: 'broken' } : readUser(record, message, facts);
    case 'system':
      return getString(record, 'subtype') === 'init' ? { ...facts, kind: 'init', record } : { ...facts, kind: 'system' };
    case 'result':
      return { ...facts, kind: 'result', record };
    case 'progress':
      return { ...facts, kind: 'progress', agent: getText(getField(record, 'data'), 'agentId'), call: getText(record, 'parentToolUseID') };
    default:
      return type !== null && INTERFACE_TYPES.has(type) ? { ...facts, kind: 'interface' } : { ...facts, kind: 'unknown', type: type ?? '(without a type)' };
  }
}

function readFacts(record: JsonRecord, place: RecordPlace): LineFacts {
  const time = getText(record, 'timestamp');
  const startedBy = getText(record, 'parent_tool_use_id');
  const isSide = getBoolean(record, 'isSidechain') === true;
  return {
    place,
    uuid: getText(record, 'uuid'),
    // A compaction starts a new tree and names the line that it follows.
    parent: getText(record, 'parentUuid') ?? getText(record, 'logicalParentUuid'),
    session: getText(record, 'sessionId') ?? getText(record, 'session_id'),
    version: getText(record, 'version'),
    time: parseTime(time) === null ? null : time,
    timeMs: epochMs(time),
    chain: startedBy ?? (isSide ? (getText(record, 'agentId') ?? '') : null),
    isCopy: getRecord(record, 'forkedFrom') !== null,
  };
}

function readAnswer(record: JsonRecord, message: JsonRecord, facts: LineFacts): SessionLine {
  const isSynthetic = getBoolean(record, 'isApiErrorMessage') === true || getString(message, 'model') === '<synthetic>';
  if (isSynthetic) return { ...facts, kind: 'synthetic' };
  const cost = getNumber(record, 'costUSD');
  return { ...facts, kind: 'answer', message, messageId: getText(message, 'id'), cost: cost !== null && cost >= 0 ? cost : null };
}

function readUser(record: JsonRecord, message: JsonRecord, facts: LineFacts): SessionLine {
  const hasResults = getArray(message, 'content')?.some((block) => getString(block, 'type') === 'tool_result') ?? false;
  if (hasResults) return { ...facts, kind: 'results', message, detail: getField(record, 'toolUseResult') ?? getField(record, 'tool_use_result') };
  const isMeta = getBoolean(record, 'isMeta') === true || getBoolean(record, 'isCompactSummary') === true;
  return { ...facts, kind: 'prompt', message, isMeta };
}

/** Id of the sub-agent that a tool's result names. */
export function agentOf(detail: unknown): string | null {
  return getText(detail, 'agentId') ?? getText(detail, 'agent_id');
}

/** The tool was stopped by the user. */
export function isInterrupted(detail: unknown): boolean {
  return getPath(detail, 'interrupted') === true;
}
