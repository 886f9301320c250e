// Messages of Inspect: content is a text or a list of parts; reasoning is a part of its own.

import type { Observed, ToolCall } from '../shared/describeStep';
import { asArray, asRecord, getArray, getBoolean, getField, getRecord, getString, getText } from '../shared/fields';
import { exitCodeOf } from '../shared/exitCodes';
import { contentText } from '../shared/text';

/** What an assistant's message says and asks for. */
export interface Answer {
  readonly reasoning: string;
  readonly message: string;
  readonly calls: readonly ToolCall[];
  /** Ids of the calls, in order. */
  readonly callIds: readonly string[];
  /** Calls were asked for, and none of them could be parsed. */
  readonly isMalformed: boolean;
}

export function readAnswer(message: unknown): Answer {
  const parts = asArray(getField(message, 'content'));
  const reasoning = (parts ?? []).filter((part) => getString(part, 'type') === 'reasoning').map((part) => getText(part, 'reasoning') ?? getText(part, 'summary') ?? (getBoolean(part, 'redacted') === true ? '[redacted]' : ''));
  const rest = parts?.filter((part) => getString(part, 'type') !== 'reasoning') ?? getField(message, 'content');
  const calls = (getArray(message, 'tool_calls') ?? []).filter((call) => asRecord(call) !== null);
  return {
    // Before content was a list, reasoning was a field of the message.
    reasoning: [getText(message, 'reasoning') ?? '', ...reasoning].filter((text) => text !== '').join('\n'),
    message: contentText(rest),
    calls: calls.map((call) => ({ tool: getText(call, 'function') ?? '', args: getField(call, 'arguments') ?? {} })),
    callIds: calls.map((call) => getString(call, 'id') ?? ''),
    isMalformed: calls.length > 0 && calls.every((call) => getText(call, 'parse_error') !== null),
  };
}

/** What a tool gave: its result, and the error that it raised. */
export function readResult(result: unknown, error: unknown, hasFailed: boolean): Observed {
  const text = contentText(result);
  const raised = getText(getRecord({ error }, 'error'), 'message') ?? '';
  const shown = raised === '' || raised === text ? text : text.trim() === '' ? raised : `${text}\n${raised}`;
  return { text: shown, exitCode: exitCodeOf(shown), isError: hasFailed || asRecord(error) !== null };
}

/** A message of role `tool`, where a sample has no events. */
export function readToolMessage(message: unknown): Observed {
  return readResult(getField(message, 'content'), getField(message, 'error'), false);
}
