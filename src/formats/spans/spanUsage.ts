// Tokens and money of one model call. The conventions say that input includes what came from a cache; instrumentation
// that copies Anthropic's own count leaves it out, which shows where the cached part is larger than the whole.

import { getField, getNumber, getPath, getRecord } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { readAnyUsage } from '../shared/chatFacts';
import { addKnown } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { toNumber } from './attributes';
import type { RawSpan } from './rawSpan';

/** Tokens of the call that a span is; fields are null where it does not say. */
export function usageOf(span: RawSpan): CallUsage {
  const { record, attributes } = span;
  if (span.make === 'langsmith') return runUsage(record);
  if (span.make === 'langfuse') return observationUsage(record);
  const read = attributes.number('gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens', 'gen_ai.usage.input_tokens.cached', 'gen_ai.usage.cached_input_tokens', 'llm.token_count.prompt_details.cache_read', 'ai.usage.cachedInputTokens');
  const written = attributes.number('gen_ai.usage.cache_creation.input_tokens', 'gen_ai.usage.cache_creation_input_tokens', 'llm.token_count.prompt_details.cache_write');
  const input = attributes.number('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt', 'ai.usage.inputTokens', 'ai.usage.promptTokens');
  const output = attributes.number('gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion', 'ai.usage.outputTokens', 'ai.usage.completionTokens');
  const cache = (read ?? 0) + (written ?? 0);
  return whole({ input: input !== null && cache > input ? input + cache : input, cached: read, output });
}

/** US dollars of the call; null where the span does not say, or says 0, which is what writes who knows no price. */
export function costOf({ make, record, attributes }: RawSpan): number | null {
  const cost = make === 'langsmith' ? toNumber(getField(record, 'total_cost'))
    : make === 'langfuse' ? (toNumber(getField(getRecord(record, 'costDetails'), 'total')) ?? toNumber(getField(record, 'calculatedTotalCost')) ?? toNumber(getField(record, 'totalCost')))
    : attributes.number('llm.cost.total', 'gen_ai.usage.cost', 'gen_ai.usage.total_cost', 'operation.cost');
  return cost !== null && cost > 0 ? cost : null;
}

function runUsage(record: JsonRecord): CallUsage {
  const message = getPath(record, 'outputs', 'usage_metadata') ?? getPath(record, 'extra', 'metadata', 'usage_metadata');
  const stated = message === undefined ? null : readAnyUsage(message);
  const cached = toNumber(getField(getRecord(record, 'prompt_token_details'), 'cache_read'));
  const input = toNumber(getField(record, 'prompt_tokens'));
  const output = toNumber(getField(record, 'completion_tokens'));
  // Older exports write 0 where nothing is known.
  const isEmpty = (input ?? 0) === 0 && (output ?? 0) === 0;
  return whole(isEmpty && stated !== null ? stated : isEmpty ? { input: null, cached: null, output: null } : { input, cached: cached ?? stated?.cached ?? null, output });
}

/** Langfuse keeps kinds of tokens apart that add up to the total, unless input and output alone do. */
function observationUsage(record: JsonRecord): CallUsage {
  const details = getRecord(record, 'usageDetails') ?? getRecord(record, 'usage_details');
  if (details === null) {
    const usage = getRecord(record, 'usage');
    return whole({
      input: getNumber(usage, 'input') ?? getNumber(usage, 'promptTokens') ?? getNumber(record, 'promptTokens'),
      cached: null,
      output: getNumber(usage, 'output') ?? getNumber(usage, 'completionTokens') ?? getNumber(record, 'completionTokens'),
    });
  }
  const sum = (pattern: RegExp): number | null => Object.entries(details).reduce<number | null>((total, [key, value]) => (pattern.test(key) && typeof value === 'number' ? addKnown(total, value) : total), null);
  const plain = { input: getNumber(details, 'input'), output: getNumber(details, 'output') };
  const cached = sum(/^(?:input_cached_tokens|cache_read_input_tokens|input_cache_read)$/);
  const total = getNumber(details, 'total');
  if (plain.input !== null && plain.output !== null && total === plain.input + plain.output) return whole({ ...plain, cached });
  return whole({ input: sum(/^(?:input|prompt|cache_read|cache_creation)/), cached, output: sum(/^(?:output|completion)/) });
}

function whole(usage: CallUsage): CallUsage {
  const count = (value: number | null): number | null => (value !== null && value >= 0 && Number.isSafeInteger(value) ? value : null);
  return { input: count(usage.input), cached: count(usage.cached), output: count(usage.output) };
}
