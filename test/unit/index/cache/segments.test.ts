import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PagedTable } from '../../../../src/index/cache/pagedTable';
import { SegmentFile } from '../../../../src/index/cache/segmentFile';
import { encodeSegment } from '../../../../src/index/cache/segmentLayout';
import { buildTable, TableReader } from '../../../../src/index/columns';
import type { Row, Table } from '../../../../src/index/columns';
import { createRandom, drawInt } from '../../../support/random';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

const SCHEMA = { small: 'number', big: 'number', real: 'number', none: 'number', isSet: 'flag', name: 'text', few: 'text', tools: 'texts' } as const;

function randomTable(seed: number, length: number): Table {
  const random = createRandom(seed);
  const row = (index: number): Row<typeof SCHEMA> => ({
    small: drawInt(random, 5) === 0 ? null : drawInt(random, 255),
    big: drawInt(random, 7) === 0 ? null : drawInt(random, 100_000),
    real: drawInt(random, 3) / 7 - 1,
    none: null,
    isSet: drawInt(random, 2) === 0,
    name: drawInt(random, 9) === 0 ? null : `ünï ${index} `.repeat(drawInt(random, 40)),
    few: ['', 'a', 'b'][drawInt(random, 3)] ?? null,
    tools: Array.from({ length: drawInt(random, 4) }, (_, n) => `tool ${n}`),
  });
  return buildTable(SCHEMA, Array.from({ length }, (_, index) => row(index)));
}

function write(tables: Readonly<Record<string, Table>>): string {
  const file = path.join(makeFolder({}), 'x.rls');
  writeFileSync(file, Buffer.concat(encodeSegment(tables, { version: 'v', note: '' })));
  return file;
}

describe('a segment', () => {
  after(removeFolders);

  it('gives back its tables, whole and row by row', () => {
    for (const [seed, length] of [[1, 0], [2, 1], [3, 700], [4, 20_000]] as const) {
      const tables = { one: randomTable(seed, length), two: randomTable(seed + 10, 3) };
      const segment = SegmentFile.open(write(tables), 'v');
      segment.verify();
      for (const [name, table] of Object.entries(tables)) {
        const [expected, whole, paged] = [new TableReader(SCHEMA, table), new TableReader(SCHEMA, segment.table(name)), new PagedTable(SCHEMA, segment, name)];
        assert.deepEqual([whole.length, paged.length], [table.length, table.length]);
        for (let row = 0; row < length && row < table.length; row++) {
          for (const column of ['small', 'big', 'real', 'none', 'isSet', 'name', 'few', 'tools'] as const) {
            assert.deepEqual(whole.get(column, row), expected.get(column, row));
            assert.deepEqual(paged.get(column, row), expected.get(column, row));
          }
        }
      }
      segment.close();
    }
  });
  it('begins every array at a multiple of 64 bytes', () => {
    const segment = SegmentFile.open(write({ one: randomTable(1, 100) }), 'v');
    for (const column of Object.values(segment.table('one').columns)) {
      const array = 'values' in column ? column.values : column.codes;
      assert.equal(array.byteOffset % 64, 0);
    }
  });
  it('stays readable when its file is removed', () => {
    const file = write({ one: randomTable(5, 9000) });
    const segment = SegmentFile.open(file, null);
    rmSync(file);
    assert.equal(segment.table('one').length, 9000);
  });
  it('is refused when it is of another version, and when any of its bytes is another', () => {
    const file = write({ one: randomTable(6, 50) });
    assert.throws(() => SegmentFile.open(file, 'w'), { code: 'cache-other-version' });
    const bytes = Buffer.concat(encodeSegment({ one: randomTable(6, 50) }, { version: 'v', note: '' }));
    const isRefused = (content: Uint8Array): boolean => {
      writeFileSync(file, content);
      try {
        SegmentFile.open(file, 'v').verify();
        return false;
      } catch (error) {
        assert.ok(error instanceof Error && 'code' in error && error.code === 'cache-damaged', String(error));
        return true;
      }
    };
    const accepted: number[] = [];
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      if (!isRefused(changed)) accepted.push(at);
    }
    // What pads the header to its multiple of 64 bytes is the only part that says nothing.
    assert.ok(accepted.every((at) => bytes[at] === 0) && accepted.length < 30, accepted.join(' '));
    for (const length of [0, 10, 64, 500, bytes.length - 1]) assert.ok(isRefused(bytes.subarray(0, length)), `${length}`);
    assert.ok(isRefused(Buffer.concat([bytes, Buffer.of(0)])));
  });
});
