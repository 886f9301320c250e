// One element of `steps`, reduced to what is kept of it.

import type { JsonRecord } from '../shared/fields';
import { asRecord, getArray, getBoolean, getCount, getField, getNumber, getPath, getString, getText } from '../shared/fields';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import type { Observed, ToolCall } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import { hashValue } from '../shared/hash';
import type { JsonSlice } from '../shared/jsonSlices';
import { contentText } from '../shared/text';
import { isTerminusRejection, readTerminusAnswer } from '../shared/terminus';
import { readXmlCalls } from '../shared/xmlCalls';

/** Metrics as written, before it is known what the writer's `prompt_tokens` holds. */
export interface RawUsage {
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly completion: number | null;
  /** Tokens written to a cache, where a writer that leaves them out of the prompt names them. */
  readonly written: number | null;
  readonly cost: number | null;
}

export interface AtifRecord {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly source: 'system' | 'user' | 'agent';
  readonly isCopied: boolean;
  /** Something that only a model call leaves: metrics, tool calls, reasoning, or the model's name. */
  readonly hasEvidence: boolean;
  /** As stated; null: not stated. */
  readonly callCount: number | null;
  readonly modelName: string | null;
  readonly effort: string | null;
  readonly action: ReturnType<typeof describeAction>;
  readonly malformed: boolean;
  /** Hash and end of the observation, without its text; null: there is none. */
  readonly observed: ReturnType<typeof describeObservations> | null;
  /** The observation names sub-agents' trajectories. */
  readonly hasSubagents: boolean;
  readonly observation: { readonly start: number; readonly end: number } | null;
  readonly usage: RawUsage;
  readonly timestamp: string | null;
  /** Equal for a step and its copy in another file. */
  readonly copyKey: string;
}

/** The record of a parsed step; null when it is no step. `observation` is the slice of its own observation. */
export function makeRecord(value: unknown, file: string, slice: JsonSlice, observation: JsonSlice | null): AtifRecord | null {
  const step = asRecord(value);
  const source = getText(step, 'source');
  if (step === null || (source !== 'system' && source !== 'user' && source !== 'agent')) return null;
  const message = messageOf(step);
  const observed = observationsOf(getField(step, 'observation'));
  const stated = callsOf(step);
  const malformed = source === 'agent' && stated.length === 0 && observed.some((o) => isTerminusRejection(o.text));
  const calls = malformed ? [] : callsOrCommands(step, stated, message);
  const action = describeAction(source === 'agent' ? calls : [], source === 'agent' ? message : '');
  const callCount = getCount(step, 'llm_call_count');
  const hasMetrics = asRecord(getField(step, 'metrics')) !== null;
  return {
    file,
    start: slice.start,
    end: slice.end,
    source,
    isCopied: getBoolean(step, 'is_copied_context') === true,
    hasEvidence: hasMetrics || stated.length > 0 || getText(step, 'reasoning_content') !== null || getText(step, 'model_name') !== null,
    callCount,
    modelName: getText(step, 'model_name'),
    effort: effortOf(step),
    action: malformed ? describeMalformed(message) : action,
    malformed,
    observed: observed.length === 0 ? null : { ...describeObservations(observed), ...(malformed ? { isError: true } : {}) },
    hasSubagents: subagentsOf(getField(step, 'observation')).length > 0,
    observation: observation === null || observed.length === 0 ? null : { start: observation.start, end: observation.end },
    usage: usageOf(getField(step, 'metrics')),
    timestamp: getText(step, 'timestamp'),
    copyKey: hashValue([source, message, getField(step, 'tool_calls') ?? null]),
  };
}

export function messageOf(step: JsonRecord | null): string {
  return contentText(getField(step, 'message'));
}

/** Tool calls as the step states them. */
export function callsOf(step: JsonRecord | null): readonly ToolCall[] {
  return (getArray(step, 'tool_calls') ?? []).flatMap((call): ToolCall[] => {
    const tool = getText(call, 'function_name');
    return tool === null ? [] : [{ tool, args: getField(call, 'arguments') }];
  });
}

/**
 * The stated calls; where a step has no list of calls, those inside its message: Terminus' raw mode keeps its
 * commands there, models without function calling write calls as text. One run reads the same in every mode.
 */
export function callsOrCommands(step: JsonRecord | null, stated: readonly ToolCall[], message: string): readonly ToolCall[] {
  if (stated.length > 0 || Array.isArray(getField(step, 'tool_calls'))) return stated;
  if (message.includes('<function=')) return readXmlCalls(message);
  return message.includes('"commands"') ? (readTerminusAnswer(message)?.calls ?? []) : [];
}

/** What an `observation` holds: one entry for each result with text, and for each that stands for sub-agents. */
export function observationsOf(observation: unknown): readonly Observed[] {
  return (getArray(observation, 'results') ?? []).flatMap((result): Observed[] => {
    if (asRecord(result) === null) return [];
    const content = getField(result, 'content');
    const text = content === null || content === undefined ? namesOfSubagents(result) : contentText(content);
    if (text === null) return [];
    const exitCode = statedExitCode(getField(result, 'extra')) ?? exitCodeOf(text);
    const isError = getBoolean(getField(result, 'extra'), 'is_error') === true;
    return [{ text, exitCode, isError: isError || (exitCode !== null && exitCode !== 0) }];
  });
}

function namesOfSubagents(result: unknown): string | null {
  const references = getArray(result, 'subagent_trajectory_ref') ?? [];
  if (references.length === 0) return null;
  return references
    .map((ref) => getText(getField(ref, 'extra'), 'summary') ?? getText(ref, 'trajectory_path') ?? getText(ref, 'trajectory_id') ?? getText(ref, 'session_id') ?? '?')
    .map((name) => `[sub-agent: ${name}]`)
    .join('\n');
}

function subagentsOf(observation: unknown): readonly unknown[] {
  return (getArray(observation, 'results') ?? []).flatMap((result) => getArray(result, 'subagent_trajectory_ref') ?? []);
}

function statedExitCode(extra: unknown): number | null {
  for (const key of ['exit_code', 'return_code', 'returncode', 'exitCode']) {
    const code = getNumber(extra, key);
    if (code !== null && Number.isSafeInteger(code)) return code;
  }
  return null;
}

function usageOf(metrics: unknown): RawUsage {
  const cost = getNumber(metrics, 'cost_usd');
  return {
    prompt: getCount(metrics, 'prompt_tokens'),
    cached: getCount(metrics, 'cached_tokens'),
    completion: getCount(metrics, 'completion_tokens'),
    written: getCount(getPath(metrics, 'extra'), 'cache_creation_input_tokens'),
    cost: cost !== null && cost >= 0 ? cost : null,
  };
}

function effortOf(step: JsonRecord): string | null {
  const effort = getNumber(step, 'reasoning_effort');
  return effort === null ? getString(step, 'reasoning_effort') : String(effort);
}
