import { groupBy } from '../base/groupBy';
import { TableReader } from './columns';
import type { Table } from './columns';
import { BATCH_TABLES } from './partCollector';
import type { BatchTable, PartBatch } from './partCollector';
import { GROUP_SCHEMA } from './partSchemas';
import { groupPause } from './groupRow';
import { groupId } from './readGroups';
import type { GroupName } from './readGroups';
import type { GroupPause } from './resume';

/** Steps that stand in a segment file (`cache/segmentFile.ts`), by its absolute path. Plain data. */
export interface SegmentSteps {
  readonly segment: string;
}

/** Steps of a batch: in memory, or left on the disk until they are asked for. */
export type StepStore = Table | SegmentSteps;

export function isInSegment(store: StepStore): store is SegmentSteps {
  return 'segment' in store;
}

/** Parts of some groups, wherever their steps are kept. */
export interface StoredBatch {
  readonly tables: Omit<PartBatch, 'steps'>;
  readonly steps: StepStore;
}

/** Rows of a table from `start` (included) to `end` (not). */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** One group of a batch. */
export interface GroupRows extends GroupName {
  /** Its number in the batch. */
  readonly row: number;
  readonly isWhole: boolean;
  /** Number of this piece: those of one group follow each other. */
  readonly part: number;
  /** Where its file may be read on; null where that is not known. */
  readonly pause: GroupPause | null;
  /** Without what was given after the pause: another piece follows. */
  readonly isCut: boolean;
  readonly rows: Readonly<Record<BatchTable, RowRange>>;
}

/** The groups of a batch, in its order. `lengths` are those of its tables. */
export function groupRows(groups: Table, lengths: Readonly<Record<BatchTable, number>>): readonly GroupRows[] {
  const reader = new TableReader(GROUP_SCHEMA, groups);
  const startOf = (name: BatchTable, row: number): number => (row < groups.length ? (reader.get(name, row) ?? 0) : lengths[name]);
  return Array.from({ length: groups.length }, (_, row) => {
    const range = (name: BatchTable): [BatchTable, RowRange] => [name, { start: startOf(name, row), end: startOf(name, row + 1) }];
    return {
      row,
      reader: reader.get('reader', row) ?? '',
      key: reader.get('key', row) ?? '',
      first: reader.get('first', row) ?? '',
      isWhole: reader.get('isWhole', row),
      part: reader.get('part', row) ?? 0,
      pause: groupPause(reader.cells(row)),
      isCut: false,
      // One entry for each of the tables.
      rows: Object.fromEntries(BATCH_TABLES.map(range)) as Record<BatchTable, RowRange>,
    };
  });
}

/** The piece as it is when another one follows. */
export function cutGroup(group: GroupRows): GroupRows {
  const { pause, rows } = group;
  if (pause === null || group.isCut) return group;
  const cut = (name: BatchTable): [BatchTable, RowRange] => [name, { start: rows[name].start, end: rows[name].start + pause.kept[name] }];
  // One entry for each of the tables.
  return { ...group, isCut: true, rows: Object.fromEntries(BATCH_TABLES.map(cut)) as Record<BatchTable, RowRange> };
}

/** Parts of a build, and which of their groups count. */
export interface KeptBatch {
  readonly batch: StoredBatch;
  readonly groups: readonly GroupRows[];
}

/** Holds a batch in memory. */
export function keepBatch({ groups, attempts, steps, outcomes, runs, scores, problems, files }: PartBatch): KeptBatch {
  const tables = { groups, attempts, outcomes, runs, scores, problems, files };
  return { batch: { tables, steps }, groups: groupRows(groups, tableLengths(tables, steps.length)) };
}

/** Rows of each table of a batch, for `groupRows`. */
export function tableLengths({ attempts, outcomes, runs, scores, problems, files }: StoredBatch['tables'], steps: number): Readonly<Record<BatchTable, number>> {
  return { attempts: attempts.length, steps, outcomes: outcomes.length, runs: runs.length, scores: scores.length, problems: problems.length, files: files.length };
}

/** Groups, piece by piece, and the number of the batch that holds each, in the order of `wanted`; one that no batch holds is left out. */
export function placeGroups(kept: readonly KeptBatch[], wanted: readonly GroupName[]): readonly PlacedGroup[] {
  const byId = groupBy(kept.flatMap(({ groups }, batch) => groups.map((group): PlacedGroup => ({ batch, group }))), ({ group }) => groupId(group));
  return wanted.flatMap((name) => [...(byId.get(groupId(name)) ?? [])].sort((a, b) => a.group.part - b.group.part));
}

/** A group, and the number of the batch that holds it. */
export interface PlacedGroup {
  readonly batch: number;
  readonly group: GroupRows;
}
