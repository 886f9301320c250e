// What a trial's configuration says: task, model, limits, and the hash that keeps configurations apart.

import type { Limits } from '../../model/attempt';
import { asRecord, getField, getNumber, getRecord, getText } from '../shared/fields';
import { nameOf } from '../shared/paths';

/** Names under which agents take a limit on their calls, in order of precedence. */
const CALL_LIMITS = ['max_episodes', 'max_turns', 'max_iterations', 'max_steps', 'step_limit'];
const USD_LIMITS = ['max_budget_usd', 'cost_limit', 'max_cost_usd'];

/** Environment variables whose value is a secret; the rest of the environment belongs to the configuration. */
const SECRET = /key$|token$|secret|password|credential/i;

/** The task's name: `org/name` of a package, else the last segment of its path. */
export function taskOfConfig(config: unknown): string | null {
  const task = getRecord(config, 'task');
  const name = getText(task, 'name');
  if (name !== null) return name;
  const path = getText(task, 'path')?.replace(/[/\\]+$/, '').replaceAll('\\', '/');
  return path === undefined || path === '' ? null : nameOf(path);
}

/** The model as the configuration writes it, with its provider prefix. */
export function modelOfConfig(config: unknown): string | null {
  return getText(getRecord(config, 'agent'), 'model_name');
}

/**
 * Limits that the trial itself states. The agent's time is stated by an override (Harbor caps it, then multiplies
 * it); without one the task's own time-out holds, which stands only in the message of a trial that ran into it.
 */
export function limitsOfTrial(config: unknown, exception: unknown): Limits {
  const agent = getRecord(config, 'agent');
  const kwargs = getRecord(agent, 'kwargs');
  return {
    calls: firstPositive(kwargs, CALL_LIMITS),
    usd: firstPositive(kwargs, USD_LIMITS),
    seconds: overrideSeconds(config, agent) ?? secondsOfTimeout(exception),
  };
}

function overrideSeconds(config: unknown, agent: unknown): number | null {
  const override = getNumber(agent, 'override_timeout_sec');
  if (override === null || override <= 0) return null;
  const cap = getNumber(agent, 'max_timeout_sec');
  const multiplier = getNumber(config, 'agent_timeout_multiplier') ?? getNumber(config, 'timeout_multiplier') ?? 1;
  return Math.min(override, cap !== null && cap > 0 ? cap : Infinity) * multiplier;
}

function secondsOfTimeout(exception: unknown): number | null {
  if (getText(exception, 'exception_type') !== 'AgentTimeoutError') return null;
  const seconds = /timed out after (\d+(?:\.\d+)?) seconds/.exec(getText(exception, 'exception_message') ?? '')?.[1];
  return seconds === undefined || Number(seconds) === 0 ? null : Number(seconds);
}

function firstPositive(record: unknown, keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = getNumber(record, key);
    if (value !== null && value > 0) return value;
  }
  return null;
}

/**
 * What distinguishes configurations: the agent's arguments and environment, time-outs, kind of sandbox. Paths,
 * ids, secrets and defaults are left out, so that two versions of Harbor write the same settings alike.
 * Null where there is nothing.
 */
export function settingsOfConfig(config: unknown): Readonly<Record<string, unknown>> | null {
  const agent = getRecord(config, 'agent');
  const environment = getRecord(config, 'environment');
  const pick = (record: unknown, keys: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(keys.map((key) => [key, getField(record, key)]));
  const multipliers = pick(config, ['timeout_multiplier', 'agent_timeout_multiplier']);
  const settings = {
    agent: {
      ...pick(agent, ['import_path', 'kwargs', 'override_timeout_sec', 'max_timeout_sec']),
      env: Object.fromEntries(Object.entries(asRecord(getField(agent, 'env')) ?? {}).filter(([name]) => !SECRET.test(name))),
    },
    environment: pick(environment, ['type', 'import_path', 'kwargs', 'override_cpus', 'override_memory_mb', 'override_storage_mb', 'override_gpus']),
    multipliers: Object.fromEntries(Object.entries(multipliers).filter(([, value]) => value !== 1)),
  };
  return asRecord(dropEmpty(settings));
}

/** Without nulls, empty objects and empty arrays, at any depth; undefined where nothing is left. */
function dropEmpty(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const record = asRecord(value);
  if (record === null) return value;
  const kept = Object.entries(record).flatMap(([key, field]) => {
    const inner = dropEmpty(field);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
