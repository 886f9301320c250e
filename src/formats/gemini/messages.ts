// One message of a session as far as it is looked at. What a tool gave back stands inside its call.

import type { FileRange, Step } from '../../model/step';
import { describeAction, describeObservations } from '../shared/describeStep';
import type { Observed, ToolCall } from '../shared/describeStep';
import { asArray, getArray, getCount, getField, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { joinActions, joinObservations } from '../shared/stepPieces';
import { contentText } from '../shared/text';
import { epochMs, parseTime } from '../shared/times';
import { NO_USAGE } from '../shared/usage';
import type { CallUsage } from '../shared/usage';

export interface GeminiCall extends ToolCall {
  readonly id: string | null;
  /** Id of the sub-agent that the call started. */
  readonly agent: string | null;
  /** Null: the call has not come back. */
  readonly observed: Observed | null;
  /** It failed or was cancelled, with or without words. */
  readonly isFailed: boolean;
}

export interface GeminiMessage {
  readonly id: string | null;
  readonly kind: 'answer' | 'user' | 'notice' | 'unknown';
  readonly type: string;
  readonly time: string | null;
  readonly model: string | null;
  readonly usage: CallUsage;
  readonly text: string;
  readonly thoughts: string;
  readonly calls: readonly GeminiCall[];
}

export function readMessage(record: JsonRecord): GeminiMessage {
  const type = getString(record, 'type') ?? '(without a type)';
  const time = getText(record, 'timestamp');
  return {
    id: getText(record, 'id'),
    kind: type === 'gemini' ? 'answer' : type === 'user' ? 'user' : type === 'info' || type === 'error' || type === 'warning' ? 'notice' : 'unknown',
    type,
    time: parseTime(time) === null ? null : time,
    model: getText(record, 'model'),
    usage: readTokens(getField(record, 'tokens')),
    text: spokenText(getField(record, 'content')),
    thoughts: (getArray(record, 'thoughts') ?? []).map(thoughtText).filter((text) => text !== '').join('\n\n'),
    calls: (getArray(record, 'toolCalls') ?? []).map(readCall),
  };
}

/** The step of an answer. `range` is the message: call and result stand in it. */
export function buildStep(message: GeminiMessage, range: FileRange): Omit<Step, 'index' | 'call'> {
  const { calls, usage } = message;
  const observed = calls.flatMap((call) => call.observed ?? []);
  const results = joinObservations(observed.map((one) => describeObservations([one])));
  const spoken = describeAction([], message.text === '' ? message.thoughts : message.text);
  return {
    ...joinActions(calls.map((call) => describeAction([call], '')), spoken),
    action: range,
    observation: observed.length === 0 ? null : range,
    ...results,
    malformed: false,
    isError: results.isError || calls.some((call) => call.isFailed),
    isToolStep: observed.length > 0,
    inputTokens: usage.input,
    cachedTokens: usage.cached,
    outputTokens: usage.output,
    cost: null,
    timeMs: epochMs(message.time),
  };
}

/**
 * Tokens of one answer. The input includes cache reads; thoughts are not in the output and are added; what tools put into
 * the prompt is added where the total shows that the input lacks it.
 */
export function readTokens(tokens: unknown): CallUsage {
  const input = getCount(tokens, 'input');
  const output = getCount(tokens, 'output');
  if (input === null && output === null) return NO_USAGE;
  const thoughts = getCount(tokens, 'thoughts') ?? 0;
  const tool = getCount(tokens, 'tool') ?? 0;
  const isApart = tool > 0 && (getCount(tokens, 'total') ?? 0) >= (input ?? 0) + (output ?? 0) + thoughts + tool;
  return { input: input === null ? null : input + (isApart ? tool : 0), cached: getCount(tokens, 'cached'), output: output === null ? null : output + thoughts };
}

function readCall(call: unknown): GeminiCall {
  const status = getString(call, 'status');
  const result = getField(call, 'result');
  const isFailed = status === 'error' || status === 'cancelled';
  const isBack = result !== undefined && result !== null;
  return {
    id: getText(call, 'id'),
    agent: getText(call, 'agentId'),
    tool: getText(call, 'name') ?? 'tool',
    args: getField(call, 'args'),
    observed: isBack ? readResult(result, isFailed) : null,
    isFailed,
  };
}

function readResult(result: unknown, isFailed: boolean): Observed {
  const parts = asArray(result) ?? [result];
  const texts: string[] = [];
  let isError = isFailed;
  for (const part of parts) {
    const response = getRecord(getField(part, 'functionResponse'), 'response');
    const error = getField(response, 'error');
    if (error !== undefined && error !== null) isError = true;
    texts.push(response === null ? contentText(part) : responseText(response));
  }
  const text = texts.filter((one) => one !== '').join('\n');
  return { text, exitCode: exitCodeIn(text), isError };
}

function responseText(response: JsonRecord): string {
  const known = ['error', 'output', 'content', 'result'].map((key) => getField(response, key)).filter((value) => value !== undefined && value !== null);
  if (known.length === 0) return Object.keys(response).length === 0 ? '' : JSON.stringify(response);
  return known.map((value) => (typeof value === 'object' ? (getText(value, 'message') ?? (asArray(value) === null ? JSON.stringify(value) : contentText(value))) : contentText(value))).join('\n');
}

/** The shell tool ends its report with lines for code, signal and processes. */
function exitCodeIn(text: string): number | null {
  const tail = text.slice(-2000);
  const codes = [...tail.matchAll(/^Exit Code: (-?\d{1,6})$/gm)];
  const code = codes.at(-1)?.[1];
  return code === undefined ? null : Number(code);
}

function thoughtText(thought: unknown): string {
  return [getText(thought, 'subject'), getText(thought, 'description')].filter((text) => text !== null).join('\n');
}

/** Text parts that were said; calls, results and thoughts among them are kept elsewhere. */
function spokenText(content: unknown): string {
  const parts = asArray(content);
  if (parts === null) return contentText(content);
  return parts
    .filter((part) => typeof part === 'string' || (getPath(part, 'thought') !== true && getField(part, 'functionCall') === undefined && getField(part, 'functionResponse') === undefined))
    .map((part) => contentText(part))
    .filter((text) => text !== '')
    .join('\n');
}
