// Builds OpenHands conversations from a few words, so that each test shows only what it is about.

type Json = Record<string, unknown>;

let clock = 0;

/** Times one second apart, from 10:00. */
function nextTime(): string {
  clock++;
  return new Date(Date.UTC(2025, 4, 1, 10, 0, clock)).toISOString().replace('Z', '000');
}

/** Starts ids and times anew: call it first in every conversation. */
export function restart(): void {
  clock = 0;
}

/** An event of 0.x and 1.x: id, time, source, then what is given. */
export function event(source: string, fields: Json): Json {
  return { id: clock, timestamp: nextTime(), source, message: 'x', ...fields };
}

export interface Call {
  readonly command?: string;
  readonly tool?: string;
  readonly action?: string;
  readonly args?: Json;
  /** Response id, default `r` and the number of the event. */
  readonly response?: string | null;
  readonly total?: number;
  readonly usage?: Json;
}

/** An action of the agent, with the metadata of its tool call. */
export function action(call: Call): Json {
  const id = clock;
  const { response = `r${id}`, total = 1, usage } = call;
  const args = call.args ?? { command: call.command ?? 'ls', thought: 'look' };
  const metadata = { function_name: call.tool ?? 'execute_bash', tool_call_id: `t${id}`, model_response: { id: response, model: 'small-1', ...(usage === undefined ? {} : { usage }) }, total_calls_in_response: total };
  return event('agent', { action: call.action ?? 'run', ...(response === null ? {} : { tool_call_metadata: metadata }), args });
}

/** What came back for an action. */
export function answer(to: Json, content: string, fields: Json = {}): Json {
  return event('agent', { cause: to['id'], observation: 'run', ...(to['tool_call_metadata'] === undefined ? {} : { tool_call_metadata: to['tool_call_metadata'] }), content, extras: { metadata: { exit_code: 0 } }, success: true, ...fields });
}

/** System prompt, task, recall. */
export function opening(): Json[] {
  restart();
  return [
    event('agent', { action: 'system', args: { content: 'You fix bugs.' } }),
    event('user', { action: 'message', args: { content: 'fix it' } }),
    event('user', { action: 'recall', args: { query: 'fix it' } }),
    event('environment', { cause: 2, observation: 'recall', content: 'Added workspace context', extras: {} }),
  ];
}

/** `ls`, a malformed answer, an edit that fails, `finish`: four calls. */
export function legacyHistory(): Json[] {
  const history = opening();
  const list = action({ command: 'ls' });
  history.push(list, answer(list, 'a.py\nb.py'));
  history.push(event('agent', { observation: 'error', content: "Parameter 'command' is expected", extras: { error_id: '' } }));
  const edit = action({ action: 'edit', tool: 'str_replace_editor', args: { command: 'str_replace', path: 'ä.py', old_str: 'a', new_str: 'b' } });
  history.push(edit, answer(edit, 'ERROR: no match', { observation: 'edit', extras: {} }));
  history.push(action({ action: 'finish', tool: 'finish', args: { final_thought: 'done', outputs: {} } }));
  return history;
}

/** A usage entry of metrics. */
export function usage(response: string, prompt: number, completion = 10, cached = 0): Json {
  return { model: 'acme/small-1', prompt_tokens: prompt, completion_tokens: completion, cache_read_tokens: cached, cache_write_tokens: 0, response_id: response };
}

/** Metrics whose totals are the sums of their entries; each call costs a hundredth of a dollar. */
export function metrics(usages: readonly Json[], fields: Json = {}): Json {
  const sum = (key: string): number => usages.reduce((total, entry) => total + Number(entry[key]), 0);
  const total = { model: 'default', prompt_tokens: sum('prompt_tokens'), completion_tokens: sum('completion_tokens'), cache_read_tokens: sum('cache_read_tokens'), cache_write_tokens: 0 };
  const costs = usages.map((_, i) => ({ model: 'acme/small-1', cost: 0.01, timestamp: i }));
  return { accumulated_cost: usages.length * 0.01, accumulated_token_usage: total, costs, response_latencies: [], token_usages: usages, ...fields };
}

export function metadata(fields: Json = {}): Json {
  return {
    agent_class: 'CodeActAgent',
    llm_config: { model: 'acme/small-1', api_key: '**', temperature: 0, log_completions_folder: 'out/llm_completions/one' },
    max_iterations: 50,
    eval_output_dir: 'out/acme-set-test/CodeActAgent/small-1_maxiter_50_N_v0.50.0-no-hint-run_2',
    start_time: '2025-05-01 10:00:00',
    git_commit: 'abcdef0123456789',
    dataset: 'acme/set',
    ...fields,
  };
}

