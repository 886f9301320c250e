import assert from 'node:assert/strict';
import { messagesReader } from '../../../../src/formats/messages/messagesReader';
import { READERS } from '../../../../src/formats/readers';
import { bestClaim } from '../../../../src/index/claims';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';

const fixture = (name: string): CollectedParts => collectParts(messagesReader, memorySource(readFixture('messages', name)));
const text = (path: string, content: unknown): CollectedParts => collectParts(messagesReader, memorySource({ [path]: typeof content === 'string' ? content : JSON.stringify(content) }));
const lines = (...records: readonly unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const codes = (parts: CollectedParts): string[] => parts.problems.map((problem) => problem.code);

/** Tool step, tools and title of each step. */
function outline({ attempts }: CollectedParts): string[][] {
  return attempts.map(({ steps }) => steps.map((step) => `${step.isToolStep ? '*' : '-'} ${step.tools.join(',')} ${step.title}`));
}

describe('plain messages: what is read', () => {
  it('makes an attempt of each conversation, with task, model, verdict, usage and time from the usual names', () => {
    const parts = fixture('conversations');
    assert.deepEqual(outline(parts), [['* bash ls src', '* bash,bash pytest -q (+1 more)', '-  Done.'], ['-  It is “fine”.']]);
    const [first, second] = parts.attempts.map(({ part }) => part);
    assert.deepEqual([first?.task, first?.attempt, first?.runtime.model, first?.outcome, first?.basis, first?.exitStatus], ['acme__widget-12', 'acme__widget-12.r1', 'acme/small-1', 'resolved', 'final', 'submitted']);
    assert.deepEqual([first?.calls, first?.toolSteps, first?.toolCalls, first?.tokens, first?.seconds, first?.started], [3, 2, 3, { input: 430, cached: 40, output: 35 }, 20, '2026-01-01T00:00:00.000Z']);
    assert.deepEqual([first?.locator, second?.locator, second?.outcome, second?.tokens.input], ['1', '2', 'unresolved', null]);
    assert.deepEqual(parts.attempts[0]?.steps.map((step) => [step.exitCode, step.isError]), [[null, false], [1, true], [null, false]]);
  });

  it('reads content blocks, whose usage leaves out what came from the cache', () => {
    const { attempts } = fixture('anthropic');
    assert.deepEqual(attempts[0]?.part.tokens, { input: 213, cached: 195, output: 9 });
    assert.deepEqual(attempts[0]?.steps.map((step) => [step.title, step.isError]), [['str_replace_editor: view src/widget.py', true], ['I stop.', false]]);
  });

  it('takes the items of one response for one call', () => {
    const parts = fixture('responses');
    assert.deepEqual(outline(parts), [['* shell ls', '- shell cat widget.py']]);
    assert.equal(parts.attempts[0]?.part.outcome, 'resolved');
  });

  it('reads commands in the text where something runs them, and code that is shown to a person as text', () => {
    assert.deepEqual(outline(fixture('share-pairs')), [['* bash ls', '-  Done.'], ['-  Like this: …', '-  Glad.']]);
    assert.deepEqual(outline(fixture('message-lines')), [['* bash ls', '* submit submit']]);
  });

  it('reads messages that are kept as JSON text as it reads others', () => {
    const [whole, inText] = [fixture('conversations').attempts[0], fixture('messages-as-text').attempts[0]];
    const facts = (steps: typeof whole): unknown => steps?.steps.map(({ action, observation, ...rest }) => [rest, action !== null, observation !== null]);
    assert.deepEqual(facts(inText), facts(whole));
  });

  it('keeps the threads of one file apart', () => {
    assert.deepEqual(fixture('threads').attempts.map(({ part, steps }) => [part.locator, part.attempt, steps.length]), [['a', 'a', 1], ['b', 'b', 1]]);
  });

  it('names a file of unknown make as plain messages, with one problem that says so', () => {
    const parts = fixture('unknown-lines');
    assert.deepEqual(outline(parts), [['-  I look.', '* bash ls', '-  Done.']]);
    assert.deepEqual(parts.problems.map(({ code, severity, found }) => [code, severity, found]), [['unknown-record', 'information', '5 records that look like messages, 3 of them from a model, and 2 others']]);
    assert.deepEqual(parts.files[0], { file: 'agent-log.jsonl', format: 'messages', records: 7, shown: 5, folded: 2, unreadable: 0 });
  });

  it('gives no verdict where two fields disagree, and none for a reward between no and yes', () => {
    const messages = [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }];
    const conflict = text('a.json', { resolved: true, reward: 0, messages });
    assert.deepEqual([conflict.attempts[0]?.part.outcome, codes(conflict)], ['unknown', ['conflict']]);
    const outcomes = [0.5, -1, 7, 1, '0.4', 'passed', null].map((reward) => text('a.json', { reward, messages }).attempts[0]?.part.outcome);
    assert.deepEqual(outcomes, ['unknown', 'unknown', 'unknown', 'resolved', 'unknown', 'resolved', 'unknown']);
  });

  it('does not take the usage of the last of several logged calls for the sum', () => {
    const messages = [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }, { role: 'user', content: 'z' }];
    const response = { choices: [{ message: { role: 'assistant', content: 'w' } }], usage: { prompt_tokens: 9, completion_tokens: 1 } };
    const two = text('a.json', { messages, response, cost: 0.5 }).attempts[0]?.part;
    assert.deepEqual([two?.calls, two?.tokens.input, two?.cost], [2, null, null]);
    const one = text('a.json', { messages: messages.slice(0, 1), response, cost: 0.5 }).attempts[0]?.part;
    assert.deepEqual([one?.calls, one?.tokens.input, one?.cost], [1, 9, 0.5]);
  });

  it('marks an answer that a harness complains about as malformed', () => {
    const { attempts } = text('a.json', [
      { role: 'system', content: 'Answer with exactly one command in a code block:\n```bash\nls\n```' },
      { role: 'user', content: 'Fix it.' },
      { role: 'assistant', content: 'Hm.' },
      { role: 'user', content: 'Please give EXACTLY ONE action in triple backticks.' },
      { role: 'assistant', content: '```bash\nls\n```' },
      { role: 'user', content: 'a.py' },
    ]);
    assert.deepEqual(attempts[0]?.steps.map(({ malformed, isToolStep, title }) => [malformed, isToolStep, title]), [[true, false, 'format error: Hm.'], [false, true, 'ls']]);
  });

  it('survives arguments that nest without end', () => {
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const parts = text('a.json', [{ role: 'user', content: 'x' }, { role: 'assistant', content: '', tool_calls: [{ id: '1', function: { name: 'bash', arguments: deep } }] }, { role: 'tool', content: deep }]);
    assert.deepEqual(parts.attempts.map(({ part }) => [part.calls, part.toolSteps]), [[1, 1]]);
  });

  it('reads what stands before a cut, and sums nothing then', () => {
    const whole = JSON.stringify({ messages: [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }, { role: 'user', content: 'zzzz' }] });
    const parts = text('a.json', whole.slice(0, -8));
    assert.deepEqual([parts.attempts[0]?.steps.length, parts.attempts[0]?.part.calls, codes(parts), parts.files[0]?.unreadable], [1, null, ['truncated'], 1]);
  });
});

