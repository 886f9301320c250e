// What the calls of a conversation cost, from its metrics: `costs` and `token_usages` have an entry for each call that
// came back, joined to the steps by `response_id`. A producer's accumulated totals are compared with their sums.

import type { TokenTotals } from '../../model/attempt';
import { asRecord, getArray, getCount, getField, getNumber, getRecord, getText } from '../shared/fields';
import type { CallUsage } from '../shared/usage';

/** One call in metrics. */
export interface MeteredCall {
  readonly responseId: string | null;
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly written: number | null;
  readonly completion: number | null;
  readonly cost: number | null;
}

/** Metrics of one use of a model: the agent's, the condenser's, ... */
export interface Meter {
  /** `usage_to_metrics` key of the SDK; null where a file has one meter. */
  readonly usageId: string | null;
  readonly model: string | null;
  readonly calls: readonly MeteredCall[];
  /** Costs that cannot be told apart by call, since there are not as many. */
  readonly looseCosts: readonly number[];
  readonly totals: { readonly prompt: number | null; readonly cached: number | null; readonly written: number | null; readonly completion: number | null; readonly cost: number | null };
  readonly budget: number | null;
}

/** The meter of a `metrics` object; null where it is none. */
export function readMeter(value: unknown, usageId: string | null = null): Meter | null {
  const metrics = asRecord(value);
  if (metrics === null) return null;
  const total = getRecord(metrics, 'accumulated_token_usage');
  const costs = (getArray(metrics, 'costs') ?? []).map(costOf).filter((cost) => cost !== null);
  const usages = (getArray(metrics, 'token_usages') ?? []).filter((usage) => asRecord(usage) !== null);
  // In 2024 there were costs alone.
  const entries = usages.length === 0 ? costs.map(() => null) : usages;
  const isPaired = costs.length === entries.length;
  return {
    usageId,
    model: getText(metrics, 'model_name') ?? getText(total, 'model'),
    calls: entries.map((usage, i) => ({ ...countsOf(usage), responseId: getText(usage, 'response_id'), cost: isPaired ? (costs[i] ?? null) : null })),
    looseCosts: isPaired ? [] : costs,
    totals: { ...countsOf(total), cost: positive(getNumber(metrics, 'accumulated_cost')) },
    budget: positive(getNumber(metrics, 'max_budget_per_task')),
  };
}

/** The meters of a conversation's `stats`, in the order in which they are written. */
export function readStats(stats: unknown): readonly Meter[] {
  const byUsage = getRecord(stats, 'usage_to_metrics');
  return byUsage === null ? [] : Object.entries(byUsage).flatMap(([usageId, metrics]) => readMeter(metrics, usageId) ?? []);
}

/**
 * Whether `prompt_tokens` leaves the cached part out: LiteLLM counts it in, agents behind the Agent Client Protocol do
 * not, and then it can be the larger of the two.
 */
export function leavesCacheOut(meters: readonly Meter[]): boolean {
  const isLarger = ({ prompt, cached }: Pick<MeteredCall, 'prompt' | 'cached'>): boolean => prompt !== null && cached !== null && cached > prompt;
  return meters.some(({ calls, totals }) => calls.some(isLarger) || isLarger(totals));
}

/** Counts in the product's convention: input with cache reads and writes. */
export function usageOf({ prompt, cached, written, completion }: Omit<MeteredCall, 'responseId' | 'cost'>, withoutCache: boolean): CallUsage {
  const input = withoutCache && prompt !== null ? prompt + (cached ?? 0) + (written ?? 0) : prompt;
  return { input, cached, output: completion };
}

/** Totals as a producer states them; 0 of everything is "not known". */
export function statedTotals({ totals }: Meter, withoutCache: boolean): TokenTotals {
  const usage = usageOf(totals, withoutCache);
  const isKnown = (usage.input ?? 0) + (usage.output ?? 0) > 0;
  return isKnown ? usage : { input: null, cached: null, output: null };
}

function countsOf(usage: unknown): Omit<MeteredCall, 'responseId' | 'cost'> {
  return {
    prompt: getCount(usage, 'prompt_tokens'),
    cached: getCount(usage, 'cache_read_tokens'),
    written: getCount(usage, 'cache_write_tokens'),
    completion: getCount(usage, 'completion_tokens'),
  };
}

/** `{model, cost, timestamp}`, or the number alone in 2024. */
function costOf(entry: unknown): number | null {
  const cost = typeof entry === 'number' ? entry : getNumber(asRecord(entry) === null ? null : { cost: getField(entry, 'cost') }, 'cost');
  return cost !== null && Number.isFinite(cost) && cost >= 0 ? cost : null;
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
