// Builds rollouts of Codex CLI: each function makes one line.

const START = Date.parse('2026-01-05T09:00:00.000Z');

/** A line of a rollout; `at` in seconds after the start. */
export function rolloutLine(type: string, payload: Readonly<Record<string, unknown>>, at = 0): string {
  return JSON.stringify({ timestamp: new Date(START + at * 1000).toISOString(), type, payload });
}

export function metaLine(id: string, more: Readonly<Record<string, unknown>> = {}, at = 0): string {
  return rolloutLine('session_meta', { id, timestamp: new Date(START + at * 1000).toISOString(), cwd: '/srv/demo', originator: 'codex_exec', cli_version: '0.80.0', source: 'exec', model_provider: 'acme', ...more }, at);
}

export function contextLine(at = 0, model = 'acme-codex'): string {
  return rolloutLine('turn_context', { cwd: '/srv/demo', approval_policy: 'never', sandbox_policy: { type: 'workspace-write', network_access: false }, model, effort: 'medium', summary: 'auto' }, at);
}

export function itemLine(item: Readonly<Record<string, unknown>>, at = 0): string {
  return rolloutLine('response_item', item, at);
}

export function eventLine(event: Readonly<Record<string, unknown>>, at = 0): string {
  return rolloutLine('event_msg', event, at);
}

export const userMessage = (text: string): Record<string, unknown> => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
export const answerMessage = (text: string): Record<string, unknown> => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
export const reasoning = (text: string): Record<string, unknown> => ({ type: 'reasoning', summary: [{ type: 'summary_text', text }], content: null, encrypted_content: 'gAAAA' });
export const shellCall = (id: string, command: string): Record<string, unknown> => ({ type: 'function_call', name: 'shell', arguments: JSON.stringify({ command: ['bash', '-lc', command] }), call_id: id });
export const output = (id: string, text: string, exitCode = 0): Record<string, unknown> => ({ type: 'function_call_output', call_id: id, output: JSON.stringify({ output: text, metadata: { exit_code: exitCode, duration_seconds: 0.1 } }) });

/** Running totals of `calls` calls of 3,000 tokens in (2,500 cached) and 80 out, and the last of them. */
export function countLine(calls: number, at = 0): string {
  const usage = (n: number): Record<string, number> => ({ input_tokens: 3000 * n, cached_input_tokens: 2500 * n, output_tokens: 80 * n, reasoning_output_tokens: 40 * n, total_tokens: 3080 * n });
  return eventLine({ type: 'token_count', info: { total_token_usage: usage(calls), last_token_usage: usage(1), model_context_window: 272000 } }, at);
}

/** Two calls, the first with a tool, as a session of 0.80 writes them. */
export function smallRollout(): string[] {
  return [
    metaLine('t1'),
    itemLine(userMessage('<environment_context>\n  <cwd>/srv/demo</cwd>\n</environment_context>'), 0.1),
    itemLine(userMessage('Count the “files”'), 0.2),
    eventLine({ type: 'user_message', message: 'Count the “files”', images: [] }, 0.2),
    eventLine({ type: 'task_started', model_context_window: 272000 }, 0.2),
    contextLine(0.3),
    eventLine({ type: 'token_count', info: null, rate_limits: {} }, 1),
    eventLine({ type: 'agent_reasoning', text: '**Listing**' }, 3),
    itemLine(reasoning('**Listing**'), 3),
    itemLine(shellCall('c1', 'ls'), 4),
    countLine(1, 4.1),
    itemLine(output('c1', 'x.py\n'), 5),
    countLine(1, 5.1),
    eventLine({ type: 'agent_message', message: 'One file.' }, 8),
    itemLine(answerMessage('One file.'), 8),
    countLine(2, 8.1),
    eventLine({ type: 'task_complete', last_agent_message: 'One file.' }, 8.2),
  ];
}
