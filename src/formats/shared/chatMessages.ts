// One message of a conversation in the shapes that model APIs and their users write: OpenAI chat completions and
// Responses items, Anthropic content blocks, Gemini parts, LangChain and Vercel dumps, OpenTelemetry and OpenInference
// messages, `from`/`value` pairs. Sources: the public API references of these; formats.md 9 and 10.
//
// Guessed: the role where only a key of another name states it (`isStandard` is false then).

import type { Observed, ToolCall } from './describeStep';
import { exitCodeOf } from './exitCodes';
import { asArray, asRecord, getArray, getBoolean, getField, getRecord, getString, getText } from './fields';
import type { JsonRecord } from './fields';
import { parseJson } from './parseJson';
import { contentText } from './text';

export type ChatRole = 'system' | 'user' | 'assistant' | 'tool';

export interface ChatCall extends ToolCall {
  /** By which an answer names the call; null where there is none. */
  readonly id: string | null;
}

export interface ChatAnswer extends Observed {
  readonly callId: string | null;
}

export interface ChatMessage {
  readonly role: ChatRole;
  /** What is said, without reasoning, calls and answers. */
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ChatCall[];
  /** Results of tools that the message carries; a message of a tool is one. */
  readonly answers: readonly ChatAnswer[];
  /** An item of a response (Responses API): several of them make one model call. */
  readonly isItem: boolean;
  /** Id that all pieces of one model call share; null where there is none. */
  readonly id: string | null;
  /** False: the role was read from a key that no known API uses. */
  readonly isStandard: boolean;
}

const ROLES: ReadonlyMap<string, ChatRole> = new Map(
  Object.entries({
    system: 'system developer systemmessage',
    user: 'user human humanmessage',
    assistant: 'assistant ai gpt model chatgpt aimessage aimessagechunk',
    tool: 'tool function ipython observation tool_response tool_result environment toolmessage functionmessage',
    // The values come from the keys above.
  }).flatMap(([role, names]) => names.split(' ').map((name) => [name, role as ChatRole] as const)),
);
/** Names that only records of unknown make give to the one who answers. */
const LOOSE_ROLES: ReadonlyMap<string, ChatRole> = new Map([...ROLES, ['agent', 'assistant'], ['bot', 'assistant'], ['llm', 'assistant'], ['env', 'tool'], ['tool_output', 'tool']]);
const LOOSE_KEYS = ['type', 'speaker', 'sender', 'source', 'actor', 'author', 'kind'];
const CONTENT_KEYS = ['content', 'parts', 'value', 'text', 'system_prompt', 'output', 'body', 'message'];
const CALL_ITEMS = /^(?:(?:function|custom_tool|local_shell|shell|mcp|computer|web_search|file_search|code_interpreter|apply_patch|image_generation)_call)$/;
const ANSWER_ITEMS = /^(?:(?:function|custom_tool|local_shell|shell|computer|apply_patch)_call_output)$/;
const CALL_PARTS = /^(?:tool_use|server_tool_use|mcp_tool_use|tool-call|tool_call|function_call)$/;
const ANSWER_PARTS = /^(?:\w*tool_result|tool-result|tool_call_response|function_call_output)$/;
const REASONING_PARTS = /^(?:thinking|redacted_thinking|reasoning|thought|summary_text)$/;
const WRAPPERS = ['message', 'payload', 'item', 'data', 'event'];

/** The message that a JSON value is; null when it is none. Wrappers of known and unknown make are looked into. */
export function describeChat(value: unknown): ChatMessage | null {
  const record = asRecord(value);
  return record === null ? null : (describeKnown(record) ?? describeWrapped(record) ?? describeLoose(record));
}

/** Whether a value that is no message has one half of one: a role without content, or content without a role. */
export function isHalfMessage(value: unknown): boolean {
  const record = asRecord(value);
  const records = [record, ...WRAPPERS.map((key) => getRecord(record, key))].filter((inner) => inner !== null);
  return records.some((inner) => roleOf(inner) !== null || (['content', 'parts'].some((key) => Object.hasOwn(inner, key)) && !['role', 'from', ...LOOSE_KEYS].some((key) => typeof inner[key] === 'string')));
}

