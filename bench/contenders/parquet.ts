import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { footerOf } from '../../src/formats/containers/parquet/parquetKind';
import { readRows } from '../../src/formats/containers/parquet/rows';
import { DiskFiles } from '../../src/index/sourceFile';
import { loadPeer } from '../peers';
import { textOption, timed, type ContenderFunction } from './contender';
import { query } from './duckdb';

interface Message {
  readonly content: { readonly length: number } | null;
}

/** Every row of the corpus, texts as bytes: rows and messages. */
export const readParquetRows: ContenderFunction = (options) => {
  const file = textOption(options, 'file');
  return timed(() => {
    const disk = new DiskFiles();
    const source = disk.file(file, file, statSync(file).size);
    let rows = 0;
    let messages = 0;
    for (const row of readRows(source, footerOf(source))) {
      if (!('values' in row)) throw row.fault;
      rows++;
      const [, trajectory] = row.values[1] ?? [];
      messages += (trajectory as readonly Message[]).length; // the column that the data has
    }
    disk.close();
    return { rows, messages };
  });
};

/** DuckDB sums the lengths of the same texts, in one thread. */
export const duckdbParquet: ContenderFunction = async (options) => {
  const path = textOption(options, 'file').replaceAll("'", "''");
  const { milliseconds, answer } = await timed(() => query(`SELECT count(DISTINCT row)::DOUBLE, count(*)::DOUBLE, sum(length(m.content))::DOUBLE FROM (SELECT row_number() OVER () AS row, unnest(trajectory) AS m FROM read_parquet('${path}'))`));
  const [row] = answer as readonly (readonly unknown[])[];
  return { milliseconds, answer: { rows: Number(row?.[0]), messages: Number(row?.[1]) } };
};

interface Hyparquet {
  parquetMetadataAsync(file: unknown): Promise<{ readonly row_groups: readonly { readonly num_rows: bigint }[] }>;
  parquetReadObjects(options: unknown): Promise<readonly { readonly trajectory: readonly Message[] }[]>;
}

/** hyparquet with fzstd, as its own documentation combines them: rows as objects, row group by row group. */
export const hyparquetRows: ContenderFunction = async (options) => {
  const path = textOption(options, 'file');
  // No dependencies of this project in this form, so their types are not at hand.
  const hyparquet = (await loadPeer('hyparquet')) as Hyparquet;
  const { decompress } = (await loadPeer('fzstd')) as { decompress(bytes: Uint8Array): Uint8Array };
  const handle = openSync(path, 'r');
  const { size } = statSync(path);
  const file = {
    byteLength: size,
    slice: (start: number, end = size): ArrayBuffer => {
      const bytes = new Uint8Array(end - start);
      readSync(handle, bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
  const result = await timed(async () => {
    const metadata = await hyparquet.parquetMetadataAsync(file);
    let rows = 0;
    let messages = 0;
    for (const group of metadata.row_groups) {
      const count = Number(group.num_rows);
      const objects = await hyparquet.parquetReadObjects({ file, metadata, compressors: { ZSTD: (bytes: Uint8Array) => decompress(bytes) }, rowStart: rows, rowEnd: rows + count });
      for (const { trajectory } of objects) messages += trajectory.length;
      rows += count;
    }
    return { rows, messages };
  });
  closeSync(handle);
  return result;
};
