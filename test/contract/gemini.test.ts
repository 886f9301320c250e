import assert from 'node:assert/strict';
import { geminiReader } from '../../src/formats/gemini/gemini';
import type { AttemptPart } from '../../src/formats/contract';
import type { Step, StepText } from '../../src/model/step';
import { lines } from '../support/claudeCodeText';
import { collectParts } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { memorySource } from '../support/memorySource';
import { bytesOfRange, checkReader, isLineEnd } from './readerContract';

type Json = Readonly<Record<string, unknown>>;
const time = (second: number): string => new Date(Date.parse('2026-01-25T21:51:00.000Z') + second * 1000).toISOString();
const user = (id: string, text: string, second = 0): Json => ({ id, timestamp: time(second), type: 'user', content: text });
const shell = (id: string, command: string, output?: string, more: Json = {}): Json => ({
  id, name: 'run_shell_command', args: { command, description: 'x' }, status: output === undefined ? 'executing' : 'success', timestamp: time(1),
  ...(output === undefined ? {} : { result: [{ functionResponse: { id, name: 'run_shell_command', response: { output } } }] }),
  ...more,
});
const gemini = (id: string, second: number, more: Json = {}): Json => ({
  id, timestamp: time(second), type: 'gemini', content: '', model: 'acme-flash', thoughts: [{ subject: 'Plan', description: 'List.', timestamp: time(second) }],
  tokens: { input: 900, output: 20, cached: 100, thoughts: 50, tool: 0, total: 970 }, ...more,
});
const report = 'Command: ls\nDirectory: (root)\nOutput: x.py\nError: (none)\nExit Code: 2\nSignal: (none)';

const document = (more: Json = {}): string =>
  JSON.stringify(
    {
      sessionId: 's1', projectHash: 'ab', startTime: time(0), lastUpdated: time(60),
      messages: [user('m1', 'Count the “files”'), gemini('m2', 4, { content: 'Listing.', toolCalls: [shell('c1', 'ls', report), shell('c2', 'pwd', '/srv')] }), gemini('m3', 9, { content: [{ text: 'One file.' }] }), { id: 'm4', timestamp: time(10), type: 'info', content: 'Bye' }],
      ...more,
    },
    null,
    2,
  );
const meta = (more: Json = {}): Json => ({ sessionId: 's1', projectHash: 'ab', startTime: time(0), lastUpdated: time(0), kind: 'main', ...more });
const journal = (...records: readonly Json[]): string => lines(...records.map((record) => JSON.stringify(record)));
const small = [
  meta(),
  user('m1', 'Count the files'),
  gemini('m2', 4, { toolCalls: [shell('c1', 'ls')] }),
  { $set: { lastUpdated: time(5) } },
  gemini('m2', 4, { toolCalls: [shell('c1', 'ls', report)] }),
  gemini('m3', 9, { content: 'One file.' }),
];

checkReader('Gemini CLI', geminiReader, [
  { name: 'document', files: { 'chats/session-2026-01-25T21-51-abcdef12.json': document() } },
  { name: 'journal', files: { 'chats/session-2026-01-25T21-51-abcdef12.jsonl': journal(...small) }, isSilentCut: isLineEnd },
  { name: 'sub-agent', files: { 'chats/s1/ab12.jsonl': journal(meta({ sessionId: 'ab12', kind: 'subagent' }), gemini('m1', 2, { toolCalls: [shell('c1', 'ls', 'x')] })) }, isSilentCut: isLineEnd },
]);

function readFiles(files: Readonly<Record<string, string>>): CollectedParts {
  return collectParts(geminiReader, memorySource(files));
}

function readOne(content: string, name = 'chats/s.jsonl'): { readonly part: AttemptPart; readonly steps: readonly Step[]; readonly parts: CollectedParts; text(step: number): StepText } {
  const source = memorySource({ [name]: content });
  const parts = collectParts(geminiReader, source);
  const { part, steps } = parts.attempts[0] ?? assert.fail('no attempt');
  const bytesOf = (range: Step['action']): Uint8Array | null => (range === null ? null : bytesOfRange(source, range));
  const text = (index: number): StepText => {
    const step = steps[index] ?? assert.fail();
    return geminiReader.stepText(step, { action: bytesOf(step.action), observation: bytesOf(step.observation) });
  };
  return { part, steps, parts, text };
}