/** As describeChat, for shapes of known make only. */
function describeKnown(record: JsonRecord): ChatMessage | null {
  const choice = getRecord(getArray(record, 'choices')?.[0], 'message');
  if (choice !== null) return withId(describeKnown(choice), getText(record, 'id'));
  if (getString(record, 'object') === 'response') return describeResponse(record);
  const type = getString(record, 'type') ?? '';
  if (getField(record, 'role') === undefined && isItemType(type)) return describeItem(record, type);
  const inner = innerOf(record);
  const source = inner ?? record;
  const role = roleOf(source) ?? (inner === null ? null : wordRole(record));
  if (role === null) return null;
  return hasContent(source) ? describeRole(source, role, true) : null;
}

/** LangChain keeps the message under `data` or `kwargs`, OpenInference under `message`. */
function innerOf(record: JsonRecord): JsonRecord | null {
  const kwargs = getRecord(record, 'kwargs');
  if (kwargs !== null && getArray(record, 'id') !== null) return kwargs;
  const data = getRecord(record, 'data');
  if (data !== null && wordRole(record) !== null && hasContent(data)) return data;
  const message = getRecord(record, 'message');
  return message !== null && Object.keys(record).length === 1 ? message : null;
}

/** The role that a LangChain wrapper names: `type: "ai"`, or the class at the end of `id`. */
function wordRole(record: JsonRecord): ChatRole | null {
  const name = getArray(record, 'id')?.at(-1) ?? getField(record, 'type');
  return typeof name === 'string' ? (ROLES.get(name.toLowerCase()) ?? null) : null;
}

function roleOf(record: JsonRecord): ChatRole | null {
  const name = getString(record, 'role') ?? getString(record, 'from');
  if (name !== null) return ROLES.get(name.toLowerCase()) ?? null;
  // LangChain's flat form: `{"type": "ai", "content": …}`.
  const type = getString(record, 'type');
  return type !== null && /^(?:ai|human|tool|system|function)$/.test(type) && getField(record, 'content') !== undefined ? (ROLES.get(type) ?? null) : null;
}

function describeWrapped(record: JsonRecord): ChatMessage | null {
  for (const key of WRAPPERS) {
    const inner = getRecord(record, key);
    const message = inner === null ? null : describeKnown(inner);
    if (message !== null) return { ...message, id: message.id ?? getText(inner, 'id'), isStandard: false };
  }
  return null;
}

function describeLoose(record: JsonRecord): ChatMessage | null {
  const type = getString(record, 'type') ?? getString(record, 'event') ?? '';
  const piece = { text: '', reasoning: '', calls: [], answers: [], isItem: true, id: null, isStandard: false };
  if (CALL_PARTS.test(type) && (getText(record, 'name') !== null || getText(record, 'toolName') !== null)) return { ...piece, role: 'assistant', calls: [readCall(record)] };
  if (ANSWER_PARTS.test(type)) return { ...piece, role: 'tool', answers: [readAnswer(record)] };
  for (const key of LOOSE_KEYS) {
    const value = getField(record, key);
    const name = typeof value === 'string' ? value : getString(value, 'role');
    const role = name === null ? undefined : LOOSE_ROLES.get(name.toLowerCase());
    if (role !== undefined && hasContent(record)) return describeRole(record, role, false);
  }
  return null;
}

function hasContent(record: JsonRecord): boolean {
  const content = contentOf(record);
  if (typeof content === 'string' || (Array.isArray(content) && content.every(isPart)) || asRecord(content) !== null) return true;
  return rawCalls(record).length > 0 || (content === null && getString(record, 'role') !== null);
}

function isPart(part: unknown): boolean {
  return typeof part === 'string' || asRecord(part) !== null;
}

function contentOf(record: JsonRecord): unknown {
  let found: unknown;
  for (const key of CONTENT_KEYS) {
    const value = getField(record, key);
    // Corpora give every column to every row: the one that is filled counts.
    if (value !== undefined && value !== null) return value;
    if (value === null) found = null;
  }
  return found;
}

