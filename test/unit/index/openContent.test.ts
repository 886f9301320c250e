import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import { gzipSync } from 'node:zlib';
import { openContent } from '../../../src/index/openContent';
import { RangeReadError, readContent, readRange } from '../../../src/index/readRange';
import { makeFolder, removeFolders } from '../../support/tempFolder';
import { makeZip, makeZstd } from '../../support/zipText';

const LINES = '{"a": 1}\n{"b": 2}\n';

async function textOf(root: string, contentPath: string): Promise<string> {
  return readContent(root, contentPath, (content) => Buffer.from(content.read(0, content.size)).toString());
}

describe('content paths', () => {
  after(removeFolders);

  it('name files, members, members of members, and what compressed files hold', async () => {
    const inner = makeZip([{ name: 'deep/c.json', content: 'c' }, { name: 'd.jsonl.zst', content: makeZstd(LINES), method: 0 }]);
    const root = makeFolder({
      'runs/plain.json': 'plain',
      'runs/a.jsonl.gz': gzipSync(LINES),
      'runs/a.jsonl.zst': makeZstd(LINES),
      'runs/x.zip': makeZip([{ name: 'dir/b.json', content: 'b' }, { name: 'odd!/name.json', content: 'odd' }, { name: 'inner.zip', content: inner }, { name: 'e.json.gz', content: gzipSync('e') }]),
      'runs/y.zip.gz': gzipSync(makeZip([{ name: 'f.json', content: 'f' }])),
    });
    const expected: Record<string, string> = {
      'runs/plain.json': 'plain',
      'runs/a.jsonl.gz': LINES,
      'runs/a.jsonl.zst': LINES,
      'runs/x.zip!/dir/b.json': 'b',
      'runs/x.zip!/odd!/name.json': 'odd',
      'runs/x.zip!/inner.zip!/deep/c.json': 'c',
      'runs/x.zip!/inner.zip!/d.jsonl.zst': LINES,
      'runs/x.zip!/e.json.gz': 'e',
      'runs/y.zip.gz!/f.json': 'f',
    };
    for (const [contentPath, text] of Object.entries(expected)) {
      assert.equal(await textOf(root, contentPath), text, contentPath);
      const { bytes, missing } = await readRange(root, { file: contentPath, start: 0, end: 2 });
      assert.equal(Buffer.from(bytes).toString(), text.slice(0, 2));
      assert.equal(missing, 2 - bytes.length);
      const content = await openContent(root, contentPath);
      assert.equal(content.path, contentPath);
      content.close();
    }
    assert.deepEqual(await readRange(root, { file: 'runs/a.jsonl.gz', start: 9, end: 18 }), { bytes: Buffer.from(LINES.slice(9)), missing: 0 });
  });

  it('belong to a real folder whose name ends in a mark before the archive', async () => {
    const root = makeFolder({ 'x.zip': makeZip([{ name: 'a.json', content: 'member' }, { name: 'b.json', content: 'other' }]), 'x.zip!/a.json': 'real' });
    assert.equal(await textOf(root, 'x.zip!/a.json'), 'real');
    assert.equal(await textOf(root, 'x.zip!/b.json'), 'other');
  });

  it('lead nowhere outside the folder, whatever they say', async () => {
    const outside = makeFolder({ 'secret.zip': makeZip([{ name: 'a.json', content: 'secret' }]), 'secret.json.gz': gzipSync('secret') });
    const root = makeFolder({ 'x.zip': makeZip([{ name: '../a.json', content: 'slip' }, { name: 'b.json', content: 'b' }]) });
    mkdirSync(path.join(root, 'in'));
    symlinkSync(path.join(outside, 'secret.zip'), path.join(root, 'in', 'link.zip'));
    symlinkSync(path.join(outside, 'secret.json.gz'), path.join(root, 'in', 'link.json.gz'));
    const bad = ['in/link.zip!/a.json', 'in/link.json.gz', `../${path.basename(outside)}/secret.zip!/a.json`, 'x.zip!/../a.json', 'x.zip!/../../etc/passwd', 'x.zip!//b.json', `${outside}/secret.zip!/a.json`, 'x.zip!/b.json\0'];
    for (const contentPath of bad) {
      await assert.rejects(textOf(root, contentPath), (error) => error instanceof RangeReadError && error.code === 'outside', contentPath);
      await assert.rejects(readRange(root, { file: contentPath, start: 0, end: 1 }), (error) => error instanceof RangeReadError && error.code === 'outside', contentPath);
    }
  });

  it('say what is not there, or cannot be read', async () => {
    let nested: Uint8Array = makeZip([{ name: 'a.json', content: 'deep' }]);
    for (let depth = 0; depth < 6; depth++) nested = makeZip([{ name: 'n.zip', content: nested, method: 0 }]);
    const root = makeFolder({ 'x.zip': makeZip([{ name: 'a.json', content: 'a' }, { name: 'locked.json', content: 'b', flags: 1 }]), 'plain.json': '{}', 'n.zip': nested });
    const codeOf = async (contentPath: string): Promise<string> => {
      const error: unknown = await textOf(root, contentPath).then(() => null, (cause: unknown) => cause);
      assert.ok(error instanceof RangeReadError, contentPath);
      return error.code;
    };
    assert.equal(await codeOf('x.zip!/none.json'), 'gone');
    assert.equal(await codeOf('none.zip!/a.json'), 'gone');
    assert.equal(await codeOf('none.json.gz'), 'gone');
    assert.equal(await codeOf('plain.json!/a.json'), 'gone');
    assert.equal(await codeOf('x.zip!/locked.json'), 'unreadable');
    assert.equal(await codeOf(`n.zip!/${'n.zip!/'.repeat(6)}a.json`), 'unreadable');
  });

  it('show the file as it is now', async () => {
    const root = makeFolder({ 'a.txt.gz': gzipSync('first') });
    assert.equal(await textOf(root, 'a.txt.gz'), 'first');
    writeFileSync(path.join(root, 'a.txt.gz'), gzipSync('the second state'));
    assert.equal(await textOf(root, 'a.txt.gz'), 'the second state');
  });
});
