import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildIndex } from '../../../src/index/buildIndex';
import type { BuildOptions } from '../../../src/index/buildIndex';
import { buildIndexInThread } from '../../../src/index/buildIndexInThread';
import { workersFrom } from '../../../src/index/readPool';
import type { IndexProgress, TraceIndex } from '../../../src/index/traceIndex';
import { bundleWorker } from '../../support/bundleWorker';
import { createFakeReader } from '../../support/fakeReader';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const fakeWorkers = workersFrom(bundleWorker(path.resolve(import.meta.dirname, '../../support/fakeWorker.ts')));

function build(roots: string | readonly string[], options: Partial<BuildOptions> = {}): Promise<TraceIndex> {
  return buildIndex({ roots: typeof roots === 'string' ? [roots] : roots, readers: [createFakeReader()], ...options });
}

/** Everything that an index says, for comparing. */
function dump(index: TraceIndex): unknown {
  const attempts = Array.from({ length: index.attemptCount }, (_, row) => ({ attempt: index.attempt(row), steps: index.steps(row), scores: index.scores(row) }));
  return { attempts, files: index.files, problems: index.problems };
}

function attemptsOf(index: TraceIndex): ReturnType<TraceIndex['attempt']>[] {
  return Array.from({ length: index.attemptCount }, (_, row) => index.attempt(row));
}

describe('a step of an index', () => {
  after(removeFolders);

  it('is that of the list of steps, and null where there is none', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: {}, steps: 3 }, { attempt: {}, steps: 2 }] });
    const index = await build(root);
    assert.equal(index.attemptCount, 2);
    assert.deepEqual([0, 1].map((row) => index.steps(row).length), [3, 2]);
    for (const row of [0, 1]) {
      const steps = index.steps(row);
      assert.deepEqual(steps.map((_, step) => index.step(row, step)), steps);
      for (const none of [-1, 0.5, steps.length]) assert.equal(index.step(row, none), null);
    }
    assert.throws(() => index.step(2, 0), RangeError);
  });
});

