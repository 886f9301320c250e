// Events of the agent SDK (`openhands/sdk/event`): `kind` names the class.

import { asRecord, getArray, getBoolean, getField, getNumber, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { contentText } from '../shared/text';
import { FOLDED, OPENING, SILENT, SOURCES } from './eventTypes';
import type { CallEvent, FoldedEvent, ResultEvent, StatusEvent, TraceEvent } from './eventTypes';

type What = TraceEvent['what'];

/** Kinds that are no step; every other one that is not read is told as unknown. */
const NO_STEPS = new Set([
  'CondensationRequest', 'CondensationSummaryEvent', 'PauseEvent', 'InterruptEvent', 'TokenEvent', 'StreamingDeltaEvent', 'LLMCompletionLogEvent', 'HookExecutionEvent', 'UserActionEvent',
]);

/** Roles of messages, as the API has them. */
const ROLES: ReadonlySet<string> = new Set(['assistant', 'user', 'system', 'tool', 'developer']);

const READERS: Readonly<Record<string, (event: JsonRecord) => What>> = {
  SystemPromptEvent: () => OPENING,
  ActionEvent: readAction,
  MessageEvent: readMessage,
  ObservationEvent: readObservation,
  AgentErrorEvent: (event) => errorOf(event, getString(event, 'error') ?? ''),
  UserRejectObservation: (event) => errorOf(event, getString(event, 'rejection_reason') ?? ''),
  ConversationErrorEvent: readConversationError,
  ConversationStateUpdateEvent: readStateUpdate,
  Condensation: (event): FoldedEvent => ({ ...FOLDED, condensation: getText(event, 'summary') === null ? null : (getText(event, 'llm_response_id') ?? '') }),
  ACPToolCallEvent: readAcpCall,
};

/** Null: no kind. */
export function readSdkEvent(event: JsonRecord): TraceEvent | null {
  const kind = getText(event, 'kind');
  if (kind === null) return null;
  const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  const what = read?.(event) ?? (NO_STEPS.has(kind) ? FOLDED : { ...FOLDED, unknown: kind });
  return { id: getText(event, 'id'), timestamp: getText(event, 'timestamp'), what };
}

function readAction(event: JsonRecord): CallEvent {
  const action = getRecordOrNull(event, 'action');
  const name = getText(event, 'tool_name') ?? getText(getField(event, 'tool_call'), 'name') ?? 'tool';
  const stated = getField(getField(event, 'tool_call'), 'arguments');
  return {
    ...SILENT,
    responseId: getText(event, 'llm_response_id'),
    callId: getText(event, 'tool_call_id'),
    call: { tool: name, args: action === null ? (stated ?? null) : withoutKind(action) },
    message: contentText(getField(event, 'thought')),
    reasoning: getString(event, 'reasoning_content') ?? contentText(getField(event, 'thinking_blocks')),
    isMalformed: action === null,
  };
}

function readMessage(event: JsonRecord): CallEvent | FoldedEvent {
  const message = getField(event, 'llm_message');
  const source = getString(event, 'source') ?? 'no source';
  const role = getString(message, 'role') ?? 'assistant';
  const isAgents = source === 'agent' && role === 'assistant';
  if (source === 'agent' && !ROLES.has(role)) return { ...OPENING, unknown: `MessageEvent of the agent in the role ${role}` };
  if (!isAgents) return { ...OPENING, unknown: SOURCES.has(source) ? null : `MessageEvent of ${source}` };
  return {
    ...SILENT,
    responseId: getText(event, 'llm_response_id'),
    message: contentText(getField(message, 'content')),
    reasoning: getString(message, 'reasoning_content') ?? contentText(getField(message, 'thinking_blocks')),
  };
}

function readObservation(event: JsonRecord): ResultEvent {
  const observation = getField(event, 'observation');
  const text = contentText(getField(observation, 'content') ?? getField(observation, 'output') ?? getField(observation, 'error') ?? null);
  const code = getNumber(observation, 'exit_code') ?? getNumber(getField(observation, 'metadata'), 'exit_code');
  return {
    ...answerTo(event),
    observed: {
      text,
      // -1 stands for a command that was still running.
      exitCode: code === null || code === -1 || !Number.isSafeInteger(code) ? null : code,
      isError: getBoolean(observation, 'is_error') === true || getText(observation, 'error') !== null,
    },
  };
}

function errorOf(event: JsonRecord, text: string): ResultEvent {
  return { ...answerTo(event), observed: { text, exitCode: null, isError: true } };
}

function answerTo(event: JsonRecord): Omit<ResultEvent, 'observed'> {
  return { kind: 'result', callId: getText(event, 'tool_call_id'), cause: getText(event, 'action_id'), orElse: 'fold', endsDelegate: false };
}

function readConversationError(event: JsonRecord): StatusEvent {
  return { kind: 'status', status: getText(event, 'code') ?? 'error', reason: getText(event, 'detail'), state: null };
}

function readStateUpdate(event: JsonRecord): StatusEvent | FoldedEvent {
  const key = getString(event, 'key');
  const value = getField(event, 'value');
  if (key === 'execution_status' || key === 'agent_status') return { kind: 'status', status: typeof value === 'string' ? value : null, reason: null, state: null };
  if (key === 'stats') return { kind: 'status', status: null, reason: null, state: { stats: value } };
  if (key === 'full_state') return { kind: 'status', status: getText(value, 'execution_status'), reason: null, state: value };
  return FOLDED;
}

/** A tool call of an agent behind the Agent Client Protocol; written once it has ended, with its output. */
function readAcpCall(event: JsonRecord): CallEvent {
  const input = getField(event, 'raw_input');
  return {
    ...SILENT,
    callId: getText(event, 'tool_call_id'),
    call: { tool: getText(event, 'tool_kind') ?? 'tool', args: asRecord(input) ?? getText(event, 'title') ?? input },
    message: getText(event, 'title') ?? '',
    isModelCall: false,
  };
}

/** What an ACP call returned; null where it has not ended, or the event is another. */
export function readAcpResult(value: unknown): ResultEvent | null {
  const event = asRecord(value);
  if (event === null || getString(event, 'kind') !== 'ACPToolCallEvent') return null;
  const output = getField(event, 'raw_output');
  const content = getArray(event, 'content');
  if ((output === undefined || output === null) && content === null && getString(event, 'status') !== 'completed' && getString(event, 'status') !== 'failed') return null;
  const text = typeof output === 'string' ? output : asRecord(output) !== null ? JSON.stringify(output) : contentText(content);
  const isError = getBoolean(event, 'is_error') === true || getString(event, 'status') === 'failed';
  return { kind: 'result', callId: getText(event, 'tool_call_id'), cause: null, observed: { text, exitCode: null, isError }, orElse: 'fold', endsDelegate: false };
}

/** `kind` is the tool's own class, the same for every call of it. */
function withoutKind(action: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(action).filter(([key, value]) => key !== 'kind' && value !== null));
}

function getRecordOrNull(event: JsonRecord, key: string): JsonRecord | null {
  return asRecord(getField(event, key));
}
