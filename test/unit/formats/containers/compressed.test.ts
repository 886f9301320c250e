import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import { gzipSync } from 'node:zlib';
import { compressionOf, openCompressed, readCompressedHead } from '../../../../src/formats/containers/compressed';
import { removeLeftSpools, Spool } from '../../../../src/formats/containers/spool';
import { fixturePath } from '../../../support/fixtures';
import { memoryFile } from '../../../support/memorySource';
import { makeFolder, removeFolders } from '../../../support/tempFolder';
import { makeSkippable, makeZstd } from '../../../support/zipText';

const TEXT = Array.from({ length: 20_000 }, (_, i) => `{"line": ${i}, "hash": "${((i * 2654435761) >>> 0).toString(36)}"}\n`).join('');

async function open(name: string, bytes: Uint8Array): Promise<{ readonly text: string; readonly problems: readonly string[] }> {
  const file = memoryFile(name, bytes);
  const compression = compressionOf(name, file.read(0, 16));
  assert.ok(compression);
  const spool = new Spool();
  const content = await openCompressed(file, compression, spool);
  const text = Buffer.from(content.read(0, content.size)).toString();
  const { head, isWhole } = readCompressedHead(file, compression, 4096);
  assert.equal(Buffer.from(head).toString(), text.slice(0, 4096));
  if (isWhole) assert.equal(head.length, text.length);
  spool.close();
  return { text, problems: content.problems.map((problem) => `${problem.code}: ${problem.message}`) };
}

describe('compressed files', () => {
  it('are known by name and first bytes together', () => {
    assert.equal(compressionOf('a.jsonl.gz', gzipSync('x')), 'gzip');
    assert.equal(compressionOf('a.jsonl.ZST', makeZstd('x')), 'zstd');
    assert.equal(compressionOf('a.jsonl.gz', makeZstd('x')), 'zstd');
    assert.equal(compressionOf('a.jsonl', gzipSync('x')), null);
    assert.equal(compressionOf('a.jsonl.gz', Buffer.from('{"a": 1}')), null);
  });

  it('of several members or frames are one content', async () => {
    const parts = [TEXT.slice(0, 1000), TEXT.slice(1000, 1001), TEXT.slice(1001)];
    assert.deepEqual(await open('a.jsonl.gz', Buffer.concat(parts.map((part) => gzipSync(part)))), { text: TEXT, problems: [] });
    const frames = [makeSkippable('index'), makeZstd(parts[0] ?? ''), makeZstd(''), makeSkippable(''), makeZstd(parts[1] ?? '', { statesSize: true }), makeZstd(parts[2] ?? '', { blockBytes: 100_000 }), makeSkippable('end')];
    assert.deepEqual(await open('a.jsonl.zst', Buffer.concat(frames)), { text: TEXT, problems: [] });
  });

  it('that the zstd program has written are read, with and without checksum and size', async () => {
    const folder = fixturePath('containers/zstd');
    const plain = readFileSync(path.join(folder, 'plain.txt'), 'utf8');
    const packed = readdirSync(folder).filter((name) => name.endsWith('.zst'));
    assert.ok(packed.length >= 3);
    for (const name of packed) assert.deepEqual(await open(name, readFileSync(path.join(folder, name))), { text: plain, problems: [] }, name);
  });

  it('that are cut anywhere give what stands before, and say how much', async () => {
    const whole: Record<string, Uint8Array> = { 'a.gz': gzipSync(TEXT), 'a.zst': makeZstd(TEXT, { blockBytes: 10_000 }) };
    for (const [name, bytes] of Object.entries(whole)) {
      for (const share of [0.05, 0.3, 0.5, 0.9, 0.999]) {
        const { text, problems } = await open(name, bytes.slice(0, Math.floor(bytes.length * share)));
        assert.ok(TEXT.startsWith(text) && text.length > TEXT.length * (share - 0.06), `${name} cut at ${share}: ${text.length} of ${TEXT.length}`);
        assert.equal(problems.length, 1);
        assert.equal(problems[0], `truncated: The compressed content is cut off: the first ${text.length} bytes of it are read.`);
      }
    }
  });

  it('with something behind their content are read whole, and the rest is named', async () => {
    const garbage = Buffer.from('not compressed');
    assert.match((await open('a.zst', Buffer.concat([makeZstd(TEXT), garbage]))).problems[0] ?? '', /14 bytes that are none/);
    assert.equal((await open('a.gz', Buffer.concat([gzipSync('short'), garbage]))).text, 'short');
    const gz = await open('a.gz', Buffer.concat([gzipSync(TEXT), garbage]));
    assert.equal(gz.text, TEXT);
    assert.equal(gz.problems.length, 1);
    assert.deepEqual(await open('a.gz', Buffer.concat([gzipSync(TEXT), Buffer.alloc(512)])), { text: TEXT, problems: [] });
  });

  it('that are damaged give what stands before the fault', async () => {
    const bytes = Buffer.from(gzipSync(TEXT));
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 8);
    const { text, problems } = await open('a.gz', bytes);
    const share = text.length / TEXT.length;
    assert.ok(share > 0.4 && TEXT.startsWith(text.slice(0, Math.floor(TEXT.length * 0.4))), `${share} of the content`);
    assert.match(problems[0] ?? '', /^bad-value: The compressed content is damaged/);
  });

  it('keep to the limit of what may come out', async () => {
    const zeros = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    const bomb = Buffer.concat(Array.from({ length: 7 }, () => zeros));
    const spool = new Spool();
    const content = await openCompressed(memoryFile('a.gz', bomb), 'gzip', spool);
    assert.equal(content.size, 256 * 1024 * 1024);
    assert.equal(content.problems[0]?.code, 'limit');
    spool.close();
  });
});

