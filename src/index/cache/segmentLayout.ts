// How tables lie in a segment file. A segment is written once and never changed.
//
//   0         head: magic, length and checksum of the header, start of the data, size of the file, checksum of the head
//   64        header: JSON, see `SegmentHeader`
//   …         checksums of the data's pages, 4 bytes each
//   data      the arrays of all columns, each at a multiple of 64 bytes, little-endian
//
// The head's checksum covers the header's, that covers the checksum of the page checksums, and those cover the data: one wrong bit
// anywhere is found, and a part of the data can be checked without the rest. Padding is zero, and is covered too.

import type { Column, ColumnKind, Table } from '../columns';
import { crc32 } from '../../formats/containers/crc32';

export const MAGIC = 'RLENSEG1';
export const HEAD_BYTES = 64;
/** Arrays begin at multiples of this: a cache line, and more than any element needs. */
export const ALIGNMENT = 64;
/** What is checked, and read, at once where single rows are asked for. */
export const PAGE_BYTES = 16 * 1024;

export type ArrayType = 'u8' | 'u16' | 'u32' | 'f64';
export type AnyArray = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Type, first byte from the start of the data, number of elements. */
export type ArrayPlace = readonly [type: ArrayType, start: number, length: number];

/** Where the arrays of a column are; those without elements are left out. */
export interface ColumnPlace {
  readonly kind: ColumnKind;
  readonly values?: ArrayPlace;
  readonly codes?: ArrayPlace;
  readonly starts?: ArrayPlace;
  readonly offsets?: ArrayPlace;
  readonly bytes?: ArrayPlace;
}

export interface TablePlace {
  readonly length: number;
  readonly columns: Readonly<Record<string, ColumnPlace>>;
}

export interface SegmentHeader {
  /** Of schemas and readers (`cacheVersion.ts`): rows of another one mean something else. */
  readonly version: string;
  /** Words of the writer, such as the root that paths are relative to. */
  readonly note: string;
  readonly dataBytes: number;
  /** Checksum of the page checksums. */
  readonly pagesChecksum: number;
  readonly tables: Readonly<Record<string, TablePlace>>;
}

/** A segment as pieces to be written one after the other. */
export function encodeSegment(tables: Readonly<Record<string, Table>>, { version, note }: Pick<SegmentHeader, 'version' | 'note'>): readonly Uint8Array[] {
  const layout = new Layout();
  const places = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, placeTable(table, layout)]));
  const data = layout.finish();
  const pages = new Uint32Array(Math.ceil(data.length / PAGE_BYTES));
  for (let page = 0; page < pages.length; page++) pages[page] = crc32(data.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES));
  const pageBytes = new Uint8Array(pages.buffer);
  const header: SegmentHeader = { version, note, dataBytes: data.length, pagesChecksum: crc32(pageBytes), tables: places };
  const headerBytes = new TextEncoder().encode(JSON.stringify(header));
  const pagesStart = align(HEAD_BYTES + headerBytes.length);
  const front = new Uint8Array(align(pagesStart + pageBytes.length));
  front.set(headerBytes, HEAD_BYTES);
  front.set(pageBytes, pagesStart);
  writeHead(front, headerBytes, data.length);
  return [front, data];
}

function writeHead(front: Uint8Array<ArrayBuffer>, header: Uint8Array, dataBytes: number): void {
  const view = new DataView(front.buffer);
  front.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, header.length, true);
  view.setUint32(12, crc32(header), true);
  view.setUint32(16, front.length, true);
  view.setFloat64(24, front.length + dataBytes, true);
  view.setUint32(HEAD_BYTES - 4, crc32(front.subarray(0, HEAD_BYTES - 4)), true);
}

export function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

export function typeOf(array: AnyArray): ArrayType {
  if (array instanceof Float64Array) return 'f64';
  if (array instanceof Uint32Array) return 'u32';
  return array instanceof Uint16Array ? 'u16' : 'u8';
}

export function widthOf(type: ArrayType): number {
  return { u8: 1, u16: 2, u32: 4, f64: 8 }[type];
}

/** Gives each array its place, and collects their bytes. */
class Layout {
  private readonly arrays: { readonly array: AnyArray; readonly start: number }[] = [];
  private end = 0;

  add(array: AnyArray): ArrayPlace {
    const start = align(this.end);
    this.arrays.push({ array, start });
    this.end = start + array.byteLength;
    return [typeOf(array), start, array.length];
  }

  finish(): Uint8Array<ArrayBuffer> {
    const data = new Uint8Array(align(this.end));
    for (const { array, start } of this.arrays) data.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start);
    return data;
  }
}

function placeTable({ length, columns }: Table, layout: Layout): TablePlace {
  return { length, columns: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, placeColumn(column, layout)])) };
}

function placeColumn(column: Column, layout: Layout): ColumnPlace {
  const place = (name: keyof Omit<ColumnPlace, 'kind'>, array: AnyArray): object => (array.length === 0 ? {} : { [name]: layout.add(array) });
  const { kind } = column;
  switch (kind) {
    case 'number':
    case 'flag':
      return { kind, ...place('values', column.values) };
    case 'text':
    case 'texts': {
      const { offsets, bytes } = column.dictionary;
      return {
        kind,
        ...(kind === 'texts' ? place('starts', column.starts) : {}),
        ...place('codes', column.codes),
        // The offsets of an empty dictionary are a lone zero.
        ...(offsets.length > 1 ? place('offsets', offsets) : {}),
        ...place('bytes', bytes),
      };
    }
  }
}
