// One message of a mini-swe-agent trajectory, in any of its shapes: v1 (roles and text only), v2
// with tool calls, v2 with text actions, v2 over the Responses API (the assistant is the response
// object, observations are `function_call_output` items, neither has a role).

import { asRecord, getArray, getCount, getField, getNumber, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { contentText } from '../shared/text';
import { NO_USAGE, readUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { findCommands } from '../shared/fencedCommands';

/** Money and time of a model call. */
export interface CallFacts {
  readonly usage: CallUsage;
  /** US dollars as written; 0 means that the producer could not price the call. Null: not stated. */
  readonly cost: number | null;
  readonly timeMs: number | null;
}

export interface Observation {
  readonly text: string;
  readonly exitCode: number | null;
  readonly isError: boolean;
  /** False: the message says that the action was not executed. */
  readonly didRun: boolean;
}

export type MiniMessage =
  | { readonly kind: 'system' }
  /** A model's answer that is a message of its own. */
  | ({
      readonly kind: 'call';
      readonly commands: readonly string[];
      readonly tools: readonly string[];
      readonly toolCalls: number;
      /** The commands were cut out of text here (v1), not by the producer. */
      readonly isText: boolean;
    } & CallFacts)
  /** An answer that could not be parsed; v2 stores the complaint instead of the answer. */
  | ({ readonly kind: 'format-error'; readonly answer: string; readonly complaint: string; readonly toolCalls: number } & CallFacts)
  | ({ readonly kind: 'observation'; readonly timeMs: number | null } & Observation)
  /** A command that the user typed: no model call. */
  | { readonly kind: 'human'; readonly commands: readonly string[]; readonly timeMs: number | null }
  /** The user spoke in between. */
  | { readonly kind: 'interruption'; readonly text: string; readonly timeMs: number | null }
  /** A user message whose meaning depends on its place: the task, a v1 observation, a v1 submission. */
  | { readonly kind: 'user'; readonly text: string; readonly timeMs: number | null }
  | { readonly kind: 'exit'; readonly status: string | null; readonly hasException: boolean };

/** What a message is; null when it is none of the known shapes. */
export function describeMessage(value: unknown): MiniMessage | null {
  const message = asRecord(value);
  if (message === null) return null;
  const extra = getRecord(message, 'extra');
  const role = getString(message, 'role');
  const timeMs = timeOf(message);
  if (role === 'exit') {
    const hasException = getText(extra, 'exception_str') !== null || getText(extra, 'traceback') !== null;
    return { kind: 'exit', status: getText(extra, 'exit_status'), hasException };
  }
  if (role === 'system' || role === 'developer') return { kind: 'system' };
  if (role === 'assistant' || getString(message, 'object') === 'response') return describeCall(message);
  if (role === 'tool' || getString(message, 'type') === 'function_call_output') return { kind: 'observation', timeMs, ...describeObservation(message) };
  if (role !== 'user') return null;
  const interrupt = getString(extra, 'interrupt_type');
  if (interrupt === 'FormatError') return describeFormatError(message);
  if (interrupt !== null) return { kind: 'interruption', text: messageText(message), timeMs };
  if (getArray(extra, 'actions') !== null) return { kind: 'human', commands: statedCommands(message), timeMs };
  if (getField(extra, 'returncode') !== undefined || getField(extra, 'raw_output') !== undefined) return { kind: 'observation', timeMs, ...describeObservation(message) };
  return { kind: 'user', text: messageText(message), timeMs };
}

function describeCall(message: JsonRecord): MiniMessage {
  const facts = callFacts(message);
  if (getArray(getRecord(message, 'extra'), 'actions') === null && toolCallsOf(message).length === 0) {
    const commands = findCommands(messageText(message));
    return { kind: 'call', commands, tools: commands.map(() => 'bash'), toolCalls: commands.length, isText: true, ...facts };
  }
  const commands = statedCommands(message);
  const names = toolCallsOf(message).map((call) => call.tool);
  const tools = names.length > 0 ? names : commands.map(() => 'bash');
  return { kind: 'call', commands, tools, toolCalls: Math.max(commands.length, tools.length), isText: false, ...facts };
}

function describeFormatError(message: JsonRecord): MiniMessage {
  const extra = getRecord(message, 'extra');
  const response = getRecord(extra, 'response');
  const answer = getString(extra, 'model_response') ?? responseText(response) ?? getText(extra, 'response') ?? '';
  const requested = responseToolCalls(response).length;
  return {
    kind: 'format-error',
    answer,
    complaint: messageText(message),
    toolCalls: requested > 0 ? requested : (getCount(extra, 'n_actions') ?? 0),
    ...callFacts(message),
  };
}

/** The observation of a message, or of a v1 user message: what the command printed, and its exit code. */
export function describeObservation(message: JsonRecord): Observation {
  const extra = getRecord(message, 'extra');
  const shown = messageText(message);
  const raw = getString(extra, 'raw_output');
  const exception = getText(extra, 'exception_info');
  // An action that the user refused, or that the submission came before, has a made-up code of -1.
  if (exception === 'action was not executed') return { text: exception, exitCode: null, isError: false, didRun: false };
  const exitCode = getNumber(extra, 'returncode') ?? exitCodeIn(shown);
  // The raw output is what the command printed; the message may show a shortened form of it.
  const text = raw === null ? shown : [exception ?? '', raw].filter((part) => part !== '').join('\n');
  return { text, exitCode, isError: exception !== null || (exitCode !== null && exitCode !== 0), didRun: true };
}

/** The exit code in the usual rendering of an observation, `<returncode>1</returncode>` near its start. */
export function exitCodeIn(text: string): number | null {
  const match = /<returncode>\s*(-?\d{1,9})\s*<\/returncode>/.exec(text.slice(0, 4096));
  return match === null ? null : Number(match[1]);
}

/** What is written in a message beside tool calls: `content`, or the texts of a Responses API item. */
export function messageText(message: JsonRecord): string {
  if (getString(message, 'object') === 'response') return responseText(message) ?? '';
  const output = getField(message, 'output');
  if (output !== undefined && getString(message, 'type') === 'function_call_output') return contentText(output);
  return contentText(getField(message, 'content'));
}

/** Reasoning that the provider returned beside the answer. */
export function reasoningText(message: JsonRecord): string {
  const stated = getText(message, 'reasoning_content') ?? getText(message, 'reasoning');
  if (stated !== null) return stated;
  const items = (getArray(message, 'output') ?? []).filter((item) => getString(item, 'type') === 'reasoning');
  const parts = items.flatMap((item) => [contentText(getField(item, 'summary')), contentText(getField(item, 'content'))]);
  const thinking = (getArray(message, 'thinking_blocks') ?? []).map((block) => getString(block, 'thinking') ?? '');
  return [...parts, ...thinking].filter((part) => part !== '').join('\n');
}

/** Tool calls as the model wrote them, chat completions or Responses API; arguments as text. */
export function toolCallsOf(message: JsonRecord): { readonly tool: string; readonly text: string }[] {
  const calls = (getArray(message, 'tool_calls') ?? []).map((call) => getRecord(call, 'function') ?? call);
  const items = (getArray(message, 'output') ?? []).filter((item) => getString(item, 'type') === 'function_call');
  return [...calls, ...items].map((call) => ({ tool: getText(call, 'name') ?? 'bash', text: argumentText(getField(call, 'arguments')) }));
}

/** The commands that the producer parsed out of the answer, else those of the tool calls. */
export function statedCommands(message: JsonRecord): string[] {
  const actions = getArray(getRecord(message, 'extra'), 'actions');
  if (actions === null) return toolCallsOf(message).map((call) => call.text);
  return actions.map((action) => getString(action, 'command') ?? getString(action, 'action') ?? (typeof action === 'string' ? action : ''));
}

function argumentText(value: unknown): string {
  if (typeof value !== 'string') return getString(value, 'command') ?? (value === undefined ? '' : JSON.stringify(value));
  try {
    return getString(JSON.parse(value), 'command') ?? value;
  } catch {
    return value;
  }
}

function callFacts(message: JsonRecord): CallFacts {
  const extra = getRecord(message, 'extra');
  const usage = getRecord(message, 'usage') ?? getRecord(getRecord(extra, 'response'), 'usage');
  const cost = getNumber(extra, 'cost');
  return { usage: usage === null ? NO_USAGE : readUsage(usage), cost: cost !== null && cost >= 0 ? cost : null, timeMs: timeOf(message) };
}

/** `timestamp` in Unix seconds, of the message (v1) or its `extra` (v2), as whole milliseconds. */
function timeOf(message: JsonRecord): number | null {
  const seconds = getNumber(getRecord(message, 'extra'), 'timestamp') ?? getNumber(message, 'timestamp');
  // Before 2001 or after 2100 it is no Unix time in seconds.
  return seconds !== null && seconds > 1e9 && seconds < 4.1e9 ? Math.round(seconds * 1000) : null;
}

function responseText(response: unknown): string | null {
  const record = asRecord(response);
  if (record === null) return null;
  const choice = getRecord(getPath(getArray(record, 'choices')?.[0]), 'message');
  if (choice !== null) return contentText(getField(choice, 'content'));
  const items = (getArray(record, 'output') ?? []).filter((item) => getString(item, 'type') === 'message');
  return items.map((item) => contentText(getField(item, 'content'))).filter((text) => text !== '').join('\n');
}

function responseToolCalls(response: JsonRecord | null): readonly unknown[] {
  if (response === null) return [];
  return toolCallsOf(getRecord(getArray(response, 'choices')?.[0], 'message') ?? response);
}
