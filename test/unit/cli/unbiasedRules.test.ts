import assert from 'node:assert/strict';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import type { RuleResult } from '../../../src/model/ruleResult';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const table = path.join(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction/table.csv');

describe('rules over macro numbers', () => {
  after(removeFolders);

  it('judge the unbiased number at the head of the audit, not the plug-in', async () => {
    // luna initial at t = 16: +2.86 points unbiased, +2.29 plug-in; a threshold between them tells which is judged.
    const rules = [{ name: 'worth it', quantity: 'macro-change', comparison: '>=', value: 0.025, t: 16, runtime: 'luna', cohort: 'initial' }];
    const folder = makeFolder({ 'table.csv': readFileSync(table, 'utf8'), 'restart-lens.jsonc': JSON.stringify({ budget: 30, times: [16], rules }) });
    const { out } = await runInProcess(['plan', 'check', folder, '--json']);
    const [rule] = (JSON.parse(out) as { readonly rules: readonly RuleResult[] }).rules;
    assert.equal(rule?.status, 'met');
    assert.ok(Math.abs((rule.found[0]?.value ?? 0) - 0.2 / 7) < 1e-12, JSON.stringify(rule));
  });
});
