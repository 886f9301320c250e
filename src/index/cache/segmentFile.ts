import { closeSync, openSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { largest, smallest } from '../../base/extent';
import type { Column, Table, Wholes } from '../columns';
import { crc32 } from '../../formats/containers/crc32';
import { readFully } from '../sourceFile';
import { ALIGNMENT, align, HEAD_BYTES, MAGIC, PAGE_BYTES, widthOf } from './segmentLayout';
import type { AnyArray, ArrayPlace, ColumnPlace, SegmentHeader, TablePlace } from './segmentLayout';

/** A segment that cannot be used: `cache-damaged` when bytes are not those that were written, else of another version. */
export class SegmentError extends Error {
  constructor(
    readonly code: 'cache-damaged' | 'cache-other-version',
    readonly file: string,
    reason: string,
  ) {
    super(`What was kept in ${file} cannot be used (${reason}). The traces are read again the next time.`);
    this.name = 'SegmentError';
  }
}

/** Enough for the head and the header of most segments. */
const FIRST_BYTES = 32 * 1024;
/** Bytes that are read at once when everything is. */
const PIECE_BYTES = 256 * PAGE_BYTES;

/** Closes files whose readers nobody holds any more: an index has no end that would be told. */
const closing = new FinalizationRegistry((handle: number) => closeQuietly(handle));

/**
 * An open segment. It stays readable when its file is removed meanwhile. What is read was checked; reading throws a
 * SegmentError, or what the file system says.
 */
export class SegmentFile {
  private constructor(
    readonly file: string,
    private handle: number | null,
    readonly header: SegmentHeader,
    private readonly dataStart: number,
    private readonly pages: Uint32Array,
  ) {
    if (handle !== null) closing.register(this, handle, this);
  }

  /** Opens a segment and checks its head and header. `version` null accepts every one. Throws as reading does. */
  static open(file: string, version: string | null): SegmentFile {
    const handle = openSync(file, 'r');
    try {
      const { header, dataStart, pages } = readFront(file, handle);
      if (version !== null && header.version !== version) throw new SegmentError('cache-other-version', file, `version ${header.version}, not ${version}`);
      return new SegmentFile(file, handle, header, dataStart, pages);
    } catch (error) {
      closeQuietly(handle);
      throw error;
    }
  }

  tablePlace(name: string): TablePlace {
    const place = Object.hasOwn(this.header.tables, name) ? this.header.tables[name] : undefined;
    if (!place) throw this.damaged(`no table ${name}`);
    return place;
  }

  /** A whole table in memory; its arrays share one buffer. */
  table(name: string): Table {
    const { length, columns } = this.tablePlace(name);
    const places = Object.values(columns).flatMap(arraysOf);
    const first = smallest(places.map(([, start]) => start), this.header.dataBytes);
    const last = largest(places.map(([type, start, count]) => start + count * widthOf(type)), first);
    const firstPage = Math.floor(first / PAGE_BYTES);
    const bytes = this.readPages(firstPage, Math.ceil(last / PAGE_BYTES));
    const view = (place: ArrayPlace): AnyArray => viewOf(bytes.buffer, place, firstPage * PAGE_BYTES);
    return { length, columns: Object.fromEntries(Object.entries(columns).map(([column, place]) => [column, columnOf(place, view)])) };
  }

  /** One page of the data, shorter at its end. */
  page(index: number): Uint8Array<ArrayBuffer> {
    return this.readPages(index, index + 1);
  }

  /** Checks every page. */
  verify(): void {
    const step = PIECE_BYTES / PAGE_BYTES;
    for (let page = 0; page < this.pages.length; page += step) this.readPages(page, Math.min(this.pages.length, page + step));
  }

  close(): void {
    if (this.handle === null) return;
    closing.unregister(this);
    closeQuietly(this.handle);
    this.handle = null;
  }

  private readPages(from: number, to: number): Uint8Array<ArrayBuffer> {
    if (this.handle === null) throw new Error(`${this.file} is closed.`);
    const start = from * PAGE_BYTES;
    const bytes = new Uint8Array(Math.max(0, Math.min(to * PAGE_BYTES, this.header.dataBytes) - start));
    if (readFully(this.handle, bytes, this.dataStart + start) < bytes.length) throw this.damaged('cut off');
    for (let page = from; page < to; page++) {
      const at = page * PAGE_BYTES - start;
      if (crc32(bytes.subarray(at, at + PAGE_BYTES)) !== this.pages[page]) throw this.damaged(`page ${page} has another checksum`);
    }
    return bytes;
  }

  private damaged(reason: string): SegmentError {
    return new SegmentError('cache-damaged', this.file, reason);
  }
}

function readFront(file: string, handle: number): { readonly header: SegmentHeader; readonly dataStart: number; readonly pages: Uint32Array } {
  const damaged = (reason: string): SegmentError => new SegmentError('cache-damaged', file, reason);
  const first = new Uint8Array(FIRST_BYTES);
  const got = readFully(handle, first, 0);
  const head = new DataView(first.buffer);
  if (got < HEAD_BYTES || new TextDecoder('latin1').decode(first.subarray(0, MAGIC.length)) !== MAGIC) throw damaged('no segment');
  if (crc32(first.subarray(0, HEAD_BYTES - 4)) !== head.getUint32(HEAD_BYTES - 4, true)) throw damaged('its head has another checksum');
  const [headerLength, dataStart, size] = [head.getUint32(8, true), head.getUint32(16, true), head.getFloat64(24, true)];
  const front = dataStart <= got ? first : new Uint8Array(dataStart);
  if (front !== first && readFully(handle, front, 0) < dataStart) throw damaged('cut off');
  const headerBytes = front.subarray(HEAD_BYTES, HEAD_BYTES + headerLength);
  if (crc32(headerBytes) !== head.getUint32(12, true)) throw damaged('its header has another checksum');
  // Its checksum says that it is what `encodeSegment` wrote.
  const header = JSON.parse(new TextDecoder().decode(headerBytes)) as SegmentHeader;
  const pagesStart = align(HEAD_BYTES + headerLength);
  const pageBytes = front.slice(pagesStart, pagesStart + 4 * Math.ceil(header.dataBytes / PAGE_BYTES));
  if (crc32(pageBytes) !== header.pagesChecksum) throw damaged('its page checksums are not those that were written');
  if (readFully(handle, new Uint8Array(2), size - 1) !== 1) throw damaged('another size than was written');
  return { header, dataStart, pages: new Uint32Array(pageBytes.buffer) };
}

function closeQuietly(handle: number): void {
  try {
    closeSync(handle);
  } catch {
    // It was only read.
  }
}

function arraysOf({ values, codes, starts, offsets, bytes }: ColumnPlace): readonly ArrayPlace[] {
  return [values, codes, starts, offsets, bytes].filter((place) => place !== undefined);
}

function viewOf(buffer: ArrayBuffer, [type, start, length]: ArrayPlace, offset: number): AnyArray {
  const at = start - offset;
  if (at % ALIGNMENT !== 0) throw new Error(`An array of a segment begins at ${start}.`);
  switch (type) {
    case 'u8':
      return new Uint8Array(buffer, at, length);
    case 'u16':
      return new Uint16Array(buffer, at, length);
    case 'u32':
      return new Uint32Array(buffer, at, length);
    case 'f64':
      return new Float64Array(buffer, at, length);
  }
}

function columnOf(place: ColumnPlace, view: (place: ArrayPlace) => AnyArray): Column {
  // `placeColumn` wrote each array with the type that its kind of column has.
  const array = <A extends AnyArray>(at: ArrayPlace | undefined): A => (at === undefined ? new Uint8Array(0) : view(at)) as A;
  const { kind } = place;
  switch (kind) {
    case 'number':
      return { kind, values: array<Float64Array<ArrayBuffer> | Wholes>(place.values) };
    case 'flag':
      return { kind, values: array<Uint8Array<ArrayBuffer>>(place.values) };
    case 'text':
    case 'texts': {
      const dictionary = { bytes: array<Uint8Array<ArrayBuffer>>(place.bytes), offsets: place.offsets === undefined ? new Uint32Array(1) : array<Uint32Array<ArrayBuffer>>(place.offsets) };
      const codes = array<Wholes>(place.codes);
      return kind === 'text' ? { kind, codes, dictionary } : { kind, starts: array<Wholes>(place.starts), codes, dictionary };
    }
  }
}
