import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answerLine, bash, lines, promptLine, resultLine, task } from '../support/claudeCodeText';
import { eventually } from '../support/eventually';
import { useWorkbench } from './fixture';

const session = lines(
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

describe('reading a sub-agent in the workbench', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-agents-'));
  before(() => {
    mkdirSync(path.join(folder, 'p/s1/subagents'), { recursive: true });
    writeFileSync(path.join(folder, 'p/s1.jsonl'), session);
    writeFileSync(path.join(folder, 'p/s1/subagents/agent-ab12.jsonl'), agent);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const vscode = useWorkbench();

  it('opens it from the step that started it, and that step from there', async () => {
    const window = await vscode.open({ folder });
    await window.palette('Restart Lens: Rebuild Index');
    await window.openFile('s1.jsonl');
    await window.palette('Restart Lens: Open Trajectory');
    const run = await window.webview('.step-row[data-step="2"]');
    await run.locator('.step-row[data-step="2"]', { hasText: '1 sub-agent' }).click();
    await run.locator('.step-body').getByRole('button', { name: 'Sub-agent: 1 call, 1k tokens' }).click();
    const sub = await window.webview('h1:text("agent-ab12.jsonl")');
    await eventually(async () => assert.equal(await sub.locator('.step-row').count(), 1));
    await sub.locator('.step-row').click();
    await sub.locator('.step-body pre', { hasText: 'a.py:3: bug' }).waitFor();
    await sub.locator('header').getByRole('button', { name: 'Started by step 2 of s1.jsonl' }).click();
    const back = await window.webview('h1:text("s1.jsonl")');
    await back.locator('.step-row.chosen[data-step="2"]').waitFor();
  });
});
