// Rows as JSON text, for showing them and for offsets of steps. The same row gives the same bytes whatever the machine and the version
// of the library: a change here moves the offsets of what was indexed before.

/**
 * A row as one JSON object in UTF-8: a column on each line, and each element of a list of objects on a line of its own. Texts
 * keep their bytes; integers are written whole, times as ISO 8601, what JSON cannot write (NaN) as null.
 *
 * `{"id": "a", "messages": [{"role": "user"}], "n": 3}` becomes
 *
 *     {"id":"a",
 *     "messages":[
 *     {"role":"user"}
 *     ],
 *     "n":3}
 */
export function renderRow(values: readonly (readonly [name: string, value: unknown])[]): Uint8Array {
  const writer = new JsonWriter();
  writer.ascii('{');
  values.forEach(([name, value], i) => {
    if (i > 0) writer.ascii(',\n');
    writer.text(Buffer.from(name));
    writer.ascii(':');
    writeColumn(writer, value);
  });
  writer.ascii('}\n');
  return writer.finish();
}

function writeColumn(writer: JsonWriter, value: unknown): void {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) {
    writeValue(writer, value);
    return;
  }
  writer.ascii('[\n');
  value.forEach((element, i) => {
    if (i > 0) writer.ascii(',\n');
    writeValue(writer, element);
  });
  writer.ascii('\n]');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value) && !(value instanceof Date);
}

function writeValue(writer: JsonWriter, value: unknown): void {
  if (value instanceof Uint8Array) writer.text(value);
  else if (typeof value === 'string') writer.text(Buffer.from(value));
  else if (typeof value === 'number') writer.ascii(Number.isFinite(value) ? String(value) : 'null');
  else if (typeof value === 'boolean' || typeof value === 'bigint') writer.ascii(String(value));
  else if (value instanceof Date) writer.ascii(Number.isNaN(value.getTime()) ? 'null' : `"${value.toISOString()}"`);
  else if (Array.isArray(value)) writeList(writer, value);
  else if (ArrayBuffer.isView(value)) writeList(writer, Array.from(value as unknown as Iterable<unknown>));
  else if (typeof value === 'object' && value !== null) writeObject(writer, Object.entries(value));
  else writer.ascii('null');
}

function writeList(writer: JsonWriter, list: readonly unknown[]): void {
  writer.ascii('[');
  list.forEach((element, i) => {
    if (i > 0) writer.ascii(',');
    writeValue(writer, element);
  });
  writer.ascii(']');
}

function writeObject(writer: JsonWriter, entries: readonly (readonly [string, unknown])[]): void {
  writer.ascii('{');
  entries.forEach(([key, value], i) => {
    if (i > 0) writer.ascii(',');
    writer.text(Buffer.from(key));
    writer.ascii(':');
    writeValue(writer, value);
  });
  writer.ascii('}');
}

const QUOTE = 0x22;
const SLASH = 0x5c;
/** Second byte of the short escapes, by the byte that is escaped; 0: a long one. */
const SHORT = new Uint8Array(0x20);
for (const [byte, letter] of [[0x08, 'b'], [0x09, 't'], [0x0a, 'n'], [0x0c, 'f'], [0x0d, 'r']] as const) SHORT[byte] = letter.charCodeAt(0);

class JsonWriter {
  private bytes = Buffer.allocUnsafe(64 * 1024);
  private length = 0;

  /** Text without anything to escape. */
  ascii(text: string): void {
    this.reserve(text.length);
    this.length += this.bytes.write(text, this.length, 'latin1');
  }

  /** A text in UTF-8 as a JSON string. Each byte takes at most six. */
  text(content: Uint8Array): void {
    this.reserve(content.length * 6 + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = QUOTE;
    let from = 0;
    for (let i = 0; i < content.length; i++) {
      const byte = content[i] ?? 0;
      if (byte >= 0x20 && byte !== QUOTE && byte !== SLASH) continue;
      at = copy(bytes, at, content, from, i);
      from = i + 1;
      bytes[at++] = SLASH;
      const short = byte < 0x20 ? (SHORT[byte] ?? 0) : byte;
      if (short !== 0) bytes[at++] = short;
      else at += bytes.write(`u${byte.toString(16).padStart(4, '0')}`, at, 'latin1');
    }
    at = copy(bytes, at, content, from, content.length);
    bytes[at++] = QUOTE;
    this.length = at;
  }

  /** A copy, so that the room for what had not to be escaped is free again. */
  finish(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.bytes, 0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(bigger, 0, 0, this.length);
    this.bytes = bigger;
  }
}

/** Copies a part of `content` to `at` and returns where it ends. Calling costs more than copying a few bytes. */
function copy(bytes: Uint8Array, at: number, content: Uint8Array, from: number, to: number): number {
  if (to - from < 32) {
    let end = at;
    for (let i = from; i < to; i++) bytes[end++] = content[i] ?? 0;
    return end;
  }
  bytes.set(content.subarray(from, to), at);
  return at + to - from;
}
