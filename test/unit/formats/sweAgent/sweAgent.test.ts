import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { sweAgentReader } from '../../../../src/formats/sweAgent/sweAgent';
import type { AttemptPart } from '../../../../src/formats/contract';
import type { Step } from '../../../../src/model/step';
import { collectParts, type CollectedParts } from '../../../support/collectParts';
import { fileHead, memorySource, toBytes, type FileContent } from '../../../support/memorySource';
import { sharedFolder } from '../../../support/shared';
import { harnessExit, runConfig, trajObject, trajText } from '../../../support/sweAgentText';

const TRAJ = 'runs/night/acme__widget-12/acme__widget-12.traj';

/** Reads files as the index would: all claimed, one source after another. */
function read(files: Readonly<Record<string, FileContent>>): CollectedParts {
  const groups = new Map<string, Record<string, FileContent>>();
  for (const [file, content] of Object.entries(files)) {
    const source = sweAgentReader.claim(fileHead(file, content))?.source;
    assert.ok(source !== undefined, `${file} is not claimed`);
    groups.set(source, { ...groups.get(source), [file]: content });
  }
  const all: CollectedParts = { attempts: [], outcomes: [], runs: [], scores: [], problems: [], files: [], cancelChecks: 0 };
  for (const [key, members] of groups) {
    const parts = collectParts(sweAgentReader, memorySource(members, { key }));
    all.attempts.push(...parts.attempts);
    all.runs.push(...parts.runs);
    all.problems.push(...parts.problems);
    all.files.push(...parts.files);
  }
  return all;
}

/** The only attempt of one file. */
function readOne(content: FileContent, file = TRAJ): { readonly part: AttemptPart; readonly steps: readonly Step[]; readonly problems: CollectedParts['problems'] } {
  const { attempts, problems } = read({ [file]: content });
  assert.equal(attempts.length, 1);
  const [first] = attempts;
  assert.ok(first);
  return { ...first, problems };
}

const textOf = (step: Step, content: string): ReturnType<typeof sweAgentReader.stepText> => {
  const bytes = toBytes(content);
  const cut = (range: { start: number; end: number } | null): Uint8Array | null => (range === null ? null : bytes.slice(range.start, range.end));
  return sweAgentReader.stepText(step, { action: cut(step.action), observation: cut(step.observation) });
};

