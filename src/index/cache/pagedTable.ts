import { nullAs } from '../columns';
import type { Cells, RowSource, Schema, ValueOf } from '../columns';
import type { SegmentFile } from './segmentFile';
import { PAGE_BYTES, widthOf } from './segmentLayout';
import type { ArrayPlace, ColumnPlace } from './segmentLayout';

/** Pages kept, at least; at most twice as many. */
const KEPT_PAGES = 256;
/** Texts of a column kept, at most. */
const KEPT_TEXTS = 4096;

/** Reads single rows of a table of a segment: only the pages that hold them, and the last ones of those are kept. */
export class PagedTable<S extends Schema> implements RowSource<S> {
  private readonly readers = new Map<keyof S, (row: number) => unknown>();
  readonly length: number;

  /** Throws when the table lacks a column of the schema, or has it as another kind; reading throws as the segment does. */
  constructor(schema: S, segment: SegmentFile, table: string) {
    const { length, columns } = segment.tablePlace(table);
    this.length = length;
    const pages = new PageKeeper(segment);
    for (const [name, kind] of Object.entries(schema)) {
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (column?.kind !== kind) throw new Error(`Column "${name}" should be ${kind}, but is ${column?.kind ?? 'missing'}.`);
      this.readers.set(name, createReader(column, pages));
    }
  }

  get<Name extends keyof S>(name: Name, row: number): ValueOf[S[Name]] {
    // The constructor has checked that the column is of the schema's kind.
    return this.readers.get(name)?.(row) as ValueOf[S[Name]];
  }

  cells(row: number): Cells<S> {
    return (name) => this.get(name, row);
  }
}

interface Page {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView<ArrayBuffer>;
}

/** Two generations of pages: what is asked for moves to the new one, and the old one goes when that is full. */
class PageKeeper {
  private fresh = new Map<number, Page>();
  private old = new Map<number, Page>();

  constructor(private readonly segment: SegmentFile) {}

  page(index: number): Page {
    const known = this.fresh.get(index);
    if (known) return known;
    const page = this.old.get(index) ?? this.read(index);
    if (this.fresh.size >= KEPT_PAGES) {
      this.old = this.fresh;
      this.fresh = new Map();
    }
    this.fresh.set(index, page);
    return page;
  }

  bytes(start: number, end: number): Uint8Array {
    const first = Math.floor(start / PAGE_BYTES);
    const at = start - first * PAGE_BYTES;
    const { bytes } = this.page(first);
    if (at + end - start <= bytes.length) return bytes.subarray(at, at + end - start);
    const all = new Uint8Array(end - start);
    for (let done = 0; done < all.length; ) {
      const from = (start + done) % PAGE_BYTES;
      const piece = this.page(Math.floor((start + done) / PAGE_BYTES)).bytes.subarray(from, from + all.length - done);
      if (piece.length === 0) break;
      all.set(piece, done);
      done += piece.length;
    }
    return all;
  }

  private read(index: number): Page {
    const bytes = this.segment.page(index);
    return { bytes, view: new DataView(bytes.buffer) };
  }
}

function createReader(column: ColumnPlace, pages: PageKeeper): (row: number) => unknown {
  switch (column.kind) {
    case 'number': {
      const { values } = column;
      if (!values) return () => null;
      const at = elements(values, pages);
      const none = nullAs(widthOf(values[0]));
      return (row) => {
        const value = at(row) ?? NaN;
        return value === none || Number.isNaN(value) ? null : value;
      };
    }
    case 'flag': {
      const at = elements(column.values, pages);
      return (row) => at(row) === 1;
    }
    case 'text': {
      const at = elements(column.codes, pages);
      const decode = createDecoder(column, pages);
      return (row) => decode(at(row) ?? 0);
    }
    case 'texts': {
      const [at, starts] = [elements(column.codes, pages), elements(column.starts, pages)];
      const decode = createDecoder(column, pages);
      return (row) => {
        const texts: string[] = [];
        for (let item = starts(row) ?? 0; item < (starts(row + 1) ?? 0); item++) texts.push(decode(at(item) ?? 0) ?? '');
        return texts;
      };
    }
  }
}

/** Elements of an array; undefined beyond its end. */
function elements(place: ArrayPlace | undefined, pages: PageKeeper): (index: number) => number | undefined {
  if (!place) return () => undefined;
  const [type, start, length] = place;
  const width = widthOf(type);
  return (index) => {
    if (index < 0 || index >= length) return undefined;
    const at = start + index * width;
    // Pages are multiples of every width, and arrays begin at multiples of it: no element is cut.
    const { view } = pages.page(Math.floor(at / PAGE_BYTES));
    const within = at % PAGE_BYTES;
    switch (type) {
      case 'u8':
        return view.getUint8(within);
      case 'u16':
        return view.getUint16(within, true);
      case 'u32':
        return view.getUint32(within, true);
      case 'f64':
        return view.getFloat64(within, true);
    }
  };
}

function createDecoder({ offsets, bytes }: ColumnPlace, pages: PageKeeper): (code: number) => string | null {
  const offset = elements(offsets, pages);
  const start = bytes?.[1] ?? 0;
  const known = new Map<number, string>();
  return (code) => {
    if (code === 0) return null;
    const kept = known.get(code);
    if (kept !== undefined) return kept;
    const [from, to] = [offset(code - 1) ?? 0, offset(code) ?? 0];
    const text = to > from ? Buffer.from(pages.bytes(start + from, start + to)).toString('utf8') : '';
    if (known.size >= KEPT_TEXTS) known.clear();
    known.set(code, text);
    return text;
  };
}
