// One page of data as rows. Levels and dictionary indices are decoded here (`levels.ts`), values and nesting by the library.

import type { ColumnDecoder, DecodedArray, Encoding, PageHeader } from 'hyparquet/src/types.js';
import { assembleLists } from 'hyparquet/src/assemble.js';
import { convertWithDictionary } from 'hyparquet/src/convert.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { bitsFor, readHybrid } from './levels';
import type { ByteReader } from './levels';

interface Levels {
  readonly repetition: number[];
  /** Empty: every value is there. */
  readonly definition: number[];
}

/** Appends the rows of a data page to `rows`, whose last one it may go on with; returns `rows`, or the page's own where it has no nulls. */
export function decodePage(header: PageHeader, bytes: Uint8Array, decoder: ColumnDecoder, dictionary: DecodedArray | undefined, rows: unknown[]): DecodedArray {
  const first = header.data_page_header;
  const second = header.data_page_header_v2;
  if (first !== undefined) {
    const page = decompressPage(bytes, header.uncompressed_page_size, decoder.codec, decoder.compressors);
    const reader = readerOf(page);
    const levels = readLevels(reader, first.num_values, decoder, () => {
      reader.offset += 4;
      return reader.view.getUint32(reader.offset - 4, true);
    });
    return assemble(reader, { levels, count: first.num_values, encoding: first.encoding, decoder, dictionary, rows });
  }
  if (second === undefined) throw new Error(`pages of type ${header.type} are not known`);
  const lengths = [second.repetition_levels_byte_length, second.definition_levels_byte_length];
  const levelBytes = (lengths[0] ?? 0) + (lengths[1] ?? 0);
  if (!(levelBytes >= 0 && levelBytes <= bytes.length)) throw new RangeError('levels longer than their page');
  const isNested = getMaxRepetitionLevel(decoder.schemaPath) > 0;
  const levels = readLevels(readerOf(bytes), second.num_values, decoder, () => (isNested && lengths.length === 2 ? lengths.shift() : lengths[lengths.length - 1]) ?? 0);
  const size = header.uncompressed_page_size - levelBytes;
  const packed = bytes.subarray(levelBytes);
  // A page without values may have no compressed bytes at all.
  const page = second.is_compressed !== false && size > 0 ? decompressPage(packed, size, decoder.codec, decoder.compressors) : packed;
  return assemble(readerOf(page), { levels, count: second.num_values, encoding: second.encoding, decoder, dictionary, rows });
}

/** `lengthOf` gives the bytes of the next kind of levels, and is asked in order. */
function readLevels(reader: ByteReader, count: number, { schemaPath }: ColumnDecoder, lengthOf: () => number): Levels {
  const read = (most: number): number[] => {
    if (most === 0) return [];
    const length = lengthOf();
    const start = reader.offset;
    const values = readHybrid(reader, bitsFor(most), count);
    // Some writers put an empty block behind the runs.
    reader.offset = start + length;
    return values;
  };
  const repetition = read(getMaxRepetitionLevel(schemaPath));
  const most = getMaxDefinitionLevel(schemaPath);
  const definition = read(most);
  return { repetition, definition: definition.every((level) => level === most) ? [] : definition };
}

interface Assembling {
  readonly levels: Levels;
  readonly count: number;
  readonly encoding: Encoding;
  readonly decoder: ColumnDecoder;
  readonly dictionary: DecodedArray | undefined;
  readonly rows: unknown[];
}

function assemble(reader: ByteReader, { levels, count, encoding, decoder, dictionary, rows }: Assembling): DecodedArray {
  const most = getMaxDefinitionLevel(decoder.schemaPath);
  const present = levels.definition.length === 0 ? count : levels.definition.reduce((sum, level) => sum + (level === most ? 1 : 0), 0);
  const values = convertWithDictionary(readValues(reader, present, encoding, decoder), dictionary, encoding, decoder);
  return assembleLists(rows, levels.definition, levels.repetition, values, decoder.schemaPath);
}

function readValues(reader: ByteReader, count: number, encoding: Encoding, { type, element }: ColumnDecoder): DecodedArray {
  switch (encoding) {
    case 'PLAIN':
      return readPlain(reader, type, count, element.type_length);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      const width = count === 0 ? 0 : reader.view.getUint8(reader.offset++);
      return width === 0 ? new Array<number>(count).fill(0) : readHybrid(reader, width, count);
    }
    case 'RLE':
      reader.offset += 4;
      return readHybrid(reader, 1, count).map((value) => value === 1);
    case 'DELTA_BINARY_PACKED': {
      const values = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
      deltaBinaryUnpack(reader, count, values);
      return values;
    }
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const values = new Array<Uint8Array>(count);
      deltaLengthByteArray(reader, count, values);
      return values;
    }
    case 'DELTA_BYTE_ARRAY': {
      const values = new Array<Uint8Array>(count);
      deltaByteArray(reader, count, values);
      return values;
    }
    case 'BYTE_STREAM_SPLIT':
      return byteStreamSplit(reader, count, type, element.type_length);
    default:
      throw new Error(`the encoding ${encoding} is not read`);
  }
}

function readerOf(bytes: Uint8Array): ByteReader {
  // Pages are decompressed into buffers of their own, none of them shared between threads.
  return { view: new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}
