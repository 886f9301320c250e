import assert from 'node:assert/strict';
import type { AttemptPart } from '../../../../src/formats/contract';
import { harborReader } from '../../../../src/formats/harbor/harborReader';
import type { Step } from '../../../../src/model/step';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

type Json = Record<string, unknown>;

const CONFIG: Json = {
  task: { path: 'tasks/sort-logs' },
  trial_name: 'sort-logs__aB3dE5f',
  trials_dir: 'jobs/a',
  timeout_multiplier: 1,
  agent: { name: 'shell', import_path: null, model_name: 'acme/small-1', kwargs: { max_episodes: 20 }, env: {} },
  environment: { type: 'docker' },
  job_id: 'j',
};

/** Files of a trial; `result` null: the trial left none. */
function trial(result: Json | null, more: Readonly<Record<string, FileContent>> = {}): Record<string, FileContent> {
  const whole = result === null ? null : { id: 'x', task_name: 'sort-logs', trial_name: 'sort-logs__aB3dE5f', trial_uri: 'file:///x', task_checksum: 'ab', config: CONFIG, ...result };
  const files = { 'config.json': JSON.stringify(CONFIG), ...(whole === null ? {} : { 'result.json': JSON.stringify(whole) }), ...more };
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`jobs/a/sort-logs__aB3dE5f/${name}`, content]));
}

function read(files: Readonly<Record<string, FileContent>>, key = 'jobs/a/sort-logs__aB3dE5f'): CollectedParts & { result: AttemptPart | undefined; logged: AttemptPart | undefined; steps: readonly Step[] } {
  const parts = collectParts(harborReader, memorySource(files, { key }));
  const of = (role: AttemptPart['role']): (typeof parts.attempts)[number] | undefined => parts.attempts.find((a) => a.part.role === role);
  return { ...parts, result: of('result')?.part, logged: of('trajectory')?.part, steps: of('trajectory')?.steps ?? [] };
}

const verdict = (files: Readonly<Record<string, FileContent>>): [string | undefined, string | null | undefined, string[]] => {
  const { result, problems } = read(files);
  return [result?.outcome, result?.outcomeFile?.split('/').at(-1), problems.map((p) => `${p.severity} ${p.code}`)];
};

describe('Harbor reader: verdicts', () => {
  it('takes a reward of 1 or more for resolved and less for unresolved', () => {
    const of = (reward: unknown): unknown[] => verdict(trial({ verifier_result: { rewards: { reward } } }));
    assert.deepEqual(of(1), ['resolved', 'result.json', []]);
    assert.deepEqual(of(0), ['unresolved', 'result.json', []]);
    assert.deepEqual(of(0.5), ['unresolved', 'result.json', ['information bad-value']]);
    assert.deepEqual(of(2), ['resolved', 'result.json', ['information bad-value']]);
    assert.deepEqual(of('high'), ['unknown', undefined, ['warning bad-value']]);
  });

  it('lets the reward named "reward" decide among several, else all of them, and says so', () => {
    const of = (rewards: Json): unknown[] => verdict(trial({ verifier_result: { rewards } }));
    assert.deepEqual(of({ reward: 1, style: 0.2 }), ['resolved', 'result.json', ['information bad-value']]);
    assert.deepEqual(of({ speed: 1, style: 0.2 }), ['unresolved', 'result.json', ['information bad-value']]);
    assert.deepEqual(of({ speed: 1, style: 1 }), ['resolved', 'result.json', ['information bad-value']]);
  });

  it('falls back to reward.txt, then reward.json, where the result has no rewards', () => {
    const both = { 'verifier/reward.txt': '1\n', 'verifier/reward.json': '{"reward": 0}' };
    assert.deepEqual(verdict(trial({ verifier_result: null }, both)), ['resolved', 'reward.txt', []]);
    assert.deepEqual(verdict(trial({ verifier_result: { rewards: {} } }, { 'verifier/reward.json': '{"reward": 0}' })), ['unresolved', 'reward.json', []]);
    assert.deepEqual(verdict(trial({ verifier_result: null }, { 'verifier/reward.txt': '\n' })), ['unknown', undefined, ['warning bad-value']]);
    assert.deepEqual(verdict(trial({ verifier_result: null })), ['unknown', undefined, []]);
  });

  it('reports a reward file that contradicts the result', () => {
    assert.deepEqual(verdict(trial({ verifier_result: { rewards: { reward: 0 } } }, { 'verifier/reward.txt': '1' })), ['unresolved', 'result.json', ['warning conflict']]);
  });

  it('keeps exception and verdict apart', () => {
    const exception_info = { exception_type: 'AgentTimeoutError', exception_message: 'Agent execution timed out after 900.0 seconds' };
    const solved = read(trial({ verifier_result: { rewards: { reward: 1 } }, exception_info })).result;
    assert.deepEqual([solved?.outcome, solved?.exitStatus, solved?.basis, solved?.limits.seconds], ['resolved', 'AgentTimeoutError', 'final', 900]);
    const lost = read(trial({ verifier_result: null, exception_info: { exception_type: 'RuntimeError' } })).result;
    assert.deepEqual([lost?.outcome, lost?.exitStatus, lost?.basis, lost?.noResult], ['unknown', 'RuntimeError', null, false]);
  });
});

