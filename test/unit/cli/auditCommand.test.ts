import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AuditResult } from '../../../src/model/results';
import { LOOP_STEPS, miniTrace } from '../../support/miniTrace';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const CSV = 'task,model,cohort,attempt,T,E,horizon\na,small,c,1,5,,30\na,small,c,2,,9,30\na,small,c,3,,,30\n';
const table = (more: Readonly<Record<string, string>> = {}): string => makeFolder({ 'table.csv': CSV, ...more });
const parse = (text: string): AuditResult => JSON.parse(text) as AuditResult;

describe('restart-lens audit', () => {
  after(removeFolders);

  it('prints one JSON document, the same whenever it is asked', async () => {
    const folder = table();
    const first = await runInProcess(['audit', folder, '--json']);
    assert.equal(first.code, 0);
    const result = parse(first.out);
    assert.equal(result.schema, 'restart-lens/audit@1');
    assert.equal(result.plan.budget, 30);
    assert.equal(result.family, 6);
    assert.equal(result.totals.live + result.totals.notReached + result.totals.horizon, 6);
    assert.deepEqual(await runInProcess(['audit', folder, '--json']), first);
  });

  it('takes the plan of the folder, says so, and lets options win', async () => {
    const folder = table({ 'restart-lens.jsonc': '{ // a plan\n "budget": 20, "times": [4, 10] }' });
    const planned = await runInProcess(['audit', folder, '--json']);
    assert.match(planned.err, /^Plan: .*restart-lens\.jsonc\n$/);
    assert.deepEqual([parse(planned.out).plan.budget, parse(planned.out).plan.times], [20, [4, 10]]);
    const stated = parse((await runInProcess(['audit', folder, '--json', '--times', '6'])).out);
    assert.deepEqual([stated.plan.budget, stated.plan.times], [20, [6]]);
    assert.ok(!stated.plan.defaults.includes('budget'));
  });

  it('refuses a plan or an option that cannot be, with what was found and what was expected', async () => {
    const folder = table();
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--budget', '0'], /Found 0; expected /],
      [['--times', '8,4'], /Found .*; expected /],
      [['--times', '4,40'], /below .*30/],
      [['--alpha', '1'], /Found 1; expected /],
      [['--axis', 'cals'], /calls/],
      [['--rule', 'sequential'], /sequential/],
      [['--plan', path.join(folder, 'none.jsonc')], /cannot be read/],
      [['--require', 'any-verdit'], /Did you mean any-verdict\?/],
      [['--require', ''], /--require has an empty item/],
      [['--times', '4,,8'], /--times has an empty item/],
      [['--cohort', 'd'], /No attempt is of the cohort d; cohorts here: c\./],
      [['--cohort', 'd,e'], /No attempt is of the cohorts d, e;/],
      [[''], /A PATH is empty/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await runInProcess(['audit', folder, ...args]);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message, args.join(' '));
    }
  });

  it('asks for a budget where none is stated, and names the longest attempt', async () => {
    const { code, err } = await runInProcess(['audit', makeFolder({ 't.csv': 'task,model,attempt,T,E\na,m,1,5,\na,m,2,,9\n' })]);
    assert.equal(code, 2);
    assert.match(err, /give --budget B\. The longest attempt used 9/);
  });

  it('exits with 1 when a demanded condition does not hold, and names it', async () => {
    const { code, err } = await runInProcess(['audit', table(), '--json', '--require', 'any-verdict,no-abstain,sealed,no-problems']);
    assert.equal(code, 1);
    assert.equal(err, 'Required and not so: any-verdict.\nRequired and not so: no-abstain.\nRequired and not so: sealed.\n');
  });

  it('exits with 3 where nothing can be counted, and with 4 under --strict where a record was lost', async () => {
    assert.equal((await runInProcess(['audit', makeFolder({ 'a.json': '{}' }), '--budget', '9'])).code, 3);
    const damaged = table({ 'more.csv': 'task,model,attempt,T,E,horizon\nb,m,1,five,,30\nb,m,2,5,,30\n' });
    assert.equal((await runInProcess(['audit', damaged, '--json'])).code, 0);
    assert.equal((await runInProcess(['audit', damaged, '--json', '--strict'])).code, 4);
  });

  it('cleans words of plans and traces in its messages', async () => {
    const bad = '\u001b[31m\u202e';
    const folder = makeFolder({ 't.csv': `task,model,cohort,attempt,T,horizon\na,m,c${bad},1,5,30\n`, 'plan.jsonc': `{"bud${bad}get": 3}` });
    for (const args of [['--cohort', 'x'], ['--plan', path.join(folder, 'plan.jsonc')], [`--${bad}`]]) {
      const { code, err } = await runInProcess(['audit', folder, ...args]);
      assert.equal(code, 2);
      assert.match(err, /\\u202e/);
      assert.doesNotMatch(err, /[\u001b\u202e]/);
    }
  });

  it('says which cohorts and which paths are not there, and goes on with the rest', async () => {
    const folder = table();
    const cohorts = await runInProcess(['audit', folder, '--cohort', 'c,d', '--json']);
    assert.deepEqual([cohorts.code, cohorts.err], [0, 'No attempt is of the cohort d.\n']);
    const paths = await runInProcess(['audit', folder, '/nowhere/at/all', '--json']);
    assert.deepEqual([paths.code, paths.err], [0, 'Not there: /nowhere/at/all\n']);
    assert.equal((await runInProcess(['audit', folder, '/nowhere/at/all', '--json', '--strict'])).code, 4);
  });
});

