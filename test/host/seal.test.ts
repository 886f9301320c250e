import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RestartLensApi } from '../../src/extension/api';
import type { VerifyResult } from '../../src/model/certificate';

const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const at = (name: string): string => path.join(folder(), name);
const rows = (from: number, count: number, started: string, T: number): string => Array.from({ length: count }, (_, i) => `a,luna,${from + i},${T},,30,${started}\n`).join('');
const HEAD = 'task,model,attempt,T,E,horizon,started\n';

describe('sealing a plan in the editor', () => {
  let api: RestartLensApi;

  before(async () => {
    mkdirSync(at('seal'), { recursive: true });
    writeFileSync(at('seal/pilot.csv'), HEAD + rows(1, 2, '2020-01-01T00:00:00Z', 25));
    writeFileSync(at('restart-lens.jsonc'), '// ours\n{ "budget": 30, "times": [8], "attemptsPerCell": 8, "cells": [{ "tasks": ["a"], "runtime": { "model": "luna" } }] }\n');
    api = (await vscode.extensions.getExtension<RestartLensApi>('restart-lens.restart-lens')?.activate()) as RestartLensApi;
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  after(async () => {
    rmSync(at('seal'), { recursive: true, force: true });
    for (const name of ['restart-lens.jsonc', 'restart-lens.lock.json', 'restart-lens.study.jsonl']) rmSync(at(name), { force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });

  it('writes the lock beside the plan, whose comments stay, and audits under the seal', async () => {
    await vscode.commands.executeCommand('restartLens.freezePlan');
    assert.ok(existsSync(at('restart-lens.lock.json')));
    assert.match(readFileSync(at('restart-lens.jsonc'), 'utf8'), /^\/\/ ours/);
    const audit = await api.audit();
    assert.deepEqual([audit?.plan.sealed, audit?.plan.seal?.state], [false, 'intact']);
  });

  it('counts planned attempts once they are there, and notes the looks', async () => {
    writeFileSync(at('seal/fresh.csv'), HEAD + rows(11, 8, '2999-01-01T00:00:00Z', 25));
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
    const audit = await api.audit();
    assert.deepEqual([audit?.plan.sealed, audit?.decisions[0]?.n, audit?.decisions[0]?.verdict], [true, 8, 'continue']);
    const kinds = readFileSync(at('restart-lens.study.jsonl'), 'utf8').trimEnd().split('\n').map((line) => (JSON.parse(line) as { kind: string }).kind);
    assert.deepEqual(kinds.slice(0, 2), ['plan', 'seal']);
    assert.ok(kinds.length >= 4 && kinds.slice(2).every((kind) => kind === 'look'), kinds.join());
    await vscode.commands.executeCommand('restartLens.checkPlan');
  });

  it('writes a certificate that verifies, and no longer does when a trace was changed', async () => {
    const file = vscode.Uri.file(at('seal/certificate.json'));
    await vscode.commands.executeCommand('restartLens.writeCertificate', file);
    const holds = await vscode.commands.executeCommand<VerifyResult>('restartLens.verifyCertificate', file);
    assert.deepEqual([holds.holds, holds.failed, holds.certificate.status], [true, [], 'planned']);
    writeFileSync(at('seal/fresh.csv'), HEAD + rows(11, 8, '2999-01-01T00:00:00Z', 6));
    const fails = await vscode.commands.executeCommand<VerifyResult>('restartLens.verifyCertificate', file);
    assert.equal(fails.holds, false);
    assert.ok(fails.failed.some(({ claim }) => claim.startsWith('decision a')));
    assert.ok(vscode.window.activeTextEditor?.document.getText().includes('does not hold: file seal/fresh.csv'));
  });

  it('says of a plan that was changed that its seal is broken', async () => {
    writeFileSync(at('restart-lens.jsonc'), '{ "budget": 30, "times": [9], "attemptsPerCell": 8, "cells": [{ "tasks": ["a"], "runtime": { "model": "luna" } }] }\n');
    await vscode.commands.executeCommand('restartLens.runAudit');
    const audit = await api.audit();
    assert.deepEqual([audit?.plan.sealed, audit?.plan.seal?.state, audit?.plan.seal?.changed], [false, 'broken', ['times']]);
  });
});
