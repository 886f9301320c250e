// What a model was given and gave, and what a tool was given and gave, as a span records it.

import { describeChat, readArguments, resultText } from '../shared/chatMessages';
import type { ChatMessage } from '../shared/chatMessages';
import type { ToolCall } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import { asArray, asRecord, getArray, getField, getNumber, getString, getText } from '../shared/fields';
import { Attributes, attributesOf, parsed, toList } from './attributes';
import type { RawSpan } from './rawSpan';

const MAX_DEPTH = 6;

/** The model's answer; null where the span does not record it. */
export function outputOf(span: RawSpan): ChatMessage | null {
  const messages = outputMessages(span).filter((message) => message.role === 'assistant');
  const [first, ...rest] = messages;
  if (first === undefined) return null;
  return rest.reduce((a, b) => ({ ...a, text: joined(a.text, b.text), reasoning: joined(a.reasoning, b.reasoning), calls: [...a.calls, ...b.calls] }), first);
}

function outputMessages({ make, record, attributes, ...span }: RawSpan): readonly ChatMessage[] {
  if (make === 'langsmith') return messagesIn(getField(record, 'outputs'), 'assistant');
  if (make === 'langfuse') return messagesIn(getField(record, 'output'), 'assistant');
  const stated = attributes.list('gen_ai.output.messages') ?? attributes.list('llm.output_messages') ?? attributes.list('gen_ai.completion');
  if (stated !== null) return stated.flatMap((item) => messagesIn(item, 'assistant'));
  const events = eventMessages({ make, record, attributes, ...span }, true);
  if (events.length > 0) return events;
  const [text, calls] = [attributes.text('ai.response.text'), attributes.value('ai.response.toolCalls')];
  if (text !== null || calls !== undefined) return messagesIn({ role: 'assistant', content: text ?? '', tool_calls: toList(calls) }, 'assistant');
  return messagesIn(attributes.value('output.value', 'langfuse.observation.output', 'traceloop.entity.output'), 'assistant');
}

/** What the model was given; empty where the span does not record it. */
export function inputOf({ make, record, attributes, ...span }: RawSpan): readonly ChatMessage[] {
  if (make === 'langsmith') return messagesIn(getField(record, 'inputs'), 'user');
  if (make === 'langfuse') return messagesIn(getField(record, 'input'), 'user');
  const stated = attributes.list('gen_ai.input.messages') ?? attributes.list('llm.input_messages') ?? attributes.list('gen_ai.prompt') ?? attributes.list('ai.prompt.messages');
  if (stated !== null) return stated.flatMap((item) => messagesIn(item, 'user'));
  const events = eventMessages({ make, record, attributes, ...span }, false);
  return events.length > 0 ? events : messagesIn(attributes.value('input.value', 'langfuse.observation.input'), 'user');
}

/** Content that was recorded as events of the span. */
function eventMessages({ record }: RawSpan, isOutput: boolean): readonly ChatMessage[] {
  return (getArray(record, 'events') ?? toList(getField(record, 'events'))).flatMap((event) => {
    const object = asRecord(event);
    const name = getString(object, 'name') ?? '';
    if (object === null || !name.startsWith('gen_ai.')) return [];
    const attributes = new Attributes(attributesOf(object));
    const list = attributes.list(isOutput ? 'gen_ai.output.messages' : 'gen_ai.input.messages');
    if (list !== null) return list.flatMap((item) => messagesIn(item, isOutput ? 'assistant' : 'user'));
    if (name === (isOutput ? 'gen_ai.content.completion' : 'gen_ai.content.prompt')) return messagesIn(attributes.value(isOutput ? 'gen_ai.completion' : 'gen_ai.prompt'), isOutput ? 'assistant' : 'user');
    if (isOutput) return name === 'gen_ai.choice' ? messagesIn(attributes.value('message') ?? attributes.record, 'assistant') : [];
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1];
    const call = attributes.text('id');
    return role === undefined ? [] : messagesIn({ tool_call_id: call, ...attributes.record, role, tool_calls: toList(attributes.value('tool_calls')) }, 'user');
  });
}