interface Pieces {
  readonly texts: string[];
  readonly reasoning: string[];
  readonly calls: ChatCall[];
  readonly answers: ChatAnswer[];
}

function describeRole(record: JsonRecord, role: ChatRole, isStandard: boolean): ChatMessage {
  const pieces: Pieces = { texts: [], reasoning: [], calls: [], answers: [] };
  for (const key of ['reasoning_content', 'reasoning', 'thinking']) {
    const stated = getText(record, key);
    if (stated !== null) {
      pieces.reasoning.push(stated);
      break;
    }
  }
  takeContent(contentOf(record), pieces);
  for (const call of rawCalls(record)) pieces.calls.push(readCall(asRecord(call) ?? {}));
  const isItem = getString(record, 'type') === 'message' && role === 'assistant';
  const id = isItem ? null : getText(record, 'id');
  const base = { role, isItem, id, isStandard, reasoning: join(pieces.reasoning), calls: role === 'assistant' ? pieces.calls : [] };
  if (role !== 'tool' || pieces.answers.length > 0) return { ...base, text: join(pieces.texts), answers: pieces.answers };
  const callId = getText(record, 'tool_call_id') ?? getText(record, 'tool_use_id') ?? getText(record, 'toolCallId') ?? getText(record, 'call_id');
  return { ...base, text: '', answers: [makeAnswer(record, callId, join(pieces.texts))] };
}

/** Chat completions, the older single function, LangChain's copies; some exports hold the list as a JSON string. */
function rawCalls(record: JsonRecord): readonly unknown[] {
  const stated = getField(record, 'tool_calls') ?? getField(getRecord(record, 'additional_kwargs'), 'tool_calls');
  const list = asArray(typeof stated === 'string' ? parseText(stated) : stated);
  if (list !== null) return list.filter((call) => asRecord(call) !== null);
  const single = getRecord(record, 'function_call');
  return single === null ? [] : [single];
}

function takeContent(content: unknown, pieces: Pieces): void {
  if (Array.isArray(content)) {
    for (const part of content) takePart(part, pieces);
    return;
  }
  const nested = getArray(content, 'parts');
  if (nested !== null) for (const part of nested) takePart(part, pieces);
  else if (asRecord(content) !== null) takePart(content, pieces);
  else if (content !== null && content !== undefined) pieces.texts.push(contentText(content));
}

function takePart(part: unknown, pieces: Pieces): void {
  const record = asRecord(part);
  const type = getString(record, 'type') ?? '';
  const wrapped = getRecord(record, 'message_content');
  const call = getRecord(record, 'functionCall') ?? getRecord(record, 'function_call');
  const response = getRecord(record, 'functionResponse') ?? getRecord(record, 'function_response');
  if (record === null) pieces.texts.push(contentText(part));
  else if (wrapped !== null) takePart(wrapped, pieces);
  else if (call !== null) pieces.calls.push(readCall(call));
  else if (response !== null) pieces.answers.push(makeAnswer(record, getText(response, 'id'), resultText(getField(response, 'response'))));
  else if (CALL_PARTS.test(type)) pieces.calls.push(readCall(record));
  else if (ANSWER_PARTS.test(type)) pieces.answers.push(readAnswer(record));
  else if (REASONING_PARTS.test(type) || getBoolean(record, 'thought') === true) pieces.reasoning.push(contentText(getField(record, 'content') ?? record));
  else pieces.texts.push(contentText(type === 'text' && typeof getField(record, 'content') === 'string' ? getField(record, 'content') : record));
}

function readCall(call: JsonRecord): ChatCall {
  const outer = getRecord(call, 'tool_call') ?? call;
  const body = getRecord(outer, 'function') ?? outer;
  const args = ['arguments', 'input', 'args', 'action', 'parameters'].map((key) => getField(body, key)).find((value) => value !== undefined && value !== null);
  const id = getText(outer, 'call_id') ?? getText(outer, 'id') ?? getText(outer, 'toolCallId');
  return { tool: getText(body, 'name') ?? getText(body, 'toolName') ?? 'tool', args: readArguments(args ?? {}), id };
}

