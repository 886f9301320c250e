// What `info` says about an attempt.

import type { Limits, RuntimeFields } from '../../model/attempt';
import { getCount, getNumber, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashText, hashValue } from '../shared/hash';
import { normaliseAction } from '../shared/stepHash';
import type { Phrases } from './steps';
import { isKnownPattern } from '../shared/fencedCommands';

export interface InfoFacts {
  readonly runtime: RuntimeFields;
  readonly limits: Limits;
  /** As written; null when empty or absent, as in an unfinished run. */
  readonly exitStatus: string | null;
  /** The producer's own totals; checks, and sources where no step states anything. */
  readonly calls: number | null;
  readonly cost: number | null;
  readonly hasException: boolean;
  readonly phrases: Phrases;
  /** Template of the task's message. */
  readonly instanceTemplate: string | null;
  /** It has what only mini-swe-agent writes into `info`. */
  readonly isMini: boolean;
}

/** Settings that do not change what the agent does: where it writes, which prices it knows, how the user watches. */
const OUTSIDE = {
  agent: new Set(['output_path', 'confirm_exit', 'mode', 'whitelist_actions']),
  model: new Set(['model_name', 'litellm_model_registry', 'cost_tracking', 'model_class']),
};

/** Facts of the `info` object of a trajectory; every field null where it is absent. */
export function readInfo(info: unknown): InfoFacts {
  const config = getRecord(info, 'config');
  const agent = getRecord(config, 'agent');
  const model = getRecord(config, 'model');
  const stats = getRecord(info, 'model_stats');
  const name = getText(model, 'model_name');
  return {
    runtime: {
      agent: 'mini-swe-agent',
      agentVersion: getText(info, 'mini_version'),
      model: name,
      provider: providerOf(name),
      config: config === null ? null : hashConfig(config),
    },
    limits: {
      calls: positive(getCount(agent, 'step_limit')),
      usd: positive(getNumber(agent, 'cost_limit')),
      seconds: positive(getNumber(agent, 'wall_time_limit_seconds')),
    },
    exitStatus: getText(info, 'exit_status'),
    calls: getCount(stats, 'api_calls'),
    cost: notNegative(getNumber(stats, 'instance_cost')),
    hasException: getText(info, 'traceback') !== null || getText(info, 'exception_str') !== null,
    phrases: {
      formatError: fixedStart(getString(agent, 'format_error_template')),
      timeout: fixedStart(getString(agent, 'timeout_template')),
      hasOwnPattern: !isKnownPattern(getText(agent, 'action_regex') ?? getText(model, 'action_regex')),
    },
    instanceTemplate: getText(agent, 'instance_template'),
    isMini: isMiniInfo(info),
  };
}

/** Whether `info` is mini-swe-agent's: its version or class names, or totals without SWE-agent's token counts. */
export function isMiniInfo(info: unknown): boolean {
  if (getText(info, 'mini_version') !== null) return true;
  const type = getString(getPath(info, 'config'), 'agent_type') ?? '';
  if (/^(?:minisweagent|microsweagent|microswea|nanoswea)\./.test(type)) return true;
  const stats = getRecord(info, 'model_stats');
  return stats !== null && 'instance_cost' in stats && 'api_calls' in stats && !('tokens_sent' in stats);
}

/**
 * Hash of the task's text, cut out of its message by the fixed parts of the template around the
 * task; null where template or text do not allow it.
 */
export function hashTask(template: string | null, message: string | null): string | null {
  if (template === null || message === null) return null;
  const mark = /\{\{-?\s*task\s*-?\}\}/.exec(template);
  if (mark === null) return null;
  const before = template.slice(0, mark.index).split(/\}\}|%\}|#\}/).at(-1)?.trimStart() ?? '';
  const after = (template.slice(mark.index + mark[0].length).split(/\{\{|\{%|\{#/)[0] ?? '').trimEnd();
  const start = before.trim() === '' ? (mark.index === 0 ? 0 : -1) : message.indexOf(before.trimEnd());
  if (start < 0) return null;
  const from = start + before.trimEnd().length;
  const rest = template.slice(mark.index + mark[0].length).trim() === '';
  const end = rest ? message.length : after.trim() === '' ? -1 : message.indexOf(after.trimStart(), from);
  return end < from ? null : `text:${hashText(normaliseAction(message.slice(from, end)))}`;
}

/** Templates, sampling, limits and the kinds of agent, model and environment; not the model's name, the image or output paths. */
function hashConfig(config: JsonRecord): string {
  return hashValue({
    agent: without(getRecord(config, 'agent'), OUTSIDE.agent),
    model: without(getRecord(config, 'model'), OUTSIDE.model),
    agentType: getText(config, 'agent_type'),
    modelType: getText(config, 'model_type'),
    environmentType: getText(config, 'environment_type'),
  });
}

function without(record: JsonRecord | null, keys: ReadonlySet<string>): JsonRecord | null {
  return record === null ? null : Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}

/** `deepseek` of `deepseek/deepseek-chat`; null without a prefix. */
function providerOf(model: string | null): string | null {
  const slash = model?.indexOf('/') ?? -1;
  return model !== null && slash > 0 ? model.slice(0, slash) : null;
}

/** Text of a template before its first placeholder. */
function fixedStart(template: string | null): string | null {
  const start = template?.split(/\{\{|\{%|\{#/)[0]?.trim() ?? '';
  return start === '' ? null : start;
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function notNegative(value: number | null): number | null {
  return value !== null && value >= 0 ? value : null;
}
