import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROBLEM_CODES } from '../../../src/model/problem';
import type { IndexResult } from '../../../src/model/results';
import { bundleTogether } from '../../support/bundleWorker';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const CSV = 'task,model,cohort,attempt,T,E,horizon\nacme__widget-1,small,c,1,5,,30\nacme__widget-1,small,c,2,,9,30\nacme__widget-1,small,c,3,,,30\n';
const table = (): string => makeFolder({ 'runs/table.csv': CSV, 'runs/other.json': '{"x": 1}' });
const source = (name: string): string => path.resolve(import.meta.dirname, '../../../src', name);

describe('restart-lens', () => {
  after(removeFolders);

  it('lists its commands, and says more about each', async () => {
    const main = await runInProcess(['--help']);
    assert.equal(main.code, 0);
    assert.match(main.out, /^ {2}index +read traces/m);
    const help = await runInProcess(['index', '--help']);
    assert.equal(help.code, 0);
    for (const word of ['--json', '--strict', '--exclude PATTERN', ...PROBLEM_CODES, '130  interrupted']) assert.ok(help.out.includes(word), word);
    assert.deepEqual(await runInProcess(['help', 'index']), help);
  });
  it('prints its version', async () => assert.match((await runInProcess(['--version'])).out, /^\d+\.\d+\.\d+\S*\n$/));
  it('refuses what it does not know with the nearest known word, and exits with 2', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /Usage/],
      [['indx'], /Unknown command indx\. Did you mean index\?\nSee restart-lens --help/],
      [['--versio'], /Unknown option --versio\. Did you mean --version\?/],
      [['index', '--jsno', '.'], /Did you mean --json\?\nSee restart-lens index --help/],
      [['index'], /needs a PATH/],
      [['index', '.', '--threads', '-1'], /0 to 64/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await runInProcess(args);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message);
    }
  });
  it('exits with 5 and its place when a command fails, with 130 when it is interrupted', async () => {
    const failing = { name: 'x', summary: '', arguments: { name: 'PATH', least: 0, most: 0 }, options: [], run: () => Promise.reject(new Error('broken')) } as const;
    const failed = await runInProcess(['x'], { commands: [failing] });
    assert.equal(failed.code, 5);
    assert.match(failed.err, /broken\n.*at /);
    assert.deepEqual(await runInProcess(['index', table()], { signal: AbortSignal.abort() }), { code: 130, out: '', err: 'Interrupted.\n' });
  });
});

