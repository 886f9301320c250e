import assert from 'node:assert/strict';
import { claudeCodeReader } from '../../src/formats/claudeCode/claudeCode';
import type { AttemptPart } from '../../src/formats/contract';
import type { Step, StepText } from '../../src/model/step';
import { answerLine, bash, lines, promptLine, resultLine, say, smallSession, task, think } from '../support/claudeCodeText';
import { collectParts } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { memorySource } from '../support/memorySource';
import { bytesOfRange, checkReader, isLineEnd } from './readerContract';

const FOLDER = 'projects/-srv-demo';

const withAgent = lines(
  promptLine('Look', { uuid: 'u1' }),
  answerLine({ uuid: 'a1', parent: 'u1', at: 1, id: 'msg_1', block: task('tu_1', 'Find the bug') }),
  JSON.stringify({ type: 'progress', uuid: 'p1', parentUuid: 'a1', sessionId: 's1', parentToolUseID: 'tu_1', data: { type: 'agent_progress', agentId: 'ab12' } }),
  resultLine('tu_1', [{ type: 'text', text: 'Found.' }], { uuid: 'r1', parent: 'a1', at: 9, detail: { status: 'completed', agentId: 'ab12', totalTokens: 900 } }),
);
const agentFile = lines(
  promptLine('Find the bug', { uuid: 'g1', agent: 'ab12', at: 2 }),
  answerLine({ uuid: 'g2', parent: 'g1', agent: 'ab12', at: 3, id: 'msg_9', block: bash('tu_9', 'grep -rn bug .') }),
  resultLine('tu_9', 'a.py:3: bug', { uuid: 'g3', parent: 'g2', agent: 'ab12', at: 4 }),
);
const sideChain = lines(
  promptLine('Look', { uuid: 'u1' }),
  answerLine({ uuid: 'a1', parent: 'u1', at: 1, id: 'msg_1', block: task('tu_1', 'Find the bug') }),
  promptLine('Find the bug', { uuid: 'g1', agent: '', at: 2 }),
  answerLine({ uuid: 'g2', parent: 'g1', agent: '', at: 3, id: 'msg_9', block: bash('tu_9', 'grep -rn bug .') }),
  resultLine('tu_9', 'a.py:3: bug', { uuid: 'g3', parent: 'g2', agent: '', at: 4 }),
  resultLine('tu_1', 'Found.', { uuid: 'r1', parent: 'a1', at: 9 }),
  answerLine({ uuid: 'a2', parent: 'r1', at: 10, id: 'msg_2', block: say('Done.') }),
);
const printed = lines(
  JSON.stringify({ type: 'system', subtype: 'init', cwd: '/srv/demo', session_id: 's9', tools: ['Bash'], model: 'acme-large', permissionMode: 'default', claude_code_version: '2.1.4', uuid: 'i1' }),
  JSON.stringify({ type: 'assistant', message: { id: 'msg_1', model: 'acme-large', role: 'assistant', content: [bash('tu_1', 'ls')], usage: { input_tokens: 4, output_tokens: 9 } }, parent_tool_use_id: null, session_id: 's9', uuid: 'a1' }),
  JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'tu_1', content: 'x.py' }] }, parent_tool_use_id: null, session_id: 's9', uuid: 'r1' }),
  JSON.stringify({ type: 'result', subtype: 'error_max_turns', is_error: false, duration_ms: 4200, num_turns: 1, session_id: 's9', total_cost_usd: 0.25, usage: { input_tokens: 4, output_tokens: 9 } }),
);

checkReader('Claude Code', claudeCodeReader, [
  { name: 'session', files: { [`${FOLDER}/s1.jsonl`]: lines(...smallSession()) }, isSilentCut: isLineEnd },
  { name: 'sub-agent in its own file', files: { [`${FOLDER}/agent-ab12.jsonl`]: agentFile }, isSilentCut: isLineEnd },
  { name: 'session that started a sub-agent', files: { [`${FOLDER}/s1.jsonl`]: withAgent }, isSilentCut: isLineEnd },
  { name: 'side chain', files: { [`${FOLDER}/s1.jsonl`]: sideChain }, isSilentCut: isLineEnd },
  {
    name: 'resumed session',
    files: { [`${FOLDER}/s1.jsonl`]: lines(...smallSession()), [`${FOLDER}/s2.jsonl`]: lines(...smallSession(), promptLine('And now?', { uuid: 'u2', parent: 'a4', session: 's2', at: 20 })) },
    isSilentCut: isLineEnd,
  },
  { name: 'print mode', files: { 'out/stream.jsonl': printed }, isSilentCut: isLineEnd },
  { name: 'exported document', files: { 'out/session.json': JSON.stringify({ loglines: smallSession().map((line) => JSON.parse(line) as unknown) }, null, 2) } },
]);

