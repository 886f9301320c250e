import assert from 'node:assert/strict';
import type { AttemptPart, ResumePoint } from '../../../../src/formats/contract';
import { hashTask } from '../../../../src/formats/miniSweAgent/facts';
import { messagesReader } from '../../../../src/formats/messages/messagesReader';
import { miniSweAgentReader } from '../../../../src/formats/miniSweAgent/reader';
import { findCommands, withoutCommands } from '../../../../src/formats/shared/fencedCommands';
import type { FileRange, Step, StepText } from '../../../../src/model/step';
import { collectParts, createSink } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';

function read(name: string): CollectedParts & { part: AttemptPart; steps: readonly Step[]; texts: StepText[] } {
  const files = readFixture('mini-swe-agent', name);
  const source = memorySource(files);
  const parts = collectParts(miniSweAgentReader, source);
  assert.equal(parts.attempts.length, 1);
  const [{ part, steps }] = parts.attempts as [{ part: AttemptPart; steps: readonly Step[] }]; // one attempt, asserted above
  const bytes = (range: Step['action']): Uint8Array | null => (range === null ? null : (source.files[0]?.read(range.start, range.end) ?? null));
  const texts = steps.map((step) => miniSweAgentReader.stepText(step, { action: bytes(step.action), observation: bytes(step.observation) }));
  return { ...parts, part, steps, texts };
}

