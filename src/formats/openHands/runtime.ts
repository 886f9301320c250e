// What a run's metadata, or the state of a conversation, says about the runtime and its limits.

import type { Limits, RuntimeFields } from '../../model/attempt';
import { providerOfModel } from '../shared/attemptParts';
import { asRecord, getCount, getField, getNumber, getRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashValue } from '../shared/hash';
import { nameOf } from '../shared/paths';

export interface RunFacts {
  readonly runtime: RuntimeFields;
  readonly limits: Limits;
  /** Commit of the program, where no version is stated. */
  readonly commit: string | null;
  /** Runs of the critic, where the run is made of several attempts. */
  readonly criticRuns: number | null;
}

/** Settings that do not change what the agent does: keys, addresses, how to wait, where to write, and what is a field of its own. */
const OUTSIDE = new Set([
  'api_key', 'base_url', 'api_version', 'aws_access_key_id', 'aws_secret_access_key', 'aws_region_name', 'openrouter_site_url', 'openrouter_app_name', 'num_retries', 'retry_multiplier', 'retry_min_wait',
  'retry_max_wait', 'timeout', 'model', 'input_cost_per_token', 'output_cost_per_token', 'log_completions', 'log_completions_folder', 'usage_id', 'service_id', 'ollama_base_url', 'extra_headers',
  'safety_settings', 'secrets', 'profile_id', 'litellm_extra_body', 'stream', 'for_routing', 'correct_num',
]);
/** Metadata that says where, when and over what a run went. */
const OF_RUN = new Set([
  'llm', 'llm_config', 'eval_output_dir', 'start_time', 'git_commit', 'dataset', 'data_split', 'dataset_split', 'eval_limit', 'selected_instances_file', 'max_retries', 'workspace_type', 'base_resource_factor',
  'max_resource_factor', 'lmnr', 'openhands_sdk_version', 'acp_agent_name', 'acp_agent_version', 'n_critic_runs', 'critic', 'agent_type', 'agent_class', 'prompt_path', 'env_setup_commands',
]);

/** Facts of `metadata` (a line's, or `metadata.json`); null where it is none. */
export function readMetadata(value: unknown): RunFacts | null {
  const metadata = asRecord(value);
  const llm = getRecord(metadata, 'llm_config') ?? getRecord(metadata, 'llm');
  if (metadata === null || (llm === null && getText(metadata, 'agent_class') === null && getCount(metadata, 'max_iterations') === null)) return null;
  const folder = folderFacts(nameOf((getText(metadata, 'eval_output_dir') ?? '').replace(/\/+$/, '')));
  const isSdk = getRecord(metadata, 'llm') !== null;
  const type = getText(metadata, 'agent_type');
  const isAcp = type !== null && type.startsWith('acp');
  const prompt = getText(metadata, 'prompt_path');
  const model = getText(llm, 'model');
  return {
    runtime: {
      agent: isAcp ? `openhands ${getText(metadata, 'acp_agent_name') ?? type}` : isSdk ? 'openhands-sdk' : agentName(getText(metadata, 'agent_class')),
      agentVersion: isAcp ? getText(metadata, 'acp_agent_version') : (getText(metadata, 'openhands_sdk_version') ?? folder.version),
      model,
      provider: providerOfModel(model),
      config: hashValue({ llm: settingsOf(llm), run: Object.fromEntries(Object.entries(metadata).filter(([key]) => !OF_RUN.has(key))), prompt: prompt === null ? null : nameOf(prompt), note: folder.note }),
    },
    limits: { calls: positive(getCount(metadata, 'max_iterations')), usd: null, seconds: null },
    commit: getText(metadata, 'git_commit')?.slice(0, 12) ?? null,
    criticRuns: getCount(metadata, 'n_critic_runs'),
  };
}

/** Facts of a conversation's `base_state.json` or `full_state`; null where it is none. */
export function readBaseState(value: unknown): RunFacts | null {
  const agent = getRecord(value, 'agent');
  const llm = getRecord(agent, 'llm');
  if (agent === null) return null;
  const kind = getText(agent, 'kind');
  const model = getText(llm, 'model');
  return {
    runtime: {
      agent: kind === null || kind === 'Agent' ? 'openhands-sdk' : `openhands-sdk ${kind}`,
      agentVersion: null,
      model,
      provider: providerOfModel(model),
      config: hashValue({ agent: settingsOf(agent), iterations: getCount(value, 'max_iterations') }),
    },
    limits: { calls: positive(getCount(value, 'max_iterations')), usd: positive(getNumber(value, 'max_budget')) ?? positive(getNumber(value, 'max_budget_per_task')), seconds: null },
    commit: null,
    criticRuns: null,
  };
}

/** `openhands` for the usual agent, else with the class that it names. */
export function agentName(agentClass: string | null): string {
  return agentClass === null || agentClass === 'CodeActAgent' ? 'openhands' : `openhands ${agentClass}`;
}

/**
 * The note of a run folder's name, `<model>_maxiter_<n>_N_<note>` (or `<model>_sdk_<commit>_maxiter_…`): the version in it,
 * and what is left without the number of the repetition.
 */
export function folderFacts(name: string): { readonly version: string | null; readonly note: string | null } {
  const note = /_maxiter_\d{1,7}(?:_N_(.{0,300}))?$/.exec(name)?.[1] ?? '';
  const sdk = /_sdk_([0-9a-f]{6,40})_maxiter_/.exec(name)?.[1] ?? null;
  const version = /(?:^|[-_])v?(\d+\.\d+(?:\.\d+)?(?:[a-z]\w*)?)(?=$|[-_])/.exec(note);
  const rest = note.replace(version?.[0] ?? '', '').replace(/(?:^|[-_])run_\d+$/, '').replace(/^[-_]+|[-_]+$/g, '');
  return { version: version?.[1] ?? sdk, note: rest === '' ? null : rest };
}

/** Settings of models at any depth without OUTSIDE; the condenser has a model too. */
function settingsOf(value: unknown, depth = 0): unknown {
  if (depth > 24) return null;
  if (Array.isArray(value)) return value.map((item) => settingsOf(item, depth + 1));
  const record: JsonRecord | null = asRecord(value);
  if (record === null) return value;
  return Object.fromEntries(Object.entries(record).filter(([key, inner]) => !OUTSIDE.has(key) && inner !== null).map(([key]) => [key, settingsOf(getField(record, key), depth + 1)]));
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
