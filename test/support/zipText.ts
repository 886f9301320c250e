import { deflateRawSync } from 'node:zlib';
import { crc32Here } from '../../src/formats/containers/crc32';
import { toBytes } from './memorySource';
import type { FileContent } from './memorySource';

/** One entry of an archive that a test builds. */
export interface ZipTextEntry {
  readonly name: string;
  readonly content: FileContent;
  /** Default 8. Other methods than 0 and 8 take `packed`. */
  readonly method?: number;
  readonly packed?: Uint8Array;
  /** Flags beside those that follow from the rest. */
  readonly flags?: number;
  /** Sizes follow the content, as writers to a pipe do it. */
  readonly hasDescriptor?: boolean;
  /** What the archive states in place of the truth. */
  readonly stated?: { readonly size?: number; readonly crc?: number };
  /** Type and rights as Unix writes them. */
  readonly unixMode?: number;
  /** Sizes and places in fields of 64 bits. */
  readonly isWide?: boolean;
}

export interface ZipTextOptions {
  /** Bytes before the first entry. */
  readonly before?: Uint8Array;
  readonly comment?: string;
  /** The directory's end is that of an archive with more than 65,535 entries. */
  readonly isWide?: boolean;
  /** Without directory: the state of a writer that was killed. */
  readonly noDirectory?: boolean;
}

/** A zip archive, byte by byte after APPNOTE 6.3.10. */
export function makeZip(entries: readonly ZipTextEntry[], options: ZipTextOptions = {}): Uint8Array {
  const parts: Uint8Array[] = [options.before ?? new Uint8Array(0)];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const { local, central } = makeEntry(entry, at);
    parts.push(local);
    at += local.length;
    directory.push(central);
  }
  if (options.noDirectory) return Buffer.concat(parts);
  const list = Buffer.concat(directory);
  return Buffer.concat([...parts, list, ...makeEnd({ count: entries.length, size: list.length, offset: at }, options)]);
}

function makeEntry(entry: ZipTextEntry, at: number): { readonly local: Uint8Array; readonly central: Uint8Array } {
  const content = toBytes(entry.content);
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const name = Buffer.from(entry.name);
  const crc = entry.stated?.crc ?? crc32Here(content);
  const size = entry.stated?.size ?? content.length;
  const flags = (entry.flags ?? 0) | (entry.hasDescriptor ? 8 : 0) | 0x800;
  const fields = (isLocal: boolean): { readonly sizes: Buffer; readonly extra: Buffer } => {
    const isOpen = isLocal && entry.hasDescriptor === true;
    if (entry.isWide && !isOpen) return { sizes: numbers([crc, 4], [0xffffffff, 4], [0xffffffff, 4]), extra: numbers([1, 2], [isLocal ? 16 : 24, 2], [size, 8], [packed.length, 8], ...(isLocal ? [] : [[at, 8] as const])) };
    return { sizes: isOpen ? Buffer.alloc(12) : numbers([crc, 4], [packed.length, 4], [size, 4]), extra: Buffer.alloc(0) };
  };
  const own = fields(true);
  const listed = fields(false);
  const descriptor = entry.hasDescriptor ? numbers([0x08074b50, 4], [crc, 4], [packed.length, 4], [size, 4]) : Buffer.alloc(0);
  const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2], [flags, 2], [method, 2], [0, 4]), own.sizes, numbers([name.length, 2], [own.extra.length, 2]), name, own.extra, packed, descriptor]);
  const central = Buffer.concat([
    numbers([0x02014b50, 4], [20, 1], [3, 1], [20, 2], [flags, 2], [method, 2], [0, 4]),
    listed.sizes,
    numbers([name.length, 2], [listed.extra.length, 2], [0, 2], [0, 2], [0, 2], [((entry.unixMode ?? 0o100644) << 16) >>> 0, 4], [entry.isWide ? 0xffffffff : at, 4]),
    name,
    listed.extra,
  ]);
  return { local, central };
}

function makeEnd(end: { readonly count: number; readonly size: number; readonly offset: number }, { comment = '', isWide, before }: ZipTextOptions): readonly Buffer[] {
  const text = Buffer.from(comment);
  const close = (count: number, size: number, offset: number): Buffer => Buffer.concat([numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [size, 4], [offset, 4], [text.length, 2]), text]);
  if (!isWide) return [close(end.count, end.size, end.offset)];
  const record = numbers([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 8], [end.count, 8], [end.count, 8], [end.size, 8], [end.offset, 8]);
  const locator = numbers([0x07064b50, 4], [0, 4], [(before?.length ?? 0) + end.offset + end.size, 8], [1, 4]);
  return [record, locator, close(0xffff, 0xffffffff, 0xffffffff)];
}

/** Little-endian numbers, each with its width in bytes. */
function numbers(...fields: readonly (readonly [value: number, width: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, width]) => {
      const bytes = Buffer.alloc(width);
      if (width === 8) bytes.writeBigUInt64LE(BigInt(value));
      else bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );
}

/** A Zstandard frame of raw blocks, as RFC 8878 describes it: what a writer makes of bytes that do not compress. */
export function makeZstd(content: FileContent, { blockBytes = 1000, statesSize = false }: { readonly blockBytes?: number; readonly statesSize?: boolean } = {}): Uint8Array {
  const bytes = toBytes(content);
  // A window of 1 MiB, or the size in four bytes.
  const header = statesSize ? numbers([0xfd2fb528, 4], [0xa0, 1], [bytes.length, 4]) : numbers([0xfd2fb528, 4], [0, 1], [10 << 3, 1]);
  const blocks: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += blockBytes) {
    const block = bytes.slice(at, at + blockBytes);
    const isLast = at + blockBytes >= bytes.length;
    blocks.push(numbers([(block.length << 3) | (isLast ? 1 : 0), 3]), block);
  }
  return Buffer.concat([header, ...blocks]);
}

/** A frame that decoders pass over. */
export function makeSkippable(content: FileContent): Uint8Array {
  const bytes = toBytes(content);
  return Buffer.concat([numbers([0x184d2a53, 4], [bytes.length, 4]), bytes]);
}