const codes = (parts: CollectedParts): string[] => parts.problems.map((p) => p.code);
const near = (a: number | null, b: number): void => assert.ok(a !== null && Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

describe('mini-swe-agent reader', () => {
  it('reads tool calls: parallel ones, a command that timed out, and the submission without observation', () => {
    const { part, steps, texts, problems, files } = read('v2-tool-calls');
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.tokens], [3, 3, 4, { input: 3000, cached: 1900, output: 90 }]);
    near(part.cost, 0.018);
    assert.deepEqual([part.task, part.formatVersion, part.exitStatus, part.started, part.seconds], ['acme__widget-12', '1.1', 'Submitted', '2026-02-02T02:40:00.500Z', 69.5]);
    assert.deepEqual(part.place, { folder: 'run-a/acme__widget-12', runFolder: 'run-a' });
    assert.deepEqual({ ...part.runtime, config: null }, { agent: 'mini-swe-agent', agentVersion: '2.4.1', model: 'acme/small-1', provider: 'acme', config: null });
    assert.deepEqual(part.limits, { calls: 250, usd: 3, seconds: null });
    assert.deepEqual(steps.map((s) => [s.kind, s.title, s.exitCode, s.isError, s.toolCalls]), [
      ['inspect', 'ls (+1 more)', 0, false, 2],
      ['run', 'sleep 999', -1, true, 1],
      ['submit', 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat patch.txt', null, false, 1],
    ]);
    assert.equal(steps[2]?.observation, null);
    assert.equal(steps[2]?.isToolStep, true);
    assert.deepEqual(texts[0], {
      reasoning: 'Where is x?',
      message: 'Looking.',
      calls: [{ tool: 'bash', text: 'ls' }, { tool: 'bash', text: 'cat x.py' }],
      observations: [{ text: 'x.py\n', exitCode: 0, isError: false }, { text: 'x = None\n', exitCode: 0, isError: false }],
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(files[0], { file: 'run-a/acme__widget-12/acme__widget-12.traj.json', format: 'mini-swe-agent', records: 9, shown: 9, folded: 0, unreadable: 0 });
  });

  it('counts an answer that could not be parsed as a call and a step, though its message is not stored', () => {
    const { part, steps, texts } = read('v2-format-errors');
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.exitStatus], [4, 1, 2, 'RepeatedFormatError']);
    near(part.cost, 0.009);
    assert.deepEqual(steps.map((s) => s.malformed), [false, true, true, true]);
    assert.deepEqual(steps.map((s) => s.inputTokens), [900, 950, 980, null]);
    assert.deepEqual([texts[1]?.message, texts[2]?.calls], ['I think x is None.', [{ tool: 'python', text: '{"code": "print(1)"}' }]]);
    assert.deepEqual(texts[1]?.observations, [{ text: 'Tool call error: No tool calls found in the response.', exitCode: null, isError: true }]);
  });

  it('reads text-based actions, and takes a cost of 0 for unknown', () => {
    const { part, steps, texts } = read('v2-text-based');
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.cost], [3, 2, 4, null]);
    assert.deepEqual(steps.map((s) => [s.kind, s.exitCode]), [['test', 1], ['other', null], ['submit', null]]);
    assert.deepEqual(texts[0], { reasoning: '', message: 'Run the tests.', calls: [{ tool: 'bash', text: 'python -m pytest -q' }], observations: [{ text: '1 failed in 0.12s\n', exitCode: 1, isError: true }] });
  });

  it('reads the Responses API, whose messages have no roles', () => {
    const { part, steps, texts } = read('v2-responses-api');
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.tokens], [3, 2, 2, { input: 2650, cached: 1800, output: 78 }]);
    assert.deepEqual(steps.map((s) => s.malformed), [false, true, false]);
    assert.deepEqual([texts[0]?.reasoning, texts[0]?.message, texts[1]?.message], ['Find x.', 'Editing.', 'All done!']);
  });

  it('reads a run that is still going: no exit, and the last command has not run', () => {
    const { part, steps, problems } = read('v2-unfinished');
    assert.deepEqual([part.calls, part.toolSteps, part.exitStatus, steps.length], [2, 1, null, 2]);
    assert.deepEqual(problems, []);
  });

  it('counts a last call that raised an error instead of answering', () => {
    const { part, steps, problems } = read('v2-crash');
    assert.deepEqual([part.calls, steps.length, part.exitStatus], [2, 1, 'RateLimitError']);
    assert.deepEqual(problems, []);
  });

  it('keeps what the user did apart: a refused action has not run, a typed command is no call', () => {
    const { part, steps } = read('v2-interactive');
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.task, part.place], [3, 1, 3, null, { folder: null, runFolder: null }]);
    assert.deepEqual(part.limits, { calls: null, usd: null, seconds: 600 });
    assert.deepEqual(steps.map((s) => [s.call, s.isToolStep, s.isError]), [[1, false, false], [null, false, false], [2, false, false], [3, true, false]]);
  });

  it('reads version 1: format errors, time-outs and the submission are user messages, cost is the total', () => {
    const { part, steps, texts } = read('v1-text');
    assert.deepEqual([part.formatVersion, part.calls, part.toolSteps, part.toolCalls, part.cost, part.seconds], ['1', 4, 3, 3, 0.02, 70.4]);
    assert.deepEqual(part.tokens, { input: 2200, cached: 1600, output: 47 });
    assert.deepEqual([part.runtime.model, part.runtime.provider], ['small-1', null]);
    assert.deepEqual(steps.map((s) => [s.kind, s.malformed, s.isError, s.exitCode]), [['inspect', false, true, 1], ['other', true, true, null], ['run', false, true, null], ['submit', false, false, null]]);
    assert.equal(steps[3]?.observation, null, 'the last user message is the submission');
    assert.equal(texts[0]?.message, 'THOUGHT: look');
  });

  it('reads version 1 before usage and times were stored, stopped by a limit', () => {
    const { part, steps, texts } = read('v1-limits');
    assert.deepEqual([part.calls, part.tokens, part.started, part.seconds, part.limits.calls], [2, { input: null, cached: null, output: null }, null, null, 2]);
    assert.equal(texts[1]?.observations.length, 1, 'the empty last message is no observation');
    assert.equal(steps[1]?.exitCode, 2);
  });

  it('gives an attempt without steps where the environment did not start', () => {
    const { part, steps, files } = read('v1-empty');
    assert.deepEqual([part.calls, steps.length, part.exitStatus, part.task, part.cost], [0, 0, 'CalledProcessError', 'acme__widget-12', 0]);
    // A first call that never came back was not priced.
    const [[path, text] = ['', '']] = Object.entries(readFixture('mini-swe-agent', 'v1-empty'));
    const failed = collectParts(miniSweAgentReader, memorySource({ [path]: String(text).replace('"api_calls": 0', '"api_calls": 1') })).attempts[0]?.part;
    assert.deepEqual([failed?.calls, failed?.cost], [1, null]);
    assert.equal(files[0]?.records, 0);
  });

  it('reads files from before the format tag, and takes the task from the path', () => {
    const { part, steps } = read('v1-no-tag');
    assert.deepEqual([part.formatVersion, part.task, part.exitStatus, part.cost, steps.length], [null, 'acme__widget-12', null, 0.004, 2]);
    assert.equal(steps[1]?.observation === null, false);
  });

  it('reads odd writing: BOM, an escaped second key, numbers that are none, an unknown role, a newer version', () => {
    const parts = read('odd-writing');
    assert.deepEqual(codes(parts).sort(), ['bad-value', 'duplicate', 'unknown-record', 'unknown-version']);
    assert.deepEqual(parts.files[0], { file: 'run-a/acme__widget-12/acme__widget-12.traj.json', format: 'mini-swe-agent', records: 4, shown: 2, folded: 1, unreadable: 1 });
    // A message is missing, so sums would be too low.
    assert.deepEqual([parts.part.calls, parts.part.toolSteps, parts.part.cost, parts.part.exitStatus], [1, null, null, 'LimitsExceeded']);
  });

  it('gives runs of one configuration one hash, whatever the image and output path', () => {
    const change = (from: string, to: string): string | null => {
      const [path, bytes] = Object.entries(readFixture('mini-swe-agent', 'v2-tool-calls'))[0] ?? ['', new Uint8Array()];
      const text = Buffer.from(bytes).toString();
      assert.ok(text.includes(from), from);
      return collectParts(miniSweAgentReader, memorySource({ [path]: text.replace(from, to) })).attempts[0]?.part.runtime.config ?? null;
    };
    const hash = change('"image"', '"image"');
    assert.match(hash ?? '', /^[0-9a-f]{16}$/);
    for (const [from, to] of [['demo:acme-12', 'demo:acme-13'], ['"output_path": null', '"output_path": "/x"'], ['acme/small-1', 'acme/small-2']]) assert.equal(change(from ?? '', to ?? ''), hash);
    for (const [from, to] of [['"step_limit": 250', '"step_limit": 50'], ['"temperature": 0.0', '"temperature": 1.0'], ['You fix bugs.', 'You fix.'], ['docker.DockerEnvironment', 'local.LocalEnvironment']]) assert.notEqual(change(from ?? '', to ?? ''), hash, to);
  });

  it('says so when the producer counts other calls than the messages show', () => {
    const [path, bytes] = Object.entries(readFixture('mini-swe-agent', 'v2-tool-calls'))[0] ?? ['', new Uint8Array()];
    const parts = collectParts(miniSweAgentReader, memorySource({ [path]: Buffer.from(bytes).toString().replace('"api_calls": 3', '"api_calls": 9') }));
    assert.deepEqual([parts.attempts[0]?.part.calls, codes(parts)], [3, ['conflict']]);
  });

  it('reads a cut file up to the cut: totals as written, sums unknown', () => {
    const [path, bytes] = Object.entries(readFixture('mini-swe-agent', 'v2-tool-calls'))[0] ?? ['', new Uint8Array()];
    const parts = collectParts(miniSweAgentReader, memorySource({ [path]: bytes.slice(0, bytes.length * 0.7) }));
    const { part, steps } = parts.attempts[0] ?? assert.fail();
    assert.deepEqual([part.calls, part.toolSteps, part.tokens.input, part.cost, part.seconds, part.exitStatus, steps.length], [3, null, null, 0.018, null, 'Submitted', 2]);
    assert.deepEqual(codes(parts), ['truncated']);
    assert.equal(parts.files[0]?.unreadable, 1);
  });

  it('leaves other formats alone', () => {
    const others: [string, string][] = [
      ['a/x.traj.json', '{"trajectory": [], "info": {"model_stats": {"instance_cost": 1, "api_calls": 1}}}'],
      ['a/x.json', '{"info": {"model_stats": {"instance_cost": 0, "tokens_sent": 1, "api_calls": 1}}, "trajectory": []}'],
      ['a/x.json', '{"messages": [{"role": "user", "content": "\\"trajectory_format\\": \\"mini-swe-agent-1.1\\""}]}'],
      ['a/x.json', '{"schema_version": "ATIF-v1.6", "info": {"mini_version": "1"}}'],
      ['a/x.json', '[{"role": "user", "content": "x"}]'],
      ['a/x.traj.json', '[{"action": "run", "source": "agent"}]'],
      ['a/x.traj.json', '{"trajectory_format": "other-1"}'],
    ];
    for (const [path, content] of others) assert.equal(miniSweAgentReader.claim(fileHead(path, content)), null, content);
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.traj.json', ''))?.certainty, 'possible');
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.json', `{"info": {"exit_status": "Submitted", "submission": "${'x'.repeat(5000)}`))?.certainty, 'possible');
  });
});

