// Tokens, money, time and model that stand beside a message, wherever its writer put them.

import type { EpochMs, Usd } from '../../model/units';
import { asRecord, getField, getNumber, getPath, getRecord, getText } from './fields';
import type { JsonRecord } from './fields';
import { parseTime } from './times';
import { NO_USAGE, readUsage } from './usage';
import type { CallUsage } from './usage';

export interface ChatFacts {
  readonly usage: CallUsage;
  readonly cost: Usd | null;
  readonly timeMs: EpochMs | null;
  readonly model: string | null;
}

export const NO_CHAT_FACTS: ChatFacts = { usage: NO_USAGE, cost: null, timeMs: null, model: null };

const USAGE_PATHS = [['usage'], ['message', 'usage'], ['usage_metadata'], ['response_metadata', 'token_usage'], ['response_metadata', 'usage'], ['extra', 'response', 'usage'], ['metadata', 'usage'], ['response', 'usage'], ['token_usage'], ['usageMetadata']] as const;
const TIME_KEYS = ['timestamp', 'created_at', 'createdAt', 'create_time', 'created', 'time', 'ts'];

/** The facts of one message; each null where the record does not state it. */
export function readChatFacts(value: unknown): ChatFacts {
  const record = asRecord(value);
  if (record === null) return NO_CHAT_FACTS;
  const cost = getNumber(record, 'cost') ?? getNumber(getRecord(record, 'extra'), 'cost') ?? getNumber(record, 'response_cost') ?? getNumber(getRecord(record, 'metadata'), 'cost');
  return {
    usage: usageOf(record),
    cost: cost !== null && cost > 0 ? cost : null,
    timeMs: timeOf(record) ?? timeOf(getRecord(record, 'extra')),
    model: getText(record, 'model') ?? getText(getRecord(record, 'message'), 'model') ?? getText(getRecord(record, 'response_metadata'), 'model_name'),
  };
}

function usageOf(record: JsonRecord): CallUsage {
  for (const path of USAGE_PATHS) {
    const usage = readAnyUsage(getPath(record, ...path));
    if (usage.input !== null || usage.output !== null) return usage;
  }
  return NO_USAGE;
}

/** Usage of any writer: OpenAI, Anthropic, LangChain (`input_token_details`), Gemini (`promptTokenCount`). */
export function readAnyUsage(usage: unknown): CallUsage {
  const details = getRecord(usage, 'input_token_details');
  if (details !== null) return { ...readUsage(usage), cached: getNumber(details, 'cache_read') };
  const prompt = getNumber(usage, 'promptTokenCount');
  if (prompt === null) return readUsage(usage);
  const answer = getNumber(usage, 'candidatesTokenCount');
  const thoughts = getNumber(usage, 'thoughtsTokenCount');
  return { input: prompt, cached: getNumber(usage, 'cachedContentTokenCount'), output: answer === null ? thoughts : answer + (thoughts ?? 0) };
}

/** Milliseconds since the epoch from ISO text with a zone, or from a number of seconds, milliseconds or nanoseconds since 2001; else null. */
export function readTime(value: unknown): EpochMs | null {
  if (typeof value === 'string' && !/^\d{9,20}(?:\.\d{1,9})?$/.test(value)) {
    const time = parseTime(value);
    return time?.hasZone === true ? Math.floor(time.ms) : null;
  }
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  for (const unit of [1e3, 1, 1e-3, 1e-6]) {
    const ms = number * unit;
    // Before 2001 or after 2100 it is no time in this unit.
    if (ms > 1e12 && ms < 4.1e12) return Math.floor(ms);
  }
  return null;
}

function timeOf(record: JsonRecord | null): EpochMs | null {
  for (const key of TIME_KEYS) {
    const time = readTime(getField(record, key));
    if (time !== null) return time;
  }
  return null;
}
