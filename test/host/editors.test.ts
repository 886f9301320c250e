import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { viewOf } from '../../src/extension/trajectory/trajectoryEditors';
import { buildExclude } from '../../src/index/excludes';

interface CustomEditor {
  readonly viewType: string;
  readonly selector: readonly { readonly filenamePattern: string }[];
}

describe('the editor that a trace is opened in', () => {
  it('is the one whose names in the manifest hold the file, so that VS Code knows what to call it', () => {
    // The manifest is JSON of ours, checked by `npm run package`.
    const { contributes } = vscode.extensions.getExtension('restart-lens.restart-lens')?.packageJSON as { readonly contributes: { readonly customEditors: readonly CustomEditor[] } };
    const holders = (name: string): string[] => contributes.customEditors.filter(({ selector }) => buildExclude(selector.map(({ filenamePattern }) => filenamePattern))(name, false)).map(({ viewType }) => viewType);
    for (const name of ['a.traj', 'log.eval', 'a.json', 'acme__widget-1.traj.json', 'rollout-1.jsonl', 'a.ndjson', 'rows.parquet', 'rollout-1.jsonl.gz', 'a.traj.json.zst', 'a.traj.gz']) {
      assert.ok(holders(name).includes(viewOf(vscode.Uri.file(`/runs/${name}`))), name);
    }
  });
});
