import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIndex } from '../../../../src/index/buildIndex';
import type { BuildOptions } from '../../../../src/index/buildIndex';
import type { TraceIndex } from '../../../../src/index/traceIndex';
import { dumpIndex, sampleReaders, untilTrusted } from '../../../support/cacheSample';
import { createRandom, drawInt } from '../../../support/random';
import type { RandomSource } from '../../../support/random';
import { makeFolder, removeFolders } from '../../../support/tempFolder';
import { makeZip } from '../../../support/zipText';

/** A folder of traces and one for their cache, beside each other. */
function makePlace(files: Parameters<typeof makeFolder>[0]): { readonly root: string; readonly cache: string } {
  return { root: makeFolder(files), cache: makeFolder({}) };
}

function build(root: string, folder: string | null, options: Partial<BuildOptions> = {}): Promise<TraceIndex> {
  return buildIndex({ roots: [root], readers: sampleReaders(), cache: folder === null ? null : { folder, version: 'test' }, ...options });
}

/** Builds with a cache, and says which files were read. */
async function readsOf(root: string, folder: string, options: Partial<BuildOptions> = {}): Promise<readonly string[]> {
  const reads: string[] = [];
  await build(root, folder, { readers: sampleReaders((file) => reads.push(file)), ...options });
  return reads.sort();
}

const TRACES = {
  'a/1.fake.jsonl': [{ attempt: { task: 'one' }, steps: 3 }, { problem: { line: 1 } }],
  'a/2.fake.jsonl': [{ attempt: { task: 'two' }, steps: 2 }],
  'b/x.member.json': 'one\ntwo\n',
  'b/y.member.json': 'three\n',
  'scores.fake.jsonl': [{ score: { attemptFile: 'a/1.fake.jsonl', locator: '', call: 2 } }],
  'other.json': '{}',
};

