// Corpora as Parquet, written by another library than the one that reads them.

import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';

type WriteOptions = Parameters<typeof parquetWriteBuffer>[0];
type SchemaElement = NonNullable<WriteOptions['schema']>[number];

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
const text = (name: string): SchemaElement => ({ name, ...TEXT });
const group = (name: string, repetition_type: 'OPTIONAL' | 'REPEATED' | 'REQUIRED', ...children: readonly (readonly SchemaElement[])[]): readonly SchemaElement[] => [{ name, repetition_type, num_children: children.length }, ...children.flat()];
const list = (name: string, element: readonly SchemaElement[]): readonly SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...element,
];

const CALL = group('element', 'OPTIONAL', [text('id')], [text('type')], group('function', 'OPTIONAL', [text('name')], [text('arguments')]));
const MESSAGE = group('element', 'OPTIONAL', [text('role')], [text('content')], list('tool_calls', CALL), [text('name')], [text('tool_call_id')]);
const TOOL = group('element', 'OPTIONAL', [text('type')], group('function', 'OPTIONAL', [text('name')]));
const TURN = group('element', 'OPTIONAL', [text('cutoff_date')], [{ name: 'mask', type: 'BOOLEAN', repetition_type: 'OPTIONAL' }], [text('role')], [text('system_prompt')], [text('text')]);

/** Schema of each column that the tests write. */
const COLUMNS: Readonly<Record<string, readonly SchemaElement[]>> = {
  trajectory: list('trajectory', MESSAGE),
  messages: list('messages', MESSAGE),
  tools: list('tools', TOOL),
  resolved: [{ name: 'resolved', type: 'INT64', repetition_type: 'OPTIONAL' }],
  target: [{ name: 'target', type: 'BOOLEAN', repetition_type: 'OPTIONAL' }],
  gen_tests_correct: [{ name: 'gen_tests_correct', type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
  pred_passes_gen_tests: [{ name: 'pred_passes_gen_tests', type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
  T: [{ name: 'T', type: 'INT64', repetition_type: 'OPTIONAL' }],
  E: [{ name: 'E', type: 'INT64', repetition_type: 'OPTIONAL' }],
  horizon: [{ name: 'horizon', type: 'INT32', repetition_type: 'OPTIONAL' }],
  cost: [{ name: 'cost', type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
};

export interface ParquetOptions {
  readonly rowGroupSize?: number;
  readonly pageSize?: number;
  readonly codec?: 'SNAPPY' | 'GZIP' | 'UNCOMPRESSED';
}

/** Rows as a Parquet file; columns in the order of the first row's keys. */
export function asParquet(rows: readonly Readonly<Record<string, unknown>>[], options: ParquetOptions = {}): Uint8Array {
  const names = Object.keys(rows[0] ?? {});
  const isTurns = names.includes('target');
  const schema = names.flatMap((name) => (name === 'trajectory' && isTurns ? list('trajectory', TURN) : (COLUMNS[name] ?? [text(name)])));
  const buffer = parquetWriteBuffer({
    columnData: names.map((name) => ({ name, data: rows.map((row) => cell(name, row[name])) })),
    schema: [{ name: 'root', num_children: names.length }, ...schema],
    compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) },
    codec: options.codec ?? 'SNAPPY',
    rowGroupSize: options.rowGroupSize ?? 100,
    ...(options.pageSize === undefined ? {} : { pageSize: options.pageSize }),
  });
  return new Uint8Array(buffer);
}

function cell(name: string, value: unknown): unknown {
  if (typeof value === 'number' && (name === 'resolved' || name === 'T' || name === 'E')) return BigInt(value);
  return value;
}
