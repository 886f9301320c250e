import assert from 'node:assert/strict';
import path from 'node:path';
import { READERS } from '../../../src/formats/readers';
import { fuzzOnce, gatherSources, readOriginal, type FuzzSource } from '../../support/fuzzReaders';
import { sharedFolder } from '../../support/shared';

const ROUNDS = 30;
const MOST_BYTES = 100_000;
/** Sources of one reader from public traces. */
const MOST_SOURCES = 4;
const fixtures = path.resolve(import.meta.dirname, '../../fixtures');

function byReader(folder: string): ReadonlyMap<string, readonly FuzzSource[]> {
  const sources = new Map<string, FuzzSource[]>();
  for (const source of gatherSources(folder, READERS, { mostBytes: MOST_BYTES })) sources.set(source.reader.name, [...(sources.get(source.reader.name) ?? []), source]);
  return sources;
}

async function fuzzAll(sources: readonly FuzzSource[]): Promise<void> {
  for (const source of sources) {
    const original = await readOriginal(source);
    for (let seed = 0; seed < ROUNDS; seed++) {
      const found = await fuzzOnce(source, original, seed);
      if (found !== null && found.kind !== 'silent') assert.fail(`${found.kind} at ${found.source}, seed ${seed} (${found.done.join(', ')}): ${found.words}`);
    }
  }
}

// Short runs with fixed seeds; `npm run fuzz` makes a long one.
describe('readers, given damaged files', () => {
  const sources = byReader(fixtures);
  for (const [name, list] of sources) {
    it(`of ${name}: never throw, and every record is shown, folded or unreadable`, () => fuzzAll(list));
  }

  it('are several here', () => {
    assert.ok(sources.size >= 8, [...sources.keys()].join(', '));
  });

  const shared = sharedFolder();
  it(`made of public traces: never throw, and every record is shown, folded or unreadable${shared === null ? ' (skipped: no shared folder)' : ''}`, async function () {
    if (shared === null) return this.skip();
    for (const list of byReader(path.join(shared, 'traces')).values()) await fuzzAll(list.slice(0, MOST_SOURCES));
  });
});
