import assert from 'node:assert/strict';
import { spansReader } from '../../../../src/formats/spans/spansReader';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';

const fixture = (name: string): CollectedParts => collectParts(spansReader, memorySource(readFixture('otel', name)));
const spans = (...records: readonly object[]): CollectedParts => collectParts(spansReader, memorySource({ 'a.json': JSON.stringify(records) }));
const codes = (parts: CollectedParts): string[] => parts.problems.map((problem) => problem.code).sort();

/** Tool step, tools and title of each step. */
function outline({ attempts }: CollectedParts): string[][] {
  return attempts.map(({ steps }) => steps.map((step) => `${step.isToolStep ? '*' : '-'} ${step.tools.join(',')} ${step.title}`));
}

/** A span of one trace that begins and ends at whole seconds. */
function span(id: string, parent: string | null, [start, end]: readonly [number, number], attributes: object, rest: object = {}): object {
  const time = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
  return { trace_id: 't', span_id: id, parent_id: parent, name: id, start_time: time(start), end_time: time(end), attributes, ...rest };
}
const chat = (tokens: number, text = 'x'): object => ({ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': tokens, 'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: text }] }] });
const tool = (name: string, more: object = {}): object => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, ...more });
const agent = { 'gen_ai.operation.name': 'invoke_agent' };

describe('spans: what is read', () => {
  it('orders OTLP spans by time, joins tools to calls by id, and hangs the agent under a tool apart', () => {
    const parts = fixture('otlp');
    assert.deepEqual(outline(parts), [['* delegate,bash pytest -q (+1 more)', '-  Done.'], ['-  Found it.']]);
    const [main, sub] = parts.attempts.map(({ part }) => part);
    assert.deepEqual([main?.role, main?.calls, main?.toolSteps, main?.toolCalls, main?.tokens, main?.seconds], ['trajectory', 2, 1, 2, { input: 300, cached: 40, output: 30 }, 10]);
    assert.deepEqual(main?.runtime, { agent: 'fixer', agentVersion: '1.2', model: 'small-1', provider: 'acme', config: main?.runtime.config ?? '' });
    assert.deepEqual([main?.task, main?.side], ['acme__widget-12', { calls: 1, tokens: { input: 50, cached: null, output: 5 }, cost: null }]);
    assert.deepEqual([sub?.role, sub?.runtime.agent, sub?.lineage?.parent], ['sub-agent', 'searcher', { session: 'a'.repeat(32), call: '03' }]);
    assert.deepEqual(main?.lineage?.spawns.find(({ call }) => call === '03'), { call: '03', step: 0 });
    assert.deepEqual(parts.attempts[0]?.steps.map((step) => [step.exitCode, step.isError]), [[1, true], [null, false]]);
    assert.deepEqual(parts.files, [{ file: 'traces.json', format: 'otel', records: 8, shown: 5, folded: 3, unreadable: 0 }]);
  });

  it('counts a span once that two lines hold, keeps traces apart, and says what is missing', () => {
    const parts = fixture('otlp-lines');
    assert.deepEqual(outline(parts), [['* bash ls'], ['-  call failed: rate limit']]);
    assert.deepEqual(codes(parts), ['duplicate', 'missing-field', 'unknown-record']);
    assert.deepEqual([parts.attempts[1]?.steps[0]?.isError, parts.attempts[1]?.part.exitStatus], [true, 'rate limit']);
    assert.ok(parts.problems.every(({ severity }) => severity === 'information'));
  });

  it('reads older names, takes traces of one conversation for one attempt, and what tools gave from the next call', () => {
    const parts = fixture('flat-lines');
    assert.deepEqual(outline(parts), [['* bash ls', '-  Done.']]);
    const part = parts.attempts[0]?.part;
    assert.deepEqual([part?.task, part?.attempt, part?.calls, part?.tokens], ['acme__widget-12', '2', 2, { input: 40, cached: null, output: 5 }]);
  });

  it('reads rows of OpenInference, adds cached tokens where the count leaves them out, and keeps judges apart', () => {
    const parts = fixture('inference-rows');
    const part = parts.attempts[0]?.part;
    assert.deepEqual(outline(parts), [['* read_file read_file: a.py', '-  Done.']]);
    assert.deepEqual([part?.task, part?.attempt, part?.outcome, part?.runtime.agent], ['acme__widget-12', '3', 'resolved', 'solver']);
    assert.deepEqual([part?.tokens, part?.cost, part?.side?.tokens.input], [{ input: 230, cached: 170, output: 14 }, 0.25, 500]);
    assert.deepEqual(parts.attempts[0]?.steps.map((step) => step.isError), [true, false]);
  });

  it('reads runs of LangSmith, as lines in any order and as a tree, alike', () => {
    const lines = fixture('langsmith');
    const tree = fixture('langsmith-tree');
    assert.deepEqual(outline(lines), [['* bash ls', "-  call failed: RateLimitError('slow down')"]]);
    assert.deepEqual(outline(tree), outline(lines));
    for (const { attempts } of [lines, tree]) {
      const part = attempts[0]?.part;
      assert.deepEqual([part?.task, part?.outcome, part?.tokens, part?.cost, part?.runtime.model, part?.seconds], ['ex-7', 'unresolved', { input: 70, cached: null, output: 7 }, 0.01, 'small-1', 9]);
    }
  });

  it('reads a trace of Langfuse with its scores, and its observations as lines', () => {
    const [trace, rows] = [fixture('langfuse'), fixture('langfuse-rows')];
    assert.deepEqual(outline(trace), [['* bash ls', '-  Done.']]);
    assert.deepEqual(outline(rows), outline(trace));
    const [part, row] = [trace.attempts[0]?.part, rows.attempts[0]?.part];
    assert.deepEqual([part?.task, part?.outcome, part?.tokens, part?.cost], ['acme__widget-12', 'resolved', { input: 120, cached: 90, output: 7 }, 0.75]);
    assert.deepEqual([row?.task, row?.outcome, row?.tokens, row?.cost], [null, 'unknown', part?.tokens, 0.75]);
  });

  it('reads groups of spans by name, and spans under `data`', () => {
    const record = span('1', null, [0, 1], chat(5));
    for (const document of [{ good: [record], bad: [] }, { data: [record], next_cursor: null }, [[record]]]) {
      assert.deepEqual(outline(collectParts(spansReader, memorySource({ 'a.json': JSON.stringify(document) }))), [['-  x']]);
    }
  });
});

