import type { Problem } from '../../../model/problem';

/** One file in an archive, as the directory (or, without one, its own header) states it. */
export interface ZipEntry {
  /** With `/`; never absolute, without `..`. Only a name: it is no path of any disk. */
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Byte of the archive at which its header begins. */
  readonly headerAt: number;
  /** The sizes are those of what is there of a cut archive. */
  readonly isCut: boolean;
}

/** What an archive holds. */
export interface ZipDirectory {
  /** By name; of several entries of one name the last one. In the directory's order. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Entries that a later one of the same name supersedes. */
  readonly superseded: number;
  /** The directory at the end is missing or damaged, and entries were found by their own headers. */
  readonly isSalvaged: boolean;
  readonly problems: readonly Problem[];
}

/** Compression methods that are read: stored, deflate, Zstandard (20: its number before 2020). */
export const ZIP_METHODS: ReadonlySet<number> = new Set([0, 8, 20, 93]);

const ENCRYPTED = 0x1;
const UTF8_NAME = 0x800;
export const HAS_DESCRIPTOR = 0x8;

export function isEncrypted({ flags, method }: Pick<ZipEntry, 'flags' | 'method'>): boolean {
  // 99: AES, as WinZip writes it.
  return (flags & ENCRYPTED) !== 0 || method === 99;
}

/** Sizes and place of 64 bits, in the order in which the fields before are all ones. Source: APPNOTE 4.5.3. */
export function readZip64(extra: Uint8Array, fields: { readonly size: number; readonly packedSize: number; readonly headerAt: number }): { readonly size: number; readonly packedSize: number; readonly headerAt: number } {
  const ONES = 0xffffffff;
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) !== 1) {
      at += 4 + length;
      continue;
    }
    let from = at + 4;
    const end = Math.min(extra.length, from + length);
    const take = (value: number): number => {
      if (value !== ONES || from + 8 > end) return value;
      const wide = Number(view.getBigUint64(from, true));
      from += 8;
      return wide;
    };
    const size = take(fields.size);
    const packedSize = take(fields.packedSize);
    return { size, packedSize, headerAt: take(fields.headerAt) };
  }
  return fields;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LATIN = new TextDecoder('latin1');

/** The name of an entry as it is written, with `/`. Older archives do not say which letters they use. */
export function decodeName(bytes: Uint8Array, flags: number): string {
  return decodeText(bytes, (flags & UTF8_NAME) !== 0).replace(/\\/g, '/').replace(/^(?:\.\/)+/, '');
}

function decodeText(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return strict.decode(bytes);
  } catch {
    return isUtf8 ? new TextDecoder().decode(bytes) : LATIN.decode(bytes);
  }
}

/** Whether a name stays inside: not absolute, no drive, no empty part, no `..`, nothing that ends a path. */
export function isInnerName(name: string): boolean {
  if (name === '' || name.includes('\0') || /^[A-Za-z]:/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && part !== '..' && part !== '.');
}
