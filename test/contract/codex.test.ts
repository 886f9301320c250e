import assert from 'node:assert/strict';
import { codexReader } from '../../src/formats/codex/codex';
import type { AttemptPart } from '../../src/formats/contract';
import type { Step, StepText } from '../../src/model/step';
import { lines } from '../support/claudeCodeText';
import { answerMessage, contextLine, countLine, eventLine, itemLine, metaLine, output, reasoning, rolloutLine, shellCall, smallRollout, userMessage } from '../support/codexText';
import { collectParts } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { memorySource } from '../support/memorySource';
import { bytesOfRange, checkReader, isLineEnd } from './readerContract';

const bare = [
  JSON.stringify({ id: 'b1', timestamp: '2025-06-01T09:00:00.000Z', instructions: null, git: { branch: 'main' } }),
  JSON.stringify({ record_type: 'state' }),
  JSON.stringify(userMessage('Count the files')),
  JSON.stringify({ ...reasoning('List'), id: 'rs_1' }),
  JSON.stringify({ ...shellCall('c1', 'ls'), id: 'fc_1' }),
  JSON.stringify({ record_type: 'state' }),
  JSON.stringify(output('c1', 'x.py', 2)),
  JSON.stringify(answerMessage('One file.')),
];
const item = (type: string, of: Readonly<Record<string, unknown>>): string => JSON.stringify({ type: `item.${type}`, item: of });
const command = (id: string, text: string, result: Readonly<Record<string, unknown>> = { aggregated_output: '', status: 'in_progress' }): Record<string, unknown> => ({ id, type: 'command_execution', command: text, ...result });
const stream = [
  JSON.stringify({ type: 'thread.started', thread_id: 'th1' }),
  JSON.stringify({ type: 'turn.started' }),
  item('completed', { id: 'item_0', type: 'reasoning', text: '**Listing**' }),
  item('started', command('item_1', 'bash -lc ls')),
  item('started', command('item_2', 'bash -lc pwd')),
  item('completed', command('item_2', 'bash -lc pwd', { aggregated_output: '/srv\n', exit_code: 0, status: 'completed' })),
  item('completed', command('item_1', 'bash -lc ls', { aggregated_output: 'no\n', exit_code: 2, status: 'failed' })),
  item('completed', { id: 'item_3', type: 'file_change', changes: [{ path: '/srv/x.py', kind: 'add' }], status: 'completed' }),
  item('completed', { id: 'item_4', type: 'agent_message', text: 'Done.' }),
  JSON.stringify({ type: 'turn.completed', usage: { input_tokens: 6040, cached_input_tokens: 4992, output_tokens: 129 } }),
];

checkReader('Codex', codexReader, [
  { name: 'rollout', files: { 'sessions/2026/01/05/rollout-2026-01-05T09-00-00-t1.jsonl': lines(...smallRollout()) }, isSilentCut: isLineEnd },
  { name: 'old form', files: { 'sessions/rollout-2025-06-01-b1.jsonl': lines(...bare) }, isSilentCut: isLineEnd },
  { name: 'exec stream', files: { 'out/codex.jsonl': lines(...stream) }, isSilentCut: isLineEnd },
]);

function readFiles(...all: readonly string[]): CollectedParts {
  return collectParts(codexReader, memorySource({ 'rollout-x.jsonl': lines(...all) }));
}

function readOne(...all: readonly string[]): { readonly part: AttemptPart; readonly steps: readonly Step[]; readonly parts: CollectedParts; text(step: number): StepText } {
  const source = memorySource({ 'rollout-x.jsonl': lines(...all) });
  const parts = collectParts(codexReader, source);
  const { part, steps } = parts.attempts[0] ?? assert.fail('no attempt');
  const bytesOf = (range: Step['action']): Uint8Array | null => (range === null ? null : bytesOfRange(source, range));
  const text = (index: number): StepText => {
    const step = steps[index] ?? assert.fail();
    return codexReader.stepText(step, { action: bytesOf(step.action), observation: bytesOf(step.observation) });
  };
  return { part, steps, parts, text };
}