describe('plain messages: text actions', () => {
  const shapes: readonly [string, string, string][] = [
    ['<function=', '<function=bash>\n<parameter=command>ls -a</parameter>\n</function>', 'bash ls -a'],
    ['<tool_call>', 'I look.\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls -a"}}\n</tool_call>', 'bash ls -a'],
    ['<invoke>', '<function_calls><invoke name="bash"><parameter name="command">ls -a</parameter></invoke></function_calls>', 'bash ls -a'],
    ['<execute_bash>', 'I look.\n<execute_bash>\nls -a\n</execute_bash>', 'execute_bash ls -a'],
    ['a keystroke list', '{"analysis": "x", "plan": "y", "commands": [{"keystrokes": "ls -a\\n", "duration": 0.1}], "task_complete": false}', 'bash_command ls -a'],
  ];
  for (const [name, content, expected] of shapes) {
    it(`takes ${name} for a call wherever it stands`, () => {
      const parts = text('a.json', [{ role: 'user', content: 'x' }, { role: 'assistant', content }, { role: 'user', content: 'a.py' }]);
      assert.deepEqual(outline(parts), [[`* ${expected}`]]);
    });
  }
  it('takes the last fence and ReAct actions where the reply is an observation', () => {
    const reply = 'a.py\n(Open file: n/a)\n(Current directory: /x)\nbash-$';
    for (const [content, expected] of [['DISCUSSION\nLook.\n```\nls -a\n```', '* bash ls -a'], ['Thought: look\nAction: search\nAction Input: {"query": "ls"}', '* search search: ls']] as const) {
      assert.deepEqual(outline(text('a.json', [{ role: 'user', content: 'x' }, { role: 'assistant', content }, { role: 'user', content: reply }])), [[expected]]);
    }
  });
});

