import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ContentError } from '../../../../src/formats/containers/content';
import { Spool } from '../../../../src/formats/containers/spool';
import { readDirectory } from '../../../../src/formats/containers/zip/directory';
import { openEntry, readEntryHead, readEntryNow, unreadableEntry } from '../../../../src/formats/containers/zip/members';
import { memoryFile } from '../../../support/memorySource';
import { makeSkippable, makeZip, makeZstd } from '../../../support/zipText';
import type { ZipTextEntry, ZipTextOptions } from '../../../support/zipText';

const A = { name: 'a.json', content: '{"a": 1}' };
const B = { name: 'dir/b.json', content: 'b'.repeat(5000) };

/** Names, contents and problems of an archive, each member opened both ways. */
async function readAll(archive: Uint8Array): Promise<{ readonly contents: Record<string, string>; readonly problems: readonly string[]; readonly superseded: number }> {
  const file = memoryFile('x.zip', archive);
  const { entries, problems, superseded } = readDirectory(file);
  const contents: Record<string, string> = {};
  const found = problems.map((problem) => `${problem.code}: ${problem.message}`);
  const spool = new Spool();
  for (const entry of entries.values()) {
    const content = await openEntry(file, entry, { spool }).catch((error: unknown) => {
      assert.ok(error instanceof ContentError);
      found.push(`${error.code}: ${error.message}`);
      return null;
    });
    if (content === null) continue;
    const text = Buffer.from(content.read(0, content.size)).toString();
    assert.equal(Buffer.concat([...content.chunks()]).toString(), text);
    assert.equal(content.path, `x.zip!/${entry.name}`);
    for (const problem of content.problems) {
      assert.equal(problem.file, content.path);
      found.push(`${problem.code}: ${problem.message}`);
    }
    const now = readEntryNow(file, entry);
    if (now !== null) assert.equal(Buffer.from(now).toString(), text, `${entry.name} in one go`);
    else assert.ok(content.problems.length > 0 || entry.size === 0, `${entry.name} is not read in one go`);
    assert.equal(Buffer.from(readEntryHead(file, entry, 100)).toString(), text.slice(0, 100));
    contents[entry.name] = text;
  }
  spool.close();
  return { contents, problems: found, superseded };
}

async function check(entries: readonly ZipTextEntry[], options: ZipTextOptions, expected: { readonly contents: Record<string, string>; readonly problems?: readonly RegExp[] }): Promise<void> {
  const { contents, problems } = await readAll(makeZip(entries, options));
  assert.deepEqual(contents, expected.contents);
  const patterns = expected.problems ?? [];
  assert.equal(problems.length, patterns.length, problems.join('\n'));
  patterns.forEach((pattern, i) => assert.match(problems[i] ?? '', pattern));
}

const BOTH = { 'a.json': A.content, 'dir/b.json': B.content };

