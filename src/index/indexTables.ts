import type { Attempt } from '../model/attempt';
import { buffersOf, buildTable, TableBuilder } from './columns';
import type { Cells, Row, Table } from './columns';
import type { Joined, JoinedAttempt, JoinedSubAgent } from './join/joinParts';
import { makeAttempt } from './makeAttempt';
import { isInSegment } from './storedBatch';
import type { StepStore } from './storedBatch';
import { attemptPart, attemptRow, fileRow, flagNumber, problemRow, resultText } from './partRows';
import { ATTEMPT_PART_SCHEMA, FILE_SCHEMA, PROBLEM_SCHEMA } from './partSchemas';

/** What a stored attempt has beside the facts of its parts. */
const OWN_SCHEMA = {
  id: 'text',
  label: 'text',
  repository: 'text',
  startedMs: 'number',
  conflict: 'flag',
  problems: 'number',
  /** Of a sub-agent, the row of its attempt, the index of the attempt's step and how deep it is; null for attempts. */
  parentRow: 'number',
  parentStep: 'number',
  depth: 'number',
  /** Number of the step table. */
  batch: 'number',
  scoreStart: 'number',
  scoreCount: 'number',
  memberFiles: 'texts',
  results: 'texts',
} as const;

/** An attempt as it is stored: its facts, and where its steps and scores stand. */
export const ATTEMPT_SCHEMA = { ...ATTEMPT_PART_SCHEMA, ...OWN_SCHEMA } as const;

/** What became of the scores of a sidecar. */
export const SCORE_FILE_SCHEMA = { file: 'text', scores: 'number', found: 'number' } as const;

/** Gates of tasks; 1 and 0. */
export const GATE_SCHEMA = { task: 'text', base: 'number', reference: 'number' } as const;

export const STORED_SCORE_SCHEMA = { monitor: 'text', step: 'number', score: 'number', threshold: 'number', cost: 'number' } as const;

/** A whole index as columns. Plain data: it can be posted to another thread. */
export interface IndexTables {
  /** Absolute path that paths are relative to. */
  readonly root: string;
  /** The attempts, sorted, and after them their sub-agents. */
  readonly attempts: Table;
  /** Steps as they were read, in memory or in segments; `batch` of an attempt says which are its own. */
  readonly steps: readonly StepStore[];
  readonly scores: Table;
  readonly files: Table;
  readonly scoreFiles: Table;
  readonly gates: Table;
  readonly problems: Table;
}

/** The buffers of an index, to be transferred with it. */
export function buffersOfIndex({ attempts, steps, scores, files, scoreFiles, gates, problems }: IndexTables): ArrayBuffer[] {
  return buffersOf([attempts, ...steps.flatMap((store) => (isInSegment(store) ? [] : [store])), scores, files, scoreFiles, gates, problems]);
}

/** Role and place have served their end in the join. */
const JOINED = { role: 'result', place: { folder: null, runFolder: null }, taskHash: null } as const;

/** Columns of a joined index. */
export function buildIndexTables(root: string, joined: Joined, steps: readonly StepStore[]): IndexTables {
  const facts = new TableBuilder(ATTEMPT_PART_SCHEMA);
  const own = new TableBuilder(OWN_SCHEMA);
  const scores = new TableBuilder(STORED_SCORE_SCHEMA);
  const pushFacts = ({ attempt, steps: ref }: Pick<JoinedAttempt, 'attempt' | 'steps'>): void => {
    facts.push(attemptRow(attempt, JOINED, { reader: attempt.stepReader ?? '', stepStart: ref?.start ?? 0, stepCount: attempt.stepCount, stepFiles: [] }));
  };
  for (const entry of joined.attempts) {
    pushFacts(entry);
    own.push(ownRow(entry, scores.length, null));
    for (const score of entry.scores) scores.push(score);
  }
  for (const entry of joined.subAgents) {
    pushFacts(entry);
    own.push(ownRow({ ...entry, scores: [], results: [] }, scores.length, entry));
  }
  return {
    root,
    attempts: { length: facts.length, columns: { ...facts.finish().columns, ...own.finish().columns } },
    steps,
    scores: scores.finish(),
    files: buildTable(FILE_SCHEMA, joined.files.map((file) => fileRow(file))),
    scoreFiles: buildTable(SCORE_FILE_SCHEMA, joined.scoreFiles),
    gates: buildTable(GATE_SCHEMA, joined.gates.map(({ task, baseFails, referencePasses }) => ({ task, base: flagNumber(baseFails), reference: flagNumber(referencePasses) }))),
    problems: buildTable(PROBLEM_SCHEMA, joined.problems.map((problem) => problemRow(problem))),
  };
}

function ownRow({ attempt, steps, scores, results, files }: JoinedAttempt, scoreStart: number, sub: JoinedSubAgent | null): Row<typeof OWN_SCHEMA> {
  return {
    id: attempt.id,
    label: attempt.attempt,
    repository: attempt.repository,
    startedMs: attempt.startedMs,
    conflict: attempt.conflict,
    problems: attempt.problems,
    parentRow: sub?.parent ?? null,
    parentStep: sub?.step ?? null,
    depth: sub?.depth ?? null,
    batch: steps?.batch ?? 0,
    scoreStart,
    scoreCount: scores.length,
    memberFiles: files,
    results: results.map(resultText),
  };
}

/** The attempt of a stored row. */
export function storedAttempt(cell: Cells<typeof ATTEMPT_SCHEMA>): Attempt {
  const reader = cell('reader');
  return makeAttempt(attemptPart(cell), {
    id: cell('id') ?? '',
    stepReader: reader === '' ? null : reader,
    repository: cell('repository'),
    attempt: cell('label') ?? '',
    startedMs: cell('startedMs'),
    conflict: cell('conflict'),
    stepCount: cell('stepCount') ?? 0,
    problems: cell('problems') ?? 0,
  });
}
