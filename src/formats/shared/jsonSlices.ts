// An incremental JSON scanner: finds wanted values by path and gives their bytes and place. It
// never holds more of the document than the values that are wanted, accepts chunks of any size,
// and says where and inside what a document was cut off. Grammar is checked everywhere but inside
// strings (an unwanted string with a bad escape passes; a wanted one fails in `parseJson`).

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
