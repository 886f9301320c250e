// One span of any make, its names made one: who it is, where it hangs, when it ran, what it was.

import type { EpochMs } from '../../model/units';
import { readTime } from '../shared/chatFacts';
import { asRecord, getArray, getField, getNumber, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseTime } from '../shared/times';
import { Attributes, attributesOf } from './attributes';

export type SpanKind = 'llm' | 'tool' | 'agent' | 'judge' | 'other';
export type SpanMake = 'otel' | 'langsmith' | 'langfuse';

export interface RawSpan {
  readonly make: SpanMake;
  readonly record: JsonRecord;
  readonly attributes: Attributes;
  readonly id: string;
  readonly trace: string;
  readonly parent: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startMs: EpochMs | null;
  readonly endMs: EpochMs | null;
  /** LangSmith's sort key; null for others. */
  readonly order: string | null;
  readonly isError: boolean;
  readonly error: string | null;
}

/** Where spans say what they are. */
const KIND_KEYS = ['span_kind', 'run_type', 'openinference.span.kind', 'gen_ai.operation.name'] as const;
const KIND_WORD = /^[A-Za-z][A-Za-z_.-]{0,60}$/;

/** What a span gives as its kind where that is no word, or none that is known; null where it is one, or states none. */
export function strangeKind({ record, attributes, kind }: RawSpan): string | null {
  if (kind !== 'other') return null;
  for (const key of KIND_KEYS) {
    const value = key.includes('.') ? attributes.value(key) : getField(record, key);
    if (value === undefined || (typeof value === 'string' && KNOWN_KINDS.has(value.toUpperCase()))) continue;
    const isAbsent = value === null && KIND_KEYS.some((other) => other !== key && (other.includes('.') ? attributes.text(other) : getText(record, other)) !== null);
    if (!isAbsent) return `${key} ${typeof value === 'string' && KIND_WORD.test(value) ? value : JSON.stringify(value).slice(0, 40)}`;
  }
  return null;
}

const OBSERVATION_KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['GENERATION', 'llm'], ['TOOL', 'tool'], ['AGENT', 'agent'], ['EVALUATOR', 'judge'], ['GUARDRAIL', 'judge'],
  ['SPAN', 'other'], ['EVENT', 'other'], ['CHAIN', 'other'], ['RETRIEVER', 'other'], ['EMBEDDING', 'other'],
]);
const INFERENCE_KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['LLM', 'llm'], ['TOOL', 'tool'], ['AGENT', 'agent'], ['EVALUATOR', 'judge'], ['GUARDRAIL', 'judge'],
  ['CHAIN', 'other'], ['RETRIEVER', 'other'], ['EMBEDDING', 'other'], ['RERANKER', 'other'], ['PROMPT', 'other'],
]);
const OPERATIONS: ReadonlyMap<string, SpanKind> = new Map([
  ['chat', 'llm'], ['generate_content', 'llm'], ['text_completion', 'llm'], ['completion', 'llm'], ['responses', 'llm'], ['generate', 'llm'],
  ['execute_tool', 'tool'], ['invoke_agent', 'agent'], ['create_agent', 'other'], ['embeddings', 'other'], ['invoke_workflow', 'other'],
]);
const RUN_TYPES: ReadonlyMap<string, SpanKind> = new Map([['llm', 'llm'], ['tool', 'tool'], ['chain', 'other'], ['retriever', 'other'], ['embedding', 'other'], ['prompt', 'other'], ['parser', 'other']]);

const KNOWN_KINDS: ReadonlySet<string> = new Set([...INFERENCE_KINDS.keys(), ...OPERATIONS.keys(), ...RUN_TYPES.keys(), 'UNKNOWN'].map((kind) => kind.toUpperCase()));

/** The span that a record is; null when it is none. `trace` names the trace where the record leaves that out. */
export function asSpan(value: unknown, trace: string | null = null): RawSpan | null {
  const record = asRecord(value);
  if (record === null) return null;
  return asRun(record) ?? asObservation(record, trace) ?? asOtelSpan(record);
}

function asOtelSpan(record: JsonRecord): RawSpan | null {
  const context = getRecord(record, 'context') ?? getRecord(record, 'spanContext');
  const any = (...keys: readonly string[]): string | null => keys.map((key) => getText(record, key) ?? getText(context, key)).find((id) => id !== null) ?? null;
  const trace = any('traceId', 'trace_id', 'context.trace_id', 'traceID');
  const name = getString(record, 'name');
  if (trace === null || name === null) return null;
  const attributes = new Attributes(attributesOf(record));
  const id = any('spanId', 'span_id', 'context.span_id', 'spanID') ?? (Object.keys(attributes.record).length > 0 ? getText(record, 'id') : null);
  const start = timeOf(record, 'startTimeUnixNano', 'start_time_unix_nano', 'start_time', 'startTime', 'timestamp');
  // Lines of logs carry the ids of the span that wrote them, and no time of their own to begin.
  if (id === null || (start === null && Object.keys(attributes.record).length === 0) || getField(record, 'severityText') !== undefined) return null;
  const status = getRecord(record, 'status');
  const code = getField(status, 'code') ?? getField(status, 'status_code') ?? getField(record, 'status_code') ?? getField(record, 'statusCode');
  const isError = code === 2 || (typeof code === 'string' && /(?:^|_)ERROR$/i.test(code));
  const duration = getNumber(record, 'duration');
  return {
    make: 'otel', record, attributes, id, trace, name, isError,
    parent: ['parentSpanId', 'parent_span_id', 'parent_id', 'parentId', 'parentSpanID'].map((key) => getText(record, key)).find((text) => text !== null) ?? getText(getRecord(record, 'parentSpanContext'), 'spanId'),
    kind: otelKind(attributes, record, name),
    startMs: start,
    endMs: timeOf(record, 'endTimeUnixNano', 'end_time_unix_nano', 'end_time', 'endTime') ?? (start === null || duration === null || getField(record, 'timestamp') === undefined ? null : start + duration / 1000),
    order: null,
    error: isError ? (attributes.text('error.type', 'exception.type') ?? getText(status, 'message') ?? getText(status, 'description') ?? getText(record, 'status_message') ?? 'error') : null,
  };
}

