import type { PartBatch } from '../partCollector';
import { groupRows, tableLengths } from '../storedBatch';
import type { KeptBatch } from '../storedBatch';
import type { Table } from '../columns';
import { STEPS } from '../stepSource';
import type { CacheStore } from './cacheStore';
import { isUnusable } from './cacheStore';
import type { SegmentEntry } from './manifest';

/** Parts in a segment. */
export interface CachedBatch extends KeptBatch {
  readonly entry: SegmentEntry;
}

/** Steps of a segment up to this size are checked when it is opened; those of bigger ones row by row, when they are asked for. */
export const CHECKED_BYTES = 32 * 1024 * 1024;

/** Loads and checks what the join needs of a segment. Null when the segment cannot be used. */
export function loadBatch(store: CacheStore, entry: SegmentEntry): CachedBatch | null {
  const segment = store.openSegment(entry.name);
  try {
    if (segment === null) return null;
    if (entry.bytes <= CHECKED_BYTES) segment.verify();
    const load = (name: string): Table => segment.table(name);
    const tables = {
      groups: load('groups'),
      attempts: load('attempts'),
      outcomes: load('outcomes'),
      runs: load('runs'),
      scores: load('scores'),
      problems: load('problems'),
      files: load('files'),
    };
    const lengths = tableLengths(tables, segment.tablePlace(STEPS).length);
    return { entry, batch: { tables, steps: { segment: segment.file } }, groups: groupRows(tables.groups, lengths) };
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  } finally {
    segment?.close();
  }
}

/** Steps of a segment in memory; null when they cannot be used. */
export function loadSteps(store: CacheStore, entry: SegmentEntry): Table | null {
  const segment = store.openSegment(entry.name);
  try {
    return segment?.table(STEPS) ?? null;
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  } finally {
    segment?.close();
  }
}

/** Writes a batch as a segment; null when that fails. */
export async function writeBatch(store: CacheStore, { groups, attempts, steps, outcomes, runs, scores, problems, files }: PartBatch): Promise<CachedBatch | null> {
  const tables = { groups, attempts, outcomes, runs, scores, problems, files };
  const written = await store.write({ ...tables, [STEPS]: steps });
  if (written === null) return null;
  const entry: SegmentEntry = { name: written.name, bytes: written.bytes, groups: groups.length };
  return { entry, batch: { tables, steps: { segment: written.file } }, groups: groupRows(groups, tableLengths(tables, steps.length)) };
}
