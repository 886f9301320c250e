import { isUnusable } from './cache/cacheStore';
import type { IndexTables } from './indexTables';
import { openIndex } from './store';
import type { TraceIndex } from './traceIndex';

/**
 * Opens what `build` gives. Another process may replace a segment between its building and its opening, which is why that is
 * tried a second time; then it rejects.
 */
export async function openOrRepeat(build: () => Promise<IndexTables>, onDamage?: () => void): Promise<TraceIndex> {
  const tables = await build();
  try {
    return openIndex(tables, onDamage);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return openIndex(await build(), onDamage);
  }
}
