import assert from 'node:assert/strict';
import { atifReader } from '../../../../src/formats/atif/atifReader';
import type { AttemptPart } from '../../../../src/formats/contract';
import type { Step, StepText } from '../../../../src/model/step';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

type Json = Record<string, unknown>;

/** A trajectory of steps, numbered. */
function trajectory(steps: readonly Json[], more: Json = {}): string {
  return JSON.stringify({ schema_version: 'ATIF-v1.6', session_id: 's', agent: { name: 'shell', version: '1' }, steps: steps.map((step, i) => ({ step_id: i + 1, message: '', ...step })), ...more });
}

const call = (command: string, more: Json = {}): Json => ({ source: 'agent', tool_calls: [{ tool_call_id: 'c', function_name: 'Bash', arguments: { command } }], ...more });
const observed = (text: string, more: Json = {}): Json => ({ observation: { results: [{ content: text }] }, ...more });

interface Read extends CollectedParts {
  readonly part: AttemptPart | undefined;
  readonly steps: readonly Step[];
  readonly texts: readonly StepText[];
}

function read(files: string | Readonly<Record<string, FileContent>>, key = 'agent/trajectory'): Read {
  const source = memorySource(typeof files === 'string' ? { 'agent/trajectory.json': files } : files, { key });
  const parts = collectParts(atifReader, source);
  const steps = parts.attempts[0]?.steps ?? [];
  const bytes = (range: Step['action']): Uint8Array | null => (range === null ? null : (source.files.find((f) => f.path === range.file)?.read(range.start, range.end) ?? null));
  const texts = steps.map((step) => atifReader.stepText(step, { action: bytes(step.action), observation: bytes(step.observation) }));
  return { ...parts, part: parts.attempts[0]?.part, steps, texts };
}

const counts = (parts: CollectedParts): number[][] => parts.files.map((f) => [f.records, f.shown, f.folded, f.unreadable]);

describe('ATIF reader: what a call is', () => {
  it('counts agent steps with a mark that only a call leaves', () => {
    const { part, steps } = read(trajectory([{ source: 'user', message: 'Fix it.' }, call('ls'), { source: 'agent', message: 'Hm.', reasoning_content: 'So.' }, { source: 'agent', message: 'Done.', model_name: 'm' }]));
    assert.deepEqual([part?.calls, part?.toolCalls, steps.map((s) => s.call)], [3, 1, [1, 2, 3]]);
  });

  it('reads more steps than a call takes arguments', () => {
    const { part, problems } = read(trajectory(Array.from({ length: 200_000 }, () => ({ source: 'agent' }))));
    assert.deepEqual([part?.calls, problems], [200_000, []]);
  });

  it('counts every agent step where no step bears such a mark', () => {
    const { part } = read(trajectory([{ source: 'user', message: 'Fix it.' }, { source: 'agent', message: 'a' }, { source: 'agent', message: 'b', ...observed('x') }]));
    assert.equal(part?.calls, 2);
  });

  it('puts tool results in agent, user and system steps under the call before them', () => {
    const result = read(trajectory([call('make', { metrics: { prompt_tokens: 1 } }), { source: 'agent', message: 'out', ...observed('Exit code 2\nno rule') }, { source: 'user', ...observed('more') }, { source: 'system', ...observed('end') }, call('ls')]));
    assert.deepEqual(result.steps.map((s) => [s.call, s.exitCode, s.isError, s.isToolStep]), [[1, 2, true, true], [2, null, false, false]]);
    assert.deepEqual(result.texts[0]?.observations.map((o) => o.text), ['Exit code 2\nno rule', 'more', 'end']);
    assert.deepEqual([result.part?.calls, counts(result)], [2, [[5, 5, 0, 0]]]);
  });

  it('joins a call\'s own observation with the results that follow it', () => {
    const { steps, texts } = read(trajectory([call('a', observed('one')), { source: 'agent', ...observed('two') }, call('b', observed('three'))]));
    assert.deepEqual(texts.map((t) => t.observations.map((o) => o.text)), [['one', 'two'], ['three']]);
    assert.notEqual(steps[0]?.observationHash, steps[1]?.observationHash);
  });

  it('numbers a step of several merged calls by its last, and one without a call not at all', () => {
    const { part, steps } = read(trajectory([call('a'), call('b', { llm_call_count: 3 }), call('c', { llm_call_count: 0 }), call('d')]));
    assert.deepEqual([part?.calls, steps.map((s) => s.call)], [5, [1, 4, null, 5]]);
  });

  const main = trajectory([{ source: 'user', message: 'Fix it.' }, call('ls', { ...observed('a.py'), metrics: { prompt_tokens: 9 } })]);
  const continued = (steps: readonly Json[]): Read => read({ 'agent/trajectory.cont-1.json': trajectory(steps), 'agent/trajectory.json': main });

  it('folds copied context that is marked, and the repeated task', () => {
    const copied = { is_copied_context: true };
    const result = continued([{ source: 'user', message: 'Fix it.' }, call('ls', copied), { source: 'agent', message: 'Summary.', model_name: 'm', ...copied }, call('ls', observed('b.py')), call('cat a.py', copied)]);
    assert.deepEqual([result.part?.calls, counts(result)], [2, [[2, 2, 0, 0], [5, 1, 4, 0]]]);
  });

  it('folds unmarked copies at the start of a continuation, but no command that ran again', () => {
    const task = { source: 'user', message: 'Fix it.' };
    assert.equal(continued([task, call('ls'), call('cat a.py')]).part?.calls, 2);
    assert.equal(continued([task, call('ls', { metrics: { prompt_tokens: 9 } }), call('cat a.py')]).part?.calls, 2);
    assert.equal(continued([task, call('ls', { metrics: { prompt_tokens: 12 } }), call('cat a.py')]).part?.calls, 3);
    assert.equal(continued([task, call('cat a.py'), call('ls')]).part?.calls, 3);
  });
});