function otelKind(attributes: Attributes, record: JsonRecord, name: string): SpanKind {
  const inference = INFERENCE_KINDS.get((attributes.text('openinference.span.kind') ?? getString(record, 'span_kind') ?? '').toUpperCase());
  if (inference !== undefined) return inference;
  const vercel = attributes.text('ai.operationId');
  if (vercel !== null) return /\.do(?:Generate|Stream)$/.test(vercel) ? 'llm' : vercel === 'ai.toolCall' ? 'tool' : 'other';
  const observation = OBSERVATION_KINDS.get((attributes.text('langfuse.observation.type') ?? '').toUpperCase());
  const operation = OPERATIONS.get(attributes.text('gen_ai.operation.name') ?? '') ?? observation;
  if (operation !== undefined) return operation;
  const traceloop = attributes.text('traceloop.span.kind');
  if (traceloop !== null) return traceloop === 'tool' ? 'tool' : traceloop === 'agent' ? 'agent' : 'other';
  if (/^(?:chat|completion)$/.test(attributes.text('llm.request.type') ?? '')) return 'llm';
  if (attributes.text('gen_ai.tool.name', 'tool.name') !== null || name.startsWith('execute_tool ')) return 'tool';
  if (name.startsWith('invoke_agent ')) return 'agent';
  const hasUsage = attributes.number('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'gen_ai.usage.output_tokens', 'llm.token_count.prompt') !== null;
  return hasUsage || (attributes.text('gen_ai.request.model') !== null && attributes.text('gen_ai.agent.name') === null) ? 'llm' : 'other';
}

function asRun(record: JsonRecord): RawSpan | null {
  const type = getString(record, 'run_type');
  const id = getText(record, 'id') ?? getText(record, 'run_id');
  if (type === null || id === null) return null;
  const order = getText(record, 'dotted_order');
  // The first part of the sort key ends with the id of the trace.
  const trace = getText(record, 'trace_id') ?? order?.split('.')[0]?.replace(/^\d{8}T\d{9,12}Z/, '') ?? (getField(record, 'parent_run_id') === undefined ? id : null);
  if (trace === null) return null;
  const error = getText(record, 'error');
  const extra = getRecord(record, 'extra');
  return {
    make: 'langsmith', record, id, trace, order,
    attributes: new Attributes(getRecord(extra, 'metadata') ?? getRecord(record, 'metadata') ?? {}),
    parent: getText(record, 'parent_run_id'),
    name: getString(record, 'name') ?? type,
    kind: RUN_TYPES.get(type) ?? 'other',
    startMs: timeOf(record, 'start_time'),
    endMs: timeOf(record, 'end_time'),
    isError: error !== null || getString(record, 'status') === 'error',
    error: error ?? (getString(record, 'status') === 'error' ? 'error' : null),
  };
}

function asObservation(record: JsonRecord, outerTrace: string | null): RawSpan | null {
  const kind = OBSERVATION_KINDS.get(getString(record, 'type') ?? '');
  const trace = getText(record, 'traceId') ?? getText(record, 'trace_id') ?? outerTrace;
  const id = getText(record, 'id');
  const start = timeOf(record, 'startTime', 'start_time');
  if (kind === undefined || trace === null || id === null || start === null) return null;
  const isError = getString(record, 'level') === 'ERROR';
  return {
    make: 'langfuse', record, id, trace, kind, isError,
    attributes: new Attributes(getRecord(record, 'metadata') ?? {}),
    parent: getText(record, 'parentObservationId') ?? getText(record, 'parent_observation_id'),
    name: getString(record, 'name') ?? '',
    startMs: start,
    endMs: timeOf(record, 'endTime', 'end_time'),
    order: null,
    error: isError ? (getText(record, 'statusMessage') ?? 'error') : null,
  };
}

/** LangSmith writes UTC without saying so; spans of one file are compared with one another only. */
function timeOf(record: JsonRecord, ...keys: readonly string[]): EpochMs | null {
  for (const key of keys) {
    const value = getField(record, key);
    const pair = getArray(record, key);
    const time = pair !== null ? hrTime(pair) : (readTime(value) ?? parseTime(value)?.ms ?? null);
    if (time !== null) return time;
  }
  return null;
}

/** `[seconds, nanoseconds]`, as the JavaScript SDK keeps times. */
function hrTime([seconds, nanos]: readonly unknown[]): EpochMs | null {
  return typeof seconds === 'number' && typeof nanos === 'number' && seconds > 1e9 && seconds < 4.1e9 ? Math.floor(seconds * 1000 + nanos / 1e6) : null;
}
