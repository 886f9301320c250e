import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Workbench } from '../support/workbench';
import { useWorkbench } from './fixture';
import { eventually } from '../support/eventually';

const table = (task: string): string => ['task,model,attempt,T,E,horizon', `${task},luna,1,5,,30`, `${task},luna,2,,,30`, ''].join('\n');

/** Waits until the side bar has a row with the words, or none. */
async function expectRow(window: Workbench, words: string, isThere: boolean): Promise<void> {
  await window.sideBarRow(words).first().waitFor({ state: isThere ? 'visible' : 'detached' });
}

describe('a workspace of two folders', () => {
  const vscode = useWorkbench();
  let parent = '';
  let workspace = '';

  before(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-folders-'));
    for (const name of ['one', 'two']) {
      mkdirSync(path.join(parent, name, 'skip'), { recursive: true });
      writeFileSync(path.join(parent, name, 'table.csv'), table(`task-${name}`));
      writeFileSync(path.join(parent, name, 'skip/table.csv'), table(`skipped-${name}`));
    }
    mkdirSync(path.join(parent, 'two/.vscode'));
    writeFileSync(path.join(parent, 'two/.vscode/settings.json'), JSON.stringify({ 'restartLens.index.exclude': ['/skip/'] }));
    writeFileSync(path.join(parent, 'two/restart-lens.jsonc'), '{ "budget": 20 }');
    mkdirSync(path.join(parent, 'three'));
    writeFileSync(path.join(parent, 'three/table.csv'), table('task-three'));
    workspace = path.join(parent, 'all.code-workspace');
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }, { path: 'three' }] }));
  });
  after(() => rmSync(parent, { recursive: true, force: true }));

  it('is read whole, each folder under its own settings, with the plan of the folder that has one; and follows a folder that goes', async () => {
    const window = await vscode.open({ folder: workspace, height: 1300 });
    await window.openContainer('Restart Lens');
    await window.palette('Restart Lens: Group Attempts by Runtime or Task');
    for (const words of ['task-one', 'task-two', 'skipped-one', 'calls, B = 20']) await expectRow(window, words, true);
    await expectRow(window, 'skipped-two', false);
    await window.palette('Workspaces: Remove Folder from Workspace...');
    await window.choose(/^two/);
    await expectRow(window, 'task-two', false);
    for (const words of ['task-one', 'task-three', 'calls, B = 30']) await expectRow(window, words, true);
  });

  it('says what the filter hides instead of that there is nothing', async () => {
    const window = await vscode.open({ folder: path.join(parent, 'one'), height: 1300 });
    await window.openContainer('Restart Lens');
    await expectRow(window, 'luna', true);
    await window.palette('Restart Lens: Filter Attempts');
    await window.enter('nothing of the kind');
    await expectRow(window, 'No attempt matches "nothing of the kind"', true);
    await eventually(async () => assert.equal(await window.page.getByText('No attempts here yet.').count(), 0));
  });
});
