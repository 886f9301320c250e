import { PagedTable } from './cache/pagedTable';
import { SegmentFile } from './cache/segmentFile';
import { TableReader } from './columns';
import type { RowSource } from './columns';
import { STEP_SCHEMA } from './partSchemas';
import { isInSegment } from './storedBatch';
import type { StepStore } from './storedBatch';

/** Steps of a batch, by row. */
export type StepSource = RowSource<typeof STEP_SCHEMA>;

/** Name of the table of steps in a segment. */
export const STEPS = 'steps';

/**
 * Opens the steps of a batch. Those in a segment are read, and checked, row by row; a SegmentError is thrown then, and here
 * when the segment is not there any more or damaged.
 */
export function openSteps(store: StepStore): StepSource {
  if (!isInSegment(store)) return new TableReader(STEP_SCHEMA, store);
  return new PagedTable(STEP_SCHEMA, SegmentFile.open(store.segment, null), STEPS);
}
