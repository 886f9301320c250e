import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import type { VerifyResult } from '../../../src/model/certificate';
import type { ExchangeabilityResult } from '../../../src/model/exchangeability';
import type { GateSummary } from '../../../src/model/gates';
import type { SensitivityResult } from '../../../src/model/sensitivity';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const TABLE = `task,model,attempt,T,E,horizon
a,m,1,5,,30
a,m,2,,12,30
b,m,1,20,,30
c,m,1,,9,30
`;
const PLAN = ['--budget', '30', '--times', '8'];
const folderWith = (gates: readonly object[]): string => makeFolder({ 'table.csv': TABLE, ...(gates.length === 0 ? {} : { 'gates.jsonl': gates }) });

describe('restart-lens checks and sensitivity', () => {
  after(removeFolders);

  it('print the same as JSON and in words', async () => {
    const folder = folderWith([]);
    const { out } = await runInProcess(['checks', folder, ...PLAN, '--json']);
    const checks = JSON.parse(out) as ExchangeabilityResult & { readonly schema: string; readonly gates: GateSummary | null };
    assert.deepEqual([checks.schema, checks.made, checks.gates], ['restart-lens/checks@1', 0, null]);
    assert.match((await runInProcess(['checks', folder, ...PLAN])).out, /None of the checks of exchangeability could be made\.[\s\S]*untouched base and pass on the reference[\s\S]*not made: starts are not known/);
    const sensitivity = JSON.parse((await runInProcess(['sensitivity', folder, ...PLAN, '--json'])).out) as SensitivityResult;
    assert.deepEqual([sensitivity.schema, sensitivity.decisions, sensitivity.readings.length], ['restart-lens/sensitivity@1', [], 4]);
    assert.match((await runInProcess(['sensitivity', folder, ...PLAN])).out, /^No other reading would read these data otherwise\./);
  });

  it('say of gates how many tasks pass, fail and are not known, and --require gates demands both of every task', async () => {
    const all = [{ task: 'a', base_fails: true, reference_passes: true }, { task: 'b', base_fails: true, reference_passes: true }, { task: 'c', base_fails: true, reference_passes: true }];
    const good = await runInProcess(['audit', folderWith(all), ...PLAN, '--require', 'gates']);
    assert.equal(good.code, 0, good.err);
    const folder = folderWith([{ task: 'a', base_fails: true, reference_passes: true }, { task: 'b', base_fails: false }]);
    const { code, out, err } = await runInProcess(['audit', folder, ...PLAN, '--require', 'gates']);
    assert.deepEqual([code, err.includes('Required and not so: gates.')], [1, true]);
    assert.match(out.replace(/\s+/g, ' '), /! 1 task fails a gate of the verifier \(b\): its verdicts there say little\. They are counted; .* 1 of 3 tasks passes both, 1 fails one, of 1 not both are known\./);
    const { gates } = JSON.parse((await runInProcess(['checks', folder, ...PLAN, '--json'])).out) as { readonly gates: GateSummary | null };
    assert.deepEqual(gates, { tasks: 3, passed: ['a'], failed: [{ task: 'b', baseFails: false, referencePasses: null }], partly: [], unknown: ['c'] });
    assert.equal((await runInProcess(['audit', folderWith([]), ...PLAN, '--require', 'gates'])).code, 1);
  });

  it('rest on files that a certificate hashes: gates that were changed fail it', async () => {
    const folder = folderWith([{ task: 'a', base_fails: true }]);
    const file = path.join(makeFolder({}), 'certificate.json');
    await runInProcess(['certificate', folder, ...PLAN, '--output', file]);
    assert.equal((await runInProcess(['verify', file, folder])).code, 0);
    writeFileSync(path.join(folder, 'gates.jsonl'), '{"task": "a", "base_fails": false}\n');
    const { failed } = JSON.parse((await runInProcess(['verify', file, folder, '--json'])).out) as VerifyResult;
    assert.deepEqual(failed.map(({ claim }) => claim), ['file gates.jsonl']);
  });
});

describe('the schema of labels', () => {
  it('takes labels and gates, and neither mixed nor empty', () => {
    const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../schemas/labels.schema.json'), 'utf8')) as object);
    for (const line of [{ attempt: '1', outcome: 'resolved' }, { task: 'a', base_fails: true }, { task: 'a', base_fails: null, reference_passes: false }]) assert.ok(validate(line), JSON.stringify(line));
    for (const line of [{ task: 'a' }, { base_fails: true }, { task: 'a', base_fails: 'yes' }, { task: 'a', attempt: '1', base_fails: true, outcome: 'resolved' }]) assert.ok(!validate(line), JSON.stringify(line));
  });
});