describe('Gemini CLI sessions', () => {
  it('have a step for each message of the model, with its tools and what they gave back', () => {
    const { part, steps, text } = readOne(document(), 'chats/s.json');
    assert.deepEqual(steps.map((s) => [s.call, s.title, s.kind, s.toolCalls, s.exitCode, s.isError, s.isToolStep]), [
      [1, 'ls (+1 more)', 'inspect', 2, 2, true, true],
      [2, 'One file.', 'think', 0, null, false, false],
    ]);
    assert.deepEqual(text(0), {
      reasoning: 'Plan\nList.',
      message: 'Listing.',
      calls: [{ tool: 'run_shell_command', text: 'ls' }, { tool: 'run_shell_command', text: 'pwd' }],
      observations: [{ text: report, exitCode: 2, isError: false }, { text: '/srv', exitCode: null, isError: false }],
    });
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls], [2, 1, 2]);
  });

  it('count thoughts in the output, and in the input what tools put there beside it', () => {
    const { part } = readOne(document(), 'chats/s.json');
    assert.deepEqual(part.tokens, { input: 1800, cached: 200, output: 140 });
    const apart = gemini('m9', 1, { tokens: { input: 900, output: 20, cached: 0, thoughts: 50, tool: 30, total: 1000 } });
    assert.deepEqual(readOne(journal(meta(), apart)).part.tokens, { input: 930, cached: 0, output: 70 });
    const inside = gemini('m9', 1, { tokens: { input: 900, output: 20, cached: 0, thoughts: 50, tool: 30, total: 970 } });
    assert.deepEqual(readOne(journal(meta(), inside)).part.tokens, { input: 900, cached: 0, output: 70 });
    assert.deepEqual(readOne(journal(meta(), gemini('m9', 1, { tokens: null }))).part.tokens, { input: null, cached: null, output: null });
  });

  it('state model, session and times, and no outcome', () => {
    const { part } = readOne(document(), 'chats/s.json');
    assert.deepEqual(part.runtime, { agent: 'gemini-cli', agentVersion: null, model: 'acme-flash', provider: null, config: null });
    assert.deepEqual([part.attempt, part.task, part.started, part.seconds, part.exitStatus, part.outcome], ['s1', null, time(0), 60, null, 'unknown']);
    const { part: mixed, parts } = readOne(journal(...small, gemini('m4', 20, { model: 'acme-pro' })));
    assert.equal(mixed.runtime.model, 'acme-flash + acme-pro');
    assert.deepEqual(parts.problems.map(({ code, severity }) => [code, severity]), [['conflict', 'information']]);
  });

  it('of a journal count the last version of each message', () => {
    const { steps, parts, part } = readOne(journal(...small));
    assert.deepEqual(steps.map((s) => [s.title, s.exitCode]), [['ls', 2], ['One file.', null]]);
    assert.deepEqual([parts.files[0]?.shown, parts.files[0]?.folded, parts.problems, part.seconds], [4, 2, [], 9]);
  });

  it('fold what was rewound', () => {
    const { steps, parts } = readOne(journal(...small, user('m5', 'Delete it', 20), gemini('m6', 21, { toolCalls: [shell('c3', 'rm x.py', '')] }), { $rewindTo: 'm5' }, user('m7', 'Keep it', 30), gemini('m8', 31, { content: 'Kept.' })));
    assert.deepEqual(steps.map((s) => [s.title, s.call]), [['ls', 1], ['One file.', 2], ['Kept.', 3]]);
    assert.deepEqual(parts.files.map(({ shown, folded }) => [shown, folded]), [[6, 5]]);
    assert.deepEqual(parts.problems.map(({ code, found }) => [code, found]), [['duplicate', '1 calls that were rewound']]);
    const lost = readOne(journal(...small, { $rewindTo: 'nowhere' }));
    assert.deepEqual([lost.part.calls, lost.parts.problems.map(({ code, line }) => [code, line])], [2, [['bad-value', 7]]]);
  });

  it('keep calls that a compression took out of the list, and drop those that a shorter list takes back', () => {
    const summary = { id: 'n1', timestamp: time(20), type: 'user', content: 'So far: …' };
    const reply = { id: 'n2', timestamp: time(20), type: 'gemini', content: 'Got it.' };
    const masked = gemini('m3', 9, { content: 'masked' });
    const packed = readOne(journal(...small, { $set: { messages: [summary, reply, masked], lastUpdated: time(21) } }, gemini('m9', 30, { content: 'On.' })));
    assert.deepEqual(packed.steps.map((s) => s.title), ['ls', 'One file.', 'On.']);
    const listed = readOne(journal(meta(), { $set: { messages: [user('m1', 'Hi'), gemini('m2', 3, { content: 'Hello “you”.' })] } }));
    assert.deepEqual([listed.text(0).message, listed.parts.files[0]?.shown], ['Hello “you”.', 1]);
    const shorter = readOne(journal(...small, { $set: { messages: [user('m1', 'Count the files')] } }));
    assert.deepEqual([shorter.part.calls, shorter.parts.files[0]?.shown, shorter.parts.files[0]?.folded], [0, 2, 5]);
  });

  it('that went on as a journal fold the document', () => {
    const stem = 'chats/session-2026-01-25T21-51-abcdef12';
    const parts = readFiles({ [`${stem}.json`]: document(), [`${stem}.jsonl`]: journal(...small) });
    assert.deepEqual(parts.attempts.map(({ part }) => part.file), [`${stem}.jsonl`]);
    assert.deepEqual(parts.files.map(({ shown, folded }) => [shown, folded]), [[0, 4], [4, 2]]);
    const claims = [`${stem}.json`, `${stem}.jsonl`].map((path) => geminiReader.claim({ path, name: path.slice(6), size: 9, head: Buffer.from(path.endsWith('l') ? journal(...small) : document()) })?.source);
    assert.deepEqual(claims, [stem, stem]);
  });

  it('say which tools failed, were cancelled or have not come back', () => {
    const failed = (id: string, response: Json, status: string): Json => shell(id, 'x', undefined, { status, result: [{ functionResponse: { id, name: 'x', response } }] });
    const { steps, text } = readOne(
      journal(
        meta(),
        gemini('m1', 1, { toolCalls: [failed('c1', { error: 'no such file' }, 'error')] }),
        gemini('m2', 2, { toolCalls: [shell('c2', 'x', undefined, { status: 'cancelled' })] }),
        gemini('m3', 3, { toolCalls: [shell('c3', 'sleep 9')] }),
        gemini('m4', 4, { toolCalls: [failed('c4', { output: [{ text: 'parts' }] }, 'success')] }),
      ),
    );
    assert.deepEqual(steps.map((s) => [s.isError, s.isToolStep]), [[true, true], [true, false], [false, false], [false, true]]);
    assert.deepEqual([text(0).observations[0], text(3).observations[0]?.text], [{ text: 'no such file', exitCode: null, isError: true }, 'parts']);
  });

  it('name the sub-agents that their calls started, and the session that started them', () => {
    const parent = readOne(journal(meta(), gemini('m1', 1), gemini('m2', 2, { toolCalls: [shell('c1', 'x', 'y', { name: 'delegate_to_agent', agentId: 'ab12' })] }))).part;
    assert.deepEqual(parent.lineage, { session: 's1', spawns: [{ call: 'ab12', step: 1 }, { call: 'c1', step: 1 }], parent: null });
    const child = readOne(journal(meta({ sessionId: 'ab12', kind: 'subagent' }), gemini('m1', 2)), 'chats/s1/ab12.jsonl').part;
    assert.deepEqual([child.role, child.lineage?.parent], ['sub-agent', { session: 's1', call: 'ab12' }]);
  });

  it('say that a document without messages says nothing of what was done', () => {
    const { parts } = readOne(JSON.stringify({ sessionId: 's1', projectHash: 'p', startTime: '2026-01-01T00:00:00.000Z', lastUpdated: '2026-01-01T00:00:01.000Z', mesages: [] }, null, 2), 'chats/session-1.json');
    assert.deepEqual(parts.problems.map(({ code }) => code), ['missing-field']);
  });

  it('say once a file which types are not known, and go on after records that cannot be read', () => {
    const { parts } = readOne(`${journal(...small, { id: 'x1', type: 'hologram' }, { id: 'x2', type: 'hologram' })}[1]\n{"oops`);
    assert.deepEqual(parts.problems.map(({ code, line }) => [code, line]), [['bad-value', 9], ['truncated', 10], ['unknown-record', null]]);
    assert.deepEqual(parts.files.map(({ records, unreadable }) => [records, unreadable]), [[10, 2]]);
  });
});
