import { parse } from 'yaml';
import type { Limits, RuntimeFields } from '../../model/attempt';
import { asRecord, getArray, getCount, getNumber, getRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashValue } from '../shared/hash';
import { DEEPEST_YAML, nestsDeeper } from '../shared/yamlDepth';

/** What a configuration says about the runtime. */
export interface ConfigFacts {
  readonly model: string | null;
  readonly config: string | null;
  readonly limits: Limits;
}

export const NO_CONFIG: ConfigFacts = { model: null, config: null, limits: { calls: null, usd: null, seconds: null } };

/** Settings that do not change what the agent does: keys, addresses, how to wait, and the budget of the whole batch. */
const OUTSIDE = new Set(['api_key', 'api_base', 'api_version', 'host_url', 'retry', 'delay', 'total_cost_limit', 'replay_path', 'choose_api_key_by_thread']);

const LARGEST_YAML = 4 * 1024 * 1024;
const DEEPEST = 48;

/**
 * Facts of a run configuration: `replay_config` (an object, or JSON in a string), or the YAML beside a trajectory. Of a
 * retry agent, those of the configuration that its attempt number `attempt` used. Null when it is none.
 */
export function readConfig(value: unknown, attempt: number | null): ConfigFacts | null {
  const root = asRecord(typeof value === 'string' ? parseText(value) : value);
  if (root === null || !isShallow(root, DEEPEST)) return null;
  const agent = agentOf(root, attempt ?? 0);
  const model = getRecord(agent, 'model');
  if (agent === null || model === null) return null;
  return {
    // 1.x: name; 0.x: model_name.
    model: getText(model, 'name') ?? getText(model, 'model_name'),
    // The model is a field of its own, and the agent may be named after the instance.
    config: hashValue(withoutOutside({ ...agent, name: undefined, model: { ...model, name: undefined, model_name: undefined } })),
    limits: {
      calls: positive(getCount(model, 'per_instance_call_limit')),
      usd: positive(getNumber(model, 'per_instance_cost_limit')),
      seconds: null,
    },
  };
}

function agentOf(root: JsonRecord, attempt: number): JsonRecord | null {
  const agent = getRecord(root, 'agent');
  const several = getArray(agent, 'agent_configs');
  return several === null || several.length === 0 ? agent : asRecord(several[attempt % several.length]);
}

/**
 * Facts of a run folder's name, as the producer builds it: `<model>__<data>__<config>__t-0.00__p-0.95__c-3.00__install-1…` (0.x)
 * or `<config>__<model>__t-0.00__p-1.00__c-3.00___<source>…` (1.x). Null for other names. What follows (a suffix,
 * often the number of a repetition) says nothing about the runtime.
 */
export function readFolderName(name: string): ConfigFacts | null {
  const match = /^(.{1,400})__(t-[A-Za-z0-9.]+__p-[A-Za-z0-9.]+__c-([A-Za-z0-9.]+))(__install-[01])?/.exec(name);
  const [, head, sampling, cost, install] = match ?? [];
  if (head === undefined || sampling === undefined || cost === undefined) return null;
  const segments = head.split('__');
  const isOld = install !== undefined;
  const model = (isOld ? segments[0] : segments[segments.length - 1]) ?? '';
  const config = isOld ? segments[segments.length - 1] : segments.slice(0, -1).join('__');
  return {
    // Slashes cannot stand in folder names.
    model: model === '' ? null : model.replace(/--/g, '/'),
    config: hashValue({ folder: [config, sampling, install ?? ''] }),
    limits: { calls: null, usd: positive(Number(cost)), seconds: null },
  };
}

/** The value of a YAML text; undefined when it is too large, too deep or no YAML. */
export function parseYaml(bytes: Uint8Array): unknown {
  if (bytes.length > LARGEST_YAML) return undefined;
  try {
    const text = Buffer.from(bytes).toString('utf8');
    return nestsDeeper(text, DEEPEST_YAML) ? undefined : parse(text, { logLevel: 'error' });
  } catch {
    return undefined;
  }
}

/** Agent, version and model as a runtime; provider routes are not stated. */
export function runtimeOf(config: ConfigFacts, version: string | null): RuntimeFields {
  return { agent: 'swe-agent', agentVersion: version, model: config.model, provider: providerOf(config.model), config: config.config };
}

/** `deepseek` of `deepseek/deepseek-chat`; null without a prefix. */
function providerOf(model: string | null): string | null {
  const slash = model?.indexOf('/') ?? -1;
  return model !== null && slash > 0 ? model.slice(0, slash) : null;
}

function withoutOutside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOutside);
  const record = asRecord(value);
  if (record === null) return value;
  return Object.fromEntries(Object.entries(record).filter(([key]) => !OUTSIDE.has(key)).map(([key, inner]) => [key, withoutOutside(inner)]));
}

/** Whether a value nests at most `levels` deep, so that it can be walked. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function positive(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}
