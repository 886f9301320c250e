import type { Limits, RuntimeFields } from '../../model/attempt';
import { providerOfModel } from '../shared/attemptParts';
import { getArray, getCount, getField, getNumber, getPath, getRecord, getText } from '../shared/fields';
import { hashText, hashValue } from '../shared/hash';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';

/** What a log says about all its samples. */
export interface LogHeader {
  /** `started`, `success`, `cancelled` or `error`; null in a log without header. */
  readonly status: string | null;
  readonly formatVersion: string | null;
  /** The benchmark. */
  readonly benchmark: string | null;
  readonly runtime: RuntimeFields;
  readonly limits: Limits;
  /** Scorers in the order of the results: the first is the main one. */
  readonly scorers: readonly string[];
  /** Samples that the log says were completed; null where it does not say. */
  readonly completed: number | null;
  /** Names the run, for samples without an id of their own; null where nothing does. */
  readonly run: string | null;
  readonly problems: readonly ProblemSeed[];
}

/** Newest version that is known. */
const VERSION = 2;

/** Solvers that prepare a conversation; the one that holds it names the agent. */
const PREPARING = /^(?:use_tools|.*_message|prompt_template|assistant_message|chain_of_thought|submit_tool|.*_tool|self_critique|system_prompt|setup.*)$/;

/** From the root of a JSON log, `header.json`, or `_journal/start.json` of a log that has no header yet. */
export function readHeader(root: unknown): LogHeader {
  const spec = getRecord(root, 'eval');
  const plan = getRecord(root, 'plan');
  const config = getRecord(spec, 'config');
  const version = getCount(root, 'version');
  const model = getText(spec, 'model');
  const packages = getRecord(spec, 'packages');
  const scores = getArray(getRecord(root, 'results'), 'scores') ?? [];
  return {
    status: getText(root, 'status'),
    formatVersion: version === null ? null : String(version),
    benchmark: getText(spec, 'task'),
    runtime: {
      agent: getText(spec, 'solver') ?? solverOf(plan) ?? 'inspect',
      agentVersion: getText(packages, 'inspect_ai'),
      model,
      provider: providerOfModel(model),
      config: spec === null ? null : hashValue(configOf(spec, plan)),
    },
    limits: {
      calls: positive(getNumber(config, 'turn_limit')),
      usd: positive(getNumber(config, 'cost_limit')),
      seconds: positive(getNumber(config, 'time_limit')) ?? positive(getNumber(config, 'working_limit')),
    },
    scorers: [...new Set(scores.flatMap((score) => [getText(score, 'scorer'), getText(score, 'name')].filter((name) => name !== null)))],
    completed: getCount(getRecord(root, 'results'), 'completed_samples'),
    run: runOf(spec),
    problems: version !== null && version > VERSION ? [newerVersion(version)] : [],
  };
}

/** What makes runs of one model and agent differ; not names, times and places of this run. */
function configOf(spec: unknown, plan: unknown): Record<string, unknown> {
  const { message_limit, token_limit, time_limit, working_limit, cost_limit, turn_limit } = { ...getRecord(spec, 'config') };
  const fields = ['task', 'task_version', 'task_args', 'solver_args', 'model_generate_config', 'model_args', 'model_roles', 'sandbox'].map((key) => [key, getField(spec, key)]);
  return { ...Object.fromEntries(fields), limits: { message_limit, token_limit, time_limit, working_limit, cost_limit, turn_limit }, steps: getField(plan, 'steps'), plan: getField(plan, 'config') };
}

function solverOf(plan: unknown): string | null {
  const names = (getArray(plan, 'steps') ?? []).map((step) => getText(step, 'solver')).filter((name) => name !== null);
  return names.filter((name) => !PREPARING.test(name)).at(-1) ?? names.at(-1) ?? null;
}

function runOf(spec: unknown): string | null {
  const ids = ['eval_id', 'run_id', 'task_id', 'created'].map((key) => getText(spec, key));
  return ids.every((id) => id === null) ? null : hashText(JSON.stringify(ids.slice(1)));
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function newerVersion(version: number): ProblemSeed {
  return seedProblem('unknown-version', WHOLE_FILE, { found: `version ${version}`, expected: `version ${VERSION} or before`, message: 'This version of the log is newer than those that are known; it is read like the last known one.' }, 'information');
}

/** Values of the main scorer in a list of sample summaries. */
export function summaryValues(summaries: unknown, scorers: readonly string[]): readonly unknown[] {
  return (Array.isArray(summaries) ? summaries : []).flatMap((summary) => {
    const scores = getRecord(summary, 'scores');
    const name = scores === null ? undefined : (scorers.find((scorer) => Object.hasOwn(scores, scorer)) ?? Object.keys(scores)[0]);
    return name === undefined ? [] : [getPath(scores, name, 'value')];
  });
}
