import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { describeNothing } from '../../src/extension/trajectory/panelNotices';

describe('a trajectory editor with nothing to show', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-notices-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('says that a file is gone, and not that it is no trace', async () => {
    const { headline, actions } = await describeNothing(vscode.Uri.file(path.join(folder, 'gone\n.jsonl')), null);
    assert.equal(headline, 'gone .jsonl is not there any more.');
    assert.deepEqual(actions.map(({ action }) => action), ['index']);
    assert.match((await describeNothing(vscode.Uri.file(path.join(folder, 'none', 'x.eval!', 'sample.json')), null)).headline, /not there any more/);
  });

  it('says that a file that is there holds no attempt', async () => {
    const file = path.join(folder, 'notes.json');
    writeFileSync(file, '{}');
    const { headline, actions } = await describeNothing(vscode.Uri.file(file), null);
    assert.equal(headline, 'No attempt was found in notes.json.');
    assert.deepEqual(actions.map(({ action }) => action), ['raw', 'index']);
  });
});
