// A small columnar codec: rows of one schema become typed arrays and UTF-8 bytes, so that they cross threads by
// transfer and stay compact in memory. Text is dictionary-coded, since paths, tools, models and statuses repeat.

/** What a column holds. Every kind but `flag` and `texts` has null. */
export type ColumnKind = 'number' | 'flag' | 'text' | 'texts';

export interface ValueOf {
  /** Any double; NaN is null. */
  readonly number: number | null;
  readonly flag: boolean;
  /** Well-formed text: a lone surrogate becomes U+FFFD. */
  readonly text: string | null;
  readonly texts: readonly string[];
}

/** Column names and kinds, in the order in which they are kept. */
export type Schema = Readonly<Record<string, ColumnKind>>;
export type Row<S extends Schema> = { readonly [Name in keyof S]: ValueOf[S[Name]] };

/** One row of a table: gives the value of a column by its name. Cheaper than an object with all of them. */
export type Cells<S extends Schema> = <Name extends keyof S>(name: Name) => ValueOf[S[Name]];

/** Distinct texts: number k (from 1) stands at `bytes[offsets[k - 1]..offsets[k]]`. Number 0 is null. */
export interface Dictionary {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

/** Whole numbers from 0, in the narrowest array that holds them. */
export type Wholes = Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** An array of fewer values than the table has rows, most often of none: the rest is null (of flags, false). */
export type Column =
  /** Null is NaN; in an array of whole numbers it is the greatest one that the array can hold. */
  | { readonly kind: 'number'; readonly values: Float64Array<ArrayBuffer> | Wholes }
  | { readonly kind: 'flag'; readonly values: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'text'; readonly codes: Wholes; readonly dictionary: Dictionary }
  /** Row i holds the codes from `starts[i]` to `starts[i + 1]`. */
  | { readonly kind: 'texts'; readonly starts: Wholes; readonly codes: Wholes; readonly dictionary: Dictionary };

/** Rows as columns. Plain data: it can be posted to another thread, or written to a file. */
export interface Table {
  readonly length: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** The buffers of tables, to be transferred with them; each once. */
export function buffersOf(tables: readonly Table[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const table of tables) {
    for (const column of Object.values(table.columns)) {
      if ('values' in column) buffers.add(column.values.buffer);
      if ('codes' in column) buffers.add(column.codes.buffer).add(column.dictionary.bytes.buffer).add(column.dictionary.offsets.buffer);
      if ('starts' in column) buffers.add(column.starts.buffer);
    }
  }
  return [...buffers];
}

/** Length of a builder at some time, to go back to. */
export interface Mark {
  readonly length: number;
}

/** Collects rows of one schema. Cost of a row: one pass over its columns; text that was seen before costs a look-up. */
export class TableBuilder<S extends Schema> {
  private rows = 0;
  private readonly builders: readonly (readonly [keyof S & string, ColumnBuilder])[];

  constructor(schema: S) {
    this.builders = Object.entries(schema).map(([name, kind]) => [name, createColumnBuilder(kind)]);
  }

  get length(): number {
    return this.rows;
  }

  push(row: Row<S>): void {
    // The row's type ties each name to the kind of the builder made for it.
    for (const [name, builder] of this.builders) builder.push(row[name] as never);
    this.rows++;
  }

  /** Drops every row from `length` on. Texts of dropped rows may stay in a dictionary. */
  cut(length: number): void {
    this.rows = Math.min(this.rows, length);
    for (const [, builder] of this.builders) builder.cut(this.rows);
  }

  /** The rows so far. The builder must not be used afterwards. */
  finish(): Table {
    const columns = Object.fromEntries(this.builders.map(([name, builder]) => [name, builder.finish()]));
    return { length: this.rows, columns };
  }
}

/** Builds a table from rows at once. */
export function buildTable<S extends Schema>(schema: S, rows: Iterable<Row<S>>): Table {
  const builder = new TableBuilder(schema);
  for (const row of rows) builder.push(row);
  return builder.finish();
}

/** Rows of one schema, wherever they are kept. `row` from 0 to length - 1. */
export interface RowSource<S extends Schema> {
  readonly length: number;
  get<Name extends keyof S>(name: Name, row: number): ValueOf[S[Name]];
  cells(row: number): Cells<S>;
}

/** Reads rows of a table; texts are decoded when asked for, each distinct one once. */
export class TableReader<S extends Schema> implements RowSource<S> {
  private readonly readers = new Map<keyof S, (row: number) => unknown>();
  readonly length: number;