describe('Harbor reader: trials', () => {
  it('takes a trial without result for an attempt that left none', () => {
    const { result, files } = read(trial(null));
    assert.deepEqual([result?.noResult, result?.task, result?.attempt, result?.outcome, result?.calls], [true, 'sort-logs', 'sort-logs__aB3dE5f', 'unknown', null]);
    assert.deepEqual(files.map((f) => [f.shown, f.folded]), [[1, 0]]);
  });

  it('uses what stands before the cut of a result', () => {
    const whole = trial({ agent_info: { name: 'shell', version: '1' }, verifier_result: { rewards: { reward: 1 } } });
    const [[name, content]] = Object.entries(whole).filter(([path]) => path.endsWith('result.json')) as [[string, string]]; // the result was given
    const { result, problems } = read({ ...whole, [name]: content.slice(0, content.indexOf('"verifier_result"')) });
    assert.deepEqual([result?.noResult, result?.runtime.agentVersion, result?.outcome, result?.contentHash], [false, '1', 'unknown', null]);
    assert.deepEqual(problems.map((p) => p.code), ['truncated']);
  });

  it('keeps tasks of one name and different checksums apart for the join', () => {
    assert.equal(read(trial({})).result?.taskHash, 'checksum:ab');
    assert.equal(read(trial({ task_checksum: 'cd' })).result?.taskHash, 'checksum:cd');
  });

  it('measures the agent alone, in local time as written', () => {
    const { result } = read(trial({ started_at: '2026-04-01T14:00:00', finished_at: '2026-04-01T15:00:00', agent_execution: { started_at: '2026-04-01T14:01:00', finished_at: '2026-04-01T14:03:30.5' } }));
    assert.deepEqual([result?.started, result?.seconds], ['2026-04-01T14:00:00', 150.5]);
  });

  it('says when a time cannot be used', () => {
    const { result, problems } = read(trial({ started_at: 'noon', agent_execution: { started_at: '2026-04-01T14:01:00', finished_at: '2026-04-01T14:00:00' } }));
    assert.deepEqual([result?.started, result?.seconds], [null, null]);
    assert.deepEqual(problems.map((p) => p.code), ['bad-value', 'bad-value']);
  });

  it('takes counts of the result where the agent left no log, and zeros for unknown', () => {
    const { result } = read(trial({ agent_result: { n_input_tokens: 0, n_cache_tokens: null, n_output_tokens: 12, cost_usd: 0, metadata: { n_episodes: 9 } } }));
    assert.deepEqual([result?.calls, result?.tokens, result?.cost], [9, { input: null, cached: null, output: 12 }, null]);
  });

  it('gives equal settings one configuration, whatever the version writes around them', () => {
    const hash = (config: Json): string | null | undefined => read(trial({ config })).result?.runtime.config;
    const base = hash(CONFIG);
    assert.ok(base);
    assert.equal(hash({ ...CONFIG, trial_name: 'other', trials_dir: '/elsewhere', job_id: 'k', agent_timeout_multiplier: null, environment: { type: 'docker', env: {}, override_cpus: null } }), base);
    assert.notEqual(hash({ ...CONFIG, timeout_multiplier: 2 }), base);
    assert.notEqual(hash({ ...CONFIG, environment: { type: 'modal' } }), base);
    assert.notEqual(hash({ ...CONFIG, agent: { ...(CONFIG.agent as Json), kwargs: { max_episodes: 21 } } }), base);
    assert.equal(hash({ ...CONFIG, agent: { ...(CONFIG.agent as Json), env: { ACME_API_KEY: 'secret' } } }), base, 'a secret is no configuration');
  });

  it('computes a stated time limit as Harbor does', () => {
    const seconds = (agent: Json, more: Json = {}): number | null | undefined =>
      read(trial({ config: { ...CONFIG, agent: { ...(CONFIG.agent as Json), ...agent }, ...more } })).result?.limits.seconds;
    assert.equal(seconds({ override_timeout_sec: 600 }), 600);
    assert.equal(seconds({ override_timeout_sec: 600, max_timeout_sec: 300 }, { timeout_multiplier: 2 }), 600);
    assert.equal(seconds({ override_timeout_sec: 600 }, { timeout_multiplier: 2, agent_timeout_multiplier: 0.5 }), 300);
    assert.equal(seconds({ max_timeout_sec: 300 }), null);
  });
});