describe('Codex rollouts', () => {
  it('count one call for each new count of tokens, and fold what the user interface repeats', () => {
    const { part, steps, parts, text } = readOne(...smallRollout());
    assert.deepEqual(steps.map((s) => [s.call, s.title, s.kind, s.inputTokens, s.cachedTokens, s.outputTokens, s.exitCode]), [
      [1, 'ls', 'inspect', 3000, 2500, 80, 0],
      [2, 'One file.', 'think', 3000, 2500, 80, null],
    ]);
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.tokens], [2, 1, 1, { input: 6000, cached: 5000, output: 160 }]);
    assert.deepEqual(text(0), { reasoning: '**Listing**', message: '', calls: [{ tool: 'shell', text: 'ls' }], observations: [{ text: 'x.py\n', exitCode: 0, isError: false }] });
    assert.deepEqual([parts.files[0]?.shown, parts.files[0]?.folded, parts.problems], [11, 6, []]);
  });

  it('state model, version, provider, settings, session and ending, and no outcome', () => {
    const { part } = readOne(...smallRollout());
    assert.deepEqual({ ...part.runtime, config: typeof part.runtime.config }, { agent: 'codex', agentVersion: '0.80.0', model: 'acme-codex', provider: 'acme', config: 'string' });
    assert.deepEqual([part.attempt, part.task, part.started, part.seconds, part.exitStatus, part.outcome, part.formatVersion], ['t1', null, '2026-01-05T09:00:00.000Z', 8.2, 'task_complete', 'unknown', '0.80']);
    const stopped = readOne(...smallRollout(), eventLine({ type: 'task_started' }, 9), eventLine({ type: 'turn_aborted', reason: 'interrupted' }, 10)).part;
    assert.equal(stopped.exitStatus, 'turn_aborted: interrupted');
    assert.equal(readOne(...smallRollout(), eventLine({ type: 'task_started' }, 9)).part.exitStatus, null);
  });

  it('keep parallel calls in one step, also when their counts come after the outputs', () => {
    const { steps, text } = readOne(
      metaLine('t1'),
      itemLine(shellCall('c1', 'ls'), 2),
      itemLine(shellCall('c2', 'false'), 2.1),
      itemLine(output('c2', '', 1), 3),
      itemLine(output('c1', 'x.py'), 3),
      countLine(1, 3.1),
      itemLine(shellCall('c3', 'pwd'), 5),
      itemLine(output('c3', '/srv'), 6),
      countLine(2, 6.1),
    );
    assert.deepEqual(steps.map((s) => [s.title, s.toolCalls, s.exitCode, s.isError, s.inputTokens]), [['ls (+1 more)', 2, 0, true, 3000], ['pwd', 1, 0, false, 3000]]);
    assert.deepEqual(text(0).observations.map((o) => o.exitCode), [1, 0]);
  });

  it('read every kind of call and output', () => {
    const { steps, text } = readOne(
      metaLine('t1'),
      itemLine({ type: 'local_shell_call', call_id: 'c1', status: 'completed', action: { type: 'exec', command: ['bash', '-lc', 'cat a.py'] } }, 2),
      itemLine({ type: 'function_call_output', call_id: 'c1', output: 'Exit code: 3\nWall time: 0.1 seconds\nOutput:\nno' }, 3),
      itemLine({ type: 'custom_tool_call', status: 'completed', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch\n*** Update File: src/a.py\n+x\n*** End Patch' }, 5),
      itemLine({ type: 'custom_tool_call_output', call_id: 'c2', output: JSON.stringify({ output: 'Success.', metadata: { exit_code: 0 } }) }, 6),
      itemLine({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'acme' } }, 8),
      itemLine(answerMessage('Found.'), 8.1),
      itemLine(userMessage('And?'), 9),
      itemLine({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"make"}', call_id: 'c4' }, 12),
      itemLine({ type: 'function_call_output', call_id: 'c4', output: 'Chunk ID: a1\nWall time: 0.2 seconds\nProcess exited with code 2\nOutput:\nProcess exited with code 0' }, 13),
      itemLine({ type: 'function_call', name: 'shell', arguments: '{"command": ["ls"', call_id: 'c5' }, 15),
      itemLine({ type: 'function_call_output', call_id: 'c5', output: 'failed to parse function arguments' }, 15.1),
      itemLine({ type: 'function_call', name: 'view_image', arguments: '{"path":"a.png"}', call_id: 'c6' }, 17),
      itemLine({ type: 'function_call_output', call_id: 'c6', output: [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }] }, 18),
    );
    assert.deepEqual(steps.map((s) => [s.kind, s.tools.join(), s.title, s.exitCode, s.isToolStep, s.malformed]), [
      ['inspect', 'local_shell', 'cat a.py', 3, true, false],
      ['edit', 'apply_patch', 'apply_patch: Update File: src/a.py', 0, true, false],
      ['search', 'web_search', 'web_search: acme', null, true, false],
      ['run', 'exec_command', 'make', 2, true, false],
      ['other', 'shell', 'format error: shell {"command": ["ls"', null, false, true],
      ['inspect', 'view_image', 'view_image: a.png', null, true, false],
    ]);
    assert.deepEqual(text(5).observations, [{ text: '[input_image]', exitCode: null, isError: false }]);
  });

  it('fold what a forked session copied, and check totals from there', () => {
    const copied = smallRollout().map((line, i) => JSON.stringify({ ...(JSON.parse(line) as object), timestamp: new Date(Date.parse('2026-01-06T09:00:00.000Z') + i).toISOString() }));
    const own = [
      itemLine(userMessage('Again'), 86_405),
      itemLine(shellCall('c9', 'pwd'), 86_409),
      countLine(3, 86_409.1),
      itemLine(output('c9', '/srv'), 86_410),
    ];
    const { part, steps, parts } = readOne(metaLine('t2', { forked_from_id: 't1' }, 86_400), ...copied, ...own);
    assert.deepEqual(steps.map((s) => [s.call, s.title]), [[1, 'pwd']]);
    assert.deepEqual([part.attempt, part.tokens.input, part.exitStatus, part.started], ['t2', 3000, null, '2026-01-06T09:00:00.000Z']);
    assert.deepEqual([parts.files[0]?.shown, parts.files[0]?.folded, parts.problems], [5, 17, []]);
    // The same lines without a mark of a copy are a session that was quick.
    assert.equal(readOne(...copied, ...own).part.calls, 3);
  });

  it('keep calls of summaries apart, and count calls that left only their tokens', () => {
    const { part, steps, parts } = readOne(
      ...smallRollout(),
      countLine(3, 20),
      rolloutLine('compacted', { message: 'So far', replacement_history: [answerMessage('old')] }, 20.1),
      countLine(4, 30),
      itemLine(shellCall('c9', 'pwd'), 33),
      countLine(5, 33.1),
    );
    assert.deepEqual([part.calls, steps.length, part.tokens.input], [4, 3, 12_000]);
    assert.deepEqual(part.side, { calls: 1, tokens: { input: 3000, cached: 2500, output: 80 }, cost: null });
    assert.deepEqual(parts.problems.map(({ code, severity, found }) => [code, severity, found]), [['missing-field', 'information', '3 answers, and tokens of 4 calls']]);
  });

  it('say when the running total is not the sum of the calls', () => {
    const { parts } = readOne(...smallRollout().filter((line) => !line.includes('"total_token_usage":{"input_tokens":3000,')));
    assert.deepEqual(parts.problems.map(({ code, severity }) => [code, severity]), [['conflict', 'information']]);
  });

  it('name the session and the call that started a sub-agent', () => {
    const spawn = { type: 'function_call', name: 'spawn_agent', arguments: '{"message":"Find the bug"}', call_id: 'c1' };
    const parent = readOne(metaLine('t1'), contextLine(1), itemLine(spawn, 2), itemLine({ type: 'function_call_output', call_id: 'c1', output: '{"agent_id":"t7","nickname":"Euler"}' }, 3)).part;
    assert.deepEqual([parent.role, parent.lineage], ['trajectory', { session: 't1', spawns: [{ call: 'c1', step: 0 }, { call: 't7', step: 0 }], parent: null }]);
    const child = readOne(metaLine('t7', { source: { subagent: { thread_spawn: { parent_thread_id: 't1', depth: 1 } } } }), itemLine(shellCall('c1', 'ls'), 3)).part;
    assert.deepEqual([child.role, child.calls, child.lineage?.parent], ['sub-agent', 1, { session: 't1', call: 't7' }]);
    const review = readOne(metaLine('t8', { source: { subagent: 'review' } })).part;
    assert.deepEqual([review.role, review.lineage?.parent], ['sub-agent', { session: '', call: 't8' }]);
  });

  it('name all models that took part', () => {
    const { part, parts } = readOne(...smallRollout(), contextLine(20, 'acme-mini'), itemLine(answerMessage('Hm.'), 23), countLine(3, 23.1));
    assert.equal(part.runtime.model, 'acme-codex + acme-mini');
    assert.deepEqual(parts.problems.map(({ code, severity }) => [code, severity]), [['conflict', 'information']]);
  });

  it('do not guess calls where only the user interface speaks', () => {
    const { part, parts } = readOne(metaLine('t1'), eventLine({ type: 'agent_message', message: 'Hi' }, 2));
    assert.deepEqual([part.calls, part.toolSteps], [null, null]);
    assert.deepEqual(parts.problems.map(({ severity }) => severity), ['information']);
  });

  it('say once a file which types are not known, and go on after lines that cannot be read', () => {
    const { parts } = readOne(...smallRollout(), itemLine({ type: 'hologram' }, 9), rolloutLine('hologram', {}, 9), '{"timestamp":"x","type":"event_msg","payload":{}}', '3', '{"oops');
    assert.deepEqual(parts.problems.map(({ code, line }) => [code, line]), [['bad-value', 20], ['bad-value', 21], ['not-json', 22], ['unknown-record', null]]);
    assert.deepEqual(parts.files.map(({ records, unreadable }) => [records, unreadable]), [[22, 3]]);
  });
});

