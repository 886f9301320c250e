// Items of an answer and of what came back, as rollouts write them (the Responses API's) and as the exec stream does.

import type { Observed, ToolCall } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import { asRecord, getArray, getField, getNumber, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { contentText } from '../shared/text';

export interface CodexCall extends ToolCall {
  /** By which its output names it; null where it has none. */
  readonly id: string | null;
  /** Its arguments were no JSON, and the program refused them. */
  readonly isMalformed: boolean;
  /** Ran at the provider: there is no output of its own. */
  readonly didRun: boolean;
}

export type Item =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'reason'; readonly text: string }
  | { readonly kind: 'call'; readonly call: CodexCall }
  | { readonly kind: 'output'; readonly id: string | null; readonly observed: Observed }
  /** Words of the user or of the program. */
  | { readonly kind: 'prompt' }
  /** Of the program's own bookkeeping. */
  | { readonly kind: 'aside' }
  | { readonly kind: 'unknown'; readonly type: string };

const ASIDES = new Set(['ghost_snapshot', 'compaction', 'compaction_summary', 'compaction_trigger', 'context_compaction', 'other']);

/** An item of a rollout. Types in capitals are those of viewers that rewrote them. */
export function readItem(item: JsonRecord): Item {
  const type = (getString(item, 'type') ?? 'none').replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  switch (type) {
    case 'message':
    case 'agent_message':
      return getString(item, 'role') === 'assistant' || type === 'agent_message' ? { kind: 'say', text: contentText(getField(item, 'content')) } : { kind: 'prompt' };
    case 'reasoning':
      return { kind: 'reason', text: reasoningText(item) };
    case 'function_call':
      return { kind: 'call', call: readFunctionCall(item) };
    case 'custom_tool_call':
      return { kind: 'call', call: callOf(item, getText(item, 'name') ?? 'custom_tool', getField(item, 'input')) };
    case 'local_shell_call':
      return { kind: 'call', call: callOf(item, 'local_shell', { command: getPath(item, 'action', 'command') }) };
    case 'tool_search_call':
      return { kind: 'call', call: callOf(item, 'tool_search', getField(item, 'arguments')) };
    case 'web_search_call':
    case 'image_generation_call':
      return { kind: 'call', call: { ...callOf(item, type.replace(/_call$/, ''), getField(item, 'action') ?? {}), didRun: getString(item, 'status') === 'completed' } };
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
    case 'local_shell_call_output':
    case 'mcp_tool_call_output':
      return { kind: 'output', id: idOf(item), observed: readOutput(getField(item, 'output') ?? getField(item, 'tools')) };
    default:
      return ASIDES.has(type) ? { kind: 'aside' } : { kind: 'unknown', type };
  }
}

function readFunctionCall(item: JsonRecord): CodexCall {
  const name = getText(item, 'name') ?? 'function';
  const space = getText(item, 'namespace');
  const tool = space === null ? name : `${space}${/_$/.test(space) ? '' : '.'}${name}`;
  const written = getField(item, 'arguments') ?? getField(item, 'args');
  if (typeof written !== 'string') return callOf(item, tool, written);
  const parsed = written.trim() === '' ? { ok: true as const, value: {} } : parseJson(Buffer.from(written, 'utf8'));
  return parsed.ok ? callOf(item, tool, parsed.value) : { ...callOf(item, tool, written), isMalformed: true };
}

function callOf(item: JsonRecord, tool: string, args: unknown): CodexCall {
  return { id: idOf(item), tool, args, isMalformed: false, didRun: false };
}

function idOf(item: JsonRecord): string | null {
  return getText(item, 'call_id') ?? getText(item, 'id');
}

/** The summary; the reasoning itself is encrypted where it is not shown. */
export function reasoningText(item: JsonRecord): string {
  return [contentText(getField(item, 'summary')), contentText(getField(item, 'content')), getString(item, 'text') ?? ''].filter((text) => text !== '').join('\n\n');
}

