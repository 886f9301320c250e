// Rows of published corpora, invented, in the shapes of their dataset cards.

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly object[] | string | null;
  readonly name?: string | null;
  readonly tool_call_id?: string | null;
}

const says = (role: string, content: string | null): ChatMessage => ({ role, content, tool_calls: null, name: null, tool_call_id: null });

/** An agent's message with calls: `[tool, arguments]`. */
export function calls(content: string | null, ...tools: readonly (readonly [string, object])[]): ChatMessage {
  return { ...says('assistant', content), tool_calls: tools.map(([name, args], i) => ({ id: `t${i}`, type: 'function', function: { name, arguments: JSON.stringify(args) } })) };
}

export function answers(content: string, name = 'execute_bash'): ChatMessage {
  return { ...says('tool', content), name, tool_call_id: 't0' };
}

/** A conversation of OpenHands: look, edit twice at once, test, speak, finish. */
export const OPENHANDS_MESSAGES: readonly ChatMessage[] = [
  says('system', 'You are OpenHands agent, a helpful AI assistant.'),
  says('user', 'Fix the widget: “it ends at -1”.\n'),
  calls('', ['execute_bash', { command: 'ls', security_risk: 'LOW' }]),
  answers('x.py\n[The command completed with exit code 0.]'),
  calls('Two changes.', ['str_replace_editor', { command: 'create', path: '/w/a.py', file_text: 'a' }], ['str_replace_editor', { command: 'str_replace', path: '/w/x.py', old_str: 'é', new_str: 'b' }]),
  answers('File created', 'str_replace_editor'),
  answers('ERROR:\nNo match found for `old_str`', 'str_replace_editor'),
  calls('', ['execute_bash', { command: 'pytest -q' }]),
  answers('1 failed\n[The command completed with exit code 1.]'),
  says('assistant', 'I think that is it.'),
  says('user', 'Please continue working on the task.'),
  calls(null, ['finish', { message: 'done' }]),
];

/** A row of nebius/SWE-rebench-openhands-trajectories. */
export function openHandsRow(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    trajectory_id: 'chatcmpl-00ab',
    instance_id: 'acme__widget-12',
    repo: 'acme/widget',
    trajectory: OPENHANDS_MESSAGES,
    tools: [{ type: 'function', function: { name: 'execute_bash' } }],
    model_patch: 'diff --git a/x.py b/x.py\n',
    exit_status: 'submit',
    resolved: 1,
    gen_tests_correct: null,
    pred_passes_gen_tests: 0.5,
    ...changes,
  };
}

const turn = (role: string, text: string): object => ({ cutoff_date: null, mask: role === 'ai', role, system_prompt: null, text });

/** A row of nebius/SWE-agent-trajectories; each action is the text of the agent, and is answered unless it is the last. */
export function sweAgentRow(actions: readonly string[], changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    instance_id: 'acme__widget-12',
    model_name: 'swe-agent-llama-70b',
    target: false,
    trajectory: [
      { cutoff_date: '01.01.2023', mask: false, role: 'system', system_prompt: 'SETTING: You are an autonomous programmer.', text: null },
      turn('user', "We're currently solving the following issue."),
      ...actions.flatMap((action, i) => [turn('ai', action), ...(i < actions.length - 1 ? [turn('user', `output ${i}\n(Open file: n/a)`)] : [])]),
    ],
    exit_status: 'submitted',
    generated_patch: '',
    eval_logs: '1 failed',
    ...changes,
  };
}

/** Text with one command, as SWE-agent's models write it. */
export function thought(words: string, command: string): string {
  return `${words}\n\`\`\`\n${command}\n\`\`\``;
}

/** Rows one a line. */
export function asLines(...rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