describe('restart-lens export', () => {
  after(removeFolders);

  it('writes the audit in each format, to a file when one is named', async () => {
    const folder = table();
    const headline = (await runInProcess(['audit', folder])).out.split('\n').find((line) => line.startsWith('None of'));
    assert.ok(headline);
    for (const format of ['html', 'md']) assert.ok((await runInProcess(['export', folder, '--format', format])).out.includes(headline), format);
    assert.equal((await runInProcess(['export', folder, '--format', 'csv'])).out.trim().split('\n').length, 7);
    const file = path.join(folder, 'out.json');
    const written = await runInProcess(['export', folder, '--format', 'json', '--sections', 'none', '--output', file]);
    assert.deepEqual([written.code, written.out, existsSync(file)], [0, '', true]);
    const audit = (await runInProcess(['audit', folder, '--json'])).out;
    assert.equal(readFileSync(file, 'utf8'), audit);
    // Sections stand beside what the audit prints, and change none of it.
    const withSections = JSON.parse((await runInProcess(['export', folder, '--format', 'json'])).out) as object;
    const own = JSON.parse(audit) as object;
    assert.deepEqual(Object.fromEntries(Object.entries(withSections).filter(([key]) => key in own)), own);
    assert.ok('opportunity' in withSections && 'curves' in withSections && 'runs' in withSections && 'patches' in withSections);
  });

  it('writes failure windows as SARIF with the bytes of their steps', async () => {
    const name = 'run a/acme__widget-1/acme__widget-1.traj.json';
    const folder = makeFolder({ [name]: JSON.stringify(miniTrace({ task: 'acme__widget-1', steps: LOOP_STEPS })) });
    const { out } = await runInProcess(['export', folder, '--format', 'sarif']);
    const log = JSON.parse(out) as { runs: [{ results: { ruleId: string; message: { text: string }; locations: [{ physicalLocation: { artifactLocation: { uri: string }; region: { byteOffset: number; byteLength: number } } }] }[] }] };
    const [result] = log.runs[0].results.filter((r) => r.ruleId === 'repeated-action');
    assert.ok(result);
    assert.match(result.message.text, /steps 4 to 8/);
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    assert.equal(artifactLocation.uri, name.replace(' ', '%20'));
    const bytes = readFileSync(path.join(folder, name)).subarray(region.byteOffset, region.byteOffset + region.byteLength).toString();
    assert.ok(bytes.startsWith('{"role":"assistant"') && bytes.split('python reproduce.py').length > 3);
  });

  it('says which formats it knows, and what it does not write', async () => {
    assert.match((await runInProcess(['export', '.'])).err, /Which format\? --format html\|md/);
    assert.match((await runInProcess(['export', '.', '--format', 'parquet'])).err, /not written by this version/);
  });
});
