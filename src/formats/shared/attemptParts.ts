import type { AttemptPart } from '../contract';
import type { Limits, RuntimeFields, TokenTotals } from '../../model/attempt';

export const UNKNOWN_RUNTIME: RuntimeFields = { agent: null, agentVersion: null, model: null, provider: null, config: null };
export const UNKNOWN_TOKENS: TokenTotals = { input: null, cached: null, output: null };
export const NO_LIMITS: Limits = { calls: null, usd: null, seconds: null };

/** Facts that a part must name; all others say "not known" until they are given. */
type Named = Pick<AttemptPart, 'role' | 'format' | 'file' | 'place'>;

/** An attempt part of which only the given facts are known. */
export function makeAttemptPart(facts: Named & Partial<AttemptPart>): AttemptPart {
  return {
    formatVersion: null,
    locator: '',
    range: null,
    contentHash: null,
    task: null,
    taskHash: null,
    cohort: null,
    runtime: UNKNOWN_RUNTIME,
    attempt: null,
    started: null,
    calls: null,
    toolSteps: null,
    toolCalls: null,
    tokens: UNKNOWN_TOKENS,
    cost: null,
    side: null,
    seconds: null,
    exitStatus: null,
    limits: NO_LIMITS,
    outcome: 'unknown',
    outcomeFile: null,
    basis: null,
    declared: null,
    noResult: false,
    synthetic: false,
    ...facts,
  };
}

/** The provider that a model's name begins with, as in `anthropic/claude-opus-4.6`; null where it names none. */
export function providerOfModel(model: string | null): string | null {
  const slash = model?.indexOf('/') ?? -1;
  return model !== null && slash > 0 ? model.slice(0, slash) : null;
}
