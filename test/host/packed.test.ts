import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { evalText, inspectEvents, inspectSample } from '../support/inspectText';
import { LOOP_STEPS, miniTrace } from '../support/miniTrace';
import { makeZip } from '../support/zipText';
import { until } from '../support/eventually';

const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

function write(name: string, bytes: Uint8Array): vscode.Uri {
  const file = path.join(folder(), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return vscode.Uri.file(file);
}

/** Opens a trajectory, and the raw text of its chosen step. */
async function openRaw(file: vscode.Uri): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('restartLens.openTrajectory', file);
  const editor = await until(
    async () => {
      await vscode.commands.executeCommand('restartLens.revealStepInRaw');
      return vscode.window.activeTextEditor;
    },
    (active) => active?.document.uri.scheme === 'restart-lens-raw',
  );
  assert.ok(editor);
  return editor;
}

/** Hover at the cursor, and titles of the CodeLenses, as soon as both are there. */
async function marksOf({ document, selection }: vscode.TextEditor): Promise<{ readonly hover: string; readonly lenses: readonly (string | undefined)[] }> {
  return until(
    async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, selection.active);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
      return {
        hover: hovers.flatMap((hover) => hover.contents.map((content) => (typeof content === 'string' ? content : content.value))).join('\n'),
        lenses: lenses.filter((lens) => lens.command?.command === 'restartLens.showStep').map((lens) => lens.command?.title),
      };
    },
    ({ hover, lenses }) => hover !== '' && lenses.length > 0,
  );
}

describe('the raw text of what is packed', () => {
  const trace = Buffer.from(JSON.stringify(miniTrace({ task: 'acme__packed-1', steps: LOOP_STEPS })));
  let compressed: vscode.Uri;
  let archive: vscode.Uri;
  let log: vscode.Uri;

  before(async () => {
    compressed = write('packed/acme__packed-1.traj.json.gz', gzipSync(trace));
    archive = write('packed/run.zip', makeZip([{ name: 'acme__packed-2/acme__packed-2.traj.json', content: Buffer.from(trace.toString().replaceAll('packed-1', 'packed-2')) }]));
    const calls = inspectEvents([{ tool: 'bash', args: { cmd: 'ls src' }, result: 'attachment://aa' }, { say: 'Done.' }]);
    log = write('packed/log.eval', evalText([inspectSample('bug-1', 1, calls, { attachments: { aa: 'a.py' } })]));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is that of a compressed file as it decompresses, with hover and CodeLens', async () => {
    const editor = await openRaw(compressed);
    assert.match(editor.document.lineAt(0).text, new RegExp(`^// bytes 0–[\\d,]+ of ${trace.length.toLocaleString('en-US')}, page 1 of 1, steps 1–9,`));
    const { hover, lenses } = await marksOf(editor);
    assert.match(hover, /Step 1 · call 1/);
    assert.equal(lenses.length, 9);
  });

  it('is that of a member of an archive, which opens like a file', async () => {
    const editor = await openRaw(vscode.Uri.file(`${archive.fsPath}!/acme__packed-2/acme__packed-2.traj.json`));
    assert.ok(editor.document.uri.path.endsWith('/run.zip!/acme__packed-2/acme__packed-2.traj.json'));
    assert.equal((await marksOf(editor)).lenses.length, 9);
    assert.match(editor.document.getText(), /python reproduce\.py/);
  });

  it('is that of a sample of an Inspect log', async () => {
    const editor = await openRaw(log);
    assert.ok(editor.document.uri.path.endsWith('/log.eval!/samples/bug-1_epoch_1.json'));
    const { hover, lenses } = await marksOf(editor);
    assert.match(hover, /Step 1 · call 1 · inspect/);
    assert.equal(lenses.length, 2);
  });

  it('is shown of nothing that no index holds', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: 'restart-lens-raw', path: `${archive.path}!/../../secret.json`, query: 'page=0' }));
    assert.match(document.getText(), /holds no attempt that was indexed|cannot be read/);
  });
});