  /** Throws when the table lacks a column of the schema, or has it as another kind. */
  constructor(schema: S, readonly table: Table) {
    this.length = table.length;
    for (const [name, kind] of Object.entries(schema)) {
      const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
      if (column?.kind !== kind) throw new Error(`Column "${name}" should be ${kind}, but is ${column?.kind ?? 'missing'}.`);
      this.readers.set(name, createColumnReader(column));
    }
  }

  /** One value. `row` from 0 to length - 1. */
  get<Name extends keyof S>(name: Name, row: number): ValueOf[S[Name]] {
    // The constructor has checked that the column is of the schema's kind.
    return this.readers.get(name)?.(row) as ValueOf[S[Name]];
  }

  /** The cells of one row. */
  cells(row: number): Cells<S> {
    return (name) => this.get(name, row);
  }

  /** A row as an object, for what is small. */
  row(row: number): Row<S> {
    const values: Partial<Record<keyof S, unknown>> = {};
    for (const [name, read] of this.readers) values[name] = read(row);
    // As above, and every column of the schema is there.
    return values as Row<S>;
  }
}

/** Every row of a table as something else, in order. */
export function decodeTable<S extends Schema, T>(schema: S, table: Table, make: (cell: Cells<S>) => T): readonly T[] {
  const reader = new TableReader(schema, table);
  return Array.from({ length: table.length }, (_, row) => make(reader.cells(row)));
}

interface ColumnBuilder {
  push(value: never): void;
  cut(length: number): void;
  finish(): Column;
}

type Numbers = Float64Array<ArrayBuffer> | Wholes;

/** A typed array that grows by doubling. */
class Growing<A extends Numbers> {
  length = 0;
  private array: A;

  constructor(private readonly create: (length: number) => A) {
    this.array = create(64);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const bigger = this.create(this.array.length * 2);
      bigger.set(this.array);
      this.array = bigger;
    }
    this.array[this.length++] = value;
  }

  at(index: number): number {
    return this.array[index] ?? 0;
  }

  finish(): A {
    const exact = this.create(this.length);
    // A view of the same kind as the array.
    exact.set(this.array.subarray(0, this.length) as A);
    return exact;
  }
}

const doubles = (): Growing<Float64Array<ArrayBuffer>> => new Growing((length) => new Float64Array(length));
const codes = (): Growing<Uint32Array<ArrayBuffer>> => new Growing((length) => new Uint32Array(length));
const flags = (): Growing<Uint8Array<ArrayBuffer>> => new Growing((length) => new Uint8Array(length));

class DictionaryBuilder {
  private readonly known = new Map<string, number>();
  private last = '';
  private lastCode = -1;

  code(text: string | null): number {
    if (text === null) return 0;
    // Neighbours are often the same, and comparing is cheaper than looking up.
    if (text === this.last && this.lastCode > 0) return this.lastCode;
    const code = this.known.get(text) ?? this.known.size + 1;
    if (code > this.known.size) this.known.set(text, code);
    this.last = text;
    this.lastCode = code;
    return code;
  }

