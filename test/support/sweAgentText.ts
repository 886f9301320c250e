// Builds SWE-agent files from a few words, so that each test shows only what it is about.

export interface TrajText {
  /** Actions in order; '' is an answer that could not be parsed, `!cmd` one that was refused. */
  readonly actions: readonly string[];
  readonly exit?: string | null;
  /** Default: the number of actions. */
  readonly apiCalls?: number;
  readonly cost?: number;
  /** Default: 1.x. */
  readonly isOld?: boolean;
  readonly replayConfig?: unknown;
  readonly version?: string;
  /** Further elements at the end of the trajectory. */
  readonly extra?: readonly unknown[];
}

/** One trajectory as the producer writes it, without indentation. */
export function trajObject(text: TrajText): Record<string, unknown> {
  const { actions, isOld = false } = text;
  const trajectory = [...actions.map((action, i) => element(action, i, isOld)), ...(text.extra ?? [])];
  const stats = { instance_cost: text.cost ?? 0.25, tokens_sent: 900, tokens_received: 90, api_calls: text.apiCalls ?? actions.length };
  const info = { exit_status: text.exit === undefined ? 'submitted' : text.exit, submission: 'diff', model_stats: isOld ? { total_cost: 9, ...stats } : stats, ...(text.version === undefined ? {} : { swe_agent_version: text.version }) };
  const history = [{ role: 'system', content: 'You fix bugs.', agent: 'main', message_type: 'system_prompt' }];
  if (isOld) return { environment: 'swe_main', trajectory, history, info };
  return { trajectory, history, info, replay_config: text.replayConfig ?? null, environment: 'main' };
}

export function trajText(text: TrajText): string {
  return JSON.stringify(trajObject(text), null, 2);
}

function element(word: string, i: number, isOld: boolean): Record<string, unknown> {
  const isRefused = word.startsWith('!');
  const action = isRefused ? word.slice(1) : word;
  const ran = action !== '' && !isRefused;
  const thought = `thought ${i + 1}`;
  const base = { action, observation: ran ? `output of ${action}` : '', response: `${thought}\n\`\`\`\n${action}\n\`\`\``, thought };
  if (isOld) return { ...base, state: '{"open_file": "n/a", "working_dir": "/repo"}\n' };
  const state = ran ? { open_file: 'n/a', working_dir: '/repo' } : {};
  return { ...base, execution_time: ran ? 0.2 : 0, state, query: [{ role: 'user', content: `everything so far ${i}` }], extra_info: {} };
}

/** The element with which the harness ends a run that cannot go on. */
export function harnessExit(reason: string, isSubmitted: boolean): Record<string, unknown> {
  return { action: '', observation: isSubmitted ? 'Exited (autosubmitted)' : '', response: reason, thought: reason, execution_time: 0, state: {}, query: [{}], extra_info: {} };
}

/** A run configuration as 1.x writes it. */
export function runConfig(model: Record<string, unknown> = {}, agent: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    env: { deployment: { image: 'demo' }, name: 'main' },
    agent: {
      name: 'main',
      templates: { system_template: 'You fix bugs.' },
      tools: { execution_timeout: 30 },
      model: { name: 'acme/small-1', per_instance_cost_limit: 3, per_instance_call_limit: 0, total_cost_limit: 100, temperature: 0, api_key: null, ...model },
      ...agent,
    },
    problem_statement: { type: 'text', id: 'acme__widget-12' },
  };
}
