import * as zlib from 'node:zlib';

/** Node's own since 22.2; the types at hand are those of a Node without it. */
interface NativeCrc {
  crc32?(bytes: Uint8Array, value?: number): number;
}
// Node's module, with a function that its types do not name yet; it is looked for before it is called.
const native = zlib as unknown as NativeCrc;

const SLICES = 8;
let tables: readonly Uint32Array[] | null = null;

/** CRC-32 of the bytes, going on from that of earlier ones. Source: APPNOTE 6.3.10, 4.4.7. */
export function crc32(bytes: Uint8Array, value = 0): number {
  return native.crc32 ? native.crc32(bytes, value) : crc32Here(bytes, value);
}

/** As `crc32`, without Node's: eight bytes at a time ("slicing-by-8": M. Kounavis, F. Berry, 2005). */
export function crc32Here(bytes: Uint8Array, value = 0): number {
  tables ??= makeTables();
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let crc = ~value;
  const whole = bytes.length - (bytes.length % SLICES);
  const b = bytes;
  let i = 0;
  for (; i < whole; i += SLICES) {
    crc ^= b[i]! | (b[i + 1]! << 8) | (b[i + 2]! << 16) | (b[i + 3]! << 24);
    crc =
      t7[crc & 255]! ^ t6[(crc >>> 8) & 255]! ^ t5[(crc >>> 16) & 255]! ^ t4[crc >>> 24]! ^ t3[b[i + 4]!]! ^ t2[b[i + 5]!]! ^ t1[b[i + 6]!]! ^ t0[b[i + 7]!]!;
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ t0[(crc ^ b[i]!) & 255]!;
  return ~crc >>> 0;
}

function makeTables(): readonly Uint32Array[] {
  const made = Array.from({ length: SLICES }, () => new Uint32Array(256));
  for (let n = 0; n < 256; n++) {
    let crc = n;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    made[0]![n] = crc;
  }
  for (let n = 0; n < 256; n++) {
    for (let slice = 1; slice < SLICES; slice++) {
      const before = made[slice - 1]![n]!;
      made[slice]![n] = (before >>> 8) ^ made[0]![before & 255]!;
    }
  }
  return made;
}
