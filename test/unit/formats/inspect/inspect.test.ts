import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StepText } from '../../../../src/model/step';
import { inspectReader } from '../../../../src/formats/inspect/inspectReader';
import { bytesOfRange } from '../../../contract/readerContract';
import { awaitParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { evalText, inspectEvents, inspectHeader, inspectJson, inspectSample } from '../../../support/inspectText';
import { openMembers } from '../../../support/memberContents';
import { memorySource } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';
import { makeZip } from '../../../support/zipText';

interface ReadLog extends CollectedParts {
  /** Text of each step of each attempt. */
  readonly texts: readonly (readonly StepText[])[];
}

async function read(content: FileContent, name = 'logs/a.eval'): Promise<ReadLog> {
  const source = memorySource({ [name]: content });
  const parts = await awaitParts(inspectReader, source);
  const members = await openMembers(source, parts);
  const texts = parts.attempts.map(({ steps }) =>
    steps.map((step) => inspectReader.stepText(step, { action: step.action && bytesOfRange(source, step.action, members), observation: step.observation && bytesOfRange(source, step.observation, members) })),
  );
  return { ...parts, texts };
}

/** A log of one sample, as `.eval` and as `.json`; both must say the same. */
async function readSample(events: readonly object[], more: Readonly<Record<string, unknown>> = {}, header = inspectHeader()): Promise<{ readonly part: CollectedParts['attempts'][number]['part']; readonly steps: CollectedParts['attempts'][number]['steps']; readonly texts: readonly StepText[]; readonly problems: readonly string[] }> {
  const sample = inspectSample('bug-1', 1, events, more);
  const results = { ...header, results: { ...(header['results'] as object), completed_samples: 1 } };
  const [archive, document] = [await read(evalText([sample], { header: results })), await read(inspectJson([sample], results), 'logs/a.json')];
  const [first] = archive.attempts;
  assert.ok(first);
  const facts = ({ attempts, texts, problems }: ReadLog): unknown => ({
    attempts: attempts.map(({ part, steps }) => ({ ...part, file: '', locator: '', outcomeFile: '', steps: steps.map((step) => ({ ...step, action: null, observation: null })) })),
    texts,
    problems: problems.map(({ code, message }) => `${code}: ${message}`),
  });
  assert.deepEqual(facts(document), facts(archive));
  return { ...first, texts: archive.texts[0] ?? [], problems: archive.problems.map(({ code, message }) => `${code}: ${message}`) };
}

const span = (id: string, parent: string | null, type: string): object => ({ event: 'span_begin', timestamp: '2026-01-02T03:04:05+00:00', span_id: id, id, parent_id: parent, type, name: type });
const AGENT = [span('solvers', null, 'solvers'), span('agent', 'solvers', 'agent')];

describe('the Inspect reader', () => {
  it('makes one attempt of a sample and epoch, with what the header says of its runtime', async () => {
    const { part, steps, problems } = await readSample(inspectEvents([{ tool: 'bash', args: { cmd: 'ls' } }, { say: 'Done.' }]));
    assert.equal(part.task, 'bug-1');
    assert.equal(part.attempt, 'epoch 1');
    assert.deepEqual({ ...part.runtime, config: null }, { agent: 'basic_agent', agentVersion: '0.3.210', model: 'acme/small-1', provider: 'acme', config: null });
    assert.deepEqual(part.limits, { calls: null, usd: null, seconds: 600 });
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.tokens, part.seconds], [2, 1, 1, { input: 20, cached: null, output: 10 }, 3]);
    assert.deepEqual([part.outcome, part.basis, part.exitStatus], ['resolved', 'final', 'success']);
    assert.deepEqual(steps.map(({ title, call }) => [title, call]), [['ls', 1], ['Done.', 2]]);
    assert.deepEqual(problems, []);
  });

  it('names a task by its benchmark where its id is only a number', async () => {
    const { attempts } = await read(evalText([inspectSample(7, 2, inspectEvents([{ say: 'x' }])), inspectSample('django__django-1', 1, [])]));
    assert.deepEqual(attempts.map(({ part }) => [part.task, part.attempt, part.locator]), [['fix_bugs/7', 'epoch 2', 'samples/7_epoch_2.json'], ['django__django-1', 'epoch 1', 'samples/django__django-1_epoch_1.json']]);
  });

  it('keeps calls of graders apart: by span, by step, and by role', async () => {
    const own = inspectEvents([{ say: 'answer' }], { span: 'agent' });
    const graded = inspectEvents([{ say: 'GRADE: C' }, { say: 'GRADE: C' }], { span: 'scorer', from: 1 });
    const side = { calls: 2, tokens: { input: 20, cached: null, output: 10 }, cost: null };
    const bySpan = await readSample([...AGENT, ...own, span('scorers', null, 'scorers'), span('scorer', 'scorers', 'scorer'), ...graded]);
    const step = (action: string): object => ({ event: 'step', action, type: 'scorer', name: 'model_graded', timestamp: '2026-01-02T03:04:09+00:00' });
    const byStep = await readSample([...inspectEvents([{ say: 'answer' }]), step('begin'), ...inspectEvents([{ say: 'GRADE: C' }, { say: 'GRADE: C' }], { from: 1 }), step('end')]);
    const byRole = await readSample([...inspectEvents([{ say: 'answer' }]), ...inspectEvents([{ say: 'GRADE: C', event: { role: 'grader' } }, { say: 'GRADE: C', event: { role: 'grader' } }], { from: 1 })]);
    for (const { part, steps } of [bySpan, byStep, byRole]) {
      assert.deepEqual([part.calls, steps.length, part.tokens, part.side], [1, 1, { input: 10, cached: null, output: 5 }, side]);
    }
  });

  it('keeps calls of sub-agents apart: those inside a tool’s span, and those inside a tool’s event', async () => {
    const [call, tool] = inspectEvents([{ tool: 'researcher', args: { input: 'look it up' }, result: 'found' }], { span: 'agent' });
    const inner = inspectEvents([{ tool: 'bash', args: { cmd: 'grep x' } }, { say: 'found' }], { span: 'sub', from: 5 });
    const spans = await readSample([...AGENT, call ?? {}, tool ?? {}, span('tool', 'agent', 'tool'), span('sub', 'tool', 'agent'), ...inner, ...inspectEvents([{ say: 'Done.' }], { span: 'agent', from: 9 })]);
    const nested = await readSample([call ?? {}, { ...tool, events: inner }, ...inspectEvents([{ say: 'Done.' }], { from: 9 })]);
    for (const { part, steps, texts } of [spans, nested]) {
      assert.deepEqual([part.calls, part.side?.calls, part.toolCalls], [2, 2, 1]);
      assert.deepEqual(steps.map(({ title }) => title), ['researcher: look it up', 'Done.']);
      assert.deepEqual(texts[0]?.observations.map(({ text }) => text), ['found']);
    }
  });

  it('shows answers with their reasoning, calls, results and errors, attachments in place', async () => {
    const content = [{ type: 'reasoning', reasoning: 'attachment://r1' }, { type: 'text', text: 'I will look.' }];
    const [model, tool] = inspectEvents([{ tool: 'bash', args: { cmd: 'attachment://c1' }, result: 'attachment://o1', error: { type: 'timeout', message: 'Command timed out' } }]);
    const answered = JSON.parse(JSON.stringify(model).replace('"content":""', `"content":${JSON.stringify(content)}`)) as object;
    const attachments = { r1: 'Where is it?', c1: 'find . -name "*.py"', o1: 'a.py\nb.py', unused: 'x' };
    const { texts, steps } = await readSample([answered, tool ?? {}], { attachments });
    assert.deepEqual(texts, [
      {
        reasoning: 'Where is it?',
        message: 'I will look.',
        calls: [{ tool: 'bash', text: 'find . -name "*.py"' }],
        observations: [{ text: 'a.py\nb.py\nCommand timed out', exitCode: null, isError: true }],
      },
    ]);
    assert.equal(steps[0]?.title, 'find . -name "*.py"');
    assert.equal(steps[0]?.isError, true);
  });

  it('answers parallel calls with their own results, whatever their order', async () => {
    const [model] = inspectEvents([{ tool: 'bash', args: { cmd: 'ls' } }]);
    const calls = [{ id: 'x', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' }, { id: 'y', function: 'python', arguments: { code: '1' }, type: 'function' }];
    const both = JSON.parse(JSON.stringify(model).replace(/"tool_calls":\[.*?\]/, `"tool_calls":${JSON.stringify(calls)}`)) as object;
    const tool = (id: string, result: unknown): object => ({ event: 'tool', timestamp: '2026-01-02T03:04:06+00:00', id, function: 'bash', arguments: {}, result, events: [] });
    const { part, steps, texts } = await readSample([both, tool('y', 1), tool('x', [{ type: 'text', text: 'a.py' }, { type: 'image', image: 'data:...' }])]);
    assert.deepEqual([part.calls, part.toolCalls, part.toolSteps, steps.length], [1, 2, 1, 1]);
    assert.deepEqual(texts[0]?.observations.map(({ text }) => text), ['1', 'a.py\n[image]']);
  });

  it('counts cache reads and writes as input once, in both conventions, and takes prices where there are any', async () => {
    const usage = [
      { input_tokens: 10, output_tokens: 5, total_tokens: 115, input_tokens_cache_read: 80, input_tokens_cache_write: 20, total_cost: 0.25 },
      // Before reads were taken off the prompt.
      { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_tokens_cache_read: 80, total_cost: 0.5 },
    ];
    const { part, steps } = await readSample(inspectEvents(usage.map((one) => ({ say: 'x', usage: one }))));
    assert.deepEqual(steps.map(({ inputTokens, cachedTokens, cost }) => [inputTokens, cachedTokens, cost]), [[110, 80, 0.25], [100, 80, 0.5]]);
    assert.deepEqual([part.tokens, part.cost], [{ input: 210, cached: 160, output: 10 }, 0.75]);
  });

  it('reads limits and errors as exits, verdicts or not', async () => {
    const events = inspectEvents([{ say: 'x' }]);
    const scored = { scores: { match: { value: 'I' } } };
    const limited = await readSample(events, { ...scored, limit: { type: 'message', limit: 40 } });
    assert.deepEqual([limited.part.exitStatus, limited.part.outcome], ['limit: message', 'unresolved']);
    const older = await readSample([...events, { event: 'sample_limit', type: 'token', message: 'x' }], scored);
    assert.equal(older.part.exitStatus, 'limit: token');
    const failed = await readSample(events, { scores: {}, error: { message: 'RateLimitError("slow\ndown")', traceback: '...' } });
    assert.deepEqual([failed.part.exitStatus, failed.part.outcome, failed.part.basis], ['error: RateLimitError("slow down")', 'unknown', null]);
  });

  it('takes the first scorer of the results, and no verdict from a scale without a pass mark', async () => {
    const verdict = async (value: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<string> => (await readSample([], { scores: { other: { value: 'I' }, match: { value }, ...more } })).part.outcome;
    assert.deepEqual(await Promise.all(['C', 1, '1.0', true, { correct: 1 }].map((value) => verdict(value))), Array(5).fill('resolved'));
    assert.deepEqual(await Promise.all(['I', 'P', 'N', 0, 0.5, false].map((value) => verdict(value))), Array(6).fill('unresolved'));
    assert.deepEqual(await Promise.all([null, 'maybe', { a: 1, b: 0 }, []].map((value) => verdict(value))), Array(4).fill('unknown'));
    const { attempts, problems } = await read(evalText([inspectSample('a', 1, [], { scores: { match: { value: 1 } } }), inspectSample('b', 1, [], { scores: { match: { value: 7 } } })]));
    assert.deepEqual(attempts.map(({ part }) => part.outcome), ['unknown', 'unknown']);
    assert.match(problems[0]?.message ?? '', /scale whose pass mark/);
  });

  it('counts a call that the provider did not answer as none, and one that could not be parsed as malformed', async () => {
    const [model] = inspectEvents([{ tool: 'bash', args: {} }]);
    const empty = { event: 'model', timestamp: '2026-01-02T03:04:05+00:00', model: 'acme/small-1', input: [], output: { choices: [] }, error: 'overloaded' };
    const garbled = JSON.parse(JSON.stringify(model).replace('"type":"function"', '"type":"function","parse_error":"not JSON"')) as object;
    const { part, steps } = await readSample([empty, garbled]);
    assert.deepEqual([part.calls, steps.length, steps[0]?.malformed, steps[0]?.toolCalls], [1, 1, true, 0]);
  });

  it('reads samples without events by their messages, and older logs’ events under the transcript', async () => {
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'Looking.', tool_calls: [{ id: 'c', function: 'bash', arguments: { cmd: 'ls' } }] },
      { role: 'tool', tool_call_id: 'c', function: 'bash', content: 'a.py', error: { type: 'timeout', message: 'late' } },
      { role: 'assistant', content: 'Done.' },
    ];
    const { part, texts } = await readSample([], { messages });
    assert.deepEqual([part.calls, part.toolSteps, part.tokens.input], [2, 1, null]);
    assert.deepEqual(texts[0]?.observations, [{ text: 'a.py\nlate', exitCode: null, isError: true }]);
    const old = await readSample([], { events: undefined, transcript: { events: inspectEvents([{ say: 'x' }]), content: {} } });
    assert.equal(old.part.calls, 1);
  });

  it('lets the last record of a sample that was run again count', async () => {
    const names = ['samples/a_epoch_1.json', 'samples/a_epoch_1.json', 'header.json'];
    const values = [inspectSample('a', 1, [], { scores: { match: { value: 'I' } } }), inspectSample('a', 1, []), { ...inspectHeader(), results: null }];
    const { attempts, files } = await read(makeZip(names.map((name, i) => ({ name, content: JSON.stringify(values[i]) }))));
    assert.deepEqual(attempts.map(({ part }) => part.outcome), ['resolved']);
    assert.deepEqual(files.map(({ records, shown, folded }) => [records, shown, folded]), [[2, 1, 1]]);
  });

  it('names what it leaves out: events and members that are not known, samples under another key, answers that are not there', async () => {
    const strange = await readSample([{ event: 'mode3l', timestamp: '2026-01-02T03:04:05+00:00' }, { event: 7 }]);
    assert.deepEqual(strange.problems, ['unknown-record: Events of types that are not known were left out.']);
    const [answered] = inspectEvents([{ say: 'Done.' }]).filter((event) => 'output' in event);
    assert.ok(answered && 'output' in answered);
    const { usage } = answered.output as { usage: object };
    const unseen = await readSample([{ ...answered, output: { choice5: [], usage } }]);
    assert.deepEqual(unseen.problems, ['missing-field: A call of the model was paid for, and its answer is not where it should be; it counts as a call without an answer.']);
    const failed = await readSample([{ ...answered, output: { choices: [], usage }, error: 'overloaded' }]);
    assert.deepEqual(failed.problems, []);
    const { samples, ...rest } = JSON.parse(Buffer.from(inspectJson([inspectSample('a', 1, [])])).toString('utf8')) as Record<string, unknown>;
    const renamed = await read(JSON.stringify({ ...rest, scmples: samples }), 'logs/a.json');
    assert.match(renamed.problems[0]?.message ?? '', /speaks of 2 completed samples; 0 are in the log/);
    const moved = await read(evalText([inspectSample('a', 1, []), inspectSample('b', 1, [])], { pack: (name, content) => ({ content, name: name.replace('samples/b', 'samp]es/b') }) }));
    assert.deepEqual(moved.problems.map(({ code, found }) => [code, found]), [['missing-field', '1 samples'], ['unknown-record', 'members "samp]es/b_epoch_1.json"']]);
  });

  it('says that a run is still going, which samples are missing, and that a version is newer', async () => {
    const samples = [inspectSample('a', 1, [])];
    const running = await read(evalText(samples, { header: null }));
    assert.deepEqual(running.problems.map(({ severity, message }) => `${severity}: ${message}`), ['information: The evaluation is still running or was killed: the samples that it has written are read.']);
    assert.equal(running.attempts[0]?.part.exitStatus, null);
    const retried = await readSample([], { error_retries: [{ message: 'x', traceback: 'y' }, { message: 'z' }] });
    assert.deepEqual(retried.problems, ['unknown-record: 2 tries of samples failed and were repeated; they are no attempts here, since the log keeps their errors only.']);
    const missing = await read(evalText(samples));
    assert.match(missing.problems[0]?.message ?? '', /speaks of 2 completed samples; 1 are in the log/);
    const newer = await read(inspectJson(samples, { ...inspectHeader(), version: 9, results: null }), 'logs/a.json');
    assert.deepEqual(newer.problems.map(({ code, severity }) => [code, severity]), [['unknown-version', 'information']]);
  });

  it('knows a copy of a sample in a retried or converted log', async () => {
    const hash = async (content: FileContent, name?: string): Promise<string | null | undefined> => (await read(content, name)).attempts[0]?.part.contentHash;
    const sample = inspectSample('a', 1, inspectEvents([{ say: 'x' }]));
    assert.equal(await hash(evalText([sample])), await hash(inspectJson([sample]), 'logs/a.json'));
    const retried = { ...inspectHeader(), eval: { ...(inspectHeader()['eval'] as object), run_id: 'r2' } };
    assert.notEqual(await hash(evalText([sample])), await hash(evalText([sample], { header: retried })));
    assert.equal(await hash(evalText([{ ...sample, uuid: 'u' }])), await hash(evalText([{ ...sample, uuid: 'u' }], { header: retried })));
  });

  it('says which samples cannot be read, and reads the others', async () => {
    const log = evalText([inspectSample('a', 1, []), inspectSample('b', 1, []), inspectSample('c', 1, [])], { pack: (name, content) => (name.includes('/a_') ? { content, flags: 1 } : { content: name.includes('/b_') ? '[1, 2]' : content }) });
    const { attempts, files, problems } = await read(log);
    assert.deepEqual(attempts.map(({ part }) => part.task), ['c']);
    assert.deepEqual(files.map(({ records, shown, unreadable }) => [records, shown, unreadable]), [[3, 1, 2]]);
    assert.match(problems.map(({ message }) => message).join('\n'), /encrypted[^]*should be a sample is none/);
  });
});
