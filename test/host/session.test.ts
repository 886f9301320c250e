import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RestartLensApi } from '../../src/extension/api';
import { until } from '../support/eventually';

const TABLE = ['task,model,attempt,T,E,horizon', 'a,luna,1,5,,30', 'a,luna,2,,,30', 'a,luna,3,12,,30', 'b,luna,1,3,,30', ''].join('\n');
const BROKEN = '{"trajectory_format": "mini-swe-agent-1.1", "info": {"config": {}}, "messages": [{"role": "system", "con';

const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const at = (name: string): string => path.join(folder(), 'session', name);

function write(name: string, text: string): vscode.Uri {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return vscode.Uri.file(at(name));
}

/** Edits the plan as its user would, and saves it. */
async function replaceInPlan(before: string, after: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(at('../restart-lens.jsonc'));
  const start = document.getText().indexOf(before);
  assert.ok(start >= 0, `the plan holds ${before}`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + before.length)), after);
  await vscode.workspace.applyEdit(edit);
  await document.save();
}

describe('the workspace, as the extension reads it', () => {
  const plan = path.join(folder(), 'restart-lens.jsonc');
  let api: RestartLensApi;

  before(async () => {
    write('table.csv', TABLE);
    write('broken.traj.json', BROKEN);
    api = (await vscode.extensions.getExtension<RestartLensApi>('restart-lens.restart-lens')?.activate()) as RestartLensApi;
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  after(async () => {
    rmSync(path.join(folder(), 'session'), { recursive: true, force: true });
    rmSync(plan, { force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  it('gives the answers of the command line to other extensions', async () => {
    const index = await api.index();
    assert.equal(index?.schema, 'restart-lens/index@1');
    assert.deepEqual(
      index.attempts.filter((a) => a.format === 'outcome-table').map((a) => [a.task, a.attempt, a.T, a.J]),
      [
        ['a', '1', 5, 'verified'],
        ['a', '2', null, 'censored'],
        ['a', '3', 12, 'verified'],
        ['b', '1', 3, 'verified'],
      ],
    );
    const audit = await api.audit();
    assert.equal(audit?.plan.budget, 30);
    const decision = audit.decisions.find((d) => d.task === 'a' && d.t === 8);
    assert.deepEqual([decision?.nLive, decision?.xContinue, decision?.xRestart, decision?.verdict], [2, 1, 2, 'abstain']);
  });

  it('puts each problem into the Problems panel with its place, what was found and what was expected', async () => {
    const [diagnostic] = vscode.languages.getDiagnostics(vscode.Uri.file(at('broken.traj.json'))).filter((d) => d.source === 'Restart Lens');
    assert.equal(diagnostic?.code, 'truncated');
    assert.match(diagnostic.message, /Found: .+\. Expected: /s);
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Error);
  });

  it('writes a commented plan once, and audits again when it is saved', async () => {
    await vscode.commands.executeCommand('restartLens.createPlan');
    const document = await until(
      () => vscode.window.activeTextEditor?.document,
      (active) => active?.fileName === plan,
    );
    assert.ok(document);
    assert.equal(document.languageId, 'jsonc');
    assert.match(document.getText(), /\/\/.*\n/);
    assert.match(document.getText(), /"budget": 30/);
    await replaceInPlan('"budget": 30', '"budget": 28');
    await until(api.audit, (audit) => audit?.plan.budget === 28);
    await vscode.commands.executeCommand('restartLens.createPlan');
    assert.match(document.getText(), /"budget": 28/, 'a second call leaves the plan as it is');
  });

  it('refuses an audit under a plan with errors, and says where they are', async () => {
    await replaceInPlan('"budget": 28', '"budget": -28');
    await until(api.audit, (audit) => audit === null);
    const document = await vscode.workspace.openTextDocument(plan);
    const line = document.positionAt(document.getText().indexOf('-28')).line;
    const faults = vscode.languages.getDiagnostics(document.uri).filter((d) => d.source === 'Restart Lens');
    assert.deepEqual(
      faults.map((d) => d.range.start.line),
      [line],
    );
    await replaceInPlan('"budget": -28', '"budget": 30');
    await until(api.audit, (audit) => audit?.plan.budget === 30);
  });

  it('reads a scores sidecar that is imported, and leaves a file that is none alone', async () => {
    const scores = write('scores.jsonl', '{"task":"a","runtime":"luna","attempt":"1","call":2,"monitor":"mine","score":0.5}\n');
    await vscode.commands.executeCommand('restartLens.importScores', scores);
    const file = (await api.index())?.files.find((f) => f.file.endsWith('session/scores.jsonl'));
    assert.equal(file?.format, 'scores');
    assert.equal(file.records, 1);
  });

  it('asks before a sidecar from outside is copied into the workspace, says where to, and never writes over a file', async () => {
    const outside = vscode.Uri.file(path.join(mkdtempSync(path.join(os.tmpdir(), 'restart-lens-outside-')), 'own labels #1.jsonl'));
    const copy = at('../restart-lens-labels/own labels #1.jsonl');
    const asked: { readonly words: string; readonly detail: string }[] = [];
    const failures: string[] = [];
    let answer: string | undefined;
    const { showWarningMessage, showErrorMessage } = vscode.window;
    // The extension under test has the same `vscode` as its tests.
    Object.assign(vscode.window, {
      showWarningMessage: (words: string, options: { readonly detail?: string }) => {
        asked.push({ words, detail: options.detail ?? '' });
        return Promise.resolve(answer);
      },
      showErrorMessage: (words: string) => Promise.resolve(void failures.push(words)),
    });
    try {
      writeFileSync(outside.fsPath, '{"task":"a","runtime":"luna","attempt":"1","outcome":"unresolved"}\n');
      await vscode.commands.executeCommand('restartLens.importLabels', outside);
      assert.equal(existsSync(copy), false);
      assert.match(asked[0]?.words ?? '', /^Copy .*own labels #1\.jsonl.* into the workspace\?$/);
      assert.ok(asked[0]?.detail.includes(path.normalize(copy)), asked[0]?.detail);
      answer = 'Copy';
      await vscode.commands.executeCommand('restartLens.importLabels', outside);
      assert.ok(existsSync(copy) && existsSync(outside.fsPath));
      assert.ok((await api.index())?.files.some((f) => f.format === 'labels' && f.records === 1));
      writeFileSync(outside.fsPath, '{"task":"a","runtime":"luna","attempt":"1","outcome":"resolved"}\n');
      await vscode.commands.executeCommand('restartLens.importLabels', outside);
      assert.equal(failures.length, 1);
      assert.match(readFileSync(copy, 'utf8'), /unresolved/);
    } finally {
      Object.assign(vscode.window, { showWarningMessage, showErrorMessage });
      rmSync(path.dirname(copy), { recursive: true, force: true });
      rmSync(path.dirname(outside.fsPath), { recursive: true, force: true });
      await vscode.commands.executeCommand('restartLens.rebuildIndex');
    }
  });

  it('shows in the Problems panel a few problems of a kind and file, and how many more there are', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `a,luna,${i + 10},many,,30`);
    const table = write('wrong.csv', ['task,model,attempt,T,E,horizon', ...rows, ''].join('\n'));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
    const told = (await api.index())?.problems.filter((problem) => problem.file.endsWith('wrong.csv')).length ?? 0;
    assert.ok(told >= 30, `${told} problems`);
    const entries = await until(() => vscode.languages.getDiagnostics(table).filter((d) => d.source === 'Restart Lens'), (found) => found.length > 0);
    assert.deepEqual(entries.map((entry) => entry.range.start.line + 1), [2, 3, 4, 5]);
    assert.match(entries[3]?.message ?? '', new RegExp(`^${told - 3} more like this in this file`));
    rmSync(table.fsPath);
  });

  it('reads again at once when a reading was cancelled, with all that came meanwhile', async () => {
    write('late.csv', ['task,model,attempt,T,E,horizon', 'late,luna,1,5,,30', ''].join('\n'));
    void vscode.commands.executeCommand('restartLens.rebuildIndex');
    await vscode.commands.executeCommand('restartLens.cancelIndex');
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
    assert.ok((await api.index())?.attempts.some((a) => a.task === 'late'));
    rmSync(at('late.csv'));
  });

  it('reads what was written during a reading when it is asked to read again meanwhile', async () => {
    const first = vscode.commands.executeCommand('restartLens.rebuildIndex');
    write('meanwhile.csv', ['task,model,attempt,T,E,horizon', 'meanwhile,luna,1,5,,30', ''].join('\n'));
    await Promise.all([vscode.commands.executeCommand('restartLens.rebuildIndex'), vscode.commands.executeCommand('restartLens.rebuildIndex')]);
    assert.ok((await api.index())?.attempts.some((a) => a.task === 'meanwhile'));
    await first;
  });

  it('reads traces again by itself when they come, change and go, also with their folder', async () => {
    const tasks = async (): Promise<readonly (string | null)[]> => (await api.index())?.attempts.map((a) => a.task) ?? [];
    const row = (task: string): string => ['task,model,attempt,T,E,horizon', `${task},luna,1,5,,30`, ''].join('\n');
    write('followed/one.csv', row('followed-1'));
    await until(tasks, (known) => known.includes('followed-1'));
    write('followed/one.csv', row('followed-2'));
    await until(tasks, (known) => known.includes('followed-2') && !known.includes('followed-1'));
    rmSync(at('followed'), { recursive: true });
    await until(tasks, (known) => !known.includes('followed-2'));
  });

  it('follows the settings of what is left out', async () => {
    const settings = vscode.workspace.getConfiguration('restartLens', vscode.Uri.file(folder()));
    const files = async (): Promise<readonly string[]> => (await api.index())?.files.map((f) => f.file) ?? [];
    await settings.update('index.exclude', ['session/'], vscode.ConfigurationTarget.Workspace);
    await until(files, (found) => !found.includes('session/table.csv'));
    await settings.update('index.exclude', undefined, vscode.ConfigurationTarget.Workspace);
    await until(files, (found) => found.includes('session/table.csv'));
  });

  it('does nothing for arguments that are no row of a tree', async () => {
    const before = vscode.window.tabGroups.activeTabGroup.activeTab;
    for (const action of [undefined, null, 7, {}, { kind: 'problem' }, { kind: 'command', command: 'workbench.action.files.newUntitledFile' }]) await vscode.commands.executeCommand('restartLens.openNode', action);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, before);
  });

  it('shows what changed and reads it again when asked', async () => {
    write('more.csv', ['task,model,attempt,T,E,horizon', 'c,luna,1,5,,30', ''].join('\n'));
    // The watcher tells of the new file in its own time; an audit that is asked for after that reads again.
    const audit = await until(
      async () => {
        await vscode.commands.executeCommand('restartLens.runAudit');
        return (await api.audit())?.decisions.some((d) => d.task === 'c') ?? false;
      },
      (found) => found,
    );
    assert.ok(audit);
    rmSync(at('more.csv'));
  });
});
