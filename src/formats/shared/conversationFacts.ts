// What stands beside the messages of a conversation: task, attempt, model, verdict, end. There is no standard; these
// are the names that published sets and scripts use (formats.md 9).

import type { Outcome, TokenTotals } from '../../model/attempt';
import { asRecord, getBoolean, getField, getNumber, getRecord, getText } from './fields';
import type { JsonRecord } from './fields';
import { hashText, hashValue } from './hash';
import { normaliseAction } from './stepHash';
import { readAnyUsage, readTime } from './chatFacts';

export interface ConversationFacts {
  readonly task: string | null;
  readonly taskHash: string | null;
  readonly attempt: string | null;
  readonly model: string | null;
  readonly agent: string | null;
  readonly agentVersion: string | null;
  readonly provider: string | null;
  readonly config: string | null;
  readonly outcome: Outcome;
  /** Two fields that give different verdicts, for a problem; null where they agree. */
  readonly conflict: string | null;
  readonly exitStatus: string | null;
  readonly tokens: TokenTotals;
  readonly cost: number | null;
  readonly startedMs: number | null;
}

const TASKS = ['instance_id', 'task_id', 'task_name', 'problem_id', 'question_id', 'sample_id'];
const ATTEMPTS = ['traj_id', 'trajectory_id', 'run_id', 'rollout_id', 'attempt', 'attempt_id', 'trial', 'trial_id', 'epoch', 'sample_index', 'session_id', 'conversation_id', 'thread_id'];
const MODELS = ['model', 'model_name', 'model_name_or_path', 'model_id'];
const VERDICTS = ['resolved', 'is_resolved', 'target', 'success', 'passed', 'verified', 'is_correct', 'reward', 'score'];
const ENDS = ['exit_status', 'stop_reason', 'finish_reason', 'termination_reason', 'error'];
const COSTS = ['total_cost', 'cost', 'total_cost_usd', 'cost_usd', 'instance_cost'];
const STARTS = ['started_at', 'start_time', 'created_at', 'createdAt', 'timestamp', 'create_time', 'created'];
const SAMPLING = ['temperature', 'top_p', 'top_k', 'max_tokens', 'max_completion_tokens', 'reasoning_effort', 'frequency_penalty', 'presence_penalty', 'stop'];
const NESTED = ['metadata', 'meta', 'info', 'extra_info'];

/** Keys at the root of a conversation that hold facts about it. */
export const META_KEYS: readonly string[] = [
  ...TASKS, ...ATTEMPTS, ...MODELS, ...VERDICTS, ...ENDS, ...COSTS, ...STARTS, ...SAMPLING, ...NESTED,
  'id', 'task', 'agent', 'agent_name', 'scaffold', 'harness', 'agent_version', 'provider', 'usage', 'tools', 'problem_statement',
];

/** Ids of benchmarks: `owner__repo-123`, `owner__repo.hash.kind__suffix`. */
export const INSTANCE_ID = /^[A-Za-z0-9][\w.-]{0,200}__[\w.-]{1,300}$/;
/** Ids that are made at random and name no task. */
const RANDOM_ID = /^(?:chatcmpl-|msg_|resp_|run-|gen-|cmpl-)|^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,64}$/i;

/** The facts of a conversation from the fields beside its messages. */
export function readMetadata(root: JsonRecord): ConversationFacts {
  const places = [root, ...NESTED.map((key) => getRecord(root, key)).filter((record) => record !== null)];
  const first = (keys: readonly string[]): string | null => firstOf(places, keys, textOf);
  const id = first(['id']);
  const named = first(TASKS) ?? firstOf(places, ['task'], (record, key) => (typeof getField(record, key) === 'string' && !/\s/.test(textOf(record, key) ?? ' ') ? textOf(record, key) : null));
  const idIsTask = named === null && id !== null && !RANDOM_ID.test(id);
  const { outcome, conflict } = readVerdict(places);
  const statement = first(['problem_statement']);
  return {
    task: named ?? (idIsTask ? id : null),
    taskHash: statement === null ? null : `text:${hashText(normaliseAction(statement))}`,
    attempt: first(ATTEMPTS) ?? (idIsTask ? null : id),
    model: firstOf(places, MODELS, (record, key) => textOf(record, key) ?? getText(getRecord(record, key), 'name')),
    agent: firstOf(places, ['agent', 'agent_name', 'scaffold', 'harness'], (record, key) => textOf(record, key) ?? getText(getRecord(record, key), 'name')),
    agentVersion: first(['agent_version']) ?? firstOf(places, ['agent'], (record, key) => getText(getRecord(record, key), 'version')),
    provider: first(['provider']),
    config: hashConfig(root),
    outcome,
    conflict,
    exitStatus: first(ENDS)?.slice(0, 200) ?? null,
    tokens: firstOf(places, ['usage'], (record, key) => knownUsage(getField(record, key))) ?? { input: null, cached: null, output: null },
    cost: firstOf(places, COSTS, (record, key) => positive(getNumber(record, key))),
    startedMs: firstOf(places, STARTS, (record, key) => readTime(getField(record, key))),
  };
}

function firstOf<T>(places: readonly JsonRecord[], keys: readonly string[], read: (record: JsonRecord, key: string) => T | null): T | null {
  for (const record of places) {
    for (const key of keys) {
      const value = read(record, key);
      if (value !== null) return value;
    }
  }
  return null;
}

function textOf(record: JsonRecord, key: string): string | null {
  const number = getNumber(record, key);
  return getText(record, key) ?? (number === null ? null : String(number));
}

function knownUsage(value: unknown): TokenTotals | null {
  const usage = asRecord(value) === null ? null : readAnyUsage(value);
  return usage === null || (usage.input === null && usage.output === null) ? null : usage;
}

/** Two fields that disagree give no verdict. */
function readVerdict(places: readonly JsonRecord[]): { readonly outcome: Outcome; readonly conflict: string | null } {
  let outcome: Outcome = 'unknown';
  let source = '';
  for (const record of places) {
    for (const key of VERDICTS) {
      const verdict = verdictOf(getField(record, key));
      if (verdict === 'unknown' || verdict === outcome) continue;
      if (outcome !== 'unknown') return { outcome: 'unknown', conflict: `\`${source}\` and \`${key}\`` };
      outcome = verdict;
      source = key;
    }
  }
  return { outcome, conflict: null };
}

/** Only what says yes or no is a verdict: between 0 and 1, and on scales of other kinds, it is not known where success begins. */
function verdictOf(value: unknown): Outcome {
  if (value === true || value === 1) return 'resolved';
  if (value === false || value === 0) return 'unresolved';
  if (typeof value !== 'string') return 'unknown';
  if (/^(?:true|resolved|passed|pass|success)$/i.test(value.trim())) return 'resolved';
  return /^(?:false|unresolved|failed|fail|failure)$/i.test(value.trim()) ? 'unresolved' : 'unknown';
}

/** Tools and sampling; prompts are left out, since they may hold the task. */
function hashConfig(root: JsonRecord): string | null {
  const stated = ['tools', ...SAMPLING].map((key) => [key, getField(root, key)] as const).filter(([, value]) => value !== undefined && value !== null);
  return stated.length === 0 ? null : hashValue(Object.fromEntries(stated));
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

/** Whether the fields say that the row is made up. */
export function isSynthetic(root: JsonRecord): boolean {
  return getBoolean(root, 'synthetic') === true;
}
