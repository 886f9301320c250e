import assert from 'node:assert/strict';
import { appendFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StepBytes } from '../../../src/formats/contract';
import type { Step, StepText } from '../../../src/model/step';
import { buildIndex } from '../../../src/index/buildIndex';
import { readRange } from '../../../src/index/readRange';
import { readStepText } from '../../../src/index/readStepText';
import { createFakeReader, STEP } from '../../support/fakeReader';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('readRange', () => {
  after(removeFolders);
  it('reads the bytes of a range and says what it left out', async () => {
    const root = makeFolder({ 'a/b.txt': '0123456789' });
    const read = async (start: number, end: number, limit?: number): Promise<[string, number]> => {
      const { bytes, missing } = await readRange(root, { file: 'a/b.txt', start, end }, limit);
      return [text(bytes), missing];
    };
    assert.deepEqual(await read(2, 5), ['234', 0]);
    assert.deepEqual(await read(8, 14), ['89', 4]);
    assert.deepEqual(await read(2, 8, 3), ['234', 3]);
    assert.deepEqual(await read(5, 5), ['', 0]);
  });
  it('opens nothing outside the folder, by whatever path', async () => {
    const outside = makeFolder({ 'secret.txt': 'secret' });
    const root = makeFolder({ 'in.txt': 'in' });
    symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'link.txt'));
    symlinkSync(outside, path.join(root, 'folder'));
    for (const file of ['../x', 'a/../../x', path.join(outside, 'secret.txt'), 'link.txt', 'folder/secret.txt', '', 'in.txt\0', 'a//b']) {
      await assert.rejects(readRange(root, { file, start: 0, end: 6 }), { code: 'outside' }, file);
    }
  });
  it('tells a file that is gone from one that cannot be read', async () => {
    const root = makeFolder({ 'a/b.txt': 'x' });
    await assert.rejects(readRange(root, { file: 'gone.txt', start: 0, end: 1 }), { code: 'gone' });
    await assert.rejects(readRange(root, { file: 'a', start: 0, end: 1 }), { code: 'unreadable' });
  });
});

describe('ranges of a file that is kept open', () => {
  after(removeFolders);
  const read = async (root: string, end = 6): Promise<string> => text((await readRange(root, { file: 'a.txt', start: 0, end })).bytes);

  it('are of the file as it is: appended to, cut off, replaced', async () => {
    const root = makeFolder({ 'a.txt': 'first' });
    const file = path.join(root, 'a.txt');
    assert.equal(await read(root), 'first');
    appendFileSync(file, '!');
    assert.equal(await read(root), 'first!');
    truncateSync(file, 2);
    assert.equal(await read(root), 'fi');
    writeFileSync(path.join(root, 'next'), 'second');
    renameSync(path.join(root, 'next'), file);
    assert.equal(await read(root), 'second');
    rmSync(file);
    await assert.rejects(read(root), { code: 'gone' });
    writeFileSync(file, 'third');
    assert.equal(await read(root), 'third');
  });

  it('are refused once the path leads out of the folder, by the file or by the folder above it', async () => {
    const outside = makeFolder({ 'a.txt': 'secret' });
    const root = makeFolder({ 'a.txt': 'inside', 'b/a.txt': 'inside' });
    const below = async (): Promise<string> => text((await readRange(root, { file: 'b/a.txt', start: 0, end: 6 })).bytes);
    assert.deepEqual([await read(root), await below()], ['inside', 'inside']);
    rmSync(path.join(root, 'a.txt'));
    symlinkSync(path.join(outside, 'a.txt'), path.join(root, 'a.txt'));
    renameSync(path.join(root, 'b'), path.join(root, 'c'));
    symlinkSync(outside, path.join(root, 'b'));
    await assert.rejects(read(root), { code: 'outside' });
    await assert.rejects(below(), { code: 'outside' });
  });

  it('are read side by side, of more files than are kept', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${index}.txt`);
    const root = makeFolder(Object.fromEntries(names.map((name) => [name, name])));
    const all = await Promise.all([...names, ...names].map((file) => readRange(root, { file, start: 0, end: 9 })));
    assert.deepEqual(all.map(({ bytes }) => text(bytes)), [...names, ...names]);
  });
});

describe('readStepText', () => {
  after(removeFolders);
  it('joins what a range lists as more, in order, and counts what is missing of all of it', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: {}, steps: 1 }], 'b.txt': '0123456789' });
    const fake = createFakeReader();
    const readers = [{ ...fake, stepText: (_: Step, bytes: StepBytes): StepText => ({ reasoning: '', message: text(bytes.action ?? new Uint8Array()), calls: [], observations: [] }) }];
    const index = await buildIndex({ roots: [root], readers });
    const step: Step = { ...STEP, action: { file: 'b.txt', start: 2, end: 4, more: [{ file: 'b.txt', start: 0, end: 1 }, { file: 'b.txt', start: 8, end: 12 }] } };
    const shown = await readStepText(index, 0, step, { readers });
    assert.deepEqual([shown.message, shown.missing], ['23\u001e0\u001e89', 2]);
    const limited = await readStepText(index, 0, step, { readers, limit: 3 });
    assert.deepEqual([limited.message, limited.missing], ['23\u001e0\u001e', 4]);
  });
  it('shows a step through the reader that made it, read by range', async () => {
    const root = makeFolder({ 'a.fake.jsonl': [{ attempt: {}, steps: 3 }, { attempt: { task: 'y', locator: '2' } }] });
    const readers = [createFakeReader()];
    const index = await buildIndex({ roots: [root], readers });
    const [, second] = index.steps(0);
    assert.ok(second);
    assert.deepEqual(await readStepText(index, 0, second, { readers }), { reasoning: '', message: '"', calls: [], observations: [], missing: 0 });
    assert.equal((await readStepText(index, 1, STEP, { readers })).message, '');
    truncateSync(path.join(root, 'a.fake.jsonl'), 1);
    assert.equal((await readStepText(index, 0, second, { readers })).missing, 1);
    rmSync(path.join(root, 'a.fake.jsonl'));
    await assert.rejects(readStepText(index, 0, second, { readers }), { code: 'gone' });
  });
});