describe('Codex rollouts of the old form', () => {
  it('have steps up to each first output, and neither times nor tokens', () => {
    const { part, steps, text } = readOne(...bare);
    assert.deepEqual(steps.map((s) => [s.title, s.exitCode, s.timeMs, s.inputTokens]), [['ls', 2, null, null], ['One file.', null, null, null]]);
    assert.deepEqual([part.attempt, part.formatVersion, part.started, part.seconds, part.runtime.model], ['b1', 'bare', '2025-06-01T09:00:00.000Z', 0, null]);
    assert.deepEqual([text(0).reasoning, text(0).observations[0]?.text], ['List', 'x.py']);
    assert.deepEqual(readFiles(...bare).files.map(({ shown, folded }) => [shown, folded]), [[6, 2]]);
  });
});

describe('the exec stream of Codex', () => {
  it('says which events of items are not known', () => {
    const { parts } = readOne(...stream, '{"type":"item.vanished","item":{"id":"item_9","type":"command_execution","command":"ls"}}');
    assert.deepEqual(parts.problems.map(({ code, found }) => [code, found]), [['unknown-record', 'lines of type item.vanished']]);
  });

  it('gives a step for tools that ran at once, with their output', () => {
    const { part, steps, text } = readOne(...stream);
    assert.deepEqual(steps.map((s) => [s.title, s.kind, s.toolCalls, s.isError]), [
      ['bash -lc pwd (+1 more)', 'inspect', 2, true],
      ['apply_patch: add /srv/x.py', 'edit', 1, false],
      ['Done.', 'think', 0, false],
    ]);
    assert.deepEqual([part.calls, part.tokens, part.exitStatus, part.attempt, part.started, part.formatVersion], [3, { input: 6040, cached: 4992, output: 129 }, 'turn.completed', 'th1', null, 'exec']);
    assert.deepEqual(text(0).observations.map((o) => [o.text, o.exitCode]), [['/srv\n', 0], ['no\n', 2]]);
  });

  it('ends with what was running when it was cut off', () => {
    const { steps, parts } = readOne(...stream.slice(0, 5));
    assert.deepEqual(steps.map((s) => [s.title, s.observation]), [['bash -lc ls (+1 more)', null]]);
    assert.deepEqual(parts.files.map(({ shown, folded }) => [shown, folded]), [[5, 0]]);
    assert.equal(readOne(...stream.slice(0, 3), JSON.stringify({ type: 'turn.failed', error: { message: 'x' } })).part.exitStatus, 'turn.failed');
  });
});
