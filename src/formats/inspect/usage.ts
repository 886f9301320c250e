import { getCount, getNumber } from '../shared/fields';
import type { CallUsage } from '../shared/usage';

/**
 * Usage as Inspect writes it: `input_tokens` is without cache reads and writes. Older versions copied OpenAI's counts, in
 * which reads are included; their total says so, since it is then the sum of input and output alone.
 */
export function readInspectUsage(usage: unknown): CallUsage {
  const fresh = getCount(usage, 'input_tokens');
  const output = getCount(usage, 'output_tokens');
  const written = getCount(usage, 'input_tokens_cache_write');
  const cached = getCount(usage, 'input_tokens_cache_read');
  const extra = (written ?? 0) + (cached ?? 0);
  const total = getCount(usage, 'total_tokens');
  const isIncluded = extra > 0 && total !== null && fresh !== null && fresh >= extra && total === fresh + (output ?? 0);
  const isKnown = fresh !== null || extra > 0;
  return { input: isKnown ? (fresh ?? 0) + (isIncluded ? 0 : extra) : null, cached, output };
}

/** Dollars of a call; null where the log has no prices. */
export function readInspectCost(usage: unknown): number | null {
  const cost = getNumber(usage, 'total_cost');
  return cost !== null && cost >= 0 ? cost : null;
}
