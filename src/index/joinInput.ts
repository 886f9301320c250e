import path from 'node:path';
import type { Problem } from '../model/problem';
import type { ClaimRow } from './claims';
import { decodeTable, TableReader } from './columns';
import type { StepRef } from './join/draft';
import type { JoinInput } from './join/joinParts';
import type { PartBatch } from './partCollector';
import * as parts from './partTables';

/** What the join needs, from what was claimed and read; `problems` are those of finding and claiming. */
export function joinInput(root: string, claims: readonly ClaimRow[], batches: readonly PartBatch[], problems: readonly Problem[]): JoinInput {
  const steps = batches.map((batch) => new TableReader(parts.STEP_SCHEMA, batch.steps));
  const headHashes = new Map(claims.map((claim) => [claim.path, claim.headHash ?? '']));
  const readFiles = batches.flatMap((batch) => decodeTable(parts.FILE_SCHEMA, batch.files, parts.filePart));
  const isRead = new Set(readFiles.map(({ file }) => file));
  const others = claims.filter((claim) => !isRead.has(claim.path ?? ''));
  return {
    parts: batches.flatMap((batch, index) => decodeAttempts(batch, index)),
    outcomes: batches.flatMap((batch) => decodeTable(parts.OUTCOME_SCHEMA, batch.outcomes, parts.outcomePart)),
    runs: batches.flatMap((batch) => decodeTable(parts.RUN_SCHEMA, batch.runs, parts.runPart)),
    scores: batches.flatMap((batch) => decodeTable(parts.SCORE_SCHEMA, batch.scores, parts.scorePart)),
    problems: [...problems, ...batches.flatMap((batch) => decodeTable(parts.PROBLEM_SCHEMA, batch.problems, parts.problemOf))],
    files: [...readFiles, ...others.map(({ path: file }) => ({ file: file ?? '', format: null, records: 0, shown: 0, folded: 0, unreadable: 0 }))],
    rootName: path.basename(root),
    headHash: (file) => headHashes.get(file) ?? '',
    steps: { stepAtCall: (ref, call) => stepAtCall(steps, ref, call) },
    stepFiles: (ref) => stepFiles(steps, ref),
  };
}

type StepTables = readonly TableReader<typeof parts.STEP_SCHEMA>[];

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
  }
  return files;
}

function decodeAttempts(batch: PartBatch, index: number): JoinInput['parts'] {
  return decodeTable(parts.ATTEMPT_PART_SCHEMA, batch.attempts, (row) => ({
    part: parts.attemptPart(row),
    steps: { batch: index, start: row.stepStart ?? 0, count: row.stepCount ?? 0, reader: row.reader ?? '' },
  }));
}