describe('ATIF reader: figures', () => {
  it('takes prompt tokens as the specification says, cache reads included', () => {
    const { part, problems } = read(trajectory([call('a', { metrics: { prompt_tokens: 900, cached_tokens: 800, completion_tokens: 5, cost_usd: 0.1 } })]));
    assert.deepEqual([part?.tokens, part?.cost, problems], [{ input: 900, cached: 800, output: 5 }, 0.1, []]);
  });

  it('adds the cached part where the writer left it out, and says so once a file', () => {
    const metrics = { prompt_tokens: 4, cached_tokens: 5000, completion_tokens: 9, extra: { cache_creation_input_tokens: 100 } };
    const { part, problems } = read(trajectory([call('a', { metrics }), call('b', { metrics }), call('c', { metrics: { prompt_tokens: 9000, cached_tokens: 10 } })]));
    assert.deepEqual(part?.tokens, { input: 2 * 5104 + 9010, cached: 10_010, output: 18 });
    assert.deepEqual(problems.map((p) => [p.severity, p.code, p.found]), [['information', 'bad-value', 'prompt_tokens 4 with cached_tokens 5000']]);
  });

  it('takes a cost of 0.0 everywhere for unknown', () => {
    assert.equal(read(trajectory([call('a', { metrics: { cost_usd: 0 } }), call('b', { metrics: { cost_usd: 0 } })])).part?.cost, null);
    assert.equal(read(trajectory([call('a', { metrics: { cost_usd: 0 } }), call('b', { metrics: { cost_usd: 0.5 } })])).part?.cost, 0.5);
  });

  it('reads a trajectory with its continuation and side call as one attempt', () => {
    const result = read(readFixture('atif', 'continued'), 'trajectory');
    const { part, steps, problems } = result;
    assert.equal(result.attempts.length, 1);
    assert.deepEqual([part?.calls, part?.toolSteps, part?.toolCalls, part?.tokens], [4, 3, 3, { input: 2350, cached: 800, output: 85 }]);
    assert.deepEqual(part?.side, { calls: 1, tokens: { input: 500, cached: 0, output: 50 }, cost: 0.001 });
    assert.deepEqual([part?.started, part?.seconds, part?.task, part?.outcome], ['2026-04-01T12:00:00Z', 70, null, 'unknown']);
    assert.deepEqual(steps.map((s) => [s.call, s.kind, s.malformed, s.action?.file]), [
      [1, 'inspect', false, 'trajectory.json'],
      [2, 'edit', false, 'trajectory.json'],
      [3, 'other', true, 'trajectory.cont-1.json'],
      [4, 'submit', false, 'trajectory.cont-1.json'],
    ]);
    // The continuation's totals include what came before and the side call: they agree.
    assert.deepEqual(problems, []);
    assert.deepEqual(result.files.map((f) => [f.file, f.shown, f.folded]), [['trajectory.json', 4, 0], ['trajectory.cont-1.json', 2, 2], ['trajectory.summarization-1-summary.json', 2, 1]]);
  });

  it('reports totals that no sum explains, with both numbers, and takes the steps', () => {
    const { part, problems } = read(trajectory([call('a', { metrics: { prompt_tokens: 5, completion_tokens: 1 } })], { final_metrics: { total_prompt_tokens: 7, total_completion_tokens: 1, total_steps: 3 } }));
    assert.equal(part?.tokens.input, 5);
    assert.deepEqual(problems.map((p) => [p.severity, p.code, p.found, p.expected]), [['information', 'conflict', 'total_prompt_tokens 7, total_steps 3', '5, 1 as the steps say']]);
    assert.ok((problems[0]?.byte ?? 0) > 0);
  });

  it('gives no counts for a trajectory that was cut off', () => {
    const text = trajectory([call('a'), call('b'), call('c')]);
    const { part, steps, problems, files } = read(text.slice(0, text.indexOf('"c"}') + 1));
    assert.deepEqual([part?.calls, part?.tokens.input, steps.length], [null, null, 2]);
    assert.deepEqual(problems.map((p) => p.code), ['truncated']);
    assert.deepEqual(files.map((f) => [f.records, f.shown, f.unreadable]), [[3, 2, 1]]);
  });
});