describe('Harbor reader: logs of agents', () => {
  const job = readFixture('harbor', 'job');
  const folder = '2026-04-01__14-00-00/sort-logs__aB3dE5f';
  const dumped = Object.fromEntries(Object.entries(job).filter(([name]) => name.startsWith(`${folder}/`)));

  it('reads message dumps as steps, with exit codes, tokens that include the cache, and costs', () => {
    const { logged, steps, problems } = read(dumped, folder);
    assert.deepEqual([logged?.calls, logged?.toolSteps, logged?.toolCalls], [3, 2, 3]);
    assert.deepEqual(logged?.tokens, { input: 3300, cached: 1000, output: 90 });
    assert.ok(Math.abs((logged?.cost ?? 0) - 0.06) < 1e-12);
    assert.deepEqual(steps.map((s) => [s.call, s.kind, s.title, s.exitCode, s.isError, s.isToolStep]), [
      [1, 'edit', 'sort logs/a.log > sorted.log (+1 more)', 2, true, true],
      [2, 'edit', 'sudo sort logs/a.log > sorted.log', 0, false, true],
      [3, 'think', 'The logs are sorted.', null, false, false],
    ]);
    assert.deepEqual(problems, []);
  });

  it('shows reasoning, message, calls and observations of a dump', () => {
    const { steps } = read(dumped, folder);
    const bytes = (range: { file: string } | null | undefined): Uint8Array | null => (range ? (dumped[range.file] ?? null) : null);
    const [first] = steps;
    assert.ok(first);
    assert.deepEqual(harborReader.stepText(first, { action: bytes(first.action), observation: bytes(first.observation) }), {
      reasoning: 'First a look.',
      message: 'Listing.',
      calls: [{ tool: 'bash', text: 'ls logs' }, { tool: 'bash', text: 'sort logs/a.log > sorted.log' }],
      observations: [
        { text: '[exit_code=0]\n\na.log b.log', exitCode: 0, isError: false },
        { text: '[exit_code=2]\n\nsort: cannot read: logs/a.log: Permission denied', exitCode: 2, isError: true },
      ],
    });
  });

  const answer = (text: string): string => JSON.stringify({ type: 'message', content: [{ type: 'text', text }], usage: { input_tokens: 10, output_tokens: 1 } });
  const episodes = (...numbers: number[]): Record<string, string> => Object.fromEntries(numbers.map((n) => [`agent/episodes/episode-${n}/response.json`, answer(`answer ${n}`)]));

  it('sorts episodes by number, not by name', () => {
    const { steps } = read(trial({}, episodes(...Array.from({ length: 12 }, (_, n) => n))));
    assert.deepEqual(steps.map((s) => s.title), Array.from({ length: 12 }, (_, n) => `answer ${n}`));
  });

  it('keeps the numbers of calls whose neighbours are missing, and gives no sums', () => {
    const { logged, steps, problems } = read(trial({}, episodes(0, 1, 4)));
    assert.deepEqual(steps.map((s) => s.call), [1, 2, 5]);
    assert.deepEqual([logged?.calls, logged?.toolSteps, logged?.tokens.input], [5, null, null]);
    assert.deepEqual(problems.map((p) => [p.code, p.found, p.expected]), [['conflict', 'logs of 3 calls, the last of them call 5', 'logs of 5 calls']]);
  });

  it('lets the result count calls of which the last logs are missing', () => {
    const { logged, problems } = read(trial({ agent_result: { metadata: { episodes: 7 } } }, episodes(0, 1)));
    assert.deepEqual([logged?.calls, logged?.tokens.input], [7, null]);
    assert.deepEqual(problems.map((p) => p.expected), ['7 calls, as the result says']);
  });

  it('counts a call whose answer is damaged, and says so', () => {
    const { logged, problems, files } = read(trial({}, { ...episodes(0), 'agent/episodes/episode-1/response.json': '{"content": [' }));
    assert.deepEqual([logged?.calls, logged?.tokens.input], [2, null]);
    assert.deepEqual(problems.map((p) => p.code), ['truncated']);
    assert.deepEqual(files.filter((f) => f.unreadable > 0).map((f) => f.file.split('/').at(-2)), ['episode-1']);
  });

  it('checks the result\'s totals and takes the sums', () => {
    const { logged, problems } = read(trial({ agent_result: { n_input_tokens: 99, n_output_tokens: 2, metadata: { episodes: 2 } } }, episodes(0, 1)));
    assert.deepEqual(logged?.tokens, { input: 20, cached: null, output: 2 });
    assert.deepEqual(problems.map((p) => [p.severity, p.found]), [['information', '99 input tokens']]);
  });

  it('reads Terminus\' plain logs: JSON and XML answers, waits, and answers that could not be parsed', () => {
    const { logged, steps, result } = read(readFixture('harbor', 'terminus'), 'sort-logs__kIl1edT');
    assert.deepEqual([result?.noResult, logged?.calls, logged?.toolSteps, logged?.toolCalls], [true, 3, 2, 4]);
    assert.deepEqual(steps.map((s) => [s.kind, s.title, s.malformed, s.isToolStep]), [
      ['inspect', 'ls (+1 more)', false, true],
      ['other', 'format error: I will sort them now.', true, false],
      ['submit', 'mark_task_complete (+1 more)', false, true],
    ]);
  });

  it('folds Terminus\' logs when some are missing, since the result says more', () => {
    const logs = { 'agent/episode-0/response.txt': 'x', 'agent/episode-0/prompt.txt': 'y' };
    const { attempts, result, files, problems } = read(trial({ agent_result: { metadata: { n_episodes: 5 } } }, logs));
    assert.deepEqual([attempts.length, result?.calls], [1, 5]);
    assert.deepEqual(files.filter((f) => f.file.endsWith('.txt')).map((f) => [f.shown, f.folded]), [[0, 1], [0, 1]]);
    assert.deepEqual(problems, []);
  });
});