describe('an index that was built before', () => {
  after(removeFolders);

  it('is the same, and reads no file, when nothing has changed', async () => {
    const { root, cache } = makePlace(TRACES);
    await untilTrusted(root);
    const first = await build(root, cache);
    assert.deepEqual(dumpIndex(first), dumpIndex(await build(root, null)));
    assert.deepEqual(await readsOf(root, cache), []);
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(first));
  });
  it('reads a changed file, and all members of a source of which one changed, came or went', async () => {
    const { root, cache } = makePlace(TRACES);
    await untilTrusted(root);
    await build(root, cache);
    const both = ['b/x.member.json', 'b/y.member.json'];
    const changes: readonly (readonly [() => void, readonly string[]])[] = [
      [() => appendFileSync(path.join(root, 'a/2.fake.jsonl'), '{"attempt": {"locator": "2"}}\n'), ['a/2.fake.jsonl']],
      [() => appendFileSync(path.join(root, 'b/y.member.json'), 'more\n'), both],
      [() => writeFileSync(path.join(root, 'b/z.member.json'), 'new\n'), [...both, 'b/z.member.json']],
      [() => rmSync(path.join(root, 'b/z.member.json')), both],
      [() => renameSync(path.join(root, 'a/2.fake.jsonl'), path.join(root, 'a/3.fake.jsonl')), ['a/3.fake.jsonl']],
      [() => rmSync(path.join(root, 'a/3.fake.jsonl')), []],
    ];
    for (const [change, expected] of changes) {
      change();
      await untilTrusted(root);
      assert.deepEqual(await readsOf(root, cache), expected);
      assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
    }
  });
  it('reads a file again whose size and time were made those of before', async () => {
    const { root, cache } = makePlace(TRACES);
    await untilTrusted(root);
    await build(root, cache);
    const file = path.join(root, 'a/1.fake.jsonl');
    const time = new Date(1_700_000_000_000);
    utimesSync(file, time, time);
    await untilTrusted(root);
    await build(root, cache);
    writeFileSync(file, readFileSync(file, 'utf8').replace('one', 'six'));
    utimesSync(file, time, time);
    assert.deepEqual(await readsOf(root, cache), ['a/1.fake.jsonl']);
    assert.equal((await build(root, cache)).attempt(0).task, 'six');
  });
  it('reads a file again that another one has taken the place of, with its size and time', async () => {
    const { root, cache } = makePlace({ ...TRACES, 'log.fake.jsonl': '{"attempt": {"task": "old"}}\n' });
    await untilTrusted(root);
    await build(root, cache);
    const { mtime, atime } = { mtime: new Date(), atime: new Date() };
    renameSync(path.join(root, 'log.fake.jsonl'), path.join(root, 'log.1.fake.jsonl'));
    writeFileSync(path.join(root, 'log.fake.jsonl'), '{"attempt": {"task": "new"}}\n');
    utimesSync(path.join(root, 'log.fake.jsonl'), atime, mtime);
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
  });
  it('reads everything again when it is asked to, and keeps that', async () => {
    const { root, cache } = makePlace(TRACES);
    await untilTrusted(root);
    await build(root, cache);
    const renewed = await readsOf(root, cache, { cache: { folder: cache, version: 'test', isRenewed: true } });
    assert.equal(renewed.length, 5);
    assert.deepEqual(await readsOf(root, cache), []);
  });
  it('uses nothing that other sources of readers have written', async () => {
    const { root, cache } = makePlace(TRACES);
    await untilTrusted(root);
    await build(root, cache);
    assert.equal((await readsOf(root, cache, { cache: { folder: cache, version: 'other' } })).length, 5);
    assert.deepEqual(await readsOf(root, cache), []);
  });
  it('reads a file again that failed, though it is as it was', async () => {
    const { root, cache } = makePlace({ 'x.fake.jsonl': [{ attempt: {} }] });
    await untilTrusted(root);
    let fails = true;
    const [fake] = sampleReaders();
    assert.ok(fake);
    const flaky = { ...fake, read: (...given: Parameters<typeof fake.read>) => {
      if (fails) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' });
      return fake.read(...given);
    } };
    assert.equal((await build(root, cache, { readers: [flaky] })).problems.length, 1);
    fails = false;
    assert.deepEqual((await build(root, cache, { readers: [flaky] })).problems, []);
  });
  it('says the same of names with blanks, signs, line breaks and any letters, of long paths and of links', async () => {
    const deep = Array.from({ length: 12 }, () => 'a folder with quite a long name').join('/');
    const names = ['a b', '50%', 'a#b', 'zwei\nZeilen', '日本', 'ünï', "q'\"q", deep];
    const { root, cache } = makePlace(Object.fromEntries(names.map((name) => [`${name}/x.fake.jsonl`, [{ attempt: { task: name } }]])));
    symlinkSync(root, path.join(root, 'a b/loop'));
    symlinkSync('../a b/x.fake.jsonl', path.join(root, '50%/link.fake.jsonl'));
    mkdirSync(path.join(root, 'locked'));
    chmodSync(path.join(root, 'locked'), 0);
    await untilTrusted(root);
    await build(root, cache);
    assert.deepEqual(await readsOf(root, cache), []);
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
    chmodSync(path.join(root, 'locked'), 0o700);
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
  });
  it('reads the sources of an archive again when the archive changed, and members apart from files of their name', async () => {
    const line = (task: string): string => `{"attempt": {"task": "${task}"}, "steps": 2}\n`;
    const zip = (task: string): Uint8Array => makeZip([{ name: 'm/1.fake.jsonl', content: line(task), method: 8 }, { name: 'm/x.member.json', content: 'a\n', method: 0 }]);
    const { root, cache } = makePlace({ ...TRACES, 'all.zip': zip('zipped'), 'a/1.fake.jsonl.gz': gzipSync(line('packed')) });
    await untilTrusted(root);
    await build(root, cache);
    assert.deepEqual(await readsOf(root, cache), []);
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
    writeFileSync(path.join(root, 'all.zip'), zip('other'));
    await untilTrusted(root);
    assert.deepEqual(await readsOf(root, cache), ['all.zip!/m/1.fake.jsonl', 'all.zip!/m/x.member.json']);
    for (const exclude of ['m/', 'x.*', '*.gz']) {
      const excludes = [exclude];
      assert.deepEqual(dumpIndex(await build(root, cache, { excludes })), dumpIndex(await build(root, null, { excludes })));
    }
    rmSync(path.join(root, 'a/1.fake.jsonl'));
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
    // A folder of the name of the members hides them.
    mkdirSync(path.join(root, 'all.zip!/m'), { recursive: true });
    writeFileSync(path.join(root, 'all.zip!/m/1.fake.jsonl'), line('beside'));
    await untilTrusted(root);
    for (let round = 0; round < 2; round++) assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
    rmSync(path.join(root, 'all.zip!'), { recursive: true });
    for (let round = 0; round < 2; round++) assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
  });
  it('is what a fresh one is, after any edits', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { root, cache } = makePlace(TRACES);
      const random = createRandom(seed);
      for (let round = 0; round < 12; round++) {
        for (let edits = drawInt(random, 4); edits > 0; edits--) edit(root, random);
        // Some rounds come so soon that times say nothing, some later.
        if (drawInt(random, 3) === 0) await untilTrusted(root);
        assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)), `seed ${seed}, round ${round}`);
      }
    }
  });
  it('does not end in a segment for every edit', async () => {
    const { root, cache } = makePlace(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.fake.jsonl`, [{ attempt: { task: `t${n}` }, steps: 4 }]])));
    let most = 0;
    for (let n = 0; n < 60; n++) {
      appendFileSync(path.join(root, `${n}.fake.jsonl`), '{"attempt": {"locator": "again"}, "steps": 2}\n');
      await untilTrusted(root);
      await build(root, cache);
      most = Math.max(most, readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rls')).length);
    }
    assert.ok(most <= 20, `${most} segments`);
    assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)));
  }).timeout(120_000);
});

/** One random change of a folder of traces. */
function edit(root: string, random: RandomSource): void {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(jsonl|json)$/.test(name)).sort();
  const name = names[drawInt(random, Math.max(1, names.length))] ?? 'a/1.fake.jsonl';
  const file = path.join(root, name);
  const line = `${JSON.stringify({ attempt: { task: `t${drawInt(random, 4)}`, locator: `${drawInt(random, 3)}` }, steps: drawInt(random, 4) })}\n`;
  const folder = ['a', 'b', 'c/d', ''][drawInt(random, 4)] ?? '';
  mkdirSync(path.join(root, folder), { recursive: true });
  switch (drawInt(random, 8)) {
    case 0:
      return appendFileSync(file, line);
    case 1:
      return writeFileSync(file, line);
    case 2:
      return rmSync(file, { force: true });
    case 3:
      return names.includes(name) ? renameSync(file, path.join(root, folder, path.basename(name))) : undefined;
    case 4:
      return writeFileSync(path.join(root, folder, `n${drawInt(random, 5)}.fake.jsonl`), line);
    case 5:
      return writeFileSync(path.join(root, folder, `n${drawInt(random, 5)}.member.json`), line);
    case 6:
      // Cut at a line, so that the fake reader can still read it.
      return names.includes(name) ? truncateSync(file, readFileSync(file, 'utf8').indexOf('\n') + 1) : undefined;
    default:
      // The same size, another content.
      return names.includes(name) ? writeFileSync(file, readFileSync(file, 'utf8').replace(/"t\d"/, `"t${drawInt(random, 4)}"`)) : undefined;
  }
}
