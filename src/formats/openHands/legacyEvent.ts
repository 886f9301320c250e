// Events of OpenHands up to 1.x (`openhands/events`): an `action` with `args`, or an `observation` with `content` and
// `extras`. In 2024 `args` and `extras` lay flat in the event, which then had no id, time or source.

import { asRecord, getArray, getBoolean, getCount, getField, getNumber, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import type { ToolCall } from '../shared/describeStep';
import { contentText } from '../shared/text';
import { readOpenAiUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { FOLDED, OPENING, SOURCES } from './eventTypes';
import type { CallEvent, FoldedEvent, ResultEvent, StatusEvent, TraceEvent } from './eventTypes';

/** Actions that no answer of the model stands behind. */
const NO_CALLS = new Set(['system', 'recall', 'change_agent_state', 'condensation', 'condensation_request', 'null', 'loop_recovery', 'initialize', 'start', 'pause', 'resume', 'stop', 'push', 'send_pr', 'change_state']);
/** Observations that answer no tool call. */
const NO_RESULTS = new Set(['recall', 'null', 'agent_state_changed', 'condense', 'loop_detection', 'success', 'agent_thought', 'server_ready']);
/** How a call is made, or what goes with it: not what it does. */
const BESIDE = new Set(['thought', 'is_confirmed', 'confirmation_state', 'action_risk', 'security_risk', 'hidden', 'keep_prompt', 'kernel_init_code', 'include_extra', 'impl_source', 'cwd', 'images_urls', 'image_urls', 'timeout', 'blocking', 'static', 'task_completed']);
/** Keys of the event itself, where arguments lie flat in it. */
const EVENT_KEYS = new Set(['id', 'timestamp', 'source', 'message', 'cause', 'action', 'observation', 'tool_call_metadata', 'llm_metrics', 'timeout', 'response_id']);
/** An error that the harness reports about the run, not about an answer of the model. */
const ABOUT_RUN =
  /\b(?:reached maximum|max(?:imum)?[ _](?:iteration|budget|retries)|maximum retries|stuck in a loop|exceeded (?:the )?(?:budget|maximum)|rate ?limit|out of credits|litellm\.|AuthenticationError|ServiceUnavailable|APIConnection|APIError|InternalServerError|BadGateway|ContextWindowExceeded|Timeout(?:Error|Exception))/i;

/** Null: neither an action nor an observation. `isFirst`: nothing came before it, so a message without source is the task. */
export function readLegacyEvent(record: JsonRecord, isFirst: boolean): TraceEvent | null {
  const observation = getString(record, 'observation');
  const action = getString(record, 'action');
  if (observation === null && action === null) return null;
  const number = getNumber(record, 'id');
  return {
    id: number === null ? getText(record, 'id') : String(number),
    timestamp: getText(record, 'timestamp'),
    what: observation !== null ? readObservation(record, observation) : readAction(record, action ?? '', isFirst),
  };
}

function readAction(record: JsonRecord, action: string, isFirst: boolean): CallEvent | FoldedEvent {
  if (action === 'condensation') return condensation(record);
  if (action === 'system') {
    const args = argumentsOf(record);
    return { ...OPENING, version: getText(args, 'openhands_version'), agentClass: getText(args, 'agent_class') };
  }
  if (NO_CALLS.has(action)) return FOLDED;
  if (!isAgents(record, action, isFirst)) {
    const source = getString(record, 'source');
    return { ...(action === 'message' ? OPENING : FOLDED), unknown: source === null || SOURCES.has(source) || source === 'system' ? null : `${action} of ${source}` };
  }
  const args = argumentsOf(record);
  const metadata = getRecord(record, 'tool_call_metadata');
  const isMessage = action === 'message';
  return {
    kind: 'call',
    responseId: getText(getField(metadata, 'model_response'), 'id') ?? getText(record, 'response_id'),
    callsInResponse: getCount(metadata, 'total_calls_in_response'),
    callId: getText(metadata, 'tool_call_id'),
    call: isMessage ? null : toolCallOf(action, args, metadata),
    message: isMessage ? contentText(getField(args, 'content') ?? getField(record, 'message')) : action === 'think' ? '' : (getString(args, 'thought') ?? ''),
    reasoning: reasoningOf(metadata),
    model: getText(getField(metadata, 'model_response'), 'model'),
    usage: usageOf(metadata),
    spent: getNumber(getField(record, 'llm_metrics'), 'accumulated_cost'),
    isMalformed: false,
    startsDelegate: action === 'delegate',
    isModelCall: true,
  };
}

/**
 * The call as the model made it, where its response is there; else what the harness made of it, from which the kind of an
 * edit is missing in older versions.
 */
function toolCallOf(action: string, args: JsonRecord, metadata: JsonRecord | null): ToolCall {
  const tool = getText(metadata, 'function_name') ?? action;
  const [choice] = getArray(getField(metadata, 'model_response'), 'choices') ?? [];
  const id = getText(metadata, 'tool_call_id');
  const requested = id === null ? undefined : getArray(getField(choice, 'message'), 'tool_calls')?.find((call) => getText(call, 'id') === id);
  const stated = parseArguments(getField(getField(requested, 'function'), 'arguments'));
  const isBareEdit = stated === null && (action === 'edit' || action === 'write') && getField(args, 'command') === undefined;
  const kept = Object.entries(stated ?? args).filter(([key, value]) => value !== null && (!BESIDE.has(key) || (key === 'thought' && action === 'think')));
  return { tool, args: { ...(isBareEdit ? { command: action } : {}), ...Object.fromEntries(kept) } };
}

function parseArguments(text: unknown): JsonRecord | null {
  if (typeof text !== 'string') return asRecord(text);
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A message without source is the task where it comes first, and the agent's where it waits for an answer. */
function isAgents(record: JsonRecord, action: string, isFirst: boolean): boolean {
  const source = getString(record, 'source');
  if (source !== null) return source === 'agent';
  return action !== 'message' || (!isFirst && getBoolean(argumentsOf(record), 'wait_for_response') === true);
}

function condensation(record: JsonRecord): FoldedEvent {
  const metadata = getRecord(record, 'tool_call_metadata');
  const hasSummary = getText(argumentsOf(record), 'summary') !== null;
  return { ...FOLDED, condensation: hasSummary ? (getText(getField(metadata, 'model_response'), 'id') ?? '') : null };
}

function argumentsOf(record: JsonRecord): JsonRecord {
  const args = getRecord(record, 'args');
  if (args !== null) return args;
  return Object.fromEntries(Object.entries(record).filter(([key]) => !EVENT_KEYS.has(key)));
}

function reasoningOf(metadata: JsonRecord | null): string {
  const [choice] = getArray(getField(metadata, 'model_response'), 'choices') ?? [];
  return getString(getField(choice, 'message'), 'reasoning_content') ?? '';
}

function usageOf(metadata: JsonRecord | null): CallUsage | null {
  const usage = asRecord(getPath(metadata, 'model_response', 'usage'));
  if (usage === null) return null;
  const read = readOpenAiUsage(usage);
  return read.input === null && read.output === null ? null : read;
}

function readObservation(record: JsonRecord, observation: string): ResultEvent | StatusEvent | FoldedEvent {
  const extras = getRecord(record, 'extras') ?? record;
  if (observation === 'agent_state_changed') {
    return { kind: 'status', status: getText(extras, 'agent_state'), reason: getText(extras, 'reason') ?? getText(record, 'content'), state: null };
  }
  if (NO_RESULTS.has(observation)) return FOLDED;
  const cause = getNumber(record, 'cause');
  const text = contentText(getField(record, 'content') ?? getField(record, 'message'));
  const exitCode = exitCodeOf(extras);
  const isError = observation === 'error' || observation === 'user_rejected' || /^(?:ERROR:|\[Your proposed edit has introduced new syntax error)/.test(text.slice(0, 200));
  const isAgentsError = observation === 'error' && (getString(record, 'source') ?? 'agent') === 'agent';
  return {
    kind: 'result',
    callId: getText(getField(record, 'tool_call_metadata'), 'tool_call_id'),
    cause: cause === null || cause < 0 ? null : String(cause),
    observed: { text, exitCode, isError },
    orElse: observation !== 'error' ? 'fold' : ABOUT_RUN.test(text.slice(0, 2000)) || !isAgentsError ? 'status' : 'malformed',
    endsDelegate: observation === 'delegate',
  };
}

/** -1 stands for a command that was still running. */
function exitCodeOf(extras: JsonRecord): number | null {
  const code = getNumber(getField(extras, 'metadata'), 'exit_code') ?? getNumber(extras, 'exit_code');
  return code === null || code === -1 || !Number.isSafeInteger(code) ? null : code;
}