describe('Harbor reader: jobs', () => {
  it('tells what a job ran and what it counts, and gives no attempt', () => {
    const job = readFixture('harbor', 'job');
    const files = Object.fromEntries(Object.entries(job).filter(([name]) => name.split('/').length === 2));
    const { attempts, runs, files: counted } = read(files, '2026-04-01__14-00-00');
    assert.equal(attempts.length, 0);
    assert.deepEqual(runs.map((r) => [r.kind, r.runFolder, r.runtime, [...r.tasks]]), [
      ['job', '2026-04-01__14-00-00', { model: 'acme/small-1' }, []],
      ['job', '2026-04-01__14-00-00', { agent: 'acme-shell' }, [['sort-logs__aB3dE5f', 'reward=1.0']]],
    ]);
    assert.deepEqual(counted.map((f) => [f.format, f.records, f.shown]), [['run-summary', 1, 1], ['run-summary', 1, 1], ['run-summary', 1, 1]]);
  });

  it('is not taken in by a message that quotes a result', () => {
    const quoted = JSON.stringify({ messages: [{ role: 'user', content: JSON.stringify({ task_name: 'a', trial_name: 'b', task_checksum: 'c' }) }] });
    assert.equal(harborReader.claim(fileHead('a/result.json', quoted)), null);
  });
});
