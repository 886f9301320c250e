import path from 'node:path';
import type { Problem } from '../model/problem';
import type { ClaimRow } from './claims';
import { decodeTable, TableReader } from './columns';
import type { StepRef } from './join/draft';
import type { JoinInput } from './join/joinParts';
import type { PartBatch } from './partCollector';
import * as rows from './partRows';
import * as schemas from './partSchemas';

/** What the join needs, from what was claimed and read; `problems` are those of finding and claiming. */
export function joinInput(root: string, claims: readonly ClaimRow[], batches: readonly PartBatch[], problems: readonly Problem[]): JoinInput {
  const steps = batches.map((batch) => new TableReader(schemas.STEP_SCHEMA, batch.steps));
  const headHashes = new Map(claims.map((claim) => [claim.path, claim.headHash ?? '']));
  const readFiles = batches.flatMap((batch) => decodeTable(schemas.FILE_SCHEMA, batch.files, rows.filePart));
  const isRead = new Set(readFiles.map(({ file }) => file));
  const others = claims.filter((claim) => !isRead.has(claim.path ?? ''));
  return {
    parts: batches.flatMap((batch, index) => decodeAttempts(batch, index)),
    outcomes: batches.flatMap((batch) => decodeTable(schemas.OUTCOME_SCHEMA, batch.outcomes, rows.outcomePart)),
    runs: batches.flatMap((batch) => decodeTable(schemas.RUN_SCHEMA, batch.runs, rows.runPart)),
    scores: batches.flatMap((batch) => decodeTable(schemas.SCORE_SCHEMA, batch.scores, rows.scorePart)),
    problems: [...problems, ...batches.flatMap((batch) => decodeTable(schemas.PROBLEM_SCHEMA, batch.problems, rows.problemOf))],
    files: [...readFiles, ...others.map(({ path: file }) => ({ file: file ?? '', format: null, records: 0, shown: 0, folded: 0, unreadable: 0 }))],
    rootName: path.basename(root),
    headHash: (file) => headHashes.get(file) ?? '',
    steps: { stepAtCall: (ref, call) => stepAtCall(steps, ref, call) },
    stepFiles: (ref) => stepFiles(steps, ref),
  };
}

type StepTables = readonly TableReader<typeof schemas.STEP_SCHEMA>[];

function stepAtCall(tables: StepTables, { batch, start, count }: StepRef, call: number): number | null {
  const table = tables[batch];
  for (let row = start; row < start + count; row++) if (table?.get('call', row) === call) return row - start;
  return null;
}

function stepFiles(tables: StepTables, { batch, start, count }: StepRef): ReadonlySet<string> {
  const files = new Set<string>();
  const table = tables[batch];
  for (let row = start; row < start + count; row++) {
    for (const file of [table?.get('actionFile', row), table?.get('observationFile', row)]) if (file != null) files.add(file);
    for (const text of [...(table?.get('actionMore', row) ?? []), ...(table?.get('observationMore', row) ?? [])]) files.add(rows.fileOfMore(text));
  }
  return files;
}

function decodeAttempts(batch: PartBatch, index: number): JoinInput['parts'] {
  return decodeTable(schemas.ATTEMPT_PART_SCHEMA, batch.attempts, (cell) => ({
    part: rows.attemptPart(cell),
    steps: { batch: index, start: cell('stepStart') ?? 0, count: cell('stepCount') ?? 0, reader: cell('reader') ?? '' },
  }));
}
