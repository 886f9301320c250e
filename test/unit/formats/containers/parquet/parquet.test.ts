import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ParquetFault, readFooter } from '../../../../../src/formats/containers/parquet/footer';
import { readHybrid } from '../../../../../src/formats/containers/parquet/levels';
import { renderRow } from '../../../../../src/formats/containers/parquet/renderRow';
import { readRowAt, readRows } from '../../../../../src/formats/containers/parquet/rows';
import { buildIndex } from '../../../../../src/index/buildIndex';
import { readStepText } from '../../../../../src/index/readStepText';
import { asParquet } from '../../../../support/corpusParquet';
import { OPENHANDS_MESSAGES, openHandsRow } from '../../../../support/corpusRows';
import { memoryFile } from '../../../../support/memorySource';
import { makeFolder, removeFolders } from '../../../../support/tempFolder';

const ROWS = Array.from({ length: 7 }, (_, i) => openHandsRow({ trajectory_id: `t-${i}`, instance_id: `acme__widget-${i >> 1}`, resolved: i % 2, trajectory: OPENHANDS_MESSAGES.slice(0, 3 + i) }));

/** What a row's JSON should hold. */
function plain(row: object): unknown {
  return JSON.parse(JSON.stringify(row));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString());
}

describe('Parquet, rows', () => {
  for (const options of [{ rowGroupSize: 3, codec: 'GZIP' }, { rowGroupSize: 100, pageSize: 200 }, { rowGroupSize: 100, codec: 'UNCOMPRESSED' }] as const) {
    it(`gives every row as it was written, in order and by number (${JSON.stringify(options)})`, () => {
      const file = memoryFile('x.parquet', asParquet(ROWS, options));
      const footer = readFooter(file);
      assert.equal(footer.rowCount, 7);
      const rendered = [...readRows(file, footer)].map((row) => ('fault' in row ? assert.fail(row.fault.message) : renderRow(row.values)));
      assert.deepEqual(rendered.map(parse), ROWS.map(plain));
      for (const number of [0, 2, 3, 6]) {
        const row = readRowAt(file, footer, number);
        assert.ok(row !== null);
        assert.deepEqual(renderRow(row.values), rendered[number]);
      }
      assert.equal(readRowAt(file, footer, 7), null);
    });
  }
  it('loses only the rest of a damaged row group, and says where', () => {
    const bytes = asParquet(ROWS, { rowGroupSize: 3, codec: 'GZIP' });
    const footer = readFooter(memoryFile('x.parquet', bytes));
    const start = footer.groups[1]?.byte ?? 0;
    bytes.fill(0xff, start, start + 60);
    const rows = [...readRows(memoryFile('x.parquet', bytes), footer)];
    assert.deepEqual(rows.map((row) => ('fault' in row ? [row.number, row.count] : row.number)), [0, 1, 2, [3, 3], 6]);
    const lost = rows.find((row) => 'fault' in row);
    assert.ok(lost !== undefined && 'fault' in lost && lost.fault.byte !== null && lost.fault.byte >= start);
  });
  it('refuses a file without its end, and one that states more rows than bytes', () => {
    const bytes = asParquet(ROWS);
    assert.throws(() => readFooter(memoryFile('x.parquet', bytes.slice(0, -1))), (error) => error instanceof ParquetFault && error.code === 'truncated');
    assert.throws(() => readFooter(memoryFile('x.parquet', Uint8Array.of(0x50, 0x41, 0x52, 0x31))), ParquetFault);
  });
});

