// The rows of one column of one row group, page by page: memory holds the pages at hand, never the whole group.

import type { ColumnChunk, ColumnDecoder, DecodedArray, PageHeader, SchemaTree } from 'hyparquet/src/types.js';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { convert } from 'hyparquet/src/convert.js';
import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import { getTreePath, isFlatColumn, isMapLike } from 'hyparquet/src/schema.js';
import { COMPRESSORS } from './decompress';
import { decodePage } from './decodePage';
import { ParquetFault, reasonOf } from './footer';
import type { Bytes } from './footer';
import { KEY_PARSERS, PARSERS } from './parsers';

/** Bytes fetched at once. */
const WINDOW = 1024 * 1024;
const FIRST_HEADER = 64 * 1024;
const LARGEST_HEADER = 16 * 1024 * 1024;
/** A page is decompressed and decoded whole. */
export const LARGEST_PAGE = 512 * 1024 * 1024;
const MOST_VALUES = 16 * 1024 * 1024;

export class ColumnCursor {
  /** Dotted path of the column in the schema. */
  readonly path: string;
  private readonly decoder: ColumnDecoder;
  private readonly isFlat: boolean;
  private readonly end: number;
  /** Place of the next page. */
  private at: number;
  private window: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };
  private dictionary: DecodedArray | undefined = undefined;
  /** Decoded rows; the last one of a nested column may go on in the next page. */
  private rows: unknown[] = [];
  private taken = 0;

  constructor(
    private readonly file: Bytes,
    private readonly chunk: ColumnChunk,
    schema: SchemaTree,
  ) {
    const data = chunk.meta_data;
    if (!data) throw new ParquetFault('unreadable', null, 'A column states nothing about itself; it may be encrypted.');
    if (chunk.file_path) throw new ParquetFault('unreadable', null, 'A column stands in another file, which is not opened.');
    const schemaPath = getTreePath(schema, data.path_in_schema);
    const element = schemaPath.at(-1)?.element;
    if (!element) throw new ParquetFault('unreadable', null, 'A column is not in the schema.');
    const map = schemaPath.at(-3);
    const isKey = map !== undefined && element.name === 'key' && isMapLike(map);
    this.path = data.path_in_schema.join('.');
    this.decoder = { pathInSchema: data.path_in_schema, type: data.type, element, schemaPath, codec: data.codec, parsers: isKey ? KEY_PARSERS : PARSERS, compressors: COMPRESSORS, utf8: true };
    this.isFlat = isFlatColumn(schemaPath);
    // Some writers state a dictionary at 0 where there is none.
    const dictionary = Number(data.dictionary_page_offset ?? 0n);
    this.at = dictionary > 0 ? dictionary : Number(data.data_page_offset);
    this.end = this.at + Number(data.total_compressed_size);
    if (!Number.isSafeInteger(this.at) || !Number.isSafeInteger(this.end) || this.at < 4 || this.end > file.size || this.end < this.at) {
      throw new ParquetFault('unreadable', null, `The column ${this.path} is said to stand at bytes ${this.at} to ${this.end} of ${file.size}.`);
    }
  }

  /** The next `count` rows; throws a ParquetFault where there are fewer. */
  take(count: number): unknown[] {
    // A row of a nested column is known to be complete when the next one has begun.
    const needed = this.isFlat ? count : count + 1;
    while (this.rows.length - this.taken < needed && this.at < this.end) this.readNext();
    if (this.rows.length - this.taken < count) throw new ParquetFault('unreadable', this.at, `The column ${this.path} ends before the rows of its group.`);
    const rows = this.rows.slice(this.taken, this.taken + count);
    this.taken += count;
    return rows;
  }

  /** Passes over `count` rows; by the column's index where the file has one. */
  skip(count: number): void {
    if (count === 0) return;
    this.take(count - this.jump(count));
  }

  /** Goes to the page that holds row `count`, counted from the group's first, and returns the number of rows before that page. */
  private jump(count: number): number {
    const { offset_index_offset: offset, offset_index_length: length } = this.chunk;
    if (offset === undefined || length === undefined || this.rows.length > 0) return 0;
    const start = Number(offset);
    if (!Number.isSafeInteger(start) || start < 0 || length < 0 || start + length > this.file.size || length > LARGEST_HEADER) return 0;
    try {
      const { page_locations: pages } = readOffsetIndex({ view: viewOf(this.file.read(start, start + length)), offset: 0 });
      const page = pages.filter(({ first_row_index: row }) => Number(row) <= count).at(-1);
      const place = page === undefined ? 0 : Number(page.offset);
      if (page === undefined || place < this.at || place >= this.end) return 0;
      // A dictionary stands before the first page of data.
      if (place > this.at && pages[0] !== undefined && Number(pages[0].offset) > this.at) this.readNext();
      this.at = place;
      return Number(page.first_row_index);
    } catch {
      // The index only saves time.
      return 0;
    }
  }

  private readNext(): void {
    const start = this.at;
    try {
      const { header, size } = this.readHeader();
      this.check(header, start);
      const bytes = this.fetch(start + size, header.compressed_page_size);
      this.at = start + size + header.compressed_page_size;
      this.decode(header, bytes);
    } catch (error) {
      if (error instanceof ParquetFault || isFileError(error)) throw error;
      throw new ParquetFault('unreadable', start, `A page of the column ${this.path} is damaged: ${reasonOf(error)}.`, { cause: error });
    }
  }

  private decode(header: PageHeader, bytes: Uint8Array): void {
    const { data_page_header: first, data_page_header_v2: second } = header;
    if ((first ?? second)?.num_values === 0) return;
    this.rows.splice(0, this.taken);
    this.taken = 0;
    if (header.type === 'DICTIONARY_PAGE') {
      const { data: values } = readPage({ view: viewOf(bytes), offset: 0 }, header, this.decoder, undefined, undefined, 0);
      if (values !== undefined) this.dictionary = convert(values, this.decoder);
      return;
    }
    const data = decodePage(header, bytes, this.decoder, this.dictionary, this.rows);
    if (data === this.rows) return;
    for (const value of data) this.rows.push(value);
  }

  private check(header: PageHeader, byte: number): void {
    const { compressed_page_size: packed, uncompressed_page_size: size } = header;
    const values = (header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header)?.num_values ?? 0;
    if (!(packed >= 0 && size >= 0 && values >= 0)) throw new ParquetFault('unreadable', byte, `A page of the column ${this.path} states sizes below 0.`);
    if (packed > this.end - byte) throw new ParquetFault('unreadable', byte, `A page of the column ${this.path} claims ${packed} bytes, more than its column has.`);
    if (Math.max(size, packed) > LARGEST_PAGE) throw new ParquetFault('limit', byte, `A page of the column ${this.path} has ${Math.max(size, packed)} bytes; at most ${LARGEST_PAGE} are read.`);
    if (values > MOST_VALUES) throw new ParquetFault('limit', byte, `A page of the column ${this.path} holds ${values} values; at most ${MOST_VALUES} are read.`);
  }

  /** The header at `at`, and its length. */
  private readHeader(): { readonly header: PageHeader; readonly size: number } {
    for (let length = FIRST_HEADER; ; length *= 8) {
      const most = Math.min(length, this.end - this.at);
      const reader = { view: viewOf(this.fetch(this.at, most)), offset: 0 };
      try {
        return { header: parquetHeader(reader), size: reader.offset };
      } catch (error) {
        // Statistics can make a header large.
        if (!(error instanceof RangeError) || most === this.end - this.at || length > LARGEST_HEADER) throw error;
      }
    }
  }

  private fetch(start: number, length: number): Uint8Array {
    const { window } = this;
    if (start < window.start || start + length > window.start + window.bytes.length) {
      const most = Math.min(this.end - start, Math.max(length, WINDOW));
      this.window = { start, bytes: this.file.read(start, start + most) };
      if (this.window.bytes.length < length) throw new ParquetFault('truncated', start, 'The file ends here, inside a column.');
    }
    const from = start - this.window.start;
    return this.window.bytes.subarray(from, from + length);
  }
}

function viewOf(bytes: Uint8Array): DataView<ArrayBuffer> {
  // Files are read into buffers of their own, none of them shared between threads.
  return new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
