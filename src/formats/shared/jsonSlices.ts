// An incremental JSON scanner: finds wanted values by path and gives their bytes and place. It
// never holds more of the document than the values that are wanted, accepts chunks of any size,
// and says where and inside what a document was cut off. Long stretches in which nothing rare
// happens go through a WebAssembly kernel (jsonFastPath.ts), which changes no result.
//
// Beyond RFC 8259 it takes, and says so:
//
// | what                                     | why                                     | told by                       |
// |------------------------------------------|-----------------------------------------|-------------------------------|
// | NaN, Infinity, -Infinity                 | Python's json writes them               | `parseJson`: `nonFinite`      |
// | a byte order mark before the document    | Windows tools write it                  | `hasBom`                      |
// | NUL bytes after the document             | crashed machines leave them             | `nulTail`                     |
// | control characters and bad escapes in    | strings are skipped 64 bytes at a time; | `parseJson` of a wanted value |
// | strings, and bytes that are not UTF-8    | what nobody wants nobody reads          | (`not-json`, `bad-encoding`)  |
// | halves of surrogate pairs as escapes     | JSON.parse takes them                   | nobody: the text keeps them   |
//
// It is stricter only in refusing more than 512 levels of nesting.

import { JsonScanner } from './jsonScanner';
import type { JsonScan, JsonScanOptions, JsonSlice } from './jsonScanTypes';

export type { JsonPath, PathPattern } from './jsonPaths';
export type { JsonScan, JsonScanOptions, JsonSlice } from './jsonScanTypes';

/**
 * Scans one JSON document and hands each wanted value to `visit`, in the order in which values
 * end (an inner one before the one around it). A value is delivered as soon as it is complete, so
 * those before a cut or a fault are delivered. Stops at the first grammar error. Throws only what
 * `chunks` or `visit` throw. Time is linear in the bytes, memory in the largest wanted value.
 *
 * `scanJson([utf8('{"a":[1,{"b":2}]}')], { want: [['a', '*']] }, visit)` visits `1` at bytes 6–7
 * with path `['a', 0]` and `{"b":2}` at 8–15 with path `['a', 1]`.
 */
export function scanJson(chunks: Iterable<Uint8Array>, options: JsonScanOptions, visit: (slice: JsonSlice) => void): JsonScan {
  const scanner = new JsonScanner(options, visit);
  for (const chunk of chunks) {
    if (!scanner.push(chunk)) break;
  }
  return scanner.finish();
}
