import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TrialEvaluation, TrialFile } from '../../src/model/trial';
import { eventually } from '../support/eventually';
import { runInProcess } from '../support/runCli';
import { removeFolders } from '../support/tempFolder';
import { makeTrialRuns } from '../support/trialFolder';
import { useWorkbench } from './fixture';

const COMMAND = 'Restart Lens: Test a Monitor Prospectively';
const TABS = '[role=tab]';

describe('a prospective test in the workbench', () => {
  const vscode = useWorkbench();
  after(removeFolders);

  it('splits, freezes and evaluates by choices alone, with the file and the numbers of the command line', async () => {
    const folder = makeTrialRuns();
    const file = path.join(folder, 'restart-lens.trial.json');
    const window = await vscode.open({ folder, width: 1600 });
    await window.palette(COMMAND);
    await window.choose('No: only split the tasks for now');
    await window.choose('Half');
    let frame = await window.webview(TABS);
    await frame.getByRole('heading', { level: 1, name: 'Split: 2 calibration tasks, 2 held out.' }).waitFor();
    const { split } = JSON.parse(readFileSync(file, 'utf8')) as TrialFile;

    await window.palette(COMMAND);
    await window.choose('probe');
    await window.choose('A score of my own');
    await window.enter('0.5');
    await window.choose('The smallest limit of the calibration runs');
    await window.choose('Not yet');
    assert.equal((JSON.parse(readFileSync(file, 'utf8')) as TrialFile).rule, null);

    await window.palette(COMMAND);
    await window.choose('probe');
    await window.choose('Best success on the calibration tasks');
    await window.choose('Another budget');
    await window.enter('16');
    await window.choose(/^Freeze/);
    frame = await window.webview(TABS);
    await frame.getByRole('heading', { level: 1, name: /^On 2 held-out tasks \(6 attempts\)/ }).waitFor();
    const frozen = JSON.parse(readFileSync(file, 'utf8')) as TrialFile;
    assert.deepEqual([frozen.split, frozen.rule?.monitor, frozen.plan.budget, frozen.rule?.fixedTimeRule], [split, 'probe', 16, 'best-success']);
    const { code, out } = await runInProcess(['trial', 'evaluate', folder, '--json']);
    assert.equal(code, 0);
    const { success } = JSON.parse(out) as TrialEvaluation;
    const row = frame.locator('tr', { has: frame.getByRole('cell', { name: 'Monitor', exact: true }) });
    await eventually(async () => assert.equal(await row.getByRole('cell').nth(1).innerText(), `${(100 * (success.monitor.value ?? NaN)).toFixed(1)} %`));

    await window.palette(COMMAND);
    await window.choose('Evaluate on attempts that started after the freeze');
    await frame.getByText('Not evaluated: No task with attempts that started after the freeze').waitFor();
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), frozen);
    assert.deepEqual(window.outside, []);
  });

  it('refuses in a sentence what is no trial, and writes nothing', async () => {
    const folder = makeTrialRuns({ 'restart-lens.trial.json': '{}' });
    const window = await vscode.open({ folder });
    await window.palette(COMMAND);
    await window.palette('Restart Lens: Open Audit');
    const frame = await window.webview(TABS);
    await frame.getByRole('tab', { name: 'Trial' }).click();
    await frame.getByText('It is no trial of this version').waitFor();
    assert.equal(readFileSync(path.join(folder, 'restart-lens.trial.json'), 'utf8'), '{}');
    assert.equal(existsSync(path.join(folder, 'restart-lens.lock.json')), false);
  });
});