  finish(): Dictionary {
    const offsets = new Uint32Array(this.known.size + 1);
    const encoder = new TextEncoder();
    let bytes = new Uint8Array(1024);
    let end = 0;
    let index = 0;
    for (const text of this.known.keys()) {
      // UTF-8 takes at most three bytes for a UTF-16 unit.
      if (bytes.length - end < text.length * 3) {
        const bigger = new Uint8Array(Math.max(bytes.length * 2, end + text.length * 3));
        bigger.set(bytes);
        bytes = bigger;
      }
      end += encoder.encodeInto(text, bytes.subarray(end)).written;
      offsets[++index] = end;
    }
    return { bytes: bytes.slice(0, end), offsets };
  }
}

function createColumnBuilder(kind: ColumnKind): ColumnBuilder {
  switch (kind) {
    case 'number':
      return createPlainBuilder(doubles(), (value: number | null) => value ?? NaN, (values) => ({ kind, values: narrowNumbers(values) }));
    case 'flag':
      return createPlainBuilder(flags(), (value: boolean) => (value ? 1 : 0), (values) => ({ kind, values: values.includes(1) ? values : new Uint8Array(0) }));
    case 'text': {
      const dictionary = new DictionaryBuilder();
      return createPlainBuilder(
        codes(),
        (text: string | null) => dictionary.code(text),
        (values) => ({ kind, codes: narrowCodes(values), dictionary: dictionary.finish() }),
      );
    }
    case 'texts':
      return createTextsBuilder();
  }
}

function createPlainBuilder<A extends Numbers, Value>(values: Growing<A>, encode: (value: Value) => number, finish: (values: A) => Column): ColumnBuilder {
  return {
    push: (value: Value) => values.push(encode(value)),
    cut: (length) => {
      values.length = length;
    },
    finish: () => finish(values.finish()),
  };
}

function createTextsBuilder(): ColumnBuilder {
  const dictionary = new DictionaryBuilder();
  const items = codes();
  const starts = codes();
  starts.push(0);
  return {
    push: (texts: readonly string[]) => {
      for (const text of texts) items.push(dictionary.code(text));
      starts.push(items.length);
    },
    cut: (length) => {
      items.length = starts.at(length);
      starts.length = length + 1;
    },
    finish: () => {
      const [exactItems, exactStarts] = [items.finish(), starts.finish()];
      return { kind: 'texts', starts: exactItems.length === 0 ? new Uint8Array(0) : narrowWholes(exactStarts), codes: narrowWholes(exactItems), dictionary: dictionary.finish() };
    },
  };
}

/** The same numbers in as few bytes as hold them exactly. */
function narrowNumbers(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> | Wholes {
  let greatest = -1;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    // Minus zero is no whole number here: it would come back as zero.
    if (!Number.isInteger(value) || value < 0 || Object.is(value, -0) || value >= 0xffff_ffff) return values;
    if (value > greatest) greatest = value;
  }
  if (greatest < 0) return new Float64Array(0);
  const narrow = createWholes(greatest + 1, values.length);
  const none = nullAs(narrow.BYTES_PER_ELEMENT);
  for (const [index, value] of values.entries()) narrow[index] = Number.isNaN(value) ? none : value;
  return narrow;
}

function narrowCodes(codes: Wholes): Wholes {
  return codes.every((code) => code === 0) ? new Uint8Array(0) : narrowWholes(codes);
}

function narrowWholes(values: Wholes): Wholes {
  let greatest = 0;
  for (const value of values) if (value > greatest) greatest = value;
  const narrow = createWholes(greatest, values.length);
  narrow.set(values);
  return narrow;
}

function createWholes(greatest: number, length: number): Wholes {
  if (greatest <= 0xff) return new Uint8Array(length);
  return greatest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
}

/** What stands for null in an array whose elements have so many bytes: NaN in doubles, else the greatest whole number. */
export function nullAs(bytesPerElement: number): number {
  return bytesPerElement === 8 ? NaN : 2 ** (8 * bytesPerElement) - 1;
}

function createColumnReader(column: Column): (row: number) => unknown {
  switch (column.kind) {
    case 'number': {
      const { values } = column;
      const none = nullAs(values.BYTES_PER_ELEMENT);
      return (row) => {
        const value = values[row] ?? none;
        return value === none || Number.isNaN(value) ? null : value;
      };
    }
    case 'flag':
      return (row) => column.values[row] === 1;
    case 'text': {
      const decode = createDecoder(column.dictionary);
      return (row) => decode(column.codes[row] ?? 0);
    }
    case 'texts': {
      const decode = createDecoder(column.dictionary);
      const { codes: items, starts } = column;
      return (row) => {
        const texts: string[] = [];
        for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) texts.push(decode(items[at] ?? 0) ?? '');
        return texts;
      };
    }
  }
}

function createDecoder({ bytes, offsets }: Dictionary): (code: number) => string | null {
  // Several times as fast as a TextDecoder on short texts.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const known: (string | undefined)[] = [];
  return (code) => {
    if (code === 0) return null;
    let text = known[code];
    if (text === undefined) {
      text = buffer.toString('utf8', offsets[code - 1], offsets[code]);
      known[code] = text;
    }
    return text;
  };
}