/** Arguments that are an object written as a JSON string become one; other text stays as it is. */
export function readArguments(args: unknown): unknown {
  if (typeof args !== 'string' || !args.trimStart().startsWith('{')) return args;
  return asRecord(parseText(args)) ?? args;
}

function readAnswer(record: JsonRecord): ChatAnswer {
  const callId = ['tool_use_id', 'tool_call_id', 'toolCallId', 'call_id', 'id'].map((key) => getText(record, key)).find((id) => id !== null) ?? null;
  const content = ['content', 'output', 'result', 'response'].map((key) => getField(record, key)).find((value) => value !== undefined);
  return makeAnswer(record, callId, resultText(content));
}

function makeAnswer(record: JsonRecord, callId: string | null, text: string): ChatAnswer {
  const isError = getBoolean(record, 'is_error') === true || getBoolean(record, 'isError') === true || /^(?:error|failed)$/i.test(getString(record, 'status') ?? '');
  return { callId, text, exitCode: exitCodeOf(text) ?? statedExitCode(text), isError };
}

/** mini-swe-agent's rendering of an exit code is taken up by many others. */
function statedExitCode(text: string): number | null {
  const match = /^\s{0,40}<returncode>\s{0,8}(-?\d{1,6})\s{0,8}<\/returncode>/.exec(text.slice(0, 200));
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** What a tool gave back, as text: text and its parts as they are, other values as JSON. */
export function resultText(value: unknown): string {
  if (typeof value === 'string' || value === null || value === undefined) return value ?? '';
  const record = asRecord(value);
  if (record === null) return Array.isArray(value) && value.every((part) => getString(part, 'type') !== null || typeof part === 'string') ? contentText(value) : (JSON.stringify(value, null, 2) ?? '');
  for (const key of ['output', 'text', 'value', 'content', 'result']) {
    const text = getField(record, key);
    if (typeof text === 'string' && Object.keys(record).length <= 2) return text;
  }
  return JSON.stringify(record, null, 2);
}

function isItemType(type: string): boolean {
  return type === 'reasoning' || CALL_ITEMS.test(type) || ANSWER_ITEMS.test(type);
}

/** An item of the Responses API that has no role. */
function describeItem(record: JsonRecord, type: string): ChatMessage {
  const empty = { text: '', reasoning: '', calls: [], answers: [], isItem: true, id: null, isStandard: true };
  if (ANSWER_ITEMS.test(type)) return { ...empty, role: 'tool', answers: [readAnswer(record)] };
  if (type === 'reasoning') {
    const texts = [contentText(getField(record, 'summary')), contentText(getField(record, 'content')), getString(record, 'text') ?? ''];
    return { ...empty, role: 'assistant', reasoning: join(texts) };
  }
  const named = getText(record, 'name') !== null;
  const call = readCall(named ? record : { ...record, name: type.replace(/_call$/, '') });
  // An MCP call and a hosted one carry their result.
  const output = getField(record, 'output');
  const answers = type === 'mcp_call' && output !== undefined ? [makeAnswer(record, call.id, resultText(output))] : [];
  return { ...empty, role: 'assistant', calls: [call], answers };
}

/** A whole response of the Responses API: its items together are one model call. */
function describeResponse(record: JsonRecord): ChatMessage {
  const items = (getArray(record, 'output') ?? []).map(describeChat).filter((item) => item !== null);
  return {
    role: 'assistant',
    text: join(items.map((item) => item.text)),
    reasoning: join(items.map((item) => item.reasoning)),
    calls: items.flatMap((item) => item.calls),
    answers: items.flatMap((item) => item.answers),
    isItem: false,
    id: getText(record, 'id'),
    isStandard: true,
  };
}

function withId(message: ChatMessage | null, id: string | null): ChatMessage | null {
  return message === null ? null : { ...message, id };
}

function join(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

/** With parseJson's limit on depth, so that what walks the value cannot run out of stack. */
function parseText(text: string): unknown {
  const result = parseJson(Buffer.from(text));
  return result.ok ? result.value : undefined;
}