describe('the spool', () => {
  after(removeFolders);

  it('moves content to a temporary file that has no name, and reads any range of it', () => {
    const spool = new Spool(1000);
    const before = leftFolders();
    const small = spool.begin('small');
    small.write(Buffer.from('small'));
    const kept = small.finish();
    const contents = [1, 2].map((n) => {
      const writer = spool.begin(`big${n}`);
      for (let i = 0; i < 300; i++) writer.write(Buffer.from(`${n}:${String(i).padStart(8, '0')}`));
      return writer.finish();
    });
    assert.ok(spool.isOnDisk);
    if (process.platform !== 'win32') assert.deepEqual(leftFolders(), before);
    assert.equal(Buffer.from(kept.read(1, 99)).toString(), 'mall');
    contents.forEach((content, i) => {
      assert.equal(content.size, 3000);
      assert.equal(Buffer.from(content.read(2990, 4000)).toString(), `${i + 1}:00000299`);
      assert.equal(Buffer.from(content.read(10, 20)).toString(), `${i + 1}:00000001`);
      assert.equal(Buffer.concat([...content.chunks(2995)]).toString(), '00299');
    });
    spool.close();
    assert.equal(contents[0]?.read(0, 10).length, 0);
    assert.deepEqual(leftFolders(), before);
  });

  it('removes what a process that was killed has left, and nothing else', () => {
    const folder = makeFolder({});
    // A process that has ended.
    const pid = Number(execFileSync(process.execPath, ['-e', 'console.log(process.pid)']).toString());
    const left = path.join(folder, `restart-lens-spool-${pid}-abc`);
    const own = path.join(folder, `restart-lens-spool-${process.pid}-abc`);
    const other = path.join(folder, 'restart-lens-other');
    for (const each of [left, own, other]) mkdirSync(each);
    assert.equal(removeLeftSpools(folder), 1);
    assert.deepEqual([left, own, other].map((each) => existsSync(each)), [false, true, true]);
  });
});

function leftFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`restart-lens-spool-${process.pid}-`));
}
