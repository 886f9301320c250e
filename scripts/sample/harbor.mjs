// Writes a job and its trials as Harbor does, with trajectories by Terminus-2 (ATIF 1.6).

const TASK = 'start-server';
const JOB = '2026-02-02__10-00-00';
const AGENT = { name: 'terminus-2', version: '2.0.0', model_name: 'acme/small-1' };

const pad = (n) => String(n).padStart(2, '0');
/** Local time without zone, as Harbor writes it; `minutes` after ten o'clock. */
const local = (minutes) => `2026-02-02T${pad(10 + Math.floor(minutes / 60))}:${pad(Math.floor(minutes) % 60)}:00`;
/** The trajectory inside a trial has UTC; the machine is an hour ahead. */
const utc = (minutes, seconds) => new Date(Date.UTC(2026, 1, 2, 9, minutes) + seconds * 1000).toISOString().replace('.000', '');

/** All files of the job: path below `harbor/` and content (an object, or text). */
export function writeHarbor(trials) {
  const files = [];
  let minute = 0;
  for (const trial of trials) {
    files.push(...trialFiles(trial, minute));
    minute += trial.minutes + 1;
  }
  files.push({ path: `${JOB}/config.json`, content: { job_name: JOB, jobs_dir: 'jobs', n_attempts: trials.length, agents: [{ name: AGENT.name, model_name: AGENT.model_name }], datasets: [{ name: 'demo-set', task_names: [TASK] }] } });
  files.push({ path: `${JOB}/result.json`, content: jobResult(trials, minute) });
  return files;
}

function trialFiles(trial, minute) {
  const folder = `${JOB}/${trial.trial}`;
  const { trajectory, metrics } = writeTrajectory(trial, minute);
  const config = { task: { path: `tasks/${TASK}` }, trial_name: trial.trial, trials_dir: `jobs/${JOB}`, timeout_multiplier: 1, agent: { name: AGENT.name, model_name: AGENT.model_name, kwargs: {} }, environment: { type: 'docker' }, job_id: '22222222-2222-4222-8222-222222222222' };
  const exception = trial.exception === null ? null : { exception_type: trial.exception, exception_message: 'Agent execution timed out after 840 seconds', exception_traceback: '', occurred_at: local(minute + trial.minutes) };
  const result = {
    id: trial.id,
    task_name: TASK, trial_name: trial.trial, trial_uri: `file:///srv/jobs/${JOB}/${trial.trial}`, task_id: { path: `tasks/${TASK}` }, source: 'demo-set', task_checksum: '5f2c9a11',
    config, agent_info: { name: AGENT.name, version: AGENT.version, model_info: { name: 'small-1', provider: 'acme' } },
    agent_result: { n_input_tokens: metrics.prompt, n_cache_tokens: metrics.cached, n_output_tokens: metrics.completion, cost_usd: metrics.cost, rollout_details: [], metadata: { n_episodes: trial.steps.length } },
    verifier_result: { rewards: { reward: trial.reward } }, exception_info: exception,
    started_at: local(minute), finished_at: local(minute + trial.minutes),
    agent_execution: { started_at: local(minute), finished_at: local(minute + trial.minutes) },
  };
  return [
    { path: `${folder}/config.json`, content: config },
    { path: `${folder}/result.json`, content: result },
    { path: `${folder}/agent/trajectory.json`, content: trajectory },
    { path: `${folder}/verifier/reward.txt`, content: `${trial.reward}\n` },
  ];
}

function writeTrajectory(trial, minute) {
  const steps = [{ step_id: 1, timestamp: utc(minute, 0), source: 'user', message: 'Start the web server of /app on port 8080 and leave it running.' }];
  const metrics = { prompt: 0, cached: 0, completion: 0, cost: 0 };
  let prompt = 620;
  let cached = 0;
  trial.steps.forEach((step, i) => {
    const completion = 30 + Math.ceil(step.message.length / 4);
    const cost = Math.round(((prompt - cached) * 25e-8 + cached * 25e-9 + completion * 2e-6) * 1e6) / 1e6;
    steps.push(agentStep(step, i, utc(minute, (i + 1) * 8), { prompt_tokens: prompt, completion_tokens: completion, cached_tokens: cached, cost_usd: cost }));
    metrics.prompt += prompt;
    metrics.cached += cached;
    metrics.completion += completion;
    metrics.cost = Math.round((metrics.cost + cost) * 1e6) / 1e6;
    cached = prompt;
    prompt += completion + Math.ceil((step.screen ?? '').length / 4) + 20;
  });
  const trajectory = {
    schema_version: 'ATIF-v1.6', session_id: trial.trial, agent: AGENT, steps,
    final_metrics: { total_prompt_tokens: metrics.prompt, total_completion_tokens: metrics.completion, total_cached_tokens: metrics.cached, total_cost_usd: metrics.cost, total_steps: steps.length },
  };
  return { trajectory, metrics };
}

function agentStep(step, i, timestamp, metrics) {
  const call = step.done
    ? { tool_call_id: `call_${i}_1`, function_name: 'mark_task_complete', arguments: {} }
    : { tool_call_id: `call_${i}_1`, function_name: 'bash_command', arguments: { keystrokes: step.keys, duration: 1 } };
  const content = step.done ? 'Are you sure you want to mark the task as complete?\n' : step.screen;
  return { step_id: i + 2, timestamp, source: 'agent', model_name: AGENT.model_name, message: step.message, tool_calls: [call], observation: { results: [{ content }] }, metrics };
}

function jobResult(trials, minutes) {
  const named = (reward) => trials.filter((t) => t.reward === reward).map((t) => t.trial);
  const failed = trials.filter((t) => t.exception !== null);
  const evaluation = {
    n_trials: trials.length, n_errors: failed.length, metrics: [{ mean: named(1).length / trials.length }], pass_at_k: {},
    reward_stats: { reward: { '1.0': named(1), '0.0': named(0) } },
    exception_stats: Object.fromEntries(failed.map((t) => [t.exception, [t.trial]])),
  };
  return {
    id: '22222222-2222-4222-8222-222222222222', started_at: local(0), finished_at: local(minutes), n_total_trials: trials.length,
    stats: { n_trials: trials.length, n_errors: failed.length, evals: { 'terminus-2__small-1__demo-set': evaluation } }, trial_results: [],
  };
}