/** A line of `output.jsonl`. */
export function outputObject(task: string, fields: Json = {}): Json {
  const history = legacyHistory();
  const ids = history.flatMap((e) => (e['action'] === undefined ? [] : [(e['tool_call_metadata'] as { model_response?: { id?: string } } | undefined)?.model_response?.id ?? '']).filter((id) => id !== ''));
  return {
    instance_id: task,
    test_result: { git_patch: 'diff --git a/x b/x\n' },
    instruction: 'fix it',
    metadata: metadata(),
    history,
    metrics: metrics(ids.map((id, i) => usage(id, 100 * (i + 1)))),
    error: null,
    instance: { instance_id: task, patch: 'the gold patch', problem_statement: `Bug in ${task}` },
    ...fields,
  };
}

export function lines(...objects: readonly unknown[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

/** Events of the agent SDK. */
export function sdkEvent(kind: string, source: string, fields: Json): Json {
  const id = `${String(clock).padStart(8, '0')}-aaaa-bbbb-cccc-dddddddddddd`;
  return { id, timestamp: nextTime(), source, ...fields, kind };
}

export function sdkAction(response: string, call: string, command: string, fields: Json = {}): Json {
  return sdkEvent('ActionEvent', 'agent', {
    thought: [{ type: 'text', text: 'look' }],
    reasoning_content: 'hm',
    action: { command, kind: 'TerminalAction' },
    tool_name: 'terminal',
    tool_call_id: call,
    tool_call: { id: call, name: 'terminal', arguments: JSON.stringify({ command }) },
    llm_response_id: response,
    ...fields,
  });
}

export function sdkAnswer(call: string, text: string, code: number | null = 0, fields: Json = {}): Json {
  return sdkEvent('ObservationEvent', 'environment', {
    tool_name: 'terminal',
    tool_call_id: call,
    observation: { content: [{ type: 'text', text }], is_error: false, ...(code === null ? {} : { exit_code: code }), kind: 'TerminalObservation' },
    action_id: 'unknown',
    ...fields,
  });
}

/** Two calls at once, a call that cannot be run, and the end: three model calls. */
export function sdkHistory(): Json[] {
  restart();
  return [
    sdkEvent('SystemPromptEvent', 'agent', { system_prompt: { type: 'text', text: 'You fix bugs.' }, tools: [] }),
    sdkEvent('MessageEvent', 'user', { llm_message: { role: 'user', content: [{ type: 'text', text: 'fix it' }] } }),
    sdkAction('r1', 'c1', 'ls'),
    sdkAction('r1', 'c2', 'cat ä.py'),
    sdkAnswer('c1', 'a.py'),
    sdkAnswer('c2', 'no such file', 1),
    sdkAction('r2', 'c3', '', { action: null, tool_name: 'nothing' }),
    sdkEvent('AgentErrorEvent', 'agent', { error: 'Tool nothing not found', tool_name: 'nothing', tool_call_id: 'c3' }),
    sdkEvent('Condensation', 'environment', { forgotten_event_ids: [], summary: 'So far: ls.', llm_response_id: 'k1' }),
    sdkAction('r3', 'c4', '', { action: { message: 'done', kind: 'FinishAction' }, tool_name: 'finish' }),
    sdkAnswer('c4', 'done', null, { tool_name: 'finish' }),
  ];
}

export function sdkMetadata(fields: Json = {}): Json {
  return { llm: { model: 'acme/small-1', api_key: '**', temperature: 0 }, dataset: 'acme/set', dataset_split: 'test', max_iterations: 100, eval_output_dir: 'eval/acme-set/small-1_sdk_1a2b3c4_maxiter_100_N_main', n_critic_runs: 3, openhands_sdk_version: '1.2.3', ...fields };
}

export function sdkOutput(task: string, fields: Json = {}): Json {
  return { instance_id: task, attempt: 1, test_result: { git_patch: 'diff' }, instruction: 'fix it', metadata: sdkMetadata(), history: sdkHistory(), metrics: metrics([usage('r1', 100, 10, 40), usage('r2', 200), usage('k1', 50), usage('r3', 300)]), error: null, instance: { problem_statement: `Bug in ${task}` }, ...fields };
}

export function baseState(fields: Json = {}): Json {
  const agent = { llm: { model: 'acme/small-1', api_key: '**', usage_id: 'agent' }, tools: [{ name: 'terminal' }], kind: 'Agent' };
  const stats = { usage_to_metrics: { agent: metrics([usage('r1', 100, 10, 40), usage('r2', 200), usage('r3', 300)], { model_name: 'acme/small-1' }), condenser: metrics([usage('k1', 50)], { model_name: 'acme/tiny-1' }) } };
  return { id: '1234', agent, workspace: { working_dir: '/repo' }, persistence_dir: '/x', max_iterations: 500, execution_status: 'finished', stats, ...fields };
}

/** Files of a conversation's folder, by path. */
export function eventFiles(folder: string, events: readonly Json[]): Record<string, string> {
  return Object.fromEntries(events.map((e, i) => [`${folder}/events/event-${String(i).padStart(5, '0')}-${String(e['id'])}.json`, JSON.stringify(e)]));
}
