// What is kept of a span while its file is read: no text, only what steps are made of.

import type { Outcome } from '../../model/attempt';
import type { FileRange, Step } from '../../model/step';
import type { ChatMessage } from '../shared/chatMessages';
import { describeAction, describeObservations } from '../shared/describeStep';
import { asRecord, getArray, getField, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashValue } from '../shared/hash';
import type { CallUsage } from '../shared/usage';
import { Attributes, attributesOf, parsed, toNumber } from './attributes';
import { inputOf, outputOf, toolUseOf } from './content';
import type { RawSpan } from './rawSpan';
import { costOf, usageOf } from './spanUsage';

type Action = Pick<Step, 'kind' | 'tools' | 'title' | 'actionHash' | 'toolCalls'>;
type Observed = Pick<Step, 'observationHash' | 'exitCode' | 'isError'>;

export interface LlmFacts {
  readonly model: string | null;
  readonly provider: string | null;
  readonly config: string | null;
  readonly usage: CallUsage;
  readonly cost: number | null;
  /** What was answered; null where the span does not record it. */
  readonly action: Action | null;
  readonly callIds: readonly string[];
  /** What answered the call before, as far as this span was given it; null where it was given nothing. */
  readonly given: Observed | null;
}

export interface ToolFacts {
  readonly action: Action;
  readonly callId: string | null;
  readonly observed: Observed;
}

export interface SpanFacts extends Pick<RawSpan, 'id' | 'trace' | 'parent' | 'name' | 'kind' | 'startMs' | 'endMs' | 'order' | 'isError' | 'error'> {
  /** Place in the file, for spans that begin at one time. */
  readonly number: number;
  readonly range: FileRange;
  readonly hash: string;
  readonly llm: LlmFacts | null;
  readonly tool: ToolFacts | null;
  readonly conversation: string | null;
  readonly agent: string | null;
  readonly agentVersion: string | null;
  /** Fields by which tasks, attempts and verdicts are named. */
  readonly metadata: JsonRecord;
  readonly outcome: Outcome;
}

const SAMPLING = ['temperature', 'top_p', 'top_k', 'max_tokens', 'max_output_tokens', 'max_completion_tokens', 'reasoning_effort', 'frequency_penalty', 'presence_penalty', 'stop'];
/** Names of scores and evaluations that say whether a task was solved. */
const VERDICTS = /^(?:resolved|is_resolved|success|passed|pass|solved|verified|task_success)$/i;

/** The facts of a span; `resource` holds the attributes of the process that sent it. */
export function describeSpan(span: RawSpan, place: { readonly range: FileRange; readonly number: number; readonly hash: string }, resource: JsonRecord | null): SpanFacts {
  const { attributes } = span;
  return {
    ...place,
    id: span.id,
    trace: span.trace,
    parent: span.parent,
    name: span.name,
    kind: span.kind,
    startMs: span.startMs,
    endMs: span.endMs,
    order: span.order,
    isError: span.isError,
    error: span.error,
    llm: span.kind === 'llm' ? describeLlm(span) : null,
    tool: span.kind === 'tool' ? describeTool(span) : null,
    conversation: attributes.text('gen_ai.conversation.id'),
    agent: agentOf(span),
    agentVersion: attributes.text('gen_ai.agent.version'),
    metadata: metadataOf(span, resource),
    outcome: outcomeOf(span),
  };
}

