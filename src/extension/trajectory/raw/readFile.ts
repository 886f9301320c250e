import { open, stat } from 'node:fs/promises';
import { LineMapBuilder, type LineMap, type ReadBytes } from '../../../base/lineMap';

const CHUNK = 1024 * 1024;

/** Reads ranges of a file that exists under this path; shorter at its end. */
export function rangeReader(file: string): ReadBytes {
  return async (start, end) => {
    const wanted = Math.max(0, end - start);
    if (wanted === 0) return new Uint8Array(0);
    const handle = await open(file, 'r');
    try {
      const bytes = Buffer.alloc(wanted);
      let done = 0;
      while (done < wanted) {
        const { bytesRead } = await handle.read(bytes, done, wanted - done, start + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    } finally {
      await handle.close();
    }
  };
}

interface KnownMap {
  readonly size: number;
  readonly mtimeMs: number;
  readonly map: Promise<LineMap>;
}

/** Maps of the files that were used last. */
const maps = new Map<string, KnownMap>();
const MOST_MAPS = 16;

/** Where the lines of a file begin; kept until the file changes. Reads it in pieces, letting the host breathe between them. */
export async function lineMapOf(file: string): Promise<LineMap> {
  const { size, mtimeMs } = await stat(file);
  const known = maps.get(file);
  if (known && known.size === size && known.mtimeMs === mtimeMs) return known.map;
  const map = readLines(file);
  maps.delete(file);
  maps.set(file, { size, mtimeMs, map });
  const [oldest] = maps.keys();
  if (maps.size > MOST_MAPS && oldest !== undefined) maps.delete(oldest);
  map.catch(() => maps.delete(file));
  return map;
}

async function readLines(file: string): Promise<LineMap> {
  const builder = new LineMapBuilder();
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(CHUNK);
    for (;;) {
      const { bytesRead } = await handle.read(bytes, 0, CHUNK, null);
      if (bytesRead === 0) return builder.finish();
      builder.push(bytes.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
