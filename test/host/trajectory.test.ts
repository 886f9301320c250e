import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { LOOP_STEPS, miniTrace } from '../support/miniTrace';
import { until } from '../support/eventually';

const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** Writes a file below a folder and returns its address. */
function write(parent: string, name: string, text: string): vscode.Uri {
  const file = path.join(parent, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return vscode.Uri.file(file);
}

/** Where a text stands in a document, the `nth` time (from 0). */
function find(document: vscode.TextDocument, text: string, nth = 0): vscode.Position {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = document.getText().indexOf(text, at + 1);
  assert.ok(at >= 0, `"${text}" is not in the document`);
  return document.positionAt(at);
}

async function hoverText(document: vscode.TextDocument, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
  return hovers
    .flatMap((hover) => hover.contents.map((content) => (typeof content === 'string' ? content : content.value)))
    .join('\n')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
  return lenses.filter((lens) => lens.command?.command === 'restartLens.showStep').sort((a, b) => a.range.start.line - b.range.start.line);
}

/** Reveals the chosen step in the raw text, as soon as the trajectory has loaded. */
async function revealRaw(isIt: (editor: vscode.TextEditor) => boolean): Promise<vscode.TextEditor> {
  const editor = await until(
    async () => {
      await vscode.commands.executeCommand('restartLens.revealStepInRaw');
      return vscode.window.activeTextEditor;
    },
    (active) => active !== undefined && isIt(active),
  );
  assert.ok(editor);
  return editor;
}

const activeInput = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;

describe('the raw text of a trace', () => {
  const object = miniTrace({ task: 'acme__widget-1', steps: LOOP_STEPS });
  let pretty: vscode.Uri;
  let minified: vscode.Uri;

  before(async () => {
    pretty = write(folder(), 'pretty/acme__widget-1/acme__widget-1.traj.json', `\ufeff${JSON.stringify(object, null, 2).replace(/\n/g, '\r\n')}\r\n`);
    const long = [...LOOP_STEPS, ...Array.from({ length: 60 }, (_, i) => ({ command: `cat part${i}.py`, output: `${'line of output\n'.repeat(40)}é ${i}` }))];
    minified = write(folder(), 'minified/acme__widget-1/acme__widget-1.traj.json', JSON.stringify(miniTrace({ task: 'acme__widget-1', steps: long, callLimit: 250 })));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('has a hover with scores, what was seen and links, right behind a BOM, CRLF and wide characters', async () => {
    const document = await vscode.workspace.openTextDocument(pretty);
    const text = await hoverText(document, find(document, 'python reproduce.py', 4));
    assert.match(text, /\*\*Step 8 · call 8 · run · exit 1\*\*|Step 8 · call 8/);
    assert.match(text, /failure window 4–8: same command, exit 1, 3 times, same output/);
    assert.match(text, /repeated action \| 0\.50/);
    assert.match(text, /What repeated action saw[^]*6 ` python reproduce\.py `[^]*8 ` python reproduce\.py `/);
    assert.match(text, /\(command:restartLens\.showStep\?/);
    assert.match(await hoverText(document, find(document, '漢字')), /Step 2 · call 2 · search/);
    assert.equal(await hoverText(document, find(document, 'You fix bugs')), '');
  });

  it('has one CodeLens a step, on the line where it begins', async () => {
    const document = await vscode.workspace.openTextDocument(pretty);
    const lenses = await lensesOf(document);
    assert.deepEqual(
      lenses.map((lens) => lens.command?.title),
      [
        'Step 1 · inspect · exit 0 · Show step',
        'Step 2 · search · exit 0 · Show step',
        'Step 3 · edit · exit 0 · Show step',
        'Step 4 · run · exit 1 · error streak 0.20 · Show step',
        'Step 5 · run · exit 0 · Show step',
        'Step 6 · run · exit 1 · repeated action 0.25 · Show step',
        'Step 7 · inspect · exit 0 · repeated action 0.25 · Show step',
        'Step 8 · run · exit 1 · repeated action 0.50 · Show step',
        'Step 9 · submit · exit 0 · repeated action 0.50 · Show step',
      ],
    );
    const assistants = [...document.getText().matchAll(/\{\s+"role": "assistant"/g)].map((match) => document.positionAt(match.index).line);
    assert.deepEqual(lenses.map((lens) => lens.range.start.line), assistants);
  });

  it('says nothing about text that was changed and not saved, nor about other JSON', async () => {
    const document = await vscode.workspace.openTextDocument(pretty);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(pretty, new vscode.Position(0, 0), '  ');
    await vscode.workspace.applyEdit(edit);
    assert.equal(await hoverText(document, find(document, 'ls -la')), '');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const other = await vscode.workspace.openTextDocument(write(folder(), 'plain.json', '{"a": [1, 2]}'));
    assert.deepEqual(await lensesOf(other), []);
  });

  it('leads to the step in the trajectory editor', async () => {
    const document = await vscode.workspace.openTextDocument(pretty);
    const [first] = await lensesOf(document);
    await vscode.commands.executeCommand('restartLens.showStep', ...(first?.command?.arguments ?? []));
    const input = await until(activeInput, (tab) => tab instanceof vscode.TabInputCustom);
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.viewType, 'restartLens.trajectoryOption');
    assert.equal(input.uri.fsPath, pretty.fsPath);
  });

  it('is shown beside the trajectory, with the cursor in the step', async () => {
    const editor = await revealRaw((active) => active.document.uri.fsPath === pretty.fsPath);
    const lenses = await lensesOf(editor.document);
    assert.equal(editor.selection.active.line, lenses[0]?.range.start.line);
  });

  it('goes from failure window to failure window', async () => {
    await vscode.commands.executeCommand('restartLens.nextFailureWindow');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const lenses = await lensesOf(editor.document);
    assert.equal(editor.selection.active.line, lenses[3]?.range.start.line);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is shown one field a line where the file is one line, with hover, CodeLens and outline', async () => {
    await vscode.commands.executeCommand('restartLens.openTrajectory', minified);
    await until(activeInput, (tab) => tab instanceof vscode.TabInputCustom);
    const editor = await revealRaw((active) => active.document.uri.scheme === 'restart-lens-raw');
    const { document } = editor;
    assert.equal(document.languageId, 'restart-lens-raw');
    assert.match(document.lineAt(0).text, /^\/\/ bytes 0–[\d,]+ of [\d,]+, page 1 of 1, steps 1–69, laid out/);
    // The cursor follows the text, in its own time on a slow machine.
    await until(
      () => document.lineAt(editor.selection.active.line).text,
      (text) => /^\s*\{$/.test(text),
    );
    assert.match(await hoverText(document, find(document, '漢字')), /Step 2 · call 2 · search/);
    const lenses = await lensesOf(document);
    assert.equal(lenses.length, 69);
    assert.match(document.lineAt((lenses[8]?.range.start.line ?? 0) + 1).text, /"role":"assistant"/);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.equal(symbols.length, 69);
    assert.equal(symbols[3]?.name, '4 run');
    assert.equal(await document.getText().includes('"exit_status":"Submitted"'), true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

describe('a trace that is larger than what the editor gives to extensions', () => {
  // 60 steps of 1 MB each (the trace holds each output twice), over the limit of 50 x 1024 x 1024.
  const line = `${'output é 漢 😀 '.repeat(8)}\n`;
  const output = line.repeat(Math.ceil(525_000 / Buffer.byteLength(line)));
  let file: vscode.Uri;

  before(async () => {
    const steps = [...LOOP_STEPS.slice(0, 8), ...Array.from({ length: 60 }, (_, i) => ({ command: `cat part${i}.py`, output: `${output}end of ${i}` }))];
    file = write(folder(), 'large/acme__widget-9/acme__widget-9.traj.json', JSON.stringify(miniTrace({ task: 'acme__widget-9', steps, callLimit: 250 })));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(path.dirname(file.fsPath), { recursive: true });
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  it('is read in pages, with hover, CodeLens and windows', async () => {
    await vscode.commands.executeCommand('restartLens.openTrajectory', file);
    await until(activeInput, (tab) => tab instanceof vscode.TabInputCustom);
    const first = await revealRaw((active) => active.document.uri.scheme === 'restart-lens-raw');
    assert.match(first.document.lineAt(0).text, /page 1 of \d\d+, steps 1–9,/);
    assert.ok(first.document.getText().length <= 2 * 1024 * 1024);
    const [lens] = await lensesOf(first.document);
    const [attemptId] = (lens?.command?.arguments ?? []) as unknown[];
    await vscode.commands.executeCommand('restartLens.showStep', attemptId, 40);
    const page = await revealRaw((active) => /, steps (39|40)–4\d,/.test(active.document.lineAt(0).text));
    assert.ok(page.document.getText().length <= 2 * 1024 * 1024);
    assert.match(await hoverText(page.document, page.selection.active), /Step 40 · call 40/);
    assert.ok((await lensesOf(page.document)).some((own) => own.command?.title === 'Step 40 · inspect · exit 0 · Show step'));
    await vscode.commands.executeCommand('restartLens.previousFailureWindow');
    const back = vscode.window.activeTextEditor;
    assert.ok(back);
    assert.match(await hoverText(back.document, back.selection.active), /Step 4 · call 4/);
  });

  it('is found in the active tab, though no text editor is given for it', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('vscode.openWith', file, 'default');
    await until(activeInput, (tab) => tab instanceof vscode.TabInputText);
    assert.equal(vscode.window.activeTextEditor, undefined);
    await vscode.commands.executeCommand('restartLens.openTrajectory');
    const input = await until(activeInput, (tab) => tab instanceof vscode.TabInputCustom);
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.uri.fsPath, file.fsPath);
    await revealRaw((active) => active.document.uri.query === 'page=0');
  });

  it('goes on from page to page to its last byte', async () => {
    const start = vscode.window.activeTextEditor;
    assert.ok(start);
    await vscode.commands.executeCommand('restartLens.nextRawPage');
    const next = await until(
      () => vscode.window.activeTextEditor,
      (active) => active?.document.uri.query === 'page=1',
    );
    assert.ok(next);
    const end = /^\/\/ bytes [\d,]+–([\d,]+) of/.exec(start.document.lineAt(0).text)?.[1];
    assert.ok(next.document.lineAt(0).text.startsWith(`// bytes ${end}–`));
    await vscode.commands.executeCommand('restartLens.previousRawPage');
    await until(
      () => vscode.window.activeTextEditor,
      (active) => active?.document.uri.query === 'page=0',
    );
  });
});

describe('a trace outside the workspace', () => {
  let outside = '';
  before(() => {
    outside = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-outside-'));
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(outside, { recursive: true, force: true });
  });

  it('is opened and has hovers, too', async () => {
    const file = write(outside, 'run/acme__gadget-2/acme__gadget-2.traj.json', JSON.stringify(miniTrace({ task: 'acme__gadget-2', steps: LOOP_STEPS }), null, 2));
    await vscode.commands.executeCommand('restartLens.openTrajectory', file);
    const input = await until(activeInput, (tab) => tab instanceof vscode.TabInputCustom);
    assert.ok(input instanceof vscode.TabInputCustom);
    const document = await vscode.workspace.openTextDocument(file);
    const text = await until(
      () => hoverText(document, find(document, 'ls -la')),
      (found) => found !== '',
    );
    assert.match(text, /Step 1 · call 1 · inspect/);
  });
});

describe('an address of a raw page', () => {
  it('reads no file that is no trace', async () => {
    const secret = write(folder(), 'secret.txt', 'a secret');
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: 'restart-lens-raw', path: secret.path, query: 'page=0' }));
    assert.match(document.getText(), /holds no attempt that was indexed\.$/);
  });
});