/** Messages in a value of any shape; text alone, and records without a role, are of `role`. */
export function messagesIn(value: unknown, role: 'assistant' | 'user', depth = 0): readonly ChatMessage[] {
  const plain = parsed(value);
  if (plain === null || plain === undefined || depth > MAX_DEPTH) return [];
  if (typeof plain === 'string') return plain === '' ? [] : [textMessage(plain, role)];
  const list = asArray(plain);
  if (list !== null) return list.flatMap((item) => messagesIn(item, role, depth + 1));
  const record = asRecord(plain);
  if (record === null) return [];
  const inner = ['generations', 'messages', 'message', 'output', 'input'].map((key) => getField(record, key)).find((item) => typeof item === 'object' && item !== null);
  const stated = getField(record, 'choices') === undefined && inner !== undefined && getField(record, 'role') === undefined ? null : describeChat(record);
  if (stated !== null && stated.isStandard) return [stated];
  if (inner !== undefined) return messagesIn(inner, role, depth + 1);
  const text = ['text', 'content', 'output', 'input', 'response', 'answer'].map((key) => getField(record, key)).find((item) => typeof item === 'string' || Array.isArray(item));
  const made = text === undefined && getField(record, 'tool_calls') === undefined ? null : describeChat({ ...record, content: text ?? null, role });
  return made === null ? [] : [made];
}

function textMessage(text: string, role: 'assistant' | 'user'): ChatMessage {
  return { role, text, reasoning: '', calls: [], answers: [], isItem: false, id: null, isStandard: true };
}

export interface ToolUse extends ToolCall {
  readonly callId: string | null;
  /** Null: the span does not record what came back. */
  readonly result: string | null;
  readonly exitCode: number | null;
}

/** The call that a tool's span is. */
export function toolUseOf({ make, record, attributes, name, error }: RawSpan): ToolUse {
  if (make !== 'otel') {
    const input = parsed(getField(record, make === 'langsmith' ? 'inputs' : 'input'));
    const output = parsed(getField(record, make === 'langsmith' ? 'outputs' : 'output'));
    const args = unwrap(input, ['input', 'args', 'arguments']);
    return finish(name, args, attributes.text('tool_call_id') ?? getText(output, 'tool_call_id') ?? getText(getField(output, 'output'), 'tool_call_id'), output, error);
  }
  const tool = attributes.text('gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'tool_call.function.name', 'traceloop.entity.name') ?? name.replace(/^execute_tool /, '').replace(/\.tool$/, '');
  const args = attributes.value('gen_ai.tool.call.arguments', 'tool_call.function.arguments', 'ai.toolCall.args', 'input.value', 'tool.parameters', 'traceloop.entity.input', 'langfuse.observation.input');
  const output = attributes.value('gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value', 'traceloop.entity.output', 'langfuse.observation.output');
  return finish(tool, args, attributes.text('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.id'), output, error);
}

function finish(tool: string, args: unknown, callId: string | null, output: unknown, error: string | null): ToolUse {
  const value = unwrap(parsed(output), ['output', 'content', 'result']);
  const text = value === undefined || value === null ? error : resultText(value);
  const stated = getNumber(value, 'exit_code') ?? getNumber(value, 'exitCode') ?? getNumber(value, 'returncode');
  return { tool, args: readArguments(args ?? {}), callId, result: text, exitCode: stated ?? (text === null ? null : exitCodeOf(text)) };
}

/** Frameworks put a single value under a key of its own, and messages of tools under `output`. */
function unwrap(value: unknown, keys: readonly string[]): unknown {
  const record = asRecord(value);
  if (record === null) return value;
  for (const key of keys) {
    const inner = getField(record, key);
    if (inner === undefined) continue;
    const message = asRecord(inner);
    if (message !== null && getField(message, 'content') !== undefined) return getField(message, 'content');
    if (Object.keys(record).length === 1 || getField(record, 'tool_call_id') !== undefined) return inner;
  }
  return value;
}

function joined(a: string, b: string): string {
  return a === '' || b === '' ? a + b : `${a}\n${b}`;
}
