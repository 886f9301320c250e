import type { Attempt } from '../model/attempt';
import { attemptFacts } from './attemptFacts';
import { buffersOf, buildTable } from './columns';
import type { Row, Table } from './columns';
import type { Joined, JoinedAttempt } from './join/joinParts';
import { ATTEMPT_PART_SCHEMA, attemptPart, attemptRow, FILE_SCHEMA, fileRow, PROBLEM_SCHEMA, problemRow } from './partTables';

/** An attempt as it is stored: its facts, and where its steps and scores stand. */
export const ATTEMPT_SCHEMA = {
  ...ATTEMPT_PART_SCHEMA,
  id: 'text',
  repository: 'text',
  startedMs: 'number',
  conflict: 'flag',
  problems: 'number',
  /** Number of the step table. */
  batch: 'number',
  scoreStart: 'number',
  scoreCount: 'number',
  memberFiles: 'texts',
} as const;

export const STORED_SCORE_SCHEMA = { monitor: 'text', step: 'number', score: 'number', threshold: 'number' } as const;

/** A whole index as columns. Plain data: it can be posted to another thread. */
export interface IndexTables {
  /** Absolute path that paths are relative to. */
  readonly root: string;
  readonly attempts: Table;
  /** Step tables as they were read; `batch` of an attempt says which is its own. */
  readonly steps: readonly Table[];
  readonly scores: Table;
  readonly files: Table;
  readonly problems: Table;
}

/** The buffers of an index, to be transferred with it. */
export function buffersOfIndex({ attempts, steps, scores, files, problems }: IndexTables): ArrayBuffer[] {
  return buffersOf([attempts, ...steps, scores, files, problems]);
}

/** Columns of a joined index. */
export function buildIndexTables(root: string, joined: Joined, steps: readonly Table[]): IndexTables {
  let scoreStart = 0;
  const attempts = joined.attempts.map((entry) => {
    const row = storedRow(entry, scoreStart);
    scoreStart += entry.scores.length;
    return row;
  });
  return {
    root,
    attempts: buildTable(ATTEMPT_SCHEMA, attempts),
    steps,
    scores: buildTable(STORED_SCORE_SCHEMA, joined.attempts.flatMap(({ scores }) => scores)),
    files: buildTable(FILE_SCHEMA, joined.files.map((file) => fileRow(file, 0))),
    problems: buildTable(PROBLEM_SCHEMA, joined.problems.map((problem) => problemRow(problem, 0))),
  };
}

function storedRow({ attempt, steps, scores, files }: JoinedAttempt, scoreStart: number): Row<typeof ATTEMPT_SCHEMA> {
  const { id, repository, startedMs, conflict, problems } = attempt;
  // Role and place have served their end in the join.
  const part = { ...attempt, role: 'result', place: { folder: null, runFolder: null }, taskHash: null } as const;
  const place = { reader: attempt.stepReader ?? '', group: 0, stepStart: steps?.start ?? 0, stepCount: attempt.stepCount };
  const own = { id, repository, startedMs, conflict, problems };
  return { ...attemptRow(part, place), ...own, batch: steps?.batch ?? 0, scoreStart, scoreCount: scores.length, memberFiles: files };
}

/** The attempt of a stored row. */
export function storedAttempt(row: Row<typeof ATTEMPT_SCHEMA>): Attempt {
  return {
    ...attemptFacts(attemptPart(row)),
    id: row.id ?? '',
    stepReader: row.reader === '' ? null : row.reader,
    repository: row.repository,
    startedMs: row.startedMs,
    conflict: row.conflict,
    stepCount: row.stepCount ?? 0,
    problems: row.problems ?? 0,
  };
}