describe('ATIF reader: sub-agents and runtime', () => {
  const sub = { trajectory_id: 't2', agent: { name: 'helper' }, steps: [{ step_id: 1, source: 'user', message: 'Look.' }, { step_id: 2, source: 'agent', message: 'Seen.', model_name: 'm', metrics: { prompt_tokens: 70, completion_tokens: 7 } }] };

  it('keeps embedded sub-agents\' calls apart and names them where they were called', () => {
    const main = trajectory([call('go', { observation: { results: [{ content: null, subagent_trajectory_ref: [{ trajectory_id: 't2', extra: { summary: 'look around' } }] }] }, metrics: { prompt_tokens: 5 } })], { subagent_trajectories: [sub] });
    const { part, texts, files } = read(main);
    assert.deepEqual([part?.calls, part?.tokens.input, part?.side], [1, 5, { calls: 1, tokens: { input: 70, cached: null, output: 7 }, cost: null }]);
    assert.deepEqual(texts[0]?.observations.map((o) => o.text), ['[sub-agent: look around]']);
    assert.equal(files[0]?.records, 3);
  });

  it('takes a summariser\'s file without its trajectory for no attempt', () => {
    const side = trajectory([{ source: 'agent', message: 'Summary.', model_name: 'm' }], { agent: { name: 'x', version: '1', extra: { parent_session_id: 's' } } });
    for (const name of ['agent/trajectory.summarization-1-summary.json', 'agent/helper.json']) {
      const { attempts, problems } = read({ [name]: side });
      assert.deepEqual([attempts.length, problems.map((p) => [p.severity, p.code])], [0, [['information', 'missing-field']]], name);
    }
  });

  it('states agent, version, model and what the trace holds of the configuration', () => {
    const runtime = (agent: Json): AttemptPart['runtime'] | undefined => read(trajectory([call('a', { model_name: 'small-1' })], { agent })).part?.runtime;
    const base = runtime({ name: 'terminus-2', version: '2.0.0', model_name: 'acme/small-1', extra: { temperature: 0.7, parent: 'x' } });
    assert.deepEqual({ ...base, config: null }, { agent: 'terminus-2', agentVersion: '2.0.0', model: 'acme/small-1', provider: 'acme', config: null });
    assert.equal(runtime({ name: 'a', version: '1' })?.model, 'small-1');
    assert.equal(runtime({ name: 'a', version: '1' })?.config, null);
    assert.notEqual(runtime({ name: 'terminus-2', version: '2.0.0', extra: { temperature: 0.2 } })?.config, base?.config);
    assert.equal(runtime({ name: 'terminus-2', version: '2.0.0', extra: { temperature: 0.7, parent: 'y' } })?.config, base?.config);
  });

  it('reads a run alike whether commands stand in tool calls or inside the message', () => {
    const raw = JSON.stringify({ analysis: 'A.', plan: 'P.', commands: [{ keystrokes: 'sort a > b\n', duration: 1 }], task_complete: true });
    const stated = [{ function_name: 'bash_command', arguments: { keystrokes: 'sort a > b\n', duration: 9 } }, { function_name: 'mark_task_complete', arguments: {} }];
    const text = '<function=execute_bash>\n<parameter=command>\nsort a > b\n</parameter>\n</function>';
    const of = (step: Json): Step | undefined => read(trajectory([{ source: 'agent', model_name: 'm', ...step }])).steps[0];
    const facts = (step: Step | undefined): unknown[] => [step?.kind, step?.title, step?.toolCalls, step?.actionHash];
    assert.deepEqual(facts(of({ message: raw })), facts(of({ message: 'A.', tool_calls: stated })));
    assert.deepEqual(of({ message: text })?.tools, ['execute_bash']);
    assert.equal(of({ message: text })?.title, 'sort a > b');
  });

  it('places the trial around a folder named agent, and nothing around a lone file', () => {
    assert.deepEqual(read({ 'jobs/a/t__1234567/agent/trajectory.json': trajectory([call('a')]) }).part?.place, { folder: 'jobs/a/t__1234567', runFolder: 'jobs/a' });
    assert.deepEqual(read({ 'x/run.json': trajectory([call('a')]) }).part?.place, { folder: null, runFolder: null });
  });
});

