// Sessions of command-line agents after the join: what hangs under what, and what is counted.

import assert from 'node:assert/strict';
import { buildIndex } from '../../../../src/index/buildIndex';
import { indexResult } from '../../../../src/index/indexResult';
import { readStepText } from '../../../../src/index/readStepText';
import { answerLine, bash, lines, promptLine, resultLine, smallSession, task } from '../../../support/claudeCodeText';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

const started = lines(
  promptLine('Look', { uuid: 'u1' }),
  answerLine({ uuid: 'a0', parent: 'u1', at: 1, id: 'msg_0', block: bash('tu_0', 'ls') }),
  resultLine('tu_0', 'a.py', { uuid: 'r0', parent: 'a0', at: 1 }),
  answerLine({ uuid: 'a1', parent: 'r0', at: 1, id: 'msg_1', block: task('tu_1', 'Find the bug') }),
  resultLine('tu_1', 'Found.', { uuid: 'r1', parent: 'a1', at: 9, detail: { agentId: 'ab12' } }),
);
const agent = lines(
  promptLine('Find the bug', { uuid: 'g1', agent: 'ab12', at: 2 }),
  answerLine({ uuid: 'g2', parent: 'g1', agent: 'ab12', at: 3, id: 'msg_9', block: bash('tu_9', 'grep -rn bug .') }),
  resultLine('tu_9', 'a.py:3: bug', { uuid: 'g3', parent: 'g2', agent: 'ab12', at: 4 }),
);

describe('joined sessions of Claude Code', () => {
  after(removeFolders);

  it('show sub-agents under the step that started them, with text, and count none of their calls', async () => {
    const index = await buildIndex({ roots: [makeFolder({ 'p/s1.jsonl': started, 'p/s1/subagents/agent-ab12.jsonl': agent })] });
    assert.deepEqual([index.attemptCount, index.subAgentCount], [1, 1]);
    const attempt = index.attempt(0);
    assert.deepEqual([attempt.calls, attempt.tokens.output, attempt.side], [2, 70, { calls: 1, tokens: { input: 1004, cached: 100, output: 35 }, cost: null }]);
    const [sub] = index.subAgents(0);
    assert.deepEqual(sub, { row: 1, step: 1, depth: 1 });
    assert.deepEqual([index.parentOf(0), index.parentOf(1), index.subAgents(1)], [null, 0, []]);
    assert.deepEqual(index.rowsOfFile('p/s1/subagents/agent-ab12.jsonl'), []);
    assert.deepEqual(index.subAgentsOfFile('p/s1/subagents/agent-ab12.jsonl'), [1]);
    assert.deepEqual([index.attempt(1).attempt, index.rowOf(index.attempt(1).id)], ['ab12', 1]);
    const [step] = index.steps(1);
    assert.ok(step !== undefined);
    const text = await readStepText(index, 1, step);
    assert.deepEqual([text.calls, text.observations.map((o) => o.text)], [[{ tool: 'Bash', text: 'grep -rn bug .' }], ['a.py:3: bug']]);
    const { attempts, totals, problems } = indexResult(index);
    assert.deepEqual([attempts.length, attempts[0]?.subAgents, totals.attempts, totals.subAgents, problems], [1, 1, 1, 1, []]);
    assert.throws(() => index.attempt(2), RangeError);
  });

  it('count what a resumed session copied once', async () => {
    const resumed = lines(...smallSession('s2'), promptLine('On?', { uuid: 'u2', parent: 'a4', session: 's2', at: 20 }), answerLine({ uuid: 'b1', parent: 'u2', session: 's2', at: 21, id: 'msg_5', block: bash('tu_5', 'pwd') }));
    const index = await buildIndex({ roots: [makeFolder({ 'p/s1.jsonl': lines(...smallSession('s1')), 'p/s2.jsonl': resumed })] });
    assert.deepEqual([0, 1].map((row) => index.attempt(row)).map((a) => [a.attempt, a.calls, a.tokens.output, a.outcome]), [['s1', 2, 60, 'unknown'], ['s2', 1, 35, 'unknown']]);
  });
});
