import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { TraceLocator } from '../../src/extension/trajectory/traceLocator';
import type { TraceBuilder, TrajectorySession } from '../../src/extension/trajectory/trajectorySession';
import { buildIndex } from '../../src/index/buildIndex';
import type { TraceIndex } from '../../src/index/traceIndex';
import { contextLine, countLine, itemLine, metaLine, output, shellCall } from '../support/codexText';
import { eventually } from '../support/eventually';

/** More than a first look takes. */
const CALLS = 1000;
const OUTPUT = 'x'.repeat(12_000);

function rollout(): string {
  const lines = [metaLine('t1'), contextLine()];
  for (let call = 1; call <= CALLS; call++) lines.push(itemLine(shellCall(`c${call}`, `ls ${call}`), call), countLine(call, call), itemLine(output(`c${call}`, OUTPUT), call));
  return `${lines.join('\n')}\n`;
}

/** A session whose workspace has not been read. */
function unreadSession(never: vscode.Event<void>, ensureIndex: TrajectorySession['ensureIndex']): TrajectorySession {
  return { index: null, indexBegan: 0, plan: null, onDidChangeIndex: never, onDidChangeAudit: never, ensureIndex, cellAt: () => null };
}

describe('a file that is opened before its folder has been read', () => {
  const folder = (): string => path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'begun');
  const file = (): vscode.Uri => vscode.Uri.file(path.join(folder(), 'rollout.jsonl'));
  before(() => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(file().fsPath, rollout());
  });
  after(async () => {
    rmSync(folder(), { recursive: true, force: true });
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  it('shows its first steps, then more of them, and in the end what the folder says', async () => {
    let finish: (index: TraceIndex) => void = () => undefined;
    const indexed = new vscode.EventEmitter<void>();
    const none = new vscode.EventEmitter<void>();
    let index: TraceIndex | null = null;
    const reading = new Promise<TraceIndex>((resolve) => (finish = resolve));
    const session: TrajectorySession = {
      get index() {
        return index;
      },
      indexBegan: Date.now() + 60_000,
      plan: null,
      onDidChangeIndex: indexed.event,
      onDidChangeAudit: none.event,
      ensureIndex: () => reading,
      cellAt: () => null,
    };
    const builder: TraceBuilder = {
      folder: () => Promise.reject(new Error('The folder of a workspace is read with it.')),
      beginning: (one, most) => buildIndex({ roots: [one], most }),
    };
    const log = vscode.window.createOutputChannel('Restart Lens tests', { log: true });
    const locator = new TraceLocator(session, builder, log);
    try {
      const first = await locator.ensure(file());
      assert.ok(first?.begun && first.begun.read < first.begun.size);
      const steps = first.index.attempt(first.rows[0] ?? -1).stepCount;
      assert.ok(steps > 30 && steps < CALLS, `${steps} steps`);
      const all = await eventually(() => {
        const more = locator.find(file());
        assert.equal(more?.begun?.read, more?.begun?.size);
        return more;
      });
      assert.equal(all?.index.attempt(all.rows[0] ?? -1).stepCount, CALLS);
      index = await buildIndex({ roots: [folder()] });
      indexed.fire();
      finish(index);
      await eventually(() => assert.equal(locator.find(file())?.begun, null));
      assert.equal(locator.find(file())?.index, index);
      assert.equal(locator.attempt(index.attempt(0).id)?.index, index);
    } finally {
      for (const one of [locator, indexed, none, log]) one.dispose();
    }
  });

  it('is read on when its first steps are drawn, and not before', async () => {
    const none = new vscode.EventEmitter<void>();
    const read: string[] = [];
    const session = unreadSession(none.event, () => {
      read.push('workspace');
      return new Promise(() => undefined);
    });
    const builder: TraceBuilder = {
      folder: () => Promise.reject(new Error('The folder of a workspace is read with it.')),
      beginning: (one, most) => {
        read.push('beginning');
        return buildIndex({ roots: [one], most });
      },
    };
    const log = vscode.window.createOutputChannel('Restart Lens tests', { log: true });
    const locator = new TraceLocator(session, builder, log);
    const editor = locator.show(file());
    try {
      const first = await locator.ensure(file());
      assert.ok(first?.begun && first.begun.read < first.begun.size);
      assert.deepEqual(read, ['beginning']);
      // Whoever asks again gets what is there.
      assert.equal((await locator.ensure(file()))?.index, first.index);
      locator.drawn(file());
      await eventually(() => assert.ok(read.includes('workspace') && read.filter((what) => what === 'beginning').length > 1, read.join(', ')));
    } finally {
      for (const one of [editor, locator, none, log]) one.dispose();
    }
  });

  it('is looked at while its page loads, and nothing more of it is read once its editor is closed', async () => {
    const none = new vscode.EventEmitter<void>();
    const read: string[] = [];
    let ended = false;
    const session = unreadSession(none.event, () => {
      read.push('workspace');
      return Promise.resolve(null);
    });
    const builder: TraceBuilder = {
      folder: (one) => {
        read.push(one);
        return buildIndex({ roots: [one] });
      },
      beginning: (one, _, signal) => {
        read.push(path.basename(one));
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            ended = true;
            reject(new Error('It was ended.'));
          }),
        );
      },
    };
    const log = vscode.window.createOutputChannel('Restart Lens tests', { log: true });
    const locator = new TraceLocator(session, builder, log);
    try {
      const editor = locator.show(file());
      await eventually(() => assert.deepEqual(read, ['rollout.jsonl']));
      const asked = locator.ensure(file());
      const second = locator.show(file());
      second.dispose();
      assert.equal(ended, false);
      editor.dispose();
      assert.equal(ended, true);
      assert.equal(await asked, null);
      assert.deepEqual(read, ['rollout.jsonl']);
    } finally {
      for (const one of [locator, none, log]) one.dispose();
    }
  });

  it('reads the folder of a file that is gone, or is no trace, once, though its view asks again after each reading', async () => {
    const none = new vscode.EventEmitter<void>();
    const outside = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-outside-'));
    let readings = 0;
    const builder: TraceBuilder = {
      folder: (one) => {
        readings++;
        return buildIndex({ roots: [one] });
      },
      beginning: (one, most) => buildIndex({ roots: [one], most }),
    };
    const session: TrajectorySession = { index: null, indexBegan: 0, plan: null, onDidChangeIndex: none.event, onDidChangeAudit: none.event, ensureIndex: () => Promise.resolve(null), cellAt: () => null };
    const log = vscode.window.createOutputChannel('Restart Lens tests', { log: true });
    const locator = new TraceLocator(session, builder, log);
    try {
      for (const name of ['gone.traj', 'notes.json']) {
        readings = 0;
        const shown = vscode.Uri.file(path.join(outside, name));
        writeFileSync(path.join(outside, 'notes.json'), '{"a": 1}');
        // The clock of the file system may be a little behind.
        await new Promise((resolve) => setTimeout(resolve, 50));
        let asked = 0;
        const view = locator.onDidChange(() => {
          if (asked++ < 20) void locator.ensure(shown);
        });
        const found = await locator.ensure(shown);
        assert.equal(found?.rows.length ?? 0, 0);
        await new Promise((resolve) => setTimeout(resolve, 500));
        view.dispose();
        assert.ok(readings <= 1, `${readings} readings for ${name}`);
      }
    } finally {
      for (const one of [locator, none, log]) one.dispose();
      rmSync(outside, { recursive: true, force: true });
    }
  });
});