function describeLlm(span: RawSpan): LlmFacts {
  const output = outputOf(span);
  const given = givenTo(inputOf(span));
  return {
    model: modelOf(span),
    provider: span.attributes.text('gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'ai.model.provider', 'ls_provider'),
    config: configOf(span),
    usage: usageOf(span),
    cost: costOf(span),
    action: output === null ? null : describeAction(output.calls, output.text === '' ? output.reasoning : output.text),
    callIds: output?.calls.flatMap((call) => call.id ?? []) ?? [],
    given: given.length === 0 ? null : describeObservations(given),
  };
}

/** Answers to the last call in what a model was given: the tools' after its last answer. */
export function givenTo(input: readonly ChatMessage[]): ChatMessage['answers'] {
  let last = input.length - 1;
  while (last >= 0 && input[last]?.role !== 'assistant') last--;
  return last < 0 ? [] : input.slice(last + 1).flatMap((message) => message.answers);
}

function describeTool(span: RawSpan): ToolFacts {
  const { tool, args, callId, result, exitCode } = toolUseOf(span);
  return { action: describeAction([{ tool, args }], ''), callId, observed: describeObservations([{ text: result ?? '', exitCode, isError: span.isError }]) };
}

function modelOf({ make, record, attributes }: RawSpan): string | null {
  if (make === 'langfuse') return getText(record, 'model') ?? getText(record, 'providedModelName');
  if (make === 'langsmith') {
    const parameters = getRecord(getRecord(record, 'extra'), 'invocation_params');
    return attributes.text('ls_model_name') ?? getText(parameters, 'model') ?? getText(parameters, 'model_name');
  }
  return attributes.text('gen_ai.request.model', 'llm.model_name', 'gen_ai.response.model', 'ai.model.id', 'llm.request.model');
}

/** Hash of the sampling that the call states. */
function configOf({ make, record, attributes }: RawSpan): string | null {
  const parameters = make === 'langfuse' ? getRecord(record, 'modelParameters')
    : make === 'langsmith' ? getRecord(getRecord(record, 'extra'), 'invocation_params')
    : asRecord(parsed(attributes.value('llm.invocation_parameters')));
  const stated = SAMPLING.map((key) => [key, getField(parameters, key) ?? (make === 'otel' ? attributes.value(`gen_ai.request.${key}`) : undefined)] as const).filter(([, value]) => value !== undefined && value !== null);
  return stated.length === 0 ? null : hashValue(Object.fromEntries(stated));
}

function agentOf({ kind, name, attributes }: RawSpan): string | null {
  const stated = attributes.text('gen_ai.agent.name', 'agent.name', 'graph.node.id');
  return stated ?? (kind === 'agent' ? name.replace(/^invoke_agent /, '') || null : null);
}

/** Attributes without dots, and what stands in metadata of the span, its trace or its process. */
function metadataOf({ make, record, attributes }: RawSpan, resource: JsonRecord | null): JsonRecord {
  const found: Record<string, unknown> = {};
  const take = (source: unknown, prefix = ''): void => {
    for (const [key, value] of Object.entries(asRecord(parsed(source)) ?? {})) {
      const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
      const isPlain = typeof value === 'string' ? value.length <= 500 : typeof value === 'number' || typeof value === 'boolean';
      if (name !== '' && !name.includes('.') && isPlain && !Object.hasOwn(found, name)) Object.defineProperty(found, name, { value, enumerable: true });
    }
  };
  take(attributes.value('metadata'));
  take(attributes.record);
  for (const prefix of ['metadata.', 'langfuse.trace.metadata.', 'langsmith.metadata.', 'traceloop.association.properties.', 'gen_ai.metadata.']) take(attributes.record, prefix);
  take(resource);
  const service = getText(resource, 'service.name');
  if (service !== null && !service.startsWith('unknown_service') && !Object.hasOwn(found, 'agent')) found['agent'] = service;
  const example = make === 'langsmith' ? getText(record, 'reference_example_id') : null;
  if (example !== null && !Object.hasOwn(found, 'task_id')) found['task_id'] = example;
  return found;
}

/** The verdict of an evaluation that a span carries, or of the feedback that its run got. */
function outcomeOf({ make, record }: RawSpan): Outcome {
  if (make === 'langsmith') {
    const feedback = Object.entries(getRecord(record, 'feedback_stats') ?? {});
    return firstVerdict(feedback.map(([name, stats]) => ({ name, value: getField(stats, 'avg') })));
  }
  const events = (getArray(record, 'events') ?? []).filter((event) => getString(event, 'name') === 'gen_ai.evaluation.result');
  return firstVerdict(events.map((event) => {
    const attributes = new Attributes(attributesOf(asRecord(event) ?? {}));
    return { name: attributes.text('gen_ai.evaluation.name') ?? '', value: attributes.value('gen_ai.evaluation.score.value', 'gen_ai.evaluation.score.label') };
  }));
}

/** The first of some scores that says yes or no to whether the task was solved. */
export function firstVerdict(scores: readonly { readonly name: string; readonly value: unknown }[]): Outcome {
  for (const { name, value } of scores) {
    if (!VERDICTS.test(name)) continue;
    const number = typeof value === 'boolean' ? Number(value) : toNumber(value);
    if (number === 1 || (typeof value === 'string' && /^(?:true|pass|passed|yes)$/i.test(value))) return 'resolved';
    if (number === 0 || (typeof value === 'string' && /^(?:false|fail|failed|no)$/i.test(value))) return 'unresolved';
  }
  return 'unknown';
}