describe('lines of trajectories', () => {
  const names = ['v1-text', 'v2-tool-calls', 'v2-responses-api', 'v2-crash'];
  const documents = names.map((name) => Buffer.from(JSON.stringify(JSON.parse(Buffer.from(Object.values(readFixture('mini-swe-agent', name))[0] ?? '').toString('utf8')))));
  const lines = Buffer.concat(documents.flatMap((document) => [document, Buffer.from('\n')]));

  it('are read like files of their own, with the places of the file', () => {
    const { attempts, files, problems } = collectParts(miniSweAgentReader, memorySource({ 'a/all.jsonl': lines }));
    const alone = documents.map((document) => collectParts(miniSweAgentReader, memorySource({ 'a/all.json': document })));
    assert.deepEqual(attempts.map(({ part }) => part.locator), ['1', '2', '3', '4']);
    for (const [index, { part, steps }] of attempts.entries()) {
      const own = alone[index]?.attempts[0];
      assert.ok(own);
      const start = documents.slice(0, index).reduce((sum, document) => sum + document.length + 1, 0);
      assert.deepEqual({ ...part, file: '', locator: '', range: null, contentHash: '' }, { ...own.part, file: '', locator: '', range: null, contentHash: '', place: { folder: null, runFolder: null } });
      assert.deepEqual(part.range, { start, end: start + (documents[index]?.length ?? 0) });
      assert.ok(steps.length > 0);
      for (const [at, step] of steps.entries()) {
        for (const kind of ['action', 'observation'] as const) {
          const bytesAt = (bytes: Uint8Array | undefined, range: FileRange | null | undefined): Uint8Array | null => (range && bytes ? bytes.subarray(range.start, range.end) : null);
          assert.deepEqual(bytesAt(lines, step[kind]), bytesAt(documents[index], own.steps[at]?.[kind]));
        }
        assert.deepEqual({ ...step, action: null, observation: null }, { ...own.steps[at], action: null, observation: null });
      }
    }
    assert.deepEqual(files.map(({ format, records }) => [format, records]), [['mini-swe-agent', alone.reduce((sum, { files: [file] }) => sum + (file?.records ?? 0), 0)]]);
    assert.deepEqual(problems.map(({ line }) => line), alone.flatMap((one, index) => one.problems.map(() => index + 1)));
  });

  it('are told line by line where they are cut, or of another make', () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = documents;
    const { attempts, files, problems } = collectParts(miniSweAgentReader, memorySource({ 'a/all.jsonl': Buffer.concat([first, Buffer.from('\n\n{"steps": []}\nnot JSON\n'), second.subarray(0, second.length - 40)]) }));
    assert.deepEqual(attempts.map(({ part }) => part.locator), ['1', '5']);
    assert.deepEqual([...new Set(problems.map(({ line, code }) => `${line} ${code}`))], ['3 missing-field', '4 not-json', '5 truncated']);
    assert.ok(problems.every(({ line, byte }) => (line ?? 0) < 3 || (byte ?? 0) > first.length));
    // The last one is cut after its messages.
    assert.equal(files[0]?.unreadable, 2);
  });

  it('are read on where the file has grown', () => {
    const [first = Buffer.alloc(0)] = documents;
    const size = first.length + 1;
    const points: ResumePoint[] = [];
    const begun = createSink({});
    void miniSweAgentReader.read(memorySource({ 'a/all.jsonl': lines.subarray(0, size) }), { ...begun.sink, pause: (point) => points.push(point) });
    const [resume] = points;
    assert.ok(resume);
    const [file] = memorySource({ 'a/all.jsonl': lines }).files;
    assert.ok(file);
    const rest = collectParts(miniSweAgentReader, { key: 'a/all.jsonl', files: [{ ...file, resume, chunks: (start) => file.chunks(start) }] });
    const whole = collectParts(miniSweAgentReader, memorySource({ 'a/all.jsonl': lines }));
    assert.deepEqual([...begun.parts.attempts, ...rest.attempts], whole.attempts);
    assert.deepEqual(rest.files, whole.files);
  });

  it('are left to the reader of conversations where the first does not say who wrote it', () => {
    const line = '{"trajectory_format": "mini-swe-agent-1", "info": {"mini_version": "1.17.3"}, "messages": [{"role": "user", "content": "x"}]}';
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.jsonl', `${line}\n${line}\n`))?.certainty, 'certain');
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.jsonl.gz', `${line}\n${line}\n`))?.certainty, 'certain');
    // As the producer writes it: what names it stands behind templates that are longer than a head.
    const real = `{"info": {"model_stats": {"instance_cost": 0.1, "api_calls": 3}, "config": {"agent": {"system_template": "${'x'.repeat(6000)}"}, "agent_type": "minisweagent.agents.default.DefaultAgent"}, "mini_version": "2.2.7"}, "messages": []}`;
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.jsonl', `${real}\n${real}\n`))?.certainty, 'certain');
    const unsigned = '{"instance_id": "a__b-1", "messages": [{"role": "user", "content": "x"}]}';
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.jsonl', `${unsigned}\n${unsigned}\n`)), null);
    assert.equal(messagesReader.claim(fileHead('a/x.jsonl', `${unsigned}\n${unsigned}\n`))?.certainty, 'possible');
    assert.equal(miniSweAgentReader.claim(fileHead('a/x.json', line))?.certainty, 'certain');
  });
});

