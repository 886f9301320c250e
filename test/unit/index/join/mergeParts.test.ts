import assert from 'node:assert/strict';
import { joinSample, problemsOf } from '../../../support/joinSample';
import type { PartSample } from '../../../support/joinSample';

const NONE = { agent: null, agentVersion: null, model: null, provider: null, config: null };

const result = (part: PartSample = {}): PartSample => ({
  role: 'result',
  format: 'harbor',
  file: 'job/t__abc/result.json',
  place: { folder: 'job/t__abc', runFolder: 'job' },
  attempt: 't__abc',
  runtime: { ...NONE, agent: 'terminus-2', model: 'acme/small-1' },
  calls: null,
  toolSteps: null,
  toolCalls: null,
  exitStatus: null,
  outcome: 'unresolved',
  outcomeFile: 'job/t__abc/result.json',
  basis: 'final',
  seconds: 60,
  started: '2026-04-01T14:00:00',
  cost: 9,
  ...part,
});

const trajectory = (part: PartSample = {}): PartSample => ({ format: 'atif', file: 'job/t__abc/agent/trajectory.json', task: null, runtime: NONE, steps: 4, calls: 4, toolSteps: 4, toolCalls: 5, cost: 0.5, ...part });

describe('merging parts', () => {
  it('puts a trajectory into the result whose folder holds its file, and counts one attempt', () => {
    const { attempts } = joinSample({ parts: [result(), trajectory({ seconds: 99, exitStatus: 'Submitted', started: '2026-04-01T12:00:05Z', runtime: { ...NONE, agent: 'other', config: 'c0ffee' } })] });
    assert.equal(attempts.length, 1);
    const attempt = attempts[0]?.attempt;
    assert.deepEqual(
      { format: attempt?.format, file: attempt?.file, task: attempt?.task, calls: attempt?.calls, toolCalls: attempt?.toolCalls, cost: attempt?.cost, seconds: attempt?.seconds, exitStatus: attempt?.exitStatus, started: attempt?.started, stepReader: attempt?.stepReader, stepCount: attempt?.stepCount },
      { format: 'harbor', file: 'job/t__abc/result.json', task: 'acme__widget-1', calls: 4, toolCalls: 5, cost: 0.5, seconds: 60, exitStatus: null, started: '2026-04-01T14:00:00', stepReader: 'atif', stepCount: 4 },
    );
    assert.deepEqual(attempt?.runtime, { ...NONE, agent: 'terminus-2', model: 'acme/small-1' });
    assert.deepEqual(attempts[0]?.files, ['job/t__abc/agent/trajectory.json', 'job/t__abc/result.json']);
  });
  it('takes steps from ATIF, then from an agent\'s own log, then from the harness', () => {
    const own = trajectory({ format: 'claude-code', file: 'job/t__abc/agent/session.jsonl', steps: 9, calls: 9 });
    const harness = trajectory({ format: 'harbor', file: 'job/t__abc/agent/episodes.json', steps: 20, calls: 20 });
    const shown = (parts: readonly PartSample[]): readonly (string | number | null | undefined)[] => {
      const { attempts } = joinSample({ parts });
      return [attempts.length, attempts[0]?.attempt.stepReader, attempts[0]?.attempt.calls];
    };
    assert.deepEqual(shown([result(), harness, own, trajectory()]), [1, 'atif', 4]);
    assert.deepEqual(shown([result(), harness, own]), [1, 'claude-code', 9]);
    assert.deepEqual(shown([result(), harness]), [1, 'harbor', 20]);
    assert.deepEqual(shown([result({ steps: 7, calls: 7 }), trajectory({ steps: 0, calls: null })]), [1, 'harbor', 7]);
    assert.deepEqual(shown([result({ calls: 12 })]), [1, null, 12]);
  });
  it('fills a fact that the first source does not know from the next', () => {
    const { attempts } = joinSample({ parts: [result({ cost: null, limits: { calls: null, usd: 3, seconds: null } }), trajectory({ cost: null, limits: { calls: 50, usd: 5, seconds: null } }), trajectory({ format: 'codex', file: 'job/t__abc/agent/rollout.jsonl', cost: 0.7, steps: 3 })] });
    assert.equal(attempts[0]?.attempt.cost, 0.7);
    assert.deepEqual(attempts[0]?.attempt.limits, { calls: 50, usd: 3, seconds: null });
  });
  it('merges a row elsewhere that names the folder, and keeps a row whose folder is not there', () => {
    const trial = result({ format: 'terminal-bench-1', file: 'run/t/t.1-of-2.r/results.json', place: { folder: 'run/t/t.1-of-2.r', runFolder: 'run' }, attempt: 't.1-of-2.r', cost: null });
    const row = (n: number): PartSample => ({ ...trial, file: 'run/results.json', locator: `results[${n - 1}]`, place: { folder: `run/t/t.${n}-of-2.r`, runFolder: 'run' }, attempt: `t.${n}-of-2.r`, cost: n });
    const { attempts } = joinSample({ parts: [trial, row(1), row(2)] });
    assert.deepEqual(attempts.map(({ attempt }) => [attempt.file, attempt.locator, attempt.cost]), [['run/results.json', 'results[1]', 2], ['run/t/t.1-of-2.r/results.json', '', 1]]);
  });
  it('tells when two sources of one attempt give different verdicts', () => {
    const joined = joinSample({ parts: [result(), trajectory({ outcome: 'resolved', basis: 'final' })] });
    assert.equal(joined.attempts[0]?.attempt.outcome, 'unresolved');
    assert.deepEqual(problemsOf(joined), ['job/t__abc/agent/trajectory.json conflict: resolved for the attempt that job/t__abc/result.json calls unresolved']);
  });
  it('puts a trajectory into the innermost result and leaves those outside alone', () => {
    const inner = result({ file: 'job/t__abc/nested/result.json', place: { folder: 'job/t__abc/nested', runFolder: 'job' }, task: 'inner' });
    const { attempts } = joinSample({ parts: [result(), inner, trajectory({ file: 'job/t__abc/nested/agent/trajectory.json' }), trajectory({ file: 'job/t__abcd/trajectory.json', task: 'outside' })] });
    assert.deepEqual(attempts.map(({ attempt }) => [attempt.task, attempt.stepCount]), [['inner', 4], ['acme__widget-1', 0], ['outside', 4]]);
  });
  it('merges everything into a result whose folder is the root', () => {
    const { attempts } = joinSample({ parts: [result({ file: 'result.json', place: { folder: '', runFolder: null } }), trajectory({ file: 'agent/trajectory.json' })] });
    assert.deepEqual(attempts.map(({ attempt }) => [attempt.file, attempt.stepCount]), [['result.json', 4]]);
  });
  it('keeps attempts of different tasks apart that claim one folder', () => {
    const { attempts } = joinSample({ parts: [result(), result({ file: 'job/results.json', task: 'another' })] });
    assert.deepEqual(attempts.map(({ attempt }) => attempt.task), ['another', 'acme__widget-1']);
  });
  it('gives a trajectory alone everything that it says', () => {
    const { attempts } = joinSample({ parts: [trajectory({ exitStatus: 'Submitted', runtime: { ...NONE, config: 'c0ffee' } })] });
    assert.deepEqual([attempts[0]?.attempt.exitStatus, attempts[0]?.attempt.runtime.config, attempts[0]?.attempt.format], ['Submitted', 'c0ffee', 'atif']);
  });
});