describe('buildIndex, finding files', () => {
  after(removeFolders);

  it('looks at files by extension, in order, and says which are no traces', async () => {
    const root = makeFolder({ 'b.fake.jsonl': [{ attempt: {} }], 'a/x.json': '{}', 'notes.md': 'no', 'A.TXT': 'no', 'node_modules/y.json': '{}', 'c/.git/z.json': '{}', '.hidden/w.json': '{}' });
    const index = await build(root);
    assert.deepEqual(index.files.map(({ file, format }) => [file, format]), [['.hidden/w.json', null], ['A.TXT', null], ['a/x.json', null], ['b.fake.jsonl', 'mini-swe-agent']]);
    assert.equal(index.root, root);
  });
  it('waits for no pipe: neither for one in the folder, nor for one that a link leads to, nor for one that is named itself', async function () {
    if (process.platform === 'win32') this.skip(); // Windows has no pipes in folders
    const root = makeFolder({ 'a/x.fake.jsonl': [{ attempt: {} }] });
    execFileSync('mkfifo', [path.join(root, 'a/pipe.json'), path.join(root, 'named')]);
    symlinkSync('pipe.json', path.join(root, 'a/link.json'));
    const index = await build([path.join(root, 'a'), path.join(root, 'named'), '/dev/null']);
    assert.equal(attemptsOf(index).length, 1);
    const found = index.problems.map(({ file, code, found: what }) => [file.split('/').at(-1), code, what]);
    assert.deepEqual(found.sort(), [
      ['link.json', 'unreadable', 'a pipe, socket or device'],
      ['named', 'unreadable', 'it is a pipe, a socket or a device'],
      ['null', 'unreadable', 'it is a pipe, a socket or a device'],
      ['pipe.json', 'unreadable', 'a pipe, socket or device'],
    ]);
  });
  it('says that a file in UTF-16 was not read', async () => {
    const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
    const index = await build(makeFolder({ 'a.json': utf16('{}'), 'b.csv': utf16('task,T\n').swap16(), 'c.json': '{}' }));
    assert.deepEqual(index.problems.map(({ file, code, found }) => [file, code, found]), [['a.json', 'bad-encoding', 'UTF-16'], ['b.csv', 'bad-encoding', 'UTF-16']]);
  });
  it('leaves out what the patterns exclude', async () => {
    const root = makeFolder({ 'old/a.fake.jsonl': [{ attempt: {} }], 'new/a.fake.jsonl': [{ attempt: {} }] });
    assert.deepEqual((await build(root, { excludes: ['old/'] })).files.map(({ file }) => file), ['new/a.fake.jsonl']);
  });
  it('reads names with blanks, signs, line breaks and letters of any script', async () => {
    const names = ['a b', '50%', 'a#b', 'a?b', 'zwei\nZeilen', '日本', 'ünï', '-x', "q'\"q"];
    const root = makeFolder(Object.fromEntries(names.map((name) => [`${name}/${name}.fake.jsonl`, [{ attempt: { task: name } }]])));
    const index = await build(root);
    assert.deepEqual(attemptsOf(index).map(({ task }) => task).sort(), [...names].sort());
    assert.deepEqual(index.problems, []);
  });
  it('takes a file that is named itself, whatever its extension, and is relative to its folder', async () => {
    const root = makeFolder({ 'runs/x.fake.jsonl': [{ attempt: {} }], 'runs/y.json': '{}', 'runs/log': 'text' });
    const index = await build([path.join(root, 'runs/x.fake.jsonl'), path.join(root, 'runs/log')]);
    assert.deepEqual(index.files.map(({ file }) => file), ['log', 'x.fake.jsonl']);
    assert.equal(index.root, path.join(root, 'runs'));
  });
  it('is relative to the common parent of several roots and reads overlapping ones once', async () => {
    const root = makeFolder({ 'a/b/x.fake.jsonl': [{ attempt: {} }], 'a/c/y.fake.jsonl': [{ attempt: {} }] });
    const index = await build([path.join(root, 'a/b'), path.join(root, 'a/c'), path.join(root, 'a/c/y.fake.jsonl')]);
    assert.equal(index.root, path.join(root, 'a'));
    assert.deepEqual(attemptsOf(index).map(({ file }) => file), ['b/x.fake.jsonl', 'c/y.fake.jsonl']);
  });
  it('follows no link out of the folder nor round in a circle, and says so', async () => {
    const outside = makeFolder({ 'secret.fake.jsonl': [{ attempt: {} }] });
    const root = makeFolder({ 'in/x.fake.jsonl': [{ attempt: {} }] });
    symlinkSync(outside, path.join(root, 'out'));
    symlinkSync(path.join(outside, 'secret.fake.jsonl'), path.join(root, 'secret.json'));
    symlinkSync(root, path.join(root, 'in/loop'));
    symlinkSync('nowhere', path.join(root, 'dead.json'));
    const index = await build(root);
    assert.deepEqual(index.files.map(({ file }) => file), ['in/x.fake.jsonl']);
    assert.deepEqual(index.problems.map(({ file, code, found }) => [file, code, found]), [['dead.json', 'unreadable', '3 links to places outside, or to nothing']]);
  });
  it('reads a file that only a link inside the folder gives a trace\'s name, once', async () => {
    const root = makeFolder({ 'store/0001': '{"attempt": {}}\n', 'in/x.fake.jsonl': [{ attempt: {} }] });
    for (const name of ['b', 'a']) symlinkSync('store/0001', path.join(root, `${name}.fake.jsonl`));
    symlinkSync('in/x.fake.jsonl', path.join(root, 'again.fake.jsonl'));
    assert.deepEqual((await build(root)).files.map(({ file }) => file), ['a.fake.jsonl', 'in/x.fake.jsonl']);
  });
  it('opens no pipe, which could keep it waiting for ever, and says so', async () => {
    const root = makeFolder({ 'x.fake.jsonl': [{ attempt: {} }] });
    execFileSync('mkfifo', [path.join(root, 'pipe.fake.jsonl')]);
    const index = await build(root);
    assert.deepEqual(index.problems.map(({ file, found }) => [file, found]), [['pipe.fake.jsonl', 'a pipe, socket or device']]);
  });
  it('tells what is not there, and reads the rest', async () => {
    const root = makeFolder({ 'x.fake.jsonl': [{ attempt: {} }] });
    const index = await build([root, path.join(root, 'missing')]);
    assert.deepEqual(index.problems.map(({ file, code, severity }) => [file, code, severity]), [['missing', 'unreadable', 'error']]);
    assert.equal(index.attemptCount, 1);
  });
  it(`tells which folder cannot be entered${process.getuid?.() === 0 ? ' (skipped: a superuser may enter any)' : ''}`, async function () {
    if (process.getuid?.() === 0) return this.skip(); // root may read everything
    const root = makeFolder({ 'x.fake.jsonl': [{ attempt: {} }] });
    mkdirSync(path.join(root, 'locked'));
    chmodSync(path.join(root, 'locked'), 0);
    assert.deepEqual((await build(root)).problems.map(({ file, found }) => [file, found]), [['locked', 'access is denied']]);
  });
});

