import { readFileSync } from 'node:fs';

export interface ZipEntry {
  readonly name: string;
  /** Bytes as packed. */
  readonly packed: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;

/** Names and sizes in a small zip file (no zip64), in its directory's order. Throws when the file has no directory. Source: APPNOTE 6.3.3, 4.3.12 and 4.3.16. */
export function readZipEntries(file: string): ZipEntry[] {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || bytes.readUInt32LE(end) !== END_SIGNATURE) throw new Error(`${file} is not a zip file.`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error(`${file} has a damaged directory.`);
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), packed: bytes.readUInt32LE(at + 20) });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
