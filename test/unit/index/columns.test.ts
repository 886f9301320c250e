import assert from 'node:assert/strict';
import { createRandom, drawInt } from '../../support/random';
import { buffersOf, buildTable, TableBuilder, TableReader } from '../../../src/index/columns';
import type { Row, Table } from '../../../src/index/columns';

const SCHEMA = { count: 'number', isSet: 'flag', name: 'text', tools: 'texts' } as const;
type SampleRow = Row<typeof SCHEMA>;

const TEXTS = ['', 'a', 'a b', '#%\n\t"', 'ünïcödé', '\ufefffirst', '日本語', '😀 ok', '__proto__', 'x'.repeat(5000), '\u0000'];
const NUMBERS = [0, -0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e300, 0.1, Infinity, -Infinity];

function randomRows(seed: number, count: number): SampleRow[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[drawInt(random, values.length)] as T;
  return Array.from({ length: count }, () => ({
    count: pick([...NUMBERS, null]),
    isSet: pick([true, false]),
    name: pick([...TEXTS, null]),
    tools: Array.from({ length: drawInt(random, 4) }, () => pick(TEXTS)),
  }));
}

function rowsOf(table: Table): readonly SampleRow[] {
  const reader = new TableReader(SCHEMA, table);
  return Array.from({ length: reader.length }, (_, row) => reader.row(row));
}

function checkRoundTrip(rows: readonly SampleRow[]): void {
  const table = structuredClone(buildTable(SCHEMA, rows));
  assert.deepEqual(rowsOf(table), rows);
}

describe('columns', () => {
  it('give back every row as it was put in', () => {
    for (let seed = 1; seed <= 40; seed++) checkRoundTrip(randomRows(seed, seed * 7));
    checkRoundTrip([]);
  });
  it('give back after a cut only what stood before it, whatever was pushed later', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [kept, dropped, later] = [randomRows(seed, 90), randomRows(seed + 100, 90), randomRows(seed + 200, 40)];
      const builder = new TableBuilder(SCHEMA);
      for (const row of [...kept, ...dropped]) builder.push(row);
      builder.cut(kept.length);
      for (const row of later) builder.push(row);
      assert.deepEqual(rowsOf(builder.finish()), [...kept, ...later]);
    }
  });
  it('keep a text that repeats once', () => {
    const table = buildTable({ name: 'text' }, Array.from({ length: 1000 }, () => ({ name: 'the same words' })));
    const column = table.columns['name'];
    assert.ok(column?.kind === 'text');
    assert.equal(column.dictionary.bytes.length, 'the same words'.length);
  });
  it('turn a lone surrogate into the replacement character and NaN into null', () => {
    const table = buildTable({ name: 'text', count: 'number' }, [{ name: 'a\ud800b', count: NaN }]);
    assert.deepEqual(new TableReader({ name: 'text', count: 'number' }, table).row(0), { name: 'a\ufffdb', count: null });
  });
  it('move to another thread as a whole', () => {
    const rows = randomRows(3, 50);
    const table = buildTable(SCHEMA, rows);
    const buffers = buffersOf([table]);
    const moved = structuredClone(table, { transfer: buffers });
    assert.ok(buffers.every((buffer) => buffer.byteLength === 0));
    assert.deepEqual(rowsOf(moved), rows);
  });
  it('refuse a table of another schema', () => {
    const table = buildTable({ name: 'text' }, []);
    assert.throws(() => new TableReader({ name: 'number' }, table), /"name" should be number, but is text/);
    assert.throws(() => new TableReader({ other: 'text' }, table), /"other" should be text, but is missing/);
  });
});