describe('buildIndex, reading', () => {
  after(removeFolders);
  const sample = (): string =>
    makeFolder(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`run-${i % 3}/t${i}/t${i}.fake.jsonl`, [{ attempt: { task: `acme__widget-${i}`, place: { folder: null, runFolder: `run-${i % 3}` } }, steps: i }, { problem: { line: i + 1 } }]])));

  it('gives the same in this thread and with any number of threads', async () => {
    const root = sample();
    const alone = dump(await build(root));
    for (const count of [1, 3]) assert.deepEqual(dump(await build(root, { workers: { create: fakeWorkers, count, evenWhenSmall: true } })), alone);
  });
  it('goes on when a thread dies, and names the file that killed it', async () => {
    const root = sample();
    writeFileSync(path.join(root, 'run-1/deadly.fake.jsonl'), '{"attempt": {}}\n{"die": 7}\n');
    const index = await build(root, { workers: { create: fakeWorkers, count: 2, evenWhenSmall: true } });
    assert.equal(index.attemptCount, 12);
    const [problem, ...others] = index.problems.filter(({ code }) => code === 'unreadable');
    assert.equal(problem?.file, 'run-1/deadly.fake.jsonl');
    assert.match(problem?.found ?? '', /exit code 7/);
    assert.deepEqual(others, []);
    assert.deepEqual(index.files.find(({ file }) => file === 'run-1/deadly.fake.jsonl')?.format, null);
  });
  it('says that threads cannot be started, instead of blaming every file', async () => {
    const create = (): Worker => new Worker(path.join(import.meta.dirname, 'not-there.js'));
    await assert.rejects(build(sample(), { workers: { create, count: 2, evenWhenSmall: true } }), { code: 'workers-unavailable' });
  });
  it('keeps what a failing reader had given and reads the other files', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: {} }, { fail: 'out of luck' }], 'b.fake.jsonl': [{ attempt: {} }] });
    const index = await build(root);
    assert.equal(index.attemptCount, 2);
    assert.deepEqual(index.problems.map(({ file, code, found }) => [file, code, found]), [['a.fake.jsonl', 'unreadable', 'Error: out of luck']]);
  });
  it('waits for readers that need a pause, one source after another, and takes their faults as those of others', async () => {
    const lines = [{ attempt: {}, steps: 2 }, { problem: { line: 3 } }];
    const failing = [...lines, { fail: 'out of luck' }];
    const later = makeFolder({ 'a.later.fake.jsonl': lines, 'b.fake.jsonl': lines, 'c.later.fake.jsonl': failing, 'd.fake.jsonl': lines });
    const index = await build(later);
    assert.equal(index.attemptCount, 4);
    assert.deepEqual(index.problems.filter(({ code }) => code === 'unreadable').map(({ file, found }) => [file, found]), [['c.later.fake.jsonl', 'Error: out of luck']]);
    assert.deepEqual(index.files.map(({ file, records }) => [file, records]), [['a.later.fake.jsonl', 2], ['b.fake.jsonl', 2], ['c.later.fake.jsonl', 0], ['d.fake.jsonl', 2]]);
    for (const count of [1, 3]) assert.deepEqual(dump(await build(later, { workers: { create: fakeWorkers, count, evenWhenSmall: true } })), dump(index));
  });
  it('is cancelled while a reader waits, and begins no other source then', async () => {
    const root = makeFolder(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.later.fake.jsonl`, [{ attempt: {} }]])));
    const controller = new AbortController();
    const begun: string[] = [];
    const reader = createFakeReader((file) => {
      begun.push(file);
      controller.abort();
    });
    await assert.rejects(build(root, { readers: [reader], signal: controller.signal }), { code: 'cancelled' });
    assert.deepEqual(begun, ['0.later.fake.jsonl']);
  });
  it('reads a file again that changed while it was read', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: { calls: 1 } }] });
    let reads = 0;
    const reader = createFakeReader((file) => {
      if (++reads === 1) appendFileSync(path.join(root, file), '{"attempt": {"calls": 2}}\n');
    });
    const index = await build(root, { readers: [reader] });
    assert.equal(reads, 2);
    assert.deepEqual(attemptsOf(index).map(({ calls }) => calls), [1, 2]);
    assert.deepEqual(index.problems, []);
  });
  it('tells of a file that never stands still, and keeps what was read last', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: { calls: 1 } }] });
    const reader = createFakeReader((file) => appendFileSync(path.join(root, file), '{"attempt": {"calls": 2}}\n'));
    const index = await build(root, { readers: [reader] });
    assert.equal(index.attemptCount, 2);
    assert.deepEqual(index.problems.map(({ file, code }) => [file, code]), [['a.fake.jsonl', 'changed-while-reading']]);
  });
  it('stops when it is cancelled, before and while reading', async () => {
    const early = AbortSignal.abort();
    await assert.rejects(build(sample(), { signal: early }), { code: 'cancelled' });
    for (const workers of [null, { create: fakeWorkers, count: 2, evenWhenSmall: true }]) {
      const controller = new AbortController();
      await assert.rejects(build(sample(), { workers, signal: controller.signal, onProgress: () => controller.abort() }), { code: 'cancelled' });
    }
  });
  it('tells its progress up to the last file', async () => {
    const seen: number[] = [];
    let total = 0;
    await build(sample(), {
      onProgress: ({ filesDone, filesTotal }) => {
        seen.push(filesDone);
        total = filesTotal;
      },
    });
    assert.deepEqual([seen.at(0), seen.at(-1), total], [0, 12, 12]);
    assert.deepEqual(seen, [...seen].sort((a, b) => a - b));
  });
});

describe('buildIndexInThread', () => {
  after(removeFolders);
  const root = (): string => makeFolder({ 'a/x.fake.jsonl': [{ attempt: {}, steps: 2 }, { problem: {} }], 'b/y.json': '{}' });
  it('gives what this thread would give, and its progress', async () => {
    const folder = root();
    let last: IndexProgress | null = null;
    const index = await buildIndexInThread({ roots: [folder], excludes: ['b/'], threads: 2, cache: null, create: fakeWorkers, onProgress: (progress) => (last = progress) });
    assert.deepEqual(dump(index), dump(await build(folder, { excludes: ['b/'] })));
    assert.deepEqual({ ...(last ?? {}), bytes: 0 }, { filesDone: 1, filesTotal: 1, attempts: 1, bytes: 0 });
  });
  it('stops when it is cancelled and says when no thread can be had', async () => {
    const controller = new AbortController();
    const waiting = buildIndexInThread({ roots: [root()], excludes: [], threads: 1, cache: null, create: fakeWorkers, signal: controller.signal });
    controller.abort();
    await assert.rejects(waiting, { code: 'cancelled' });
    const create = (): Worker => new Worker(path.join(import.meta.dirname, 'not-there.js'));
    await assert.rejects(buildIndexInThread({ roots: [root()], excludes: [], threads: 1, cache: null, create }), { code: 'workers-unavailable' });
  });
});

describe('buildIndex, the store', () => {
  after(removeFolders);
  it('finds attempts by id and by any of their files', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: { locator: '1', task: 'x' }, steps: 2 }, { attempt: { locator: '2', task: 'y' } }], 'b.fake.jsonl': [{ attempt: { task: 'z' } }] });
    const index = await build(root);
    assert.deepEqual(index.rowsOfFile('a.fake.jsonl'), [0, 1]);
    assert.deepEqual(index.rowsOfFile('c.json'), []);
    for (let row = 0; row < index.attemptCount; row++) assert.equal(index.rowOf(index.attempt(row).id), row);
    assert.equal(index.rowOf('nobody'), -1);
    assert.equal(new Set(attemptsOf(index).map(({ id }) => id)).size, 3);
    assert.deepEqual(index.steps(0).map(({ call }) => call), [1, 2]);
    assert.deepEqual(index.steps(1), []);
    assert.throws(() => index.attempt(3), RangeError);
  });
  it('gives the same ids when it is built again, and another when the content begins otherwise', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: { task: 'x' } }] });
    const [first] = attemptsOf(await build(root));
    const [second] = attemptsOf(await build(root));
    writeFileSync(path.join(root, 'a.fake.jsonl'), '{"attempt": {"task": "y"}}\n');
    const [third] = attemptsOf(await build(root));
    assert.equal(first?.id, second?.id);
    assert.notEqual(first?.id, third?.id);
  });
});
