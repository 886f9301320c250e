/** One step of a trace: what the agent said, ran and got back. */
export interface TracedStep {
  readonly say?: string;
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
}

export interface MiniTraceOptions {
  readonly task: string;
  readonly steps: readonly TracedStep[];
  readonly callLimit?: number;
}

/** A mini-swe-agent 2.x trajectory as its object; invented, in the format's shape (formats.md, section 1). */
export function miniTrace({ task, steps, callLimit = 40 }: MiniTraceOptions): object {
  const time = 1_770_000_000;
  const messages = steps.flatMap(({ say = '', command, output, exitCode = 0 }, i) => [
    {
      role: 'assistant',
      content: say,
      tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
      extra: { actions: [{ command, tool_call_id: `c${i}` }], cost: 0.001, timestamp: time + 2 * i, response: { usage: { prompt_tokens: 900 + i, completion_tokens: 40 } } },
    },
    {
      role: 'tool',
      tool_call_id: `c${i}`,
      content: `<returncode>${exitCode}</returncode>\n<output>\n${output}\n</output>`,
      extra: { raw_output: output, returncode: exitCode, timestamp: time + 2 * i + 1, exception_info: '' },
    },
  ]);
  return {
    info: {
      model_stats: { instance_cost: steps.length * 0.001, api_calls: steps.length },
      config: { agent: { step_limit: callLimit, cost_limit: 3 }, model: { model_name: 'acme/small-1' }, environment: { image: 'demo' }, agent_type: 'minisweagent.agents.default.DefaultAgent' },
      mini_version: '2.4.1',
      exit_status: 'Submitted',
      submission: 'diff --git a/x.py b/x.py\n',
    },
    messages: [
      { role: 'system', content: 'You fix bugs.' },
      { role: 'user', content: 'Please fix: x returns None' },
      ...messages,
      { role: 'exit', content: 'diff --git a/x.py b/x.py\n', extra: { exit_status: 'Submitted', submission: 'diff --git a/x.py b/x.py\n' } },
    ],
    trajectory_format: 'mini-swe-agent-1.1',
    instance_id: task,
  };
}

/** Steps 4, 6 and 8 run one command that fails in the same way: a failure window. */
export const LOOP_STEPS: readonly TracedStep[] = [
  { say: 'Looking around.', command: 'ls -la', output: 'x.py' },
  { command: 'grep -n naïve x.py', output: '3: naïve = "漢字 😀"' },
  { command: "sed -i 's/a/b/' x.py", output: '' },
  { command: 'python reproduce.py', output: 'Traceback: x is None', exitCode: 1 },
  { command: 'pip install widget', output: 'ok' },
  { command: 'python reproduce.py', output: 'Traceback: x is None', exitCode: 1 },
  { command: 'cat x.py', output: 'x = None' },
  { command: 'python reproduce.py', output: 'Traceback: x is None', exitCode: 1 },
  { say: 'Now I see.', command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT', output: '' },
];