describe('plain messages: what is no trace', () => {
  const none: readonly [string, string][] = [
    ['package.json', JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: 'mocha' }, dependencies: { a: '1' } })],
    ['tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] })],
    ['settings.json', '{\n  // a comment\n  "chat.role": "user"\n}'],
    ['users.json', JSON.stringify([{ id: 1, name: 'Ada', role: 'user', email: 'a@x' }, { id: 2, name: 'Bob', role: 'system' }, { id: 3, role: 'assistant', title: 'Assistant' }])],
    ['messages.json', JSON.stringify({ messages: { hello: 'Hello', bye: 'Bye' } })],
    ['lint.json', JSON.stringify([{ filePath: '/a.ts', messages: [{ ruleId: 'x', severity: 2, message: 'y', line: 1 }], errorCount: 1 }])],
    ['prompts.jsonl', lines({ messages: [{ role: 'user', content: 'q' }] }, { messages: [{ role: 'system', content: 's' }, { role: 'user', content: 'r' }] })],
    ['request.json', JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'q' }], temperature: 0 })],
    ['slack.json', JSON.stringify([{ type: 'message', user: 'U1', text: 'hi', ts: '1767225600.000100' }, { type: 'message', user: 'U2', text: 'yo', ts: '1767225601.000100' }])],
    ['events.jsonl', lines({ type: 'Normal', source: { component: 'kubelet' }, message: 'Pulled' }, { type: 'Warning', source: { component: 'kubelet' }, message: 'Failed' })],
    ['app.log.jsonl', lines({ level: 'info', message: 'started', source: 'server' }, { level: 'error', message: 'failed', source: 'agent' })],
    ['features.json', JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: null }] })],
    ['openapi.json', JSON.stringify({ openapi: '3.0.0', paths: {}, components: { schemas: { Message: { type: 'object', properties: { role: { type: 'string' } } } } } })],
    ['qa.jsonl', lines({ question: 'a', answer: 'b' }, { question: 'c', answer: 'd' })],
    ['instruct.json', JSON.stringify([{ instruction: 'a', input: 'b', output: 'c' }])],
    ['instances.jsonl', lines({ instance_id: 'acme__widget-12', problem_statement: 'x', patch: 'y', FAIL_TO_PASS: '[]' })],
    ['preferences.jsonl', lines({ prompt: 'a', chosen: 'b', rejected: 'c' })],
    ['history.json', JSON.stringify({ history: [{ version: 1, date: 'x' }], events: [{ type: 'click' }], items: [1, 2] })],
    ['notebook.ipynb', JSON.stringify({ cells: [{ cell_type: 'code', source: ['x'], outputs: [] }], metadata: {}, nbformat: 4 })],
    ['numbers.json', '[1, 2, 3]'],
    ['strings.json', '["user", "assistant"]'],
    ['text.json', '"assistant"'],
    ['workflow.json', JSON.stringify({ steps: [{ type: 'tool', name: 'x' }, { type: 'system', name: 'y' }] })],
    ['roles.json', JSON.stringify({ data: [{ role: 'user', permissions: ['read'] }, { role: 'assistant', permissions: [] }] })],
    ['authors.json', JSON.stringify([{ author: { login: 'ada' }, body: 'x' }, { author: 'bot', body: 'y' }])],
  ];
  for (const [path, content] of none) {
    it(`leaves ${path} alone`, () => {
      const head = fileHead(path, content);
      assert.equal(bestClaim(head, READERS.filter(({ name }) => name !== 'messages')), null, 'another reader claims it');
      if (messagesReader.claim(head) === null) return;
      // What looks like a conversation at its start is read, and nothing is said about it when it was none.
      const parts = text(path, content);
      assert.deepEqual([parts.attempts.length, parts.problems.length, parts.files[0]?.format, parts.files[0]?.records], [0, 0, null, 0]);
    });
  }
});