describe('spans: who made a call', () => {
  it('takes agents side by side under a workflow for the attempt itself', () => {
    const parts = spans(span('w', null, [0, 9], agent), span('a', 'w', [1, 3], agent), span('a1', 'a', [1, 2], chat(1)), span('b', 'w', [4, 6], agent), span('b1', 'b', [4, 5], chat(2)));
    assert.deepEqual(parts.attempts.map(({ part }) => [part.role, part.calls, part.side]), [['trajectory', 2, null]]);
  });

  it('keeps an agent under a calling agent apart, and one below that', () => {
    const parts = spans(
      span('m', null, [0, 20], agent), span('m1', 'm', [1, 2], chat(1)),
      span('t', 'm', [3, 9], tool('task')), span('a', 't', [3, 9], agent), span('a1', 'a', [4, 5], chat(10)),
      span('u', 'a', [5, 8], tool('task')), span('b', 'u', [6, 8], agent), span('b1', 'b', [6, 7], chat(100)),
      span('m2', 'm', [10, 11], chat(2)),
    );
    assert.deepEqual(parts.attempts.map(({ part }) => [part.locator, part.calls, part.tokens.input, part.lineage?.parent]), [
      ['t', 2, 3, null],
      ['t/a', 1, 10, { session: 't', call: 't' }],
      ['t/b', 1, 100, { session: 't/a', call: 'u' }],
    ]);
    assert.deepEqual(parts.attempts[0]?.part.side, { calls: 2, tokens: { input: 110, cached: null, output: null }, cost: null });
  });

  it('counts a call once that two instrumentations recorded one inside the other', () => {
    const parts = spans(span('o', null, [0, 3], { 'openinference.span.kind': 'LLM', 'output.value': 'x' }), span('i', 'o', [1, 2], chat(7)));
    assert.deepEqual(parts.attempts.map(({ part }) => [part.calls, part.tokens.input]), [[1, 7]]);
  });

  it('gives a tool to the last call before it where neither id nor parent says whose it is', () => {
    const parts = spans(span('m', null, [0, 9], agent), span('t0', 'm', [1, 2], tool('early')), span('c1', 'm', [3, 4], chat(1)), span('t1', 'm', [5, 6], tool('late')), span('c2', 'm', [7, 8], chat(1)));
    assert.deepEqual(outline(parts), [['* early early', '* late late', '-  x']]);
    assert.deepEqual(parts.attempts[0]?.steps.map((step) => step.call), [null, 1, 2]);
  });

  it('ends at circles of parents', () => {
    const parts = spans(span('a', 'b', [0, 1], agent), span('b', 'a', [0, 1], agent), span('c', 'b', [0, 1], chat(1)));
    assert.equal(parts.attempts.reduce((sum, { part }) => sum + (part.calls ?? 0), 0), 1);
  });

  it('survives text that nests without end, and an end before the begin', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const parts = spans(span('c', null, [9, 1], { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': deep, 'input.value': `{"a":${deep}}`, 'output.value': deep }), span('t', null, [9, 1], tool('x', { 'gen_ai.tool.call.arguments': `{"a":${deep}}` })));
    assert.deepEqual(parts.attempts.map(({ part }) => [part.calls, part.seconds]), [[1, null]]);
  });

  it('keeps the end of a span that was also exported at its begin', () => {
    const end = span('c', null, [0, 1], chat(5));
    const begin = { ...span('c', null, [0, 1], { 'gen_ai.operation.name': 'chat' }), end_time: null };
    for (const order of [[begin, end], [end, begin]]) assert.deepEqual(spans(...order).attempts.map(({ part }) => part.tokens.input), [5]);
  });
});

describe('spans: what is no trace of an agent', () => {
  const none: readonly [string, object[]][] = [
    ['spans of services', [span('1', null, [0, 1], { 'http.method': 'GET' }), span('2', '1', [0, 1], { 'db.system': 'x' })]],
    ['lines of a log with ids of spans', [{ trace_id: 't', span_id: 's', timestamp: '2026-01-01T00:00:00Z', severityText: 'INFO', name: 'x', body: 'y' }]],
    ['records with a type and a start', [{ id: '1', type: 'EVENT', startTime: '2026-01-01T00:00:00Z' }]],
    ['jobs of a build', [{ id: '1', run_type: 'build', start_time: '2026-01-01T00:00:00Z' }]],
  ];
  for (const [name, records] of none) {
    it(`leaves ${name} alone`, () => {
      const parts = spans(...records);
      assert.deepEqual([parts.attempts, parts.problems, parts.files[0]?.format], [[], [], null]);
    });
  }
  it('claims none of what only looks like spans', () => {
    for (const content of ['{"context": {"x": 1}, "name": "y"}', '[{"type": "SPAN", "name": "x"}]', '{"traces": []}', '{"data": [{"id": 1, "name": "x"}]}', '{"trace_id": "x", "message": "y"}\n']) {
      assert.equal(spansReader.claim(fileHead('a.json', content)), null, content);
    }
  });
});