describe('SWE-agent reader', () => {
  it('reads a 1.x trajectory: steps, totals, exit, place', () => {
    const content = trajText({ actions: ['open a.py', 'edit 1:2', 'pytest', 'submit'], version: '1.1.0', replayConfig: JSON.stringify(runConfig({ per_instance_call_limit: 50 })) });
    const { part, steps, problems } = readOne(content);
    assert.deepEqual(problems, []);
    assert.deepEqual(steps.map((s) => [s.index, s.call, s.kind, s.tools[0], s.title, s.isToolStep]), [
      [0, 1, 'inspect', 'open', 'open a.py', true],
      [1, 2, 'edit', 'edit', 'edit 1:2', true],
      [2, 3, 'test', 'bash', 'pytest', true],
      [3, 4, 'submit', 'submit', 'submit', true],
    ]);
    assert.equal(part.task, 'acme__widget-12');
    assert.equal(part.formatVersion, '1.x');
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls], [4, 4, 4]);
    assert.deepEqual(part.tokens, { input: 900, cached: null, output: 90 });
    assert.equal(part.cost, 0.25);
    assert.equal(part.exitStatus, 'submitted');
    assert.equal(part.outcome, 'unknown');
    assert.deepEqual(part.limits, { calls: 50, usd: 3, seconds: null });
    assert.deepEqual({ ...part.runtime, config: null }, { agent: 'swe-agent', agentVersion: '1.1.0', model: 'acme/small-1', provider: 'acme', config: null });
    assert.match(part.runtime.config ?? '', /^[0-9a-f]{16}$/);
    assert.deepEqual(part.place, { folder: 'runs/night/acme__widget-12', runFolder: 'runs/night' });
    assert.deepEqual([part.started, part.seconds, part.attempt], [null, null, null]);
  });

  it('reads a 0.x trajectory: state in a string, run folder flat and with the model in its name', () => {
    const file = 'runs/gpt4__swe-bench-lite__default__t-0.00__p-0.95__c-3.00__install-1__again/acme__widget-12.traj';
    const { part, steps } = readOne(trajText({ actions: ['ls\n', 'submit\n'], isOld: true }), file);
    assert.equal(part.formatVersion, '0.x');
    assert.equal(part.task, 'acme__widget-12');
    assert.equal(part.runtime.model, 'gpt4');
    assert.deepEqual(part.limits, { calls: null, usd: 3, seconds: null });
    assert.equal(part.cost, 0.25, 'total_cost is that of the batch so far');
    assert.deepEqual(part.place, { folder: null, runFolder: path.posix.dirname(file) });
    assert.deepEqual(steps.map((s) => s.isToolStep), [true, true]);
  });

  it('takes the model from the configuration, else from the yaml beside, else from the folder name', () => {
    const folder = 'runs/default__acme--large__t-0.50__p-1.00__c-2.00___swe_bench_lite_test/a__b-1';
    const yaml = { [`${folder}/a__b-1.config.yaml`]: `agent:\n  model:\n    name: acme/beside\n    per_instance_call_limit: 7\n` };
    const modelOf = (files: Record<string, string>): unknown => {
      const { attempts } = read(files);
      return [attempts[0]?.part.runtime.model, attempts[0]?.part.limits.calls, attempts[0]?.part.limits.usd];
    };
    const plain = trajText({ actions: ['ls'] });
    assert.deepEqual(modelOf({ [`${folder}/a__b-1.traj`]: trajText({ actions: ['ls'], replayConfig: runConfig() }), ...yaml }), ['acme/small-1', null, 3]);
    assert.deepEqual(modelOf({ [`${folder}/a__b-1.traj`]: plain, ...yaml }), ['acme/beside', 7, null]);
    assert.deepEqual(modelOf({ [`${folder}/a__b-1.traj`]: plain }), ['acme/large', null, 2]);
    assert.deepEqual(modelOf({ 'runs/free name/a__b-1/a__b-1.traj': plain }), [null, null, null]);
  });

  it('gives equal configurations one hash, whatever the names, keys and addresses in them', () => {
    const configOf = (replayConfig: unknown): string | null => readOne(trajText({ actions: ['ls'], replayConfig })).part.runtime.config;
    const base = configOf(runConfig());
    assert.equal(configOf(JSON.stringify(runConfig({ api_key: 'x', total_cost_limit: 5 }, { name: 'acme__widget-12' }))), base);
    assert.equal(configOf(runConfig({ name: 'acme/other' })), base, 'the model is a field of its own');
    for (const other of [runConfig({ temperature: 1 }), runConfig({ per_instance_call_limit: 9 }), runConfig({}, { templates: { system_template: 'x' } })]) assert.notEqual(configOf(other), base);
  });

  it('reads a trajectory with a configuration that cannot be used', () => {
    const deep = `${'{"agent":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const replayConfig of ['{broken', deep, 7, [], { agent: 3 }, { agent: { model: [] } }]) {
      assert.equal(readOne(trajText({ actions: ['ls'], replayConfig })).part.runtime.model, null);
    }
  });

  it('counts answers that could not be parsed as malformed steps, and refused ones as steps in which nothing ran', () => {
    const { part, steps } = readOne(trajText({ actions: ['ls', '', '!vim a.py', 'submit'] }));
    assert.deepEqual(steps.map((s) => [s.call, s.malformed, s.isToolStep, s.isError, s.toolCalls, s.observation === null]), [
      [1, false, true, false, 1, false],
      [2, true, false, true, 0, true],
      [3, false, false, true, 1, true],
      [4, false, true, false, 1, false],
    ]);
    assert.match(steps[1]?.title ?? '', /^format error: thought 2/);
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls], [4, 2, 3]);
  });

  it('gives the harness’s own submission no call', () => {
    const { part, steps, problems } = readOne(trajText({ actions: ['ls', 'pytest'], extra: [harnessExit('Exit due to cost limit', true)], apiCalls: 2, exit: 'submitted (exit_cost)' }));
    const last = steps[2];
    assert.deepEqual([last?.call, last?.kind, last?.malformed, last?.toolCalls, last?.title], [null, 'submit', false, 0, 'submitted by the harness: Exit due to cost limit']);
    assert.equal(part.calls, 2);
    assert.equal(part.exitStatus, 'submitted (exit_cost)');
    assert.deepEqual(problems, []);
    const without = readOne(trajText({ actions: ['ls'], extra: [harnessExit('Exit due to context window', false)], exit: 'exit_context' }));
    assert.deepEqual([without.steps[1]?.call, without.steps[1]?.kind, without.steps[1]?.isToolStep, without.part.calls], [null, 'other', false, 1]);
    const old = readOne(trajText({ actions: ['ls', 'exit_cost'], isOld: true, apiCalls: 1, exit: 'submitted (exit_cost)' }));
    assert.deepEqual(old.steps.map((s) => s.call), [1, null]);
  });

  it('counts calls by the steps where the producer wrote 0, and takes 0 for "not known"', () => {
    const { part, problems } = readOne(trajText({ actions: ['ls', 'submit'], apiCalls: 0, cost: 0 }).replace('"tokens_sent": 900', '"tokens_sent": 0').replace('"tokens_received": 90', '"tokens_received": 0'));
    assert.equal(part.calls, 2);
    assert.deepEqual(part.tokens, { input: null, cached: null, output: null });
    assert.equal(part.cost, null);
    assert.deepEqual(problems, []);
  });

  it('counts calls that left no step, and says so', () => {
    const { part, steps, problems } = readOne(trajText({ actions: ['ls', 'submit'], apiCalls: 5 }));
    assert.equal(part.calls, 5);
    assert.equal(steps.length, 2);
    assert.deepEqual(problems.map((p) => [p.code, p.severity, p.found]), [['missing-field', 'information', '2 steps of 5 calls']]);
    assert.match(problems[0]?.message ?? '', /^3 of the 5 calls left no step/);
  });

  it('counts the steps where the producer states fewer calls', () => {
    const { part, problems } = readOne(trajText({ actions: ['ls', 'pwd', 'submit'], apiCalls: 2 }));
    assert.equal(part.calls, 3);
    assert.deepEqual(problems.map((p) => p.code), ['conflict']);
  });

  it('counts the attempts of a retry agent once: list, root copy and folders', () => {
    const first = trajObject({ actions: ['ls', 'submit'], cost: 0.1 });
    const second = trajObject({ actions: ['ls', 'pytest', 'submit'], cost: 0.2, exit: 'exit_format' });
    const root = JSON.stringify({ attempts: [first, second], ...second, info: { ...(second.info as object), best_attempt_idx: 1, model_stats: { instance_cost: 9, tokens_sent: 9, tokens_received: 9, api_calls: 99 } } });
    const folder = 'runs/night/acme__widget-12';
    const { attempts, problems, files } = read({
      [`${folder}/acme__widget-12.traj`]: root,
      [`${folder}/attempt_0/acme__widget-12.traj`]: JSON.stringify(first),
      [`${folder}/attempt_1/acme__widget-12.traj`]: JSON.stringify(second),
      [`${folder}/attempt_2/acme__widget-12.traj`]: trajText({ actions: ['ls'], exit: null, cost: 0.3 }),
    });
    assert.deepEqual(attempts.map(({ part }) => [part.attempt, part.locator, part.calls, part.cost, part.exitStatus, part.task, part.place.runFolder]), [
      ['attempt_0', 'attempts[0]', 2, 0.1, 'submitted', 'acme__widget-12', 'runs/night'],
      ['attempt_1', 'attempts[1]', 3, 0.2, 'exit_format', 'acme__widget-12', 'runs/night'],
      ['attempt_2', '', 1, 0.3, null, 'acme__widget-12', 'runs/night'],
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(files.map((f) => [f.records, f.shown, f.folded]), [[8, 5, 3], [2, 0, 2], [3, 0, 3], [1, 1, 0]]);
    assert.equal(new Set(attempts.map(({ part }) => part.contentHash)).size, 3);
  });

  it('says when an attempt folder differs from what the instance’s file holds', () => {
    const folder = 'runs/night/acme__widget-12';
    const { attempts, problems } = read({
      [`${folder}/acme__widget-12.traj`]: JSON.stringify({ attempts: [trajObject({ actions: ['ls', 'submit'] })] }),
      [`${folder}/attempt_0/acme__widget-12.traj`]: trajText({ actions: ['ls'] }),
    });
    assert.equal(attempts.length, 1);
    assert.deepEqual(problems.map((p) => [p.file, p.code]), [[`${folder}/attempt_0/acme__widget-12.traj`, 'conflict']]);
  });

  it('takes a retry agent’s configurations in turn', () => {
    const several = { agent: { type: 'retry', agent_configs: [runConfig().agent, runConfig({ name: 'acme/large' }).agent], retry_loop: {} } };
    const folder = 'runs/night/acme__widget-12';
    const { attempts } = read({
      [`${folder}/acme__widget-12.traj`]: JSON.stringify({ attempts: [0, 1, 2].map(() => trajObject({ actions: ['ls'] })) }),
      [`${folder}/acme__widget-12.config.yaml`]: JSON.stringify(several, null, 2).replace(/^\{/, '').replace(/\}$/, '').replace(/^ {2}"(\w+)":/gm, '$1:'),
    });
    assert.deepEqual(attempts.map(({ part }) => part.runtime.model), ['acme/small-1', 'acme/large', 'acme/small-1']);
  });

  it('lists a demonstration without taking it for an attempt', () => {
    const { attempts, problems, files } = read({ 'demos/simple.traj': JSON.stringify({ history: [{ role: 'system', content: 'x', message_type: 'system_prompt' }] }) });
    assert.deepEqual(attempts, []);
    assert.deepEqual(problems.map((p) => [p.code, p.severity]), [['missing-field', 'information']]);
    assert.deepEqual(files, [{ file: 'demos/simple.traj', format: 'swe-agent', records: 0, shown: 0, folded: 0, unreadable: 0 }]);
  });

  it('names an empty file, and one of NUL bytes', () => {
    for (const content of ['', new Uint8Array(300)]) {
      const { attempts, problems } = read({ [TRAJ]: content });
      assert.deepEqual(attempts, []);
      assert.deepEqual(problems.map((p) => p.code), ['truncated']);
    }
  });

  it('reads what stands before a cut, and does not state sums that would be too low', () => {
    const whole = trajText({ actions: ['ls', 'pytest', 'submit'] });
    const { part, steps, problems } = readOne(whole.slice(0, whole.indexOf('output of submit')));
    assert.deepEqual(steps.map((s) => s.title), ['ls', 'pytest', 'submit']);
    assert.deepEqual([part.calls, part.toolSteps, part.exitStatus, part.contentHash], [null, null, null, null]);
    assert.deepEqual(problems.map((p) => p.code), ['truncated']);
  });

  it('counts a run that is still going on by its steps', () => {
    const { part } = readOne(trajText({ actions: ['ls', 'pytest'], exit: null }));
    assert.deepEqual([part.calls, part.exitStatus], [2, null]);
  });

  it('reads an attempt that never made a call', () => {
    const { part, steps } = readOne(trajText({ actions: [], exit: 'exit_environment_error' }));
    assert.deepEqual([part.calls, steps.length, part.exitStatus, part.cost], [0, 0, 'exit_environment_error', 0.25]);
  });

  it('leaves out elements that are no steps, names them and reads the rest', () => {
    const object = trajObject({ actions: ['ls', 'submit'] });
    const [first, second] = object.trajectory as unknown[];
    const content = JSON.stringify({ ...object, trajectory: [null, first, { action: 7, observation: 'x' }, 'text', second, {}] });
    const { steps, part, problems } = readOne(content);
    assert.deepEqual(steps.map((s) => s.title), ['ls', 'submit']);
    assert.equal(part.toolSteps, null);
    assert.deepEqual(problems.map((p) => p.message.slice(0, 9)), ['Element 1', 'Element 3', 'Element 4', 'Element 6']);
    assert.ok(problems.every((p) => p.code === 'unknown-record' && p.severity === 'error'));
  });

  it('shows thought, command and output of a step, whatever the order of the keys', () => {
    const object = trajObject({ actions: ['grep -n "x" a.py', '', 'submit'] });
    const sorted = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(sorted) : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).sort().map(([k, v]) => [k, sorted(v)])) : value;
    const reversed = { ...object, trajectory: (object.trajectory as object[]).map((e) => Object.fromEntries(Object.entries(e).reverse())) };
    for (const content of [JSON.stringify(object, null, 2), JSON.stringify(sorted(object)), JSON.stringify(reversed)]) {
      const { steps } = readOne(content);
      assert.equal(steps.length, 3);
      const [run, malformed] = steps;
      assert.ok(run && malformed);
      assert.deepEqual(textOf(run, content), { reasoning: '', message: 'thought 1', calls: [{ tool: 'bash', text: 'grep -n "x" a.py' }], observations: [{ text: 'output of grep -n "x" a.py', exitCode: null, isError: false }] });
      assert.deepEqual(textOf(malformed, content), { reasoning: '', message: 'thought 2\n```\n\n```', calls: [], observations: [] });
    }
  });

  it('marks what the producer’s own tools report as failed', () => {
    const content = trajText({ actions: ['sleep 99', 'edit 1:1', 'ls'] })
      .replace('output of sleep 99', "The command 'sleep 99' was cancelled because it took more than 30 seconds.")
      .replace('output of edit 1:1', 'Your proposed edit has introduced new syntax error(s). Please read this error message carefully.');
    assert.deepEqual(readOne(content).steps.map((s) => s.isError), [true, true, false]);
  });

  it('reads the configuration of a run', () => {
    const { runs, files } = read({
      'runs/old/args.yaml': 'actions:\n  open_pr: false\nagent:\n  model:\n    model_name: gpt4\n    temperature: 0.0\nenvironment:\n  x: 1\n',
      'runs/new/run_batch.config.yaml': 'instances: {}\nagent:\n  model:\n    name: acme/small-1\n',
    });
    assert.deepEqual(runs.map((r) => [r.kind, r.runFolder, r.runtime.model, r.tasks.size]), [
      ['metadata', 'runs/old', 'gpt4', 0],
      ['metadata', 'runs/new', 'acme/small-1', 0],
    ]);
    assert.ok(files.every((f) => f.format === 'run-summary'));
  });

  it('names a yaml file that is none', () => {
    const bomb = `agent: &a [${'x,'.repeat(20)}]\nb: [${'*a,'.repeat(50)}]\n`;
    for (const text of ['agent:\n  - [broken\n', `agent: ${'['.repeat(50_000)}`, `${bomb}c: *missing\n`]) {
      const { problems, runs } = read({ 'runs/new/run_batch.config.yaml': text });
      assert.deepEqual([problems.map((p) => p.code), runs], [['bad-value'], []]);
    }
  });

  it('hashes a copied file alike and another one not', () => {
    const hash = (content: string): string | null => readOne(content).part.contentHash;
    assert.equal(hash(trajText({ actions: ['ls'] })), hash(trajText({ actions: ['ls'] })));
    assert.notEqual(hash(trajText({ actions: ['ls'] })), hash(trajText({ actions: ['ls'], cost: 1 })));
  });
});

describe('recognising SWE-agent files', () => {
  const claimed = (content: FileContent, name = 'x/unnamed.json'): string | null => sweAgentReader.claim(fileHead(name, content))?.certainty ?? null;

  it('is certain by the first step, with or without the usual name', () => {
    for (const text of [trajText({ actions: ['ls'] }), trajText({ actions: ['ls'], isOld: true }), JSON.stringify({ attempts: [trajObject({ actions: ['ls'] })] }), `\ufeff${trajText({ actions: [] })}`]) {
      assert.equal(claimed(text), 'certain');
      assert.equal(claimed(text, 'x/a.traj'), 'certain');
    }
  });

  it('is recognised when the first action fills the head', () => {
    assert.equal(claimed(trajText({ actions: ['x'.repeat(9000)] }), 'x/a.traj'), 'certain');
    assert.equal(claimed(trajText({ actions: ['x'.repeat(9000)] })), 'possible');
  });

  it('leaves other files alone', () => {
    const others = ['{}', '[]', '{"messages": [{"role": "user", "content": "x"}], "info": {}}', '{"trajectory": [{"id": 0, "source": "agent", "action": "run", "args": {}}]}', '{"schema_version": "ATIF-v1", "trajectory": []}', '{"trajectory": 7}', '{"history": [{"role": "user", "content": "x"}]}', '{"attempts": []}'];
    for (const text of others) assert.equal(claimed(text), null, text);
    assert.equal(claimed('{"a": 1}', 'x/robot.traj'), null);
    assert.equal(claimed('agent: {}', 'x/other.config.yaml'), null);
    assert.equal(claimed('hello: 1', 'x/args.yaml'), null);
  });
});

describe('SWE-agent traces of the producer', () => {
  const root = sharedFolder() === null ? null : path.join(sharedFolder() ?? '', 'traces/swe-agent');

  function load(): Record<string, Buffer> {
    const found: Record<string, Buffer> = {};
    for (const entry of readdirSync(root ?? '', { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(traj|yaml)$/.test(entry.name)) found[path.relative(root ?? '', file).split(path.sep).join('/')] = readFileSync(file);
    }
    return found;
  }

  it('reads 22 trajectories: 21 attempts with 227 steps and one demonstration (skipped: no shared folder)', function () {
    if (root === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    const files = load();
    const claimedFiles = Object.fromEntries(Object.entries(files).filter(([file, content]) => sweAgentReader.claim(fileHead(file, content)) !== null));
    assert.deepEqual(Object.keys(files).filter((file) => !(file in claimedFiles)).map((file) => path.basename(file)), ['str_replace_anthropic_demo.yaml']);
    const { attempts, problems, files: counted, runs } = read(claimedFiles);
    assert.equal(counted.filter((f) => f.format === 'swe-agent').length, 22);
    assert.equal(attempts.length, 21);
    assert.deepEqual(problems.map((p) => [path.basename(p.file), p.severity]), [['function_calling_simple.traj', 'information']]);
    assert.equal(runs.length, 2);
    // The files parsed whole, as an independent count.
    for (const { part, steps } of attempts) {
      const whole = JSON.parse(String(files[part.file])) as { trajectory: { action: string; observation: string; thought: string }[]; info: { exit_status: string; model_stats: { api_calls: number; instance_cost: number } } };
      assert.equal(steps.length, whole.trajectory.length, part.file);
      assert.equal(part.calls, whole.trajectory.length);
      assert.equal(part.exitStatus, whole.info.exit_status);
      assert.equal(part.cost, whole.info.model_stats.instance_cost || null);
      steps.forEach((step, i) => {
        const element = whole.trajectory[i];
        const { calls, message, observations } = textOf(step, String(files[part.file]));
        assert.equal(calls[0]?.text, element?.action);
        assert.equal(observations[0]?.text, element?.observation);
        if (element?.thought.trim() !== '' && element?.thought.trim() !== element?.action.trim()) assert.equal(message, element?.thought);
      });
    }
    assert.equal(attempts.reduce((sum, a) => sum + a.steps.length, 0), 227);
    assert.deepEqual(new Set(attempts.map((a) => a.part.runtime.model)), new Set(['gpt-4o', 'gpt4', 'replay', 'human_thought', null]));
  });

  it('names the empty trajectory (skipped: no shared folder)', function () {
    if (root === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    const { problems, attempts } = read({ 'odd/empty.traj': readFileSync(path.join(root, '../odd/empty.traj')) });
    assert.deepEqual([attempts.length, problems.map((p) => p.code)], [0, ['truncated']]);
  });
});