describe('restart-lens index', () => {
  after(removeFolders);

  it('prints one JSON document with everything, relative to the folder given', async () => {
    const { code, out, err } = await runInProcess(['index', table(), '--json']);
    assert.deepEqual([code, err], [0, '']);
    const result = JSON.parse(out) as IndexResult;
    assert.deepEqual(Object.keys(result), ['schema', 'attempts', 'files', 'problems', 'totals']);
    assert.equal(result.schema, 'restart-lens/index@1');
    assert.deepEqual(result.attempts.map(({ file, locator, attempt, T, E, H, U, J, basis }) => [file, locator, attempt, T, E, H, U, J, basis]), [
      ['runs/table.csv', '2', '1', 5, null, 30, 5, 'verified', 'declared'],
      ['runs/table.csv', '3', '2', null, 9, 30, 9, 'terminal', 'declared'],
      ['runs/table.csv', '4', '3', null, null, 30, 30, 'censored', 'declared'],
    ]);
    assert.deepEqual(Object.keys(result.attempts[0] ?? {}), 'id file locator format formatVersion task repository cohort agent agentVersion model config runtime attempt started calls toolSteps toolCalls tokens cost seconds exitStatus limits outcome outcomeFile basis T E H U J problems subAgents'.split(' '));
    assert.deepEqual(result.files.map(({ file, format }) => [file, format]), [['runs/other.json', null], ['runs/table.csv', 'outcome-table']]);
    assert.deepEqual(result.totals, { files: 2, attempts: 3, subAgents: 0, tasks: 1, runtimes: 1, resolved: 1, unresolved: 2, unknown: 0, excluded: 0 });
  });
  it('prints counts, tasks, files and problems for people', async () => {
    const { code, out } = await runInProcess(['index', table()]);
    assert.equal(code, 0);
    assert.match(out, /^3 attempts at 1 task by 1 runtime, in 2 files: 1 resolved, 2 unresolved, 0 without a verdict; 0 excluded\.$/m);
    assert.match(out, /^acme__widget-1 +3 +1 +2 +0 +0$/m);
    assert.match(out, /^outcome-table +1 +3 +3 +0 +0$/m);
    assert.match(out, /^No problems\.\n$/m);
  });
  it('says once what is the same of many files, with the first of them and how many more there are', async () => {
    const report = (id: string): string => JSON.stringify({ [id]: { patch_exists: true, resolved: true, tests_status: {} } });
    const root = makeFolder({
      'table.csv': `${CSV}acme__widget-1,small,c,4,many,,30\nacme__widget-1,small,c,5,few,,30\n`,
      ...Object.fromEntries(['x', 'y', 'z'].map((id) => [`logs/run_evaluation/r/m/acme__${id}-1/report.json`, report(`acme__${id}-1`)])),
    });
    const { out } = await runInProcess(['index', root]);
    assert.match(out, /^5 problems: 2 error bad-value, 3 information unknown-record$/m);
    assert.match(out, /^ {2}table\.csv:5: error bad-value: .*many.* \(and 1 more like it in this file\)$/m);
    assert.match(out, /^ {2}logs\/.*acme__x-1\/report\.json: information unknown-record: .* \(and 2 more like it\)$/m);
    assert.doesNotMatch(out, /few|acme__y-1|--json lists all/);
  });
  it('cleans what comes from traces before it reaches a terminal', async () => {
    const root = makeFolder({ 'table.csv': 'task,model,attempt,T\n"a\u001b[31m\u202eb",m,1,5\n' });
    const { out } = await runInProcess(['index', root]);
    assert.ok(!out.includes('\u001b') && !out.includes('\u202e'));
    assert.match(out, /^a\\u202eb +1/m);
  });
  it('leaves out what is excluded', async () => {
    const { out } = await runInProcess(['index', table(), '--json', '--exclude', '*.csv']);
    assert.deepEqual((JSON.parse(out) as IndexResult).files.map(({ file }) => file), ['runs/other.json']);
  });
  it('exits with 3 when nothing readable is there, and with 4 only for --strict when a part is not', async () => {
    const empty = await runInProcess(['index', makeFolder({ 'a.json': '{}' }), '--json']);
    assert.equal(empty.code, 3);
    assert.match(empty.err, /none of 1 files/);
    assert.equal((JSON.parse(empty.out) as IndexResult).files.length, 1);
    const missing = await runInProcess(['index', '/nowhere/at/all', '--json']);
    assert.equal(missing.code, 3);
    assert.deepEqual((JSON.parse(missing.out) as IndexResult).problems.map(({ file, code }) => [file, code]), [['all', 'unreadable']]);
    const broken = makeFolder({ 'table.csv': `${CSV}acme__widget-1,small,c,4,many,,30\n` });
    assert.deepEqual([(await runInProcess(['index', broken])).code, (await runInProcess(['index', broken, '--strict'])).code, (await runInProcess(['index', table(), '--strict'])).code], [0, 4, 0]);
  });
  it('says which label names nobody, and nothing of folders to open where there is none', async () => {
    const folder = makeFolder({ 'table.csv': CSV, 'labels.jsonl': '{"file": "b.traj.json", "outcome": "resolved"}\n' });
    const { problems } = JSON.parse((await runInProcess(['index', folder, '--json'])).out) as IndexResult;
    assert.deepEqual(problems.map(({ file, severity, message }) => [file, severity, message]), [['labels.jsonl', 'warning', '1 of the 1 labels of this file names an attempt that is not here. The first says file "b.traj.json".']]);
    const { code, err } = await runInProcess(['audit', '/nowhere/at/all']);
    assert.deepEqual([code, err], [3, 'Not there: /nowhere/at/all\nNo attempts found.\n']);
  });
  it('shows a moving line on a terminal only, and takes it away', async () => {
    const { err } = await runInProcess(['index', table()], { isTerminal: true });
    assert.match(err, /\r\u001b\[KReading .* of 2 files/);
    assert.ok(err.endsWith('\r\u001b[K'));
  });
});

describe('the bundled command line', () => {
  after(removeFolders);
  let cli = '';
  before(() => {
    cli = path.join(bundleTogether({ main: source('cli/main.ts'), indexWorker: source('workers/indexWorker.ts') }), 'main.mjs');
  });
  const many = (): string => makeFolder(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`${i % 7}/t${i}.csv`, `task,model,attempt,T\n${`t-${i},m,${i},${1 + (i % 9)}\n`}`])));

  it('prints the same bytes with any number of threads', () => {
    const root = many();
    const run = (threads: number): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'index', root, '--json', '--threads', String(threads)], { encoding: 'utf8', maxBuffer: 2 ** 28 });
      assert.deepEqual([status, stderr], [0, '']);
      return stdout;
    };
    const alone = run(0);
    assert.equal((JSON.parse(alone) as IndexResult).totals.attempts, 600);
    assert.equal(run(1), alone);
    assert.equal(run(3), alone);
  });
  it('hears of an interruption while it reads, with and without threads', async function () {
    if (process.platform === 'win32') this.skip(); // Windows has no signal that a process could answer
    const root = makeFolder({ 'a.traj.json': '' });
    // Hours of reading that take no room on the disk.
    truncateSync(path.join(root, 'a.traj.json'), 2 ** 41);
    const wrapper = path.join(root, 'wrapper.mjs');
    writeFileSync(wrapper, `await import(${JSON.stringify(pathToFileURL(cli).href)}); process.send('up'); process.disconnect();`);
    for (const threads of ['0', '2']) {
      const child = fork(wrapper, ['index', root, '--json', '--threads', threads], { silent: true, execArgv: [] });
      let err = '';
      child.stderr?.on('data', (text) => (err += text));
      await once(child, 'message');
      // Late enough that it reads by then; earlier would be stopped as well, and prove less.
      await new Promise((resolve) => setTimeout(resolve, 500));
      child.kill('SIGINT');
      const [code] = await once(child, 'close');
      assert.deepEqual([code, err], [130, 'Interrupted.\n'], `${threads} threads`);
    }
  });
  it('fails when its answer cannot be written, and does not end as if it were whole', function () {
    if (process.platform !== 'linux') this.skip(); // only Linux has a file that is always full
    const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${cli}" index "${many()}" --json > /dev/full`], { encoding: 'utf8' });
    assert.equal(status, 5);
    assert.match(stderr, /no space left/);
  });
  it('ends quietly when its reader goes away', () => {
    const { stdout, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${cli}" index "${many()}" --json | head -c 20`], { encoding: 'utf8' });
    assert.deepEqual([stdout.length, stderr], [20, '']);
  });
});
