import type { TraceFormat } from '../../model/formats';

/** A published set whose columns are known. */
export interface CorpusSet {
  /** As its publisher calls it; stated as the version of the format. Null: columns of unknown make. */
  readonly name: string | null;
  readonly format: TraceFormat;
  /** The agent that wrote its trajectories; null where rows of several agents share the columns. */
  readonly agent: string | null;
  readonly columns: readonly string[];
}

/** Columns that hold the conversation, the usual one first. */
export const CONVERSATIONS = ['trajectory', 'messages'] as const;

const set = (name: string, agent: string | null, columns: string): CorpusSet => ({ name, format: 'swe-rebench', agent, columns: columns.split(' ') });

const SWE_REBENCH = set(
  'nebius/SWE-rebench-openhands-trajectories',
  'openhands',
  'trajectory_id instance_id repo trajectory tools model_patch exit_status resolved gen_tests_correct pred_passes_gen_tests',
);
const SWE_AGENT = set('nebius/SWE-agent-trajectories', 'swe-agent', 'instance_id model_name target trajectory exit_status generated_patch eval_logs');
const OPEN_SWE = set('nvidia/Open-SWE-Traces', null, 'instance_id repo license language trajectory_id messages trajectory tools resolved metadata hf_dataset_name model_patch');
const SWE_ZERO = set('nvidia/SWE-Zero-openhands-trajectories', 'openhands', 'instance_id repo license trajectory_id trajectory model_patch dataset tools');
const SWE_SMITH = set('SWE-bench/SWE-smith-trajectories', 'swe-agent', 'messages instance_id resolved model traj_id patch');
const SWE_GYM = set('SWE-Gym/OpenHands-Sampled-Trajectories', 'openhands', 'instance_id run_id resolved messages tools test_result');
const MINI_CODER = set('mini-coder', 'mini-swe-agent', 'messages patch model instance_id verified');

/** Columns that say something wherever they occur. */
const GENERAL = [
  ...CONVERSATIONS, 'instance_id', 'trajectory_id', 'traj_id', 'run_id', 'model', 'model_name', 'resolved', 'target', 'verified',
  'exit_status', 'cohort', 'repo', 'task_id', 'id', 'success', 'passed', 'is_resolved', 'tools', 'patch', 'model_patch', 'generated_patch', 'metadata',
];
const UNKNOWN: CorpusSet = { name: null, format: 'messages', agent: null, columns: GENERAL };

/** What a corpus row has beside its conversation and its task: an attempt's id, or its verdict. */
const IDENTIFIERS = ['trajectory_id', 'traj_id', 'run_id'];
const VERDICTS = ['resolved', 'target', 'verified'];

/** The published set that rows with these columns come from, else columns of unknown make. */
export function identifySet(columns: ReadonlySet<string>): CorpusSet {
  const has = (...names: readonly string[]): boolean => names.every((name) => columns.has(name));
  const hasAny = (...names: readonly string[]): boolean => names.some((name) => columns.has(name));
  if (has('trajectory', 'target', 'model_name')) return SWE_AGENT;
  if (has('trajectory', 'trajectory_id', 'exit_status')) return SWE_REBENCH;
  if (has('trajectory_id') && hasAny('messages', 'trajectory')) {
    if (hasAny('language', 'hf_dataset_name', 'metadata') && has('resolved')) return OPEN_SWE;
    if (has('trajectory', 'dataset')) return SWE_ZERO;
  }
  if (has('messages', 'traj_id', 'patch')) return SWE_SMITH;
  if (has('messages', 'run_id') && hasAny('resolved', 'test_result')) return SWE_GYM;
  if (has('messages', 'verified', 'patch')) return MINI_CODER;
  return UNKNOWN;
}

/** Whether columns are those of a row that is an attempt: a conversation, its task, and who or how well it was. */
export function isCorpus(columns: ReadonlySet<string>): boolean {
  const hasAny = (names: readonly string[]): boolean => names.some((name) => columns.has(name));
  return hasAny(CONVERSATIONS) && columns.has('instance_id') && (hasAny(IDENTIFIERS) || hasAny(VERDICTS));
}