describe('an attempt without a result', () => {
  const trial = (name: string, part: PartSample): PartSample => result({ file: `job/${name}/result.json`, place: { folder: `job/${name}`, runFolder: 'job' }, attempt: name, ...part });
  const killed = trial('killed', { noResult: true, outcome: 'unknown', runtime: { ...NONE, agent: 'terminus-2', config: 'c1' } });
  const runtimeOf = (...others: readonly PartSample[]) => joinSample({ parts: [killed, ...others] }).attempts.find(({ attempt }) => attempt.attempt === 'killed')?.attempt.runtime;

  it('is of the runtime of its run\'s other attempts where they agree', () => {
    const runtime = { agent: 'terminus-2', agentVersion: '2.0.0', model: 'acme/small-1', provider: 'acme', config: 'c1' };
    assert.deepEqual(runtimeOf(trial('a', { runtime }), trial('b', { runtime })), runtime);
    // One of another agent, or of another configuration, is none that it could be one of.
    assert.deepEqual(runtimeOf(trial('a', { runtime }), trial('b', { runtime: { ...runtime, agent: 'other', agentVersion: '9' } }), trial('c', { runtime: { ...runtime, config: 'c2', model: 'm' } })), runtime);
  });
  it('stays as it is in what they do not agree on, and among attempts that left no result either', () => {
    const runtime = { agent: 'terminus-2', agentVersion: '2.0.0', model: 'acme/small-1', provider: null, config: 'c1' };
    const own = { ...NONE, agent: 'terminus-2', config: 'c1' };
    assert.deepEqual(runtimeOf(trial('a', { runtime }), trial('b', { runtime: { ...runtime, agentVersion: '2.0.1' } })), { ...own, model: 'acme/small-1' });
    assert.deepEqual(runtimeOf(trial('a', { runtime, noResult: true })), own);
    assert.deepEqual(runtimeOf(trial('a', { runtime, place: { folder: 'other/a', runFolder: 'other' } })), own);
  });
});
