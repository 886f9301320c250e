// Projects that include single files find the types of the package's inner module only this way.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./lz4.d.ts" />
import * as zlib from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';
import { decompressZstdNow } from '../zstd';

/** The decoder that Node has since 22.15; the types at hand are those of a Node without it. */
interface NativeZstd {
  zstdDecompressSync?(bytes: Uint8Array, options: { readonly chunkSize: number; readonly maxOutputLength: number }): Buffer;
}
// Node's module, with a function that its types do not name yet; it is looked for before it is called.
const native = zlib as unknown as NativeZstd;

/**
 * Codecs of pages. Node's own decoders where it has one; Snappy is hyparquet's own, LZ4 its companion's. `length` is what the
 * page's header states, and more is never given: a page may not grow beyond it.
 */
export const COMPRESSORS: Compressors = {
  GZIP: (input, length) => (input[0] === 0x1f ? zlib.gunzipSync : zlib.inflateSync)(input, oneGo(length)),
  BROTLI: (input, length) => zlib.brotliDecompressSync(input, oneGo(length)),
  ZSTD: (input, length) => {
    // A buffer of the right size at once: growing it costs more than decompressing.
    if (native.zstdDecompressSync) return native.zstdDecompressSync(input, oneGo(length));
    const output = decompressZstdNow(input, length);
    if (output === null) throw new Error('no whole Zstandard frame of the stated length');
    return output;
  },
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

function oneGo(length: number): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.max(64, length), maxOutputLength: Math.max(1, length) };
}
