import path from 'node:path';
import type { Problem } from '../model/problem';
import type { ClaimRow } from './claims';
import { TableReader } from './columns';
import type { Cells, Schema } from './columns';
import type { StepRef } from './join/draft';
import type { JoinInput } from './join/joinParts';
import * as rows from './partRows';
import * as schemas from './partSchemas';
import { openSteps } from './stepSource';
import type { StepSource } from './stepSource';
import type { PlacedGroup, RowRange, StoredBatch } from './storedBatch';

export interface JoinSources {
  readonly claims: readonly ClaimRow[];
  readonly batches: readonly StoredBatch[];
  /** What is joined, sorted by source, then reader: whatever batches hold them, the same groups give the same. */
  readonly groups: readonly PlacedGroup[];
  /** Problems of finding and claiming. */
  readonly problems: readonly Problem[];
}

/** What the join needs, from what was claimed and read. */
export function joinInput(root: string, { claims, batches, groups, problems }: JoinSources): JoinInput {
  const steps = new Map<number, StepSource>();
  const stepsOf = (batch: number): StepSource | null => {
    const store = batches[batch]?.steps;
    const known = steps.get(batch) ?? (store ? openSteps(store) : null);
    if (known) steps.set(batch, known);
    return known;
  };
  const headHashes = new Map(claims.map((claim) => [claim.path, claim.headHash ?? '']));
  const readFiles = collect(schemas.FILE_SCHEMA, batches, groups, 'files', rows.filePart);
  const isRead = new Set(readFiles.map(({ file }) => file));
  const others = claims.filter((claim) => !isRead.has(claim.path ?? ''));
  return {
    parts: collect(schemas.ATTEMPT_PART_SCHEMA, batches, groups, 'attempts', readPart),
    outcomes: collect(schemas.OUTCOME_SCHEMA, batches, groups, 'outcomes', rows.outcomePart),
    runs: collect(schemas.RUN_SCHEMA, batches, groups, 'runs', rows.runPart),
    scores: collect(schemas.SCORE_SCHEMA, batches, groups, 'scores', rows.scorePart),
    problems: [...problems, ...collect(schemas.PROBLEM_SCHEMA, batches, groups, 'problems', rows.problemOf)],
    files: [...readFiles, ...others.map(({ path: file }) => ({ file: file ?? '', format: null, records: 0, shown: 0, folded: 0, unreadable: 0 }))],
    rootName: path.basename(root),
    headHash: (file) => headHashes.get(file) ?? '',
    steps: { stepAtCall: (ref, call) => stepAtCall(stepsOf(ref.batch), ref, call) },
  };
}

/** Rows of one table of every group, group by group. */
function collect<S extends Schema, T>(
  schema: S,
  batches: readonly StoredBatch[],
  groups: readonly PlacedGroup[],
  table: keyof StoredBatch['tables'] & keyof PlacedGroup['group']['rows'],
  make: (cell: Cells<S>, batch: number) => T,
): readonly T[] {
  const readers = batches.map((batch): TableReader<S> => new TableReader(schema, batch.tables[table]));
  const made: T[] = [];
  for (const { batch, group } of groups) {
    const { start, end }: RowRange = group.rows[table];
    const reader = readers[batch];
    for (let row = start; reader && row < end; row++) made.push(make(reader.cells(row), batch));
  }
  return made;
}

function readPart(cell: Cells<typeof schemas.ATTEMPT_PART_SCHEMA>, batch: number): JoinInput['parts'][number] {
  return {
    part: rows.attemptPart(cell),
    steps: { batch, start: cell('stepStart') ?? 0, count: cell('stepCount') ?? 0, reader: cell('reader') ?? '', files: cell('stepFiles') },
  };
}

function stepAtCall(steps: StepSource | null, { start, count }: StepRef, call: number): number | null {
  for (let row = start; row < start + count; row++) if (steps?.get('call', row) === call) return row - start;
  return null;
}
