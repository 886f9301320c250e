// Token counts of one model call in one convention: input includes cache reads and writes,
// `cached` is the part read from a cache, output includes reasoning. Producers differ in what
// their "input" holds, which is why each has a function of its own.

import type { TokenTotals } from '../../model/attempt';
import type { Tokens } from '../../model/units';
import { asRecord, getCount, getPath } from './fields';

/** Tokens of one call; null where the trace does not say. */
export interface CallUsage {
  readonly input: Tokens | null;
  readonly cached: Tokens | null;
  readonly output: Tokens | null;
}

export const NO_USAGE: CallUsage = { input: null, cached: null, output: null };

/**
 * Usage as OpenAI's APIs and LiteLLM write it: `prompt_tokens` or (Responses API, Codex)
 * `input_tokens` already include cache reads, `completion_tokens` or `output_tokens` reasoning.
 * The cached part stands in `*_tokens_details.cached_tokens`, in DeepSeek's
 * `prompt_cache_hit_tokens`, in Codex' `cached_input_tokens`, or in `cache_read_input_tokens`
 * where LiteLLM passed it through beside `prompt_tokens`.
 */
export function readOpenAiUsage(usage: unknown): CallUsage {
  return {
    input: getCount(usage, 'prompt_tokens') ?? getCount(usage, 'input_tokens'),
    cached:
      getCount(getPath(usage, 'prompt_tokens_details'), 'cached_tokens') ??
      getCount(getPath(usage, 'input_tokens_details'), 'cached_tokens') ??
      getCount(usage, 'prompt_cache_hit_tokens') ??
      getCount(usage, 'cached_input_tokens') ??
      getCount(usage, 'cache_read_input_tokens'),
    output: getCount(usage, 'completion_tokens') ?? getCount(usage, 'output_tokens'),
  };
}

/**
 * Usage as Anthropic's API writes it: `input_tokens` is the uncached part only, so cache writes
 * and cache reads are added.
 */
export function readAnthropicUsage(usage: unknown): CallUsage {
  const fresh = getCount(usage, 'input_tokens');
  const written = getCount(usage, 'cache_creation_input_tokens');
  const cached = getCount(usage, 'cache_read_input_tokens');
  const isKnown = fresh !== null || written !== null || cached !== null;
  return {
    input: isKnown ? (fresh ?? 0) + (written ?? 0) + (cached ?? 0) : null,
    cached,
    output: getCount(usage, 'output_tokens'),
  };
}

/**
 * Usage of a writer that is not known, told apart by its fields: `prompt_tokens` or details of
 * input tokens are OpenAI's, a cache field beside a bare `input_tokens` is Anthropic's. Without
 * either the two conventions give the same numbers.
 */
export function readUsage(usage: unknown): CallUsage {
  const record = asRecord(usage);
  if (record === null) return NO_USAGE;
  const isOpenAi = 'prompt_tokens' in record || 'input_tokens_details' in record || 'cached_input_tokens' in record;
  const isAnthropic = 'cache_read_input_tokens' in record || 'cache_creation_input_tokens' in record;
  return isAnthropic && !isOpenAi ? readAnthropicUsage(record) : readOpenAiUsage(record);
}

/** Sums over calls; a field that no call states is null, and calls that do not state it add nothing. */
export function sumUsage(calls: Iterable<CallUsage>): TokenTotals {
  let input: number | null = null;
  let cached: number | null = null;
  let output: number | null = null;
  for (const call of calls) {
    input = addKnown(input, call.input);
    cached = addKnown(cached, call.cached);
    output = addKnown(output, call.output);
  }
  return { input, cached, output };
}

/** The sum of two numbers of which each may be unknown; null when both are. */
export function addKnown(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : a + b;
}
