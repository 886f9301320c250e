// Writes a story as mini-swe-agent 2.4 does.
import { ISSUES } from './stories.mjs';

const STEP_LIMIT = 20;
const SYSTEM = 'You are a programmer at a terminal. Answer with exactly one bash call.';
const INSTANCE = 'Please fix this issue:\n{{task}}\n\nRun `echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT` when you are done.';
const FORMAT_ERROR = 'Tool call error: no tool call was found in your answer. Every answer must hold exactly one bash call.';

/** Tokens of a text, roughly. */
const tokensOf = (text) => Math.ceil(text.length / 4) + 4;
const round = (value) => Math.round(value * 1e6) / 1e6;

/** Counts tokens, money and time as a conversation grows. */
class Meter {
  prompt;
  cached = 0;
  cost = 0;
  calls = 0;
  constructor(start, system) {
    this.time = start;
    this.prompt = tokensOf(system);
  }

  /** One model call that answers with `text`. */
  call(text) {
    const completion = tokensOf(text) + 12;
    const usage = { prompt_tokens: this.prompt, completion_tokens: completion, total_tokens: this.prompt + completion, prompt_tokens_details: { cached_tokens: this.cached } };
    const cost = round((this.prompt - this.cached) * 25e-8 + this.cached * 25e-9 + completion * 2e-6);
    this.calls++;
    this.cost = round(this.cost + cost);
    this.cached = this.prompt;
    this.prompt += completion;
    this.time += 2 + completion / 40;
    return { usage, cost, timestamp: round(this.time) };
  }

  /** What the terminal or the program answered. */
  hear(text, seconds) {
    this.prompt += tokensOf(text);
    this.time += seconds;
    return round(this.time);
  }
}

/** The trajectory of a story, and its path below the runs. */
export function writeMini(story, start) {
  const user = INSTANCE.replace('{{task}}', ISSUES[story.task]);
  const meter = new Meter(start, SYSTEM + user);
  const messages = [{ role: 'system', content: SYSTEM }, { role: 'user', content: user }];
  story.steps.forEach((step, i) => messages.push(...(step.says === undefined ? commandMessages(step, i, meter) : formatError(step, meter))));
  messages.push({ role: 'exit', content: story.exit === 'Submitted' ? story.patch : story.exit, extra: { exit_status: story.exit, submission: story.patch } });
  if (story.exit === 'LimitsExceeded' && meter.calls !== STEP_LIMIT) throw new Error(`${story.task} ${story.run} has ${meter.calls} calls; the limit is ${STEP_LIMIT}.`);
  return { path: `${story.run}/${story.task}/${story.task}.traj.json`, content: trajectory(story, messages, meter) };
}

function trajectory(story, messages, meter) {
  return {
    info: {
      model_stats: { instance_cost: meter.cost, api_calls: meter.calls },
      config: {
        agent: { system_template: SYSTEM, instance_template: INSTANCE, step_limit: STEP_LIMIT, cost_limit: 3 },
        agent_type: 'minisweagent.agents.default.DefaultAgent',
        model: { model_name: 'acme/small-1', model_kwargs: { temperature: 0.7 }, format_error_template: FORMAT_ERROR },
        model_type: 'minisweagent.models.litellm_model.LitellmModel',
        environment: { image: 'demo/widget:1', cwd: '/testbed', timeout: 60 },
        environment_type: 'minisweagent.environments.docker.DockerEnvironment',
      },
      mini_version: '2.4.1',
      exit_status: story.exit,
      submission: story.patch,
    },
    messages,
    trajectory_format: 'mini-swe-agent-1.1',
    instance_id: story.task,
  };
}

function commandMessages(step, i, meter) {
  const id = `call_${i + 1}`;
  const { usage, cost, timestamp } = meter.call(step.think + step.run);
  const call = { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: step.run }) } };
  const assistant = { role: 'assistant', content: step.think, tool_calls: [call], extra: { actions: [{ command: step.run, tool_call_id: id }], response: { usage }, cost, timestamp } };
  if (step.submits) return [assistant];
  const code = step.code ?? 0;
  const content = `<returncode>${code}</returncode>\n<output>\n${step.prints}</output>`;
  return [assistant, { role: 'tool', tool_call_id: id, content, extra: { raw_output: step.prints, returncode: code, timestamp: meter.hear(content, step.run.includes('pytest') ? 1.4 : 0.2), exception_info: '' } }];
}

function formatError(step, meter) {
  const { usage, cost, timestamp } = meter.call(step.says);
  meter.hear(FORMAT_ERROR, 0);
  const response = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: step.says, tool_calls: null } }], usage };
  return [{ role: 'user', content: FORMAT_ERROR, extra: { interrupt_type: 'FormatError', n_actions: 0, cost, response, timestamp } }];
}