describe('ATIF reader: recognition', () => {
  const sourceOf = (name: string, text: string): string | undefined => atifReader.claim(fileHead(`a/${name}`, text))?.source;

  it('reads the files of one trajectory together, and other trajectories of the folder apart', () => {
    const text = trajectory([call('a')]);
    const names = ['x.trajectory.json', 'x.trajectory.cont-2.json', 'x.trajectory.summarization-1-answers.json', 'x.trajectory.no_function_calling.json'];
    assert.deepEqual(names.map((name) => sourceOf(name, text)), ['a/x.trajectory', 'a/x.trajectory', 'a/x.trajectory', 'a/x.trajectory.no_function_calling']);
  });

  it('knows versions of other writers by the shape beside them, and warns of unknown ones', () => {
    const agent = { name: 'a', version: '1' };
    assert.ok(sourceOf('t.json', JSON.stringify({ schema_version: '1.4', agent, steps: [] })));
    assert.equal(sourceOf('t.json', JSON.stringify({ schema_version: '1.4', metadata: {} })), undefined);
    assert.deepEqual(read(trajectory([call('a')], { schema_version: 'ATIF-v9.0' })).problems.map((p) => p.code), ['unknown-version']);
    assert.deepEqual([read(trajectory([call('a')], { schema_version: '1.4' })).part?.formatVersion, read(trajectory([call('a')])).part?.formatVersion], ['1.4', '1.6']);
  });

  it('counts an export for training as a summary, never as attempts', () => {
    const text = JSON.stringify([{ conversations: [{ content: 'a', role: 'user' }], episode: 'episode-0', trial_name: 't' }, { conversations: [], episode: 'episode-1' }]);
    assert.equal(sourceOf('other.json', text), undefined);
    const result = read({ 'a/x.traces.json': text }, 'a/x.traces.json');
    assert.deepEqual([result.attempts.length, result.files[0]?.format, counts(result)], [0, 'run-summary', [[2, 0, 2, 0]]]);
  });
});
