import assert from 'node:assert/strict';
import path from 'node:path';
import { READERS } from '../../../src/formats/readers';
import { fuzzOnce, gatherSources, readOriginal, type FuzzSource } from '../../support/fuzzReaders';
import { asParquet } from '../../support/corpusParquet';
import { makeSources } from '../../support/madeSources';
import { toBytes } from '../../support/memorySource';
import { isOtherContent } from '../../support/otherContent';
import { sharedFolder } from '../../support/shared';

const ROUNDS = 30;
const MOST_BYTES = 100_000;
/** Sources of one reader from public traces. */
const MOST_SOURCES = 4;
const fixtures = path.resolve(import.meta.dirname, '../../fixtures');

function byReader(all: readonly FuzzSource[]): ReadonlyMap<string, readonly FuzzSource[]> {
  const sources = new Map<string, FuzzSource[]>();
  for (const source of all) sources.set(source.reader.name, [...(sources.get(source.reader.name) ?? []), source]);
  return sources;
}

async function fuzzAll(sources: readonly FuzzSource[]): Promise<void> {
  for (const source of sources) {
    const original = await readOriginal(source);
    for (let seed = 0; seed < ROUNDS; seed++) {
      const found = await fuzzOnce(source, original, seed);
      if (found !== null && (found.kind === 'threw' || found.kind === 'miscounted')) assert.fail(`${found.kind} at ${found.source}, seed ${seed} (${found.done.join(', ')}): ${found.words}`);
    }
  }
}

describe('a damaged file', () => {
  const LINES = '{"type":"a","id":1,"args":"{\\"x\\":[1]}"}\n{"type":"b","id":2}\n{"type":"b","id":3}\n';
  const check = async (path: string, before: string, after: string | Uint8Array): Promise<boolean> => isOtherContent(path, toBytes(before), toBytes(after));

  for (const [what, after] of [
    ['whole lines are missing', '{"type":"b","id":3}\n'],
    ['lines have changed places and one is there twice', '{"type":"b","id":2}\n{"type":"a","id":1,"args":"{\\"x\\":[1]}"}\n{"type":"b","id":2}\n'],
    ['values are other ones of their type', '{"type":"b","id":7,"args":"{\\"x\\":[12]}"}\n'],
    ['two records have grown together', '{"type":"a","id":3}\n'],
  ] as const) it(`is as good as another where ${what}`, async () => assert.equal(await check('x.jsonl', LINES, after), true));

  for (const [what, after] of [
    ['a line is no JSON', '{"type":"b","id":3\n{"type":"b","id":3}\n'],
    ['a kind is one that the file does not have', '{"type":"c","id":1}\n'],
    ['a record states no kind', '{"id":1}\n'],
    ['a value is of another type', '{"type":"b","id":"3"}\n'],
    ['a text is empty', '{"type":"a","id":1,"args":""}\n'],
    ['a key is another one', '{"type":"b","if":3}\n'],
    ['a key is there twice', '{"type":"b","id":3,"id":4}\n'],
    ['JSON in a text is broken', '{"type":"a","id":1,"args":"{\\"x\\":[1}"}\n'],
    ['NUL bytes stand in it', '{"type":"b","id":3}\n\u0000\u0000\n'],
    ['bytes are no UTF-8', Buffer.concat([Buffer.from('{"type":"b","i'), Uint8Array.of(0xff), Buffer.from('":3}\n')])],
  ] as const) it(`is no other where ${what}`, async () => assert.equal(await check('x.jsonl', LINES, after), false));

  it('is judged row by row in tables, and by its rows in Parquet', async () => {
    assert.equal(await check('t.csv', 'a;b\n1;2\n3;4\n', 'a;b\n1;4\n'), true);
    assert.equal(await check('t.csv', 'a;b\n1;2\n3;4\n', 'a;b\n1;2;3\n'), false);
    const [before, fewer] = [asParquet([{ task: 'a' }, { task: 'b' }]), asParquet([{ task: 'b' }])];
    assert.equal(await isOtherContent('x.parquet', before, fewer), true);
    assert.equal(await isOtherContent('x.parquet', before, before.subarray(0, before.length - 9)), false);
  });
});

// Short runs with fixed seeds; `npm run fuzz` makes a long one.
describe('readers, given damaged files', () => {
  const sources = byReader([...makeSources(READERS), ...gatherSources(fixtures, READERS, { mostBytes: MOST_BYTES })]);
  for (const [name, list] of sources) {
    it(`of ${name}: never throw, and every record is shown, folded or unreadable`, () => fuzzAll(list));
  }

  it('are several here', () => {
    assert.ok(sources.size >= 11, [...sources.keys()].join(', '));
  });

  const shared = sharedFolder();
  it(`made of public traces: never throw, and every record is shown, folded or unreadable${shared === null ? ' (skipped: no shared folder)' : ''}`, async function () {
    if (shared === null) return this.skip(); // the public traces lie beside the project only, not in a lone clone
    for (const list of byReader(gatherSources(path.join(shared, 'traces'), READERS, { mostBytes: MOST_BYTES })).values()) await fuzzAll(list.slice(0, MOST_SOURCES));
  });
});
