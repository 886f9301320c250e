import { TableBuilder, TableReader } from '../columns';
import type { Schema, Table } from '../columns';
import { groupRow } from '../groupRow';
import type { BatchTable, PartBatch } from '../partCollector';
import * as schemas from '../partSchemas';
import type { GroupRows, StoredBatch } from '../storedBatch';
import type { SegmentEntry } from './manifest';

/** Segments smaller than this are put together when there are more than so many. */
const SMALL_BYTES = 1024 * 1024;
const MOST_SMALL = 16;
/** A segment is written anew when more than half of its groups are out of date. */
const LEAST_LIVE = 0.5;
/** What is copied in one build, at most; the rest waits for the next one. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface SegmentUse {
  readonly entry: SegmentEntry;
  /** Groups that are still in force. */
  readonly live: number;
}

/**
 * Which segments are to be put together into one, as indices. Without that, a folder where one file changes at a time would end
 * in one segment for every change. A segment is copied when it is small and has company, or mostly out of date: in both
 * cases what is copied is little beside what was written.
 */
export function chooseVictims(uses: readonly SegmentUse[]): readonly number[] {
  const small = uses.flatMap(({ entry }, index) => (entry.bytes < SMALL_BYTES ? [index] : []));
  const stale = uses.flatMap(({ entry, live }, index) => (entry.bytes >= SMALL_BYTES && live < entry.groups * LEAST_LIVE ? [index] : []));
  const chosen = [...stale, ...(small.length > MOST_SMALL ? small : [])];
  let bytes = 0;
  return chosen.filter((index) => (bytes += uses[index]?.entry.bytes ?? 0) <= MOST_BYTES || bytes === uses[index]?.entry.bytes);
}

/** A batch with its steps in memory, and those of its groups that are to be copied. */
export interface CopySource {
  readonly batch: StoredBatch;
  readonly steps: Table;
  readonly groups: readonly GroupRows[];
}

/** Copies groups of several batches into a new one, in order. Cost: linear in their rows. */
export function copyGroups(sources: readonly CopySource[]): PartBatch {
  const groups = new TableBuilder(schemas.GROUP_SCHEMA);
  const steps = new Copier(schemas.STEP_SCHEMA);
  const attempts = new Copier(schemas.ATTEMPT_PART_SCHEMA);
  const outcomes = new Copier(schemas.OUTCOME_SCHEMA);
  const runs = new Copier(schemas.RUN_SCHEMA);
  const scores = new Copier(schemas.SCORE_SCHEMA);
  const problems = new Copier(schemas.PROBLEM_SCHEMA);
  const files = new Copier(schemas.FILE_SCHEMA);
  const copiers = { steps, attempts, outcomes, runs, scores, problems, files } satisfies Record<BatchTable, unknown>;
  const order = ['steps', 'outcomes', 'runs', 'scores', 'problems', 'files'] as const;
  for (const { batch, steps: stepTable, groups: chosen } of sources) {
    attempts.open(batch.tables.attempts);
    for (const name of order) copiers[name].open(name === 'steps' ? stepTable : batch.tables[name]);
    for (const { reader, key, first, isWhole, part, isCut, pause, rows } of chosen) {
      const start = {
        attempts: attempts.length,
        steps: steps.length,
        outcomes: outcomes.length,
        runs: runs.length,
        scores: scores.length,
        problems: problems.length,
        files: files.length,
      };
      // A piece that another one follows is not read on.
      groups.push(groupRow({ name: { reader, key, first }, isWhole, part, start, pause: isCut ? null : pause }));
      // Attempts say where their steps begin.
      const shift = steps.length - rows.steps.start;
      attempts.copy(rows.attempts, (row) => ({ ...row, stepStart: (row.stepStart ?? 0) + shift }));
      for (const name of order) copiers[name].copy(rows[name]);
    }
  }
  return {
    groups: groups.finish(),
    steps: steps.finish(),
    attempts: attempts.finish(),
    outcomes: outcomes.finish(),
    runs: runs.finish(),
    scores: scores.finish(),
    problems: problems.finish(),
    files: files.finish(),
  };
}

/** Copies ranges of rows from one table after another. */
class Copier<S extends Schema> {
  private readonly builder: TableBuilder<S>;
  private source: TableReader<S> | null = null;

  constructor(private readonly schema: S) {
    this.builder = new TableBuilder(schema);
  }

  get length(): number {
    return this.builder.length;
  }

  open(table: Table): void {
    this.source = new TableReader(this.schema, table);
  }

  copy({ start, end }: { readonly start: number; readonly end: number }, change?: (row: ReturnType<TableReader<S>['row']>) => ReturnType<TableReader<S>['row']>): void {
    for (let row = start; this.source && row < end; row++) {
      const values = this.source.row(row);
      this.builder.push(change ? change(values) : values);
    }
  }

  finish(): Table {
    return this.builder.finish();
  }
}
