import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { LOOP_STEPS, miniTrace } from '../support/miniTrace';
import { until } from '../support/eventually';

const folder = (): string => path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'changes');

function write(name: string, text: string | Uint8Array): vscode.Uri {
  const file = path.join(folder(), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return vscode.Uri.file(file);
}

const trace = (steps: number, prompt = 'You fix bugs.'): string => JSON.stringify(miniTrace({ task: 'acme__widget-7', steps: LOOP_STEPS.slice(0, steps) }), null, 1).replace('You fix bugs.', prompt);

/** Lines on which steps begin, by their CodeLenses. */
async function stepLines(document: vscode.TextDocument): Promise<readonly number[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
  return lenses.filter((lens) => lens.command?.command === 'restartLens.showStep').map((lens) => lens.range.start.line);
}

/** Lines on which the document itself begins an answer of the agent. */
function answerLines(document: vscode.TextDocument): readonly number[] {
  return [...document.getText().matchAll(/\{\s+"role": "assistant"/g)].map((match) => document.positionAt(match.index).line);
}

const marksOf = async (document: vscode.TextDocument): Promise<string> => JSON.stringify([await stepLines(document), answerLines(document)]);

/** The document as the file has it: on a busy machine the editor's own watcher can miss a change. */
async function reread(document: vscode.TextDocument): Promise<string> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  return document.getText();
}

describe('a trace that changes under its raw text', () => {
  beforeEach(() => vscode.commands.executeCommand('restartLens.rebuildIndex'));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    rmSync(folder(), { recursive: true, force: true });
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  it('is marked where its steps stand now, though nobody indexed it again and its lines are as many', async () => {
    const file = write('rewritten/acme__widget-7.traj.json', trace(5));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await until(() => stepLines(document), (lines) => lines.length === 5);
    // Bytes move by kilobytes; a mark made from the old ones would stand many lines off, or on none.
    write('rewritten/acme__widget-7.traj.json', trace(5, 'You fix bugs of many kinds. '.repeat(200)));
    await until(() => reread(document), (text) => text.includes('many kinds'));
    await until(() => marksOf(document), (marks) => marks === JSON.stringify([answerLines(document), answerLines(document)]));
    write('rewritten/acme__widget-7.traj.json', trace(9));
    await until(() => reread(document), (text) => text === trace(9));
    await until(() => marksOf(document), (marks) => (JSON.parse(marks) as number[][])[0]?.length === 9 && marks === JSON.stringify([answerLines(document), answerLines(document)]));
  });

  it('is read when it is opened, also when it came after the index or settings leave it out', async () => {
    for (const name of ['late/acme__widget-7.traj.json', 'node_modules/acme__widget-7.traj.json']) {
      const file = write(name, trace(4));
      await vscode.commands.executeCommand('restartLens.openTrajectory', file);
      const document = await vscode.workspace.openTextDocument(file);
      assert.equal((await until(() => stepLines(document), (lines) => lines.length > 0)).length, 4, name);
    }
  });

  it('has no marks in a text that was decoded otherwise than by its bytes', async () => {
    const file = write('encoded/acme__widget-7.traj.json', trace(4));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
    const document = await vscode.workspace.openTextDocument(file, { encoding: 'windows1252' });
    assert.equal(document.encoding, 'windows1252');
    assert.deepEqual(await stepLines(document), []);
  });
});
