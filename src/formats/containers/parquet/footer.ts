// The footer of a Parquet file: its schema and where its row groups stand.

import { parquetMetadata, parquetSchema } from 'hyparquet';
import type { FileMetaData, SchemaTree } from 'hyparquet';
import type { SourceFile } from '../../contract';
import { PARSERS } from './parsers';

/** What can be read in pieces. */
export type Bytes = Pick<SourceFile, 'size' | 'read'>;

/** Why a Parquet file, or a part of it, cannot be read. */
export class ParquetFault extends Error {
  constructor(
    readonly code: 'truncated' | 'unreadable' | 'limit' | 'too-deep',
    /** Place in the file, as far as it is known. */
    readonly byte: number | null,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ParquetFault';
  }
}

export interface RowGroupPlace {
  /** Number of its first row in the file, from 0. */
  readonly start: number;
  readonly rows: number;
  /** Where its columns begin. */
  readonly byte: number;
  /** Uncompressed, as its columns state. */
  readonly bytes: number;
}

export interface ParquetFooter {
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  /** Names of the columns at the top, in order. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly groups: readonly RowGroupPlace[];
}

const MAGIC = 0x31524150;
const MAGIC_ENCRYPTED = 0x45524150;
const LARGEST_FOOTER = 128 * 1024 * 1024;
const MOST_ELEMENTS = 10_000;
const DEEPEST = 64;
/** Rows that any file may have; a larger one may have one for each byte. Repeats cost next to nothing in Parquet, and much here. */
const MOST_ROWS = 1_000_000;

/** Whether bytes begin as a Parquet file does. */
export function isParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}

/** Reads the footer. Throws a ParquetFault, and errors of the file system. */
export function readFooter(file: Bytes): ParquetFooter {
  const end = file.read(Math.max(0, file.size - 8), file.size);
  const tail = new DataView(end.buffer, end.byteOffset, end.byteLength);
  const magic = end.byteLength < 8 ? 0 : tail.getUint32(4, true);
  if (magic === MAGIC_ENCRYPTED) throw new ParquetFault('unreadable', file.size - 4, 'The file is encrypted.');
  if (magic !== MAGIC || file.size < 12) throw new ParquetFault('truncated', file.size, 'The file does not end as a Parquet file does, so it was cut off or never finished; its rows cannot be found without its end.');
  const length = tail.getUint32(0, true);
  const start = file.size - 8 - length;
  if (start < 4) throw new ParquetFault('unreadable', file.size - 8, `The footer claims ${length} bytes, and the file has ${file.size}.`);
  if (length > LARGEST_FOOTER) throw new ParquetFault('limit', start, `The footer has ${length} bytes; at most ${LARGEST_FOOTER} are read.`);
  const bytes = file.read(start, file.size);
  try {
    const metadata = parquetMetadata(bytes, { geoparquet: false, parsers: PARSERS });
    checkSchema(metadata, start);
    const schema = parquetSchema(metadata);
    const groups = placeGroups(metadata, file.size, start);
    const rowCount = groups.reduce((sum, group) => sum + group.rows, 0);
    if (rowCount > Math.max(MOST_ROWS, file.size)) throw new ParquetFault('limit', start, `The file of ${file.size} bytes states ${rowCount} rows, more than are believed.`);
    return { metadata, schema, columns: schema.children.map((child) => child.element.name), rowCount, groups };
  } catch (error) {
    if (error instanceof ParquetFault) throw error;
    throw new ParquetFault('unreadable', start, `The footer is damaged: ${reasonOf(error)}.`, { cause: error });
  }
}

function checkSchema({ schema }: FileMetaData, byte: number): void {
  if (schema.length > MOST_ELEMENTS) throw new ParquetFault('limit', byte, `The schema has ${schema.length} elements; at most ${MOST_ELEMENTS} are read.`);
  // Children still to come of each element that is open.
  const open: number[] = [];
  for (const [i, element] of schema.entries()) {
    while (open.at(-1) === 0) open.pop();
    const last = open.length - 1;
    // The library takes what stands there for what should.
    const name: unknown = element.name;
    if (i > 0 && typeof name !== 'string') throw new ParquetFault('unreadable', byte, `The schema gives its element ${i} no name.`);
    if (i > 0 && last < 0) throw new ParquetFault('unreadable', byte, 'The schema has elements outside its root.');
    if (last >= 0) open[last] = (open[last] ?? 0) - 1;
    const children = element.num_children ?? 0;
    if (!Number.isInteger(children) || children < 0 || children > schema.length) throw new ParquetFault('unreadable', byte, `The schema gives an element ${children} children.`);
    if (children > 0) open.push(children);
    if (open.length > DEEPEST) throw new ParquetFault('too-deep', byte, `The schema nests deeper than ${DEEPEST} levels.`);
  }
  if (open.some((left) => left > 0)) throw new ParquetFault('unreadable', byte, 'The schema ends before its last element.');
}

function placeGroups(metadata: FileMetaData, size: number, footer: number): readonly RowGroupPlace[] {
  let start = 0;
  return metadata.row_groups.map((group) => {
    const rows = Number(group.num_rows);
    if (!Number.isSafeInteger(rows) || rows < 0) throw new ParquetFault('unreadable', footer, `A row group states ${rows} rows.`);
    if (rows > 0 && group.columns.length === 0) throw new ParquetFault('unreadable', footer, `A row group states ${rows} rows and no columns.`);
    const starts = group.columns.flatMap(({ meta_data: data }) => (data ? [Number(data.dictionary_page_offset ?? data.data_page_offset)] : []));
    const bytes = group.columns.reduce((sum, { meta_data: data }) => sum + Number(data?.total_uncompressed_size ?? 0), 0);
    // How many rows are read at once follows from it.
    if (!Number.isFinite(bytes) || bytes < 0) throw new ParquetFault('unreadable', footer, 'A row group does not state how many bytes it has.');
    const place = { start, rows, byte: starts.length > 0 ? Math.min(size, Math.max(0, starts.reduce((a, b) => Math.min(a, b)))) : footer, bytes };
    start += rows;
    if (!Number.isSafeInteger(start)) throw new ParquetFault('unreadable', footer, 'The file states more rows than can be counted.');
    return place;
  });
}

export function reasonOf(error: unknown): string {
  // Damage that the library runs into without having looked for it.
  if (error instanceof TypeError) return 'what stands there makes no sense';
  return (error instanceof Error ? error.message : String(error)).replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200);
}