function readSession(files: Readonly<Record<string, string>>): CollectedParts {
  return collectParts(claudeCodeReader, memorySource(files));
}

function readOne(...all: readonly string[]): { readonly part: AttemptPart; readonly steps: readonly Step[]; readonly parts: CollectedParts; text(step: number): StepText } {
  const content = lines(...all);
  const parts = readSession({ 's1.jsonl': content });
  const { part, steps } = parts.attempts.find(({ part: { role } }) => role === 'trajectory') ?? assert.fail('no attempt');
  const source = memorySource({ 's1.jsonl': content });
  const bytesOf = (range: Step['action']): Uint8Array | null => (range === null ? null : bytesOfRange(source, range));
  const text = (index: number): StepText => {
    const step = steps[index] ?? assert.fail();
    return claudeCodeReader.stepText(step, { action: bytesOf(step.action), observation: bytesOf(step.observation) });
  };
  return { part, steps, parts, text };
}

describe('Claude Code sessions', () => {
  it('count an answer in several lines once, with the usage of its last line and cache tokens in the input', () => {
    const { part, steps, text } = readOne(...smallSession());
    assert.equal(part.calls, 2);
    assert.deepEqual(part.tokens, { input: 2008, cached: 200, output: 60 });
    assert.deepEqual([steps[0]?.inputTokens, steps[0]?.cachedTokens, steps[0]?.outputTokens], [1004, 100, 40]);
    assert.deepEqual(text(0), { reasoning: 'I list them.', message: 'Listing.', calls: [{ tool: 'Bash', text: 'ls' }], observations: [{ text: 'x.py', exitCode: null, isError: false }] });
    assert.equal(steps[0]?.title, 'ls');
    assert.equal(steps[1]?.title, 'One file.');
  });

  it('state agent, version, model, session, times, and no outcome', () => {
    const { part } = readOne(...smallSession());
    assert.deepEqual(part.runtime, { agent: 'claude-code', agentVersion: '2.1.0', model: 'acme-large', provider: null, config: null });
    assert.deepEqual([part.attempt, part.task, part.started, part.seconds, part.formatVersion], ['s1', null, '2026-02-01T10:00:00.000Z', 7, '2.1']);
    assert.deepEqual([part.outcome, part.exitStatus, part.cost, part.side], ['unknown', null, null, null]);
  });

  it('name all models and versions that took part, and say so', () => {
    const more = answerLine({ uuid: 'a5', parent: 'a4', at: 9, id: 'msg_3', block: say('More.'), model: 'acme-small', version: '2.1.1' });
    const { part, parts } = readOne(...smallSession(), more);
    assert.equal(part.runtime.model, 'acme-large + acme-small');
    assert.equal(part.runtime.agentVersion, '2.1.0 + 2.1.1');
    assert.deepEqual(parts.problems.map(({ code, severity }) => [code, severity]), [['conflict', 'information']]);
  });

  it('put results to their calls when other lines lie between, also after the next answer has begun', () => {
    const { steps, text } = readOne(
      promptLine('Go', { uuid: 'u1' }),
      answerLine({ uuid: 'a1', parent: 'u1', id: 'msg_1', block: bash('tu_1', 'sleep 5; echo one') }),
      answerLine({ uuid: 'a2', parent: 'a1', id: 'msg_1', block: bash('tu_2', 'echo two') }),
      resultLine('tu_2', 'two', { uuid: 'r2', parent: 'a2' }),
      answerLine({ uuid: 'a3', parent: 'r2', id: 'msg_2', block: bash('tu_3', 'echo three') }),
      resultLine('tu_1', 'Exit code 3\none', { uuid: 'r1', parent: 'a1', isError: true }),
      resultLine('tu_3', 'three', { uuid: 'r3', parent: 'a3' }),
    );
    assert.deepEqual(steps.map(({ title, toolCalls, exitCode, isError }) => [title, toolCalls, exitCode, isError]), [['sleep 5; echo one (+1 more)', 2, 3, true], ['echo three', 1, null, false]]);
    assert.deepEqual(text(0).calls.map((call) => call.text), ['sleep 5; echo one', 'echo two']);
    assert.deepEqual(text(0).observations.map((o) => o.text), ['two', 'Exit code 3\none']);
    assert.deepEqual(text(1).observations.map((o) => o.text), ['three']);
  });

  it('take neither API failures nor made-up answers, summaries nor repeated lines for calls', () => {
    const failure = JSON.stringify({ type: 'assistant', uuid: 'e1', parentUuid: 'a4', sessionId: 's1', isApiErrorMessage: true, timestamp: '2026-02-01T10:00:08.000Z', message: { id: 'x', model: '<synthetic>', role: 'assistant', content: [say('API Error: 529')], usage: { input_tokens: 0, output_tokens: 0 } } });
    const retry = JSON.stringify({ type: 'system', subtype: 'api_error', uuid: 'e2', parentUuid: 'e1', sessionId: 's1', timestamp: '2026-02-01T10:00:08.000Z' });
    const summary = JSON.stringify({ type: 'summary', summary: 'Counting', leafUuid: 'a4' });
    const session = smallSession();
    const { part, parts } = readOne(...session, failure, retry, summary, session[6] ?? '');
    assert.equal(part.calls, 2);
    assert.deepEqual(parts.files, [{ file: 's1.jsonl', format: 'claude-code', records: 11, shown: 7, folded: 4, unreadable: 0 }]);
    assert.deepEqual(parts.problems, []);
  });

  it('go on over a compaction, and fold what followed a prompt that was edited', () => {
    const compact = JSON.stringify({ type: 'system', subtype: 'compact_boundary', uuid: 'c1', parentUuid: null, logicalParentUuid: 'a4', sessionId: 's1', timestamp: '2026-02-01T10:00:10.000Z', compactMetadata: { trigger: 'auto', preTokens: 9 } });
    const recap = promptLine('This session is being continued', { uuid: 'c2', parent: 'c1', at: 11, more: { isCompactSummary: true } });
    const { part, steps, parts } = readOne(
      ...smallSession(),
      compact,
      recap,
      promptLine('Delete it', { uuid: 'u2', parent: 'c2', at: 12 }),
      answerLine({ uuid: 'b1', parent: 'u2', at: 13, id: 'msg_3', block: bash('tu_3', 'rm x.py') }),
      resultLine('tu_3', '', { uuid: 'b2', parent: 'b1', at: 14 }),
      promptLine('Keep it', { uuid: 'u3', parent: 'c2', at: 15 }),
      answerLine({ uuid: 'b3', parent: 'u3', at: 16, id: 'msg_4', block: say('Kept.') }),
    );
    assert.deepEqual(steps.map(({ title, call }) => [title, call]), [['ls', 1], ['One file.', 2], ['Kept.', 3]]);
    assert.equal(part.calls, 3);
    assert.deepEqual(parts.files.map(({ shown, folded }) => [shown, folded]), [[11, 3]]);
    assert.ok(parts.problems.some(({ code, message }) => code === 'duplicate' && /^Calls after prompts that the user edited or rewound: 1\./.test(message)));
  });

  it('fold in a resumed or forked session what the first one holds', () => {
    for (const session of ['s1', 's2']) {
      // Versions differ in whether copied lines get the new session's id.
      const copied = smallSession(session);
      const parts = readSession({
        [`${FOLDER}/s1.jsonl`]: lines(...smallSession('s1')),
        [`${FOLDER}/s2.jsonl`]: lines(
          ...copied,
          promptLine('Sure?', { uuid: 'u2', parent: 'a4', session: 's2', at: 20 }),
          answerLine({ uuid: 'b1', parent: 'u2', session: 's2', at: 21, id: 'msg_5', block: think('Yes.') }),
          answerLine({ uuid: 'b2', parent: 'b1', session: 's2', at: 22, id: 'msg_5', block: say('Yes.') }),
        ),
      });
      assert.deepEqual(parts.attempts.map(({ part }) => [part.file, part.attempt, part.calls, part.started]), [
        [`${FOLDER}/s1.jsonl`, 's1', 2, '2026-02-01T10:00:00.000Z'],
        [`${FOLDER}/s2.jsonl`, 's2', 1, '2026-02-01T10:00:20.000Z'],
      ]);
      assert.deepEqual(parts.files.map(({ shown, folded }) => [shown, folded]), [[6, 1], [3, 7]]);
    }
  });

  it('fold what a fork itself marks as copied', () => {
    const fork = (line: string): string => JSON.stringify({ ...(JSON.parse(line) as object), sessionId: 's2', forkedFrom: { sessionId: 's1', messageUuid: 'a4' } });
    const parts = readSession({ 's2.jsonl': lines(...smallSession().slice(1).map(fork), promptLine('Go on', { uuid: 'n1', parent: 'a4', session: 's2', at: 30 }), answerLine({ uuid: 'n2', parent: 'n1', session: 's2', at: 31, id: 'msg_7', block: say('On.') })) });
    assert.deepEqual(parts.attempts.map(({ part }) => [part.attempt, part.calls]), [['s2', 1]]);
  });

  it('keep sub-agents apart and name the call that started them', () => {
    const file = readSession({ 'agent-ab12.jsonl': agentFile }).attempts;
    assert.deepEqual(file.map(({ part, steps }) => [part.role, part.calls, steps.length, part.lineage?.parent]), [['sub-agent', 1, 1, { session: 's1', call: 'ab12' }]]);
    const session = readSession({ 's1.jsonl': withAgent }).attempts;
    assert.deepEqual(session.map(({ part }) => [part.role, part.calls, part.lineage]), [
      ['trajectory', 1, { session: 's1', spawns: [{ call: 'tu_1', step: 0 }, { call: 'ab12', step: 0 }], parent: null }],
    ]);
    const inline = readSession({ 's1.jsonl': sideChain }).attempts;
    assert.deepEqual(inline.map(({ part }) => [part.role, part.locator, part.calls, part.lineage?.parent]), [
      ['trajectory', '', 2, null],
      ['sub-agent', 'side g1', 1, { session: 's1', call: 'tu_1' }],
    ]);
  });

  it('take limits, dollars and seconds from the last line of print mode', () => {
    const [attempt] = readSession({ 'stream.jsonl': printed }).attempts;
    assert.deepEqual([attempt?.part.exitStatus, attempt?.part.cost, attempt?.part.seconds, attempt?.part.attempt], ['error_max_turns', 0.25, 4.2, 's9']);
    assert.deepEqual([attempt?.part.runtime.model, attempt?.part.runtime.agentVersion, attempt?.part.outcome], ['acme-large', '2.1.4', 'unknown']);
    assert.notEqual(attempt?.part.runtime.config, null);
  });

  it('say once a file which types of lines are not known, and count what could not be read', () => {
    const { parts } = readOne(...smallSession(), '{"type":"hologram","uuid":"h1","sessionId":"s1"}', '{"type":"hologram","uuid":"h2","sessionId":"s1"}', '[1]', '{"type":"user","uuid":"x"}', '{"oops');
    assert.deepEqual(parts.problems.map(({ code, line, severity }) => [code, line, severity]), [
      ['bad-value', 10, 'error'],
      ['missing-field', 11, 'error'],
      ['not-json', 12, 'error'],
      ['unknown-record', null, 'information'],
    ]);
    assert.deepEqual(parts.files.map(({ records, unreadable }) => [records, unreadable]), [[12, 3]]);
  });

  it('are nothing where a file holds only titles and snapshots', () => {
    const parts = readSession({ 's1.jsonl': lines(JSON.stringify({ type: 'summary', summary: 'Old', leafUuid: 'x' })) });
    assert.deepEqual([parts.attempts.length, parts.problems.length, parts.files[0]?.folded], [0, 0, 1]);
  });
});
