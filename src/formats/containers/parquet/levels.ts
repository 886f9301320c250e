// Runs of small integers (levels, indices into a dictionary). The library's own decoder writes runs of any length that a damaged
// page states; this one stops at the number of values.

export interface ByteReader {
  readonly view: DataView<ArrayBuffer>;
  offset: number;
}

/**
 * `count` values of `width` bits in the RLE and bit-packing hybrid that begins at the reader's offset. The offset is left behind
 * the last run that was read. Throws a RangeError where the bytes end too soon.
 */
export function readHybrid(reader: ByteReader, width: number, count: number): number[] {
  if (width > 32) throw new RangeError(`values of ${width} bits`);
  const values = new Array<number>(count).fill(0);
  let seen = 0;
  while (seen < count) {
    const header = readVarint(reader);
    const isPacked = (header & 1) === 1;
    seen = isPacked ? readPacked(reader, { width, values, seen, groups: header >>> 1 }) : readRun(reader, { width, values, seen, length: header >>> 1 });
  }
  return values;
}

function readRun(reader: ByteReader, { width, values, seen, length }: { readonly width: number; readonly values: number[]; readonly seen: number; readonly length: number }): number {
  let value = 0;
  for (let i = 0; i < (width + 7) >> 3; i++) value |= reader.view.getUint8(reader.offset++) << (i << 3);
  if (length === 0) throw new RangeError('a run without values');
  const end = Math.min(values.length, seen + length);
  if (value !== 0) values.fill(value >>> 0, seen, end);
  return end;
}

function readPacked(reader: ByteReader, { width, values, seen, groups }: { readonly width: number; readonly values: number[]; readonly seen: number; readonly groups: number }): number {
  if (groups === 0) throw new RangeError('a run without values');
  const end = Math.min(values.length, seen + groups * 8);
  const start = reader.offset;
  for (let i = seen; i < end; i++) {
    let value = 0;
    for (let bit = 0, at = (i - seen) * width; bit < width; ) {
      const byte = reader.view.getUint8(start + (at >> 3));
      const take = Math.min(8 - (at & 7), width - bit);
      value |= ((byte >> (at & 7)) & ((1 << take) - 1)) << bit;
      bit += take;
      at += take;
    }
    values[i] = value >>> 0;
  }
  // The last group may be cut off at the end of the page.
  reader.offset = Math.min(reader.view.byteLength, start + groups * width);
  return end;
}

function readVarint(reader: ByteReader): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.view.getUint8(reader.offset++);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
  throw new RangeError('a number of more than five bytes');
}

/** Bits that hold values up to `most`. */
export function bitsFor(most: number): number {
  return 32 - Math.clz32(most);
}
