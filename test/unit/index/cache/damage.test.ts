import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildIndex } from '../../../../src/index/buildIndex';
import { versionOf } from '../../../../src/index/cache/cacheVersion';
import type { TraceIndex } from '../../../../src/index/traceIndex';
import { dumpIndex, sampleReaders, untilTrusted } from '../../../support/cacheSample';
import { createRandom, drawInt } from '../../../support/random';
import type { RandomSource } from '../../../support/random';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

const TRACES = {
  'a/1.fake.jsonl': [{ attempt: { task: 'one' }, steps: 300 }, { problem: { line: 1 } }],
  'a/2.fake.jsonl': [{ attempt: { task: 'two' }, steps: 2 }],
  'b/x.member.json': 'one\ntwo\n',
  'b/y.member.json': 'three\n',
  'scores.fake.jsonl': [{ score: { attemptFile: 'a/1.fake.jsonl', locator: '', call: 2 } }],
};

function build(root: string, folder: string, onNotice?: (text: string) => void): Promise<TraceIndex> {
  return buildIndex({ roots: [root], readers: sampleReaders(), cache: { folder, version: 'test' }, ...(onNotice ? { onNotice } : {}) });
}

function filesOf(cache: string): readonly string[] {
  return readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
}

describe('a cache that is damaged, full or shared', () => {
  after(removeFolders);

  it('changes nothing of the index, whatever bytes of it change, and is whole again after', async () => {
    const root = makeFolder(TRACES);
    const kept = makeFolder({});
    await untilTrusted(root);
    await build(root, kept);
    // A second segment, and a first one that is partly out of date.
    appendFileSync(path.join(root, 'a/2.fake.jsonl'), '{"attempt": {"locator": "2"}, "steps": 9}\n');
    await untilTrusted(root);
    const expected = dumpIndex(await build(root, kept));
    for (let seed = 1; seed <= 60; seed++) {
      const cache = makeFolder({});
      for (const file of filesOf(kept)) {
        mkdirSync(path.dirname(path.join(cache, path.relative(kept, file))), { recursive: true });
        copyFileSync(file, path.join(cache, path.relative(kept, file)));
      }
      const random = createRandom(seed);
      const names = filesOf(cache);
      damage(names[drawInt(random, names.length)] ?? '', random);
      assert.deepEqual(dumpIndex(await build(root, cache)), expected, `seed ${seed}`);
      assert.deepEqual(dumpIndex(await build(root, cache)), expected, `seed ${seed}, again`);
      rmSync(cache, { recursive: true });
    }
  }).timeout(120_000);
  it('is not misled by a sound file of it that stands in the place of another', async () => {
    const root = makeFolder(TRACES);
    const kept = makeFolder({});
    await untilTrusted(root);
    await build(root, kept);
    appendFileSync(path.join(root, 'a/2.fake.jsonl'), '{"attempt": {"locator": "2"}, "steps": 9}\n');
    await untilTrusted(root);
    const expected = dumpIndex(await build(root, kept));
    const other = makeFolder({});
    const otherRoot = makeFolder({ ...TRACES, 'a/2.fake.jsonl': [{ attempt: { task: 'else' }, steps: 7 }] });
    await untilTrusted(otherRoot);
    await build(otherRoot, other);
    const sources = [...filesOf(kept), ...filesOf(other)].map((file) => ({ file, bytes: readFileSync(file) }));
    const places = filesOf(kept);
    assert.ok(places.length >= 4 && sources.length > places.length);
    for (const place of places) {
      for (const source of sources) {
        const cache = makeFolder({});
        for (const file of places) {
          const copy = path.join(cache, path.relative(kept, file));
          mkdirSync(path.dirname(copy), { recursive: true });
          writeFileSync(copy, file === place ? source.bytes : readFileSync(file));
        }
        assert.deepEqual(dumpIndex(await build(root, cache)), expected, `${source.file} as ${place}`);
      }
    }
  });
  it('is told once, and missed by nobody, where nothing can be written', async () => {
    const root = makeFolder(TRACES);
    const notices: string[] = [];
    const index = await build(root, path.join(makeFolder({ file: 'in the way' }), 'file'), (text) => notices.push(text));
    assert.equal(index.attemptCount, 3);
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /^Nothing is kept for the next time, since .* cannot be written: a part of its path is no folder\.$/);
  });
  it('is done without, and ends, where a folder that is there takes no other', async function () {
    if (!existsSync('/proc/version')) this.skip(); // only Linux has a folder in which nothing can be made, whoever asks
    const notices: string[] = [];
    const index = await build(makeFolder(TRACES), '/proc/restart-lens/cache', (text) => notices.push(text));
    assert.ok(index.attemptCount > 0);
    assert.equal(notices.length, 1);
  });
  it('loses no part to another build in the same folder at the same time', async () => {
    const root = makeFolder(TRACES);
    const cache = makeFolder({});
    await untilTrusted(root);
    for (let round = 0; round < 5; round++) {
      writeFileSync(path.join(root, 'a/2.fake.jsonl'), `{"attempt": {"task": "round ${round}"}, "steps": ${round}}\n`);
      const both = await Promise.all([build(root, cache), build(root, cache), build(root, cache)]);
      const expected = dumpIndex(await buildIndex({ roots: [root], readers: sampleReaders() }));
      for (const index of [...both, await build(root, cache)]) assert.deepEqual(dumpIndex(index), expected);
    }
  });
  it('keeps every segment of a build that puts manifests in force while it still reads', async () => {
    // Files that are too big for one job, so that one is written while others are read.
    const big = (n: number): string => `{"attempt": {"task": "t${n}"}, "steps": 5}\n{"problem": {"found": "${'x'.repeat(1_200_000)}"}}\n`;
    const root = makeFolder(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.fake.jsonl`, big(n)])));
    const cache = { folder: makeFolder({}), version: 'test', commitMs: 0 };
    await untilTrusted(root);
    const expected = dumpIndex(await buildIndex({ roots: [root], readers: sampleReaders() }));
    for (let round = 0; round < 2; round++) assert.deepEqual(dumpIndex(await buildIndex({ roots: [root], readers: sampleReaders(), cache })), expected);
  });
  it('removes what a process that has ended left behind, and leaves what a living one writes', async () => {
    const root = makeFolder(TRACES);
    const cache = makeFolder({});
    await build(root, cache);
    const [store] = readdirSync(cache);
    const own = filesOf(cache).map((file) => path.basename(file)).find((name) => name.startsWith('seg-'));
    assert.ok(store && own);
    const host = own.split('-')[1] ?? '';
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const place = (name: string): string => path.join(cache, store, name);
    const left = [`tmp-${host}-${dead}-abc-1`, `seg-${host}-${dead}-abc-2.rls`, `tmp-00000000-1-abc-1`];
    const kept = [`tmp-${host}-${process.pid}-abc-1`, `seg-00000000-1-abc-9.rls`, 'something.else'];
    for (const name of [...left, ...kept]) writeFileSync(place(name), '');
    // Of another machine, whose processes cannot be asked for, and old.
    utimesSync(place('tmp-00000000-1-abc-1'), 1000, 1000);
    writeFileSync(path.join(root, 'new.fake.jsonl'), '{"attempt": {}}\n');
    await build(root, cache);
    assert.deepEqual(left.filter((name) => existsSync(place(name))), []);
    assert.deepEqual(kept.filter((name) => !existsSync(place(name))), []);
  });
  it('is of another version when a source of a reader has changed', () => {
    assert.notEqual(versionOf('a'), versionOf('b'));
    assert.equal(versionOf('a'), versionOf('a'));
  });
});

/** Changes bytes, cuts, lengthens, empties, removes or swaps. */
function damage(file: string, random: RandomSource): void {
  const bytes = readFileSync(file);
  switch (drawInt(random, 8)) {
    case 0:
      return writeFileSync(file, bytes.subarray(0, drawInt(random, bytes.length)));
    case 1:
      return writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(1 + drawInt(random, 100))]));
    case 2:
      return rmSync(file);
    case 3:
      return writeFileSync(file, bytes.fill(0, drawInt(random, bytes.length)));
    default:
      for (let count = 1 + drawInt(random, 3); count > 0; count--) {
        const at = drawInt(random, bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << drawInt(random, 8));
      }
      return writeFileSync(file, bytes);
  }
}