describe('zip archives', () => {
  it('give stored, deflated and Zstandard members alike', async () => {
    const zstd = Buffer.concat([makeZstd(B.content.slice(0, 2000)), makeSkippable('note'), makeZstd(B.content.slice(2000), { statesSize: true })]);
    for (const method of [93, 20]) await check([{ ...A, method: 0 }, { ...B, method, packed: zstd }], {}, { contents: BOTH });
    await check([A, B], {}, { contents: BOTH });
  });

  it('are read with 64-bit fields, with bytes before them, and with a comment that holds an end of its own', async () => {
    const wide = [{ ...A, isWide: true }, { ...B, isWide: true }];
    const before = Buffer.from('#!/bin/sh\nexit\n');
    await check(wide, { isWide: true }, { contents: BOTH });
    await check(wide, { isWide: true, before }, { contents: BOTH });
    await check([A, B], { before }, { contents: BOTH });
    await check([A, B], { comment: `${Buffer.from([0x50, 0x4b, 5, 6]).toString()}${'\0'.repeat(18)} and more` }, { contents: BOTH });
  });

  it('keep the last of several entries of one name, and count the others', async () => {
    const { contents, superseded } = await readAll(makeZip([{ ...A, content: 'old' }, B, A]));
    assert.deepEqual(contents, BOTH);
    assert.equal(superseded, 1);
  });

  it('that lost their directory are read by the headers of their entries, also where sizes follow the content', async () => {
    const lost = [/^truncated: The directory at the end of the archive is missing: 2 entries were found/];
    await check([A, B], { noDirectory: true }, { contents: BOTH, problems: lost });
    await check([{ ...A, hasDescriptor: true }, { ...B, hasDescriptor: true }], { noDirectory: true }, { contents: BOTH, problems: lost });
    const zstd = { ...B, method: 93, packed: makeZstd(B.content), hasDescriptor: true };
    await check([zstd, A], { noDirectory: true }, { contents: BOTH, problems: lost });
  });

  it('that are cut anywhere give every whole member and the beginning of the cut one, and say so', async () => {
    const zstd = { name: 'z.json', content: B.content, method: 93, packed: makeZstd(B.content, { blockBytes: 500 }) };
    const whole = makeZip([A, zstd, { ...B, method: 0 }]);
    const all: Record<string, string> = { ...BOTH, 'z.json': B.content };
    for (let at = 0; at < whole.length; at += 61) {
      const { contents, problems } = await readAll(whole.slice(0, at));
      for (const [name, text] of Object.entries(contents)) assert.ok(all[name]?.startsWith(text), `${name} cut at ${at}`);
      assert.ok(problems.length > 0, `cut at ${at} went unnoticed`);
      if (at > 60) assert.equal(contents['a.json'], A.content);
      if (at > 4000) assert.ok((contents['z.json'] ?? '').length >= 3000, `cut at ${at}`);
    }
  });

  it('say which members are encrypted or packed in another way, and read the rest', async () => {
    const file = memoryFile('x.zip', makeZip([{ ...A, flags: 1 }, { ...B, method: 14, packed: Buffer.from('lzma') }, { name: 'c', content: 'c' }]));
    const { entries } = readDirectory(file);
    const said = [...entries.values()].map((entry) => unreadableEntry('x.zip', entry)?.message ?? 'read');
    assert.deepEqual(said, ['"a.json" is encrypted and cannot be read.', '"dir/b.json" is compressed in a way that is not read.', 'read']);
    const { contents, problems } = await readAll(makeZip([{ ...A, flags: 1 }, { name: 'c', content: 'c' }]));
    assert.deepEqual(contents, { c: 'c' });
    assert.match(problems[0] ?? '', /^encrypted/);
  });

  it('lose names that lead out, links and folders', async () => {
    const names = ['../up.json', '/root.json', 'C:\\x.json', 'a/../../b.json', 'a//b.json', '..', 'a\0b'];
    const entries = [...names.map((name) => ({ name, content: 'x' })), { name: 'link.json', content: '/etc/passwd', unixMode: 0o120777 }, { name: 'dir/', content: '', method: 0 }, A, { ...B, name: '.\\dir\\b.json' }];
    await check(entries, {}, { contents: BOTH, problems: [/^bad-value: 7 entries have names that lead out/, /^unknown-record: 1 entries are links/] });
  });

  it('whose entries share bytes are not unpacked many times over', async () => {
    const whole = Buffer.from(makeZip([B, { ...B, name: 'dir/c.json' }]));
    // The second entry of the directory points at the first one's bytes.
    const second = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    whole.writeUInt32LE(0, second + 42);
    const { contents, problems } = await readAll(whole);
    assert.deepEqual(contents, { 'dir/b.json': B.content });
    assert.match(problems[0] ?? '', /^limit: 1 entries share bytes/);
  });

  it('say what is not as stated: checksum, size, and bytes that are damaged', async () => {
    await check([{ ...A, stated: { crc: 7 } }], {}, { contents: { 'a.json': A.content }, problems: [/^bad-value: The content is not that/] });
    await check([{ ...B, stated: { size: 6000 } }], {}, { contents: { 'dir/b.json': B.content }, problems: [/^bad-value: The content is not that/] });
    await check([{ ...B, stated: { size: 4000 } }], {}, { contents: { 'dir/b.json': B.content.slice(0, 4000) }, problems: [/^bad-value: The content is larger than the container states/] });
    const text = Array.from({ length: 3000 }, (_, i) => `${i * 7919} `).join('');
    const packed = Buffer.from(makeZip([{ name: 't', content: text }]));
    packed.fill(0xff, 5000, 5010);
    const { contents, problems } = await readAll(packed);
    assert.ok(text.startsWith((contents['t'] ?? '').slice(0, 5000)) && (contents['t'] ?? '').length > 5000, `${contents['t']?.length} characters before the fault`);
    assert.match(problems[0] ?? '', /^bad-value: .*damaged/);
  });

  it('that expand without measure end at the limit, with a problem, and little memory', async () => {
    const { deflateRawSync } = await import('node:zlib');
    // 400 MB of zeros in 400 kB.
    const zeros = new Uint8Array(1024 * 1024);
    const packed = deflateRawSync(Buffer.concat(Array.from({ length: 400 }, () => zeros)), { level: 9 });
    const file = memoryFile('x.zip', makeZip([{ name: 'bomb.json', content: '', packed, stated: { size: 4_000_000_000 } }]));
    const [entry] = readDirectory(file).entries.values();
    assert.ok(entry);
    assert.equal(readEntryNow(file, entry), null);
    const spool = new Spool(1024 * 1024);
    const content = await openEntry(file, entry, { spool });
    assert.equal(content.size, 256 * 1024 * 1024);
    assert.ok(spool.isOnDisk);
    assert.match(content.problems[0]?.message ?? '', /larger than what is read/);
    spool.close();
  });
});