/**
 * What a call printed: text, parts, or (as text, again) an object with `output` and `metadata.exit_code`. Later versions
 * put the code in a header of the text.
 */
export function readOutput(output: unknown): Observed {
  const record = asRecord(output) ?? (typeof output === 'string' && /^\s*\{\s*"(?:output|metadata)"/.test(output) ? parsedRecord(output) : null);
  const text = record === null ? contentText(output) : contentText(getField(record, 'output') ?? getField(record, 'content') ?? getField(record, 'body') ?? '');
  const exitCode = getNumber(getRecord(record, 'metadata'), 'exit_code') ?? exitCodeOf(text) ?? headerCode(text);
  return { text, exitCode, isError: getField(record, 'success') === false };
}

function parsedRecord(text: string): JsonRecord | null {
  const parsed = parseJson(Buffer.from(text, 'utf8'));
  return parsed.ok ? asRecord(parsed.value) : null;
}

/** `Process exited with code 1` above the output, after lines about chunk and time. */
function headerCode(text: string): number | null {
  const head = text.slice(0, 400);
  const end = head.search(/^(?:Output|Final output):/m);
  const code = /^Process exited with code (-?\d{1,6})\s*$/m.exec(end < 0 ? head : head.slice(0, end))?.[1];
  return code === undefined ? null : Number(code);
}

const STREAM_WORDS = new Set(['agent_message', 'reasoning', 'error']);

/** An item of the exec stream. Its output stands in it, once it is completed. */
export interface StreamItem {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  /** Null for messages, reasoning and errors. */
  readonly call: CodexCall | null;
  /** False: of a type that is not known. */
  readonly isKnown: boolean;
  readonly observed: Observed | null;
}

export function readStreamItem(item: JsonRecord): StreamItem {
  const type = getText(item, 'type') ?? getText(item, 'item_type') ?? 'none';
  const id = getText(item, 'id') ?? '';
  const call = (tool: string, args: unknown): CodexCall => ({ id, tool, args, isMalformed: false, didRun: true });
  const isFailed = getString(item, 'status') === 'failed';
  const base = { id, type, text: contentText(getField(item, 'text') ?? getField(item, 'message') ?? ''), call: null, observed: null, isKnown: true };
  switch (type) {
    case 'command_execution': {
      const text = getString(item, 'aggregated_output') ?? '';
      return { ...base, call: call('shell', { command: getField(item, 'command') }), observed: { text, exitCode: getNumber(item, 'exit_code'), isError: isFailed || getString(item, 'status') === 'declined' } };
    }
    case 'file_change': {
      const changes = (getArray(item, 'changes') ?? []).map((change) => `${getString(change, 'kind') ?? 'change'} ${getString(change, 'path') ?? ''}`.trim());
      return { ...base, call: call('apply_patch', { input: changes.join('\n') }), observed: { text: getString(item, 'status') ?? '', exitCode: null, isError: isFailed } };
    }
    case 'mcp_tool_call': {
      const error = getText(getRecord(item, 'error'), 'message');
      const text = error ?? contentText(getField(getRecord(item, 'result'), 'content') ?? '');
      return { ...base, call: call(`${getText(item, 'server') ?? 'mcp'}.${getText(item, 'tool') ?? 'tool'}`, getField(item, 'arguments')), observed: { text, exitCode: null, isError: isFailed || error !== null } };
    }
    case 'web_search':
      return { ...base, call: call('web_search', { query: getField(item, 'query') }), observed: null };
    case 'todo_list':
      return { ...base, call: call('update_plan', { plan: getField(item, 'items') }), observed: null };
    case 'collab_tool_call':
      return { ...base, call: call(getText(item, 'tool') ?? 'collab', { prompt: getField(item, 'prompt') }), observed: { text: JSON.stringify(getField(item, 'agents_states') ?? {}), exitCode: null, isError: isFailed } };
    default:
      return { ...base, isKnown: STREAM_WORDS.has(type) };
  }
}