describe('text actions', () => {
  it('are found in every shipped style, exactly as the producer finds them', () => {
    assert.deepEqual(findCommands('a\n```bash\nls\n```\nb'), ['ls']);
    assert.deepEqual(findCommands('```mswea_bash_command  \n a\nb \n```\n```bash\nno\n```'), ['a\nb']);
    assert.deepEqual(findCommands('<bash_code>ls</bash_code><bash_code>\npwd</bash_code>'), ['ls', 'pwd']);
    assert.deepEqual(findCommands('```bash ls```'), []);
    assert.deepEqual(findCommands('```bash\nnot closed'), []);
    assert.deepEqual(findCommands('```bash\n```'), []);
    assert.equal(withoutCommands('a\n```bash\nls\n```\nb'), 'a\n\nb');
  });
});

describe('hashTask', () => {
  it('finds the task between the fixed parts of the template, so that one issue has one hash under two templates', () => {
    const a = hashTask('Fix:\n{{task}}\nThen submit. {{x}}', 'Fix:\nx is None \nThen submit. 7');
    assert.match(a ?? '', /^text:[0-9a-f]{16}$/);
    assert.equal(hashTask('{{ task }}', 'x is None'), a);
    assert.equal(hashTask('<pr>{{task}}</pr>', '<pr>x is None</pr>'), a);
    assert.notEqual(hashTask('{{task}}', 'y is None'), a);
    for (const [template, message] of [[null, 'x'], ['no mark', 'x'], ['Fix {{task}}', 'other'], ['{{a}}{{task}}', 'x']] as const) assert.equal(hashTask(template, message), null);
  });
});