describe('Parquet, footers', () => {
  it('are refused, or name each column, and state each size, whichever byte of them is damaged', () => {
    const bytes = asParquet([{ task: 'a', model: 'm', cohort: 'c' }], { codec: 'UNCOMPRESSED' });
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);
    let refused = 0;
    const check = (damaged: Uint8Array, what: string): void => {
      try {
        const { columns, groups } = readFooter(memoryFile('x.parquet', damaged));
        assert.ok(columns.every((column) => typeof column === 'string'), `${what}: ${JSON.stringify(columns)}`);
        // Rows are read in portions of so many bytes; a size that is no number made portions without end.
        assert.ok(groups.every(({ bytes: size }) => Number.isFinite(size) && size >= 0), `${what}: ${JSON.stringify(groups)}`);
      } catch (error) {
        assert.ok(error instanceof ParquetFault, `${what}: ${String(error)}`);
        refused++;
      }
    };
    for (let at = bytes.length - 8 - length; at < bytes.length - 8; at++) {
      const own = bytes[at] ?? 0;
      // Each bit; and the types that the footer's own encoding knows, in place of another.
      for (const value of [...Array.from({ length: 8 }, (_, bit) => own ^ (1 << bit)), 0x18, 0x19, 0x1c]) check(Uint8Array.from(bytes, (byte, i) => (i === at ? value : byte)), `${value} at ${at}`);
    }
    assert.ok(refused > length);
  });
});

describe('Parquet, levels', () => {
  it('reads runs and packed groups, and no value beyond those that are wanted', () => {
    const read = (bytes: readonly number[], width: number, count: number): number[] => readHybrid({ view: new DataView(Uint8Array.from(bytes).buffer), offset: 0 }, width, count);
    assert.deepEqual(read([0x08, 0x05], 3, 4), [5, 5, 5, 5]);
    // 0 to 7 in three bits each, as the format's own description shows them.
    assert.deepEqual(read([0x03, 0x88, 0xc6, 0xfa], 3, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(read([0xfe, 0xff, 0xff, 0xff, 0x0f, 0x01], 1, 3), [1, 1, 1]);
    assert.throws(() => read([0x00, 0x01], 1, 3), RangeError);
    assert.throws(() => read([0x08], 1, 3), RangeError);
  });
});

describe('Parquet, rows as JSON', () => {
  it('writes a column on each line, and each object of a list on its own', () => {
    const text = (words: string): Uint8Array => Buffer.from(words);
    const values = [['id', text('a')], ['messages', [{ role: text('user') }]], ['n', 3n], ['when', new Date(0)], ['x', NaN], ['none', null], ['list', [text('"\\\n\u0001é')]], ['empty', []]] as const;
    assert.equal(Buffer.from(renderRow(values)).toString(), '{"id":"a",\n"messages":[\n{"role":"user"}\n],\n"n":3,\n"when":"1970-01-01T00:00:00.000Z",\n"x":null,\n"none":null,\n"list":["\\"\\\\\\n\\u0001é"],\n"empty":[]}\n');
  });
});

describe('Parquet in the index', () => {
  after(removeFolders);
  it('reads rows as attempts, shows their steps by content path, and tells a file without footer', async () => {
    const root = makeFolder({ 'a.parquet': asParquet(ROWS), 'table.parquet': asParquet([{ task: 'a', model: 'luna', T: 5, horizon: 30, cost: null }, { task: 'a', model: 'luna', T: null, horizon: 30, cost: 2 }]) });
    writeFileSync(path.join(root, 'cut.parquet'), asParquet(ROWS).subarray(0, 900));
    const index = await buildIndex({ roots: [root] });
    assert.deepEqual(index.files.map(({ file, format, records, shown }) => [file, format, records, shown]), [['a.parquet', 'swe-rebench', 7, 7], ['cut.parquet', null, 0, 0], ['table.parquet', 'outcome-table', 2, 2]]);
    assert.deepEqual(index.problems.map(({ file, code, byte }) => [file, code, byte]), [['cut.parquet', 'truncated', 900]]);
    const rows = index.rowsOfFile('table.parquet').map((row) => index.attempt(row));
    assert.deepEqual(rows.map(({ locator, attempt, outcome, basis, cost, declared }) => [locator, attempt, outcome, basis, cost, declared?.T, declared?.H]), [['0', 'row 0', 'resolved', 'declared', null, 5, 30], ['1', 'row 1', 'unresolved', 'declared', 2, null, 30]]);
    const [row] = index.rowsOfFile('a.parquet!/rows/6.json');
    assert.ok(row !== undefined);
    const step = index.steps(row)[2];
    assert.ok(step !== undefined);
    const text = await readStepText(index, row, step);
    assert.deepEqual([text.calls[0]?.text, text.observations[0]?.text], ['pytest -q', '1 failed\n[The command completed with exit code 1.]']);
  });
});
