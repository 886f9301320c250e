import { rmSync } from 'node:fs';
import type { Step } from '../model/step';
import { SegmentError } from './cache/segmentFile';
import { decodeTable, TableReader } from './columns';
import { ATTEMPT_SCHEMA, GATE_SCHEMA, SCORE_FILE_SCHEMA, STORED_SCORE_SCHEMA, storedAttempt } from './indexTables';
import type { IndexTables } from './indexTables';
import { filePart, problemOf, stepOf, resultOf, truthOf } from './partRows';
import { FILE_SCHEMA, PROBLEM_SCHEMA } from './partSchemas';
import { openSteps } from './stepSource';
import type { StepSource } from './stepSource';
import type { SubAgent, TraceIndex } from './traceIndex';

/**
 * Opens an index over its columns. Cheap: nothing is decoded before it is asked for, and maps by id and file are
 * built at their first use. Throws when the tables are of another schema, and as `openSteps` when steps in a segment are gone.
 * Asking for steps throws a SegmentError when those that were kept are damaged; that segment is then removed, so that the next
 * build reads its traces again, and `onDamage` is called.
 */
export function openIndex(tables: IndexTables, onDamage: () => void = () => undefined): TraceIndex {
  const attempts = new TableReader(ATTEMPT_SCHEMA, tables.attempts);
  const steps = tables.steps.map(openSteps);
  const scores = new TableReader(STORED_SCORE_SCHEMA, tables.scores);
  const rowsById = lazy(() => new Map(Array.from({ length: attempts.length }, (_, row) => [attempts.get('id', row) ?? '', row])));
  const attemptCount = countAttempts(attempts);
  const rowsByFile = lazy(() => groupRowsByFile(attempts, 0, attemptCount));
  const subAgentsByFile = lazy(() => groupRowsByFile(attempts, attemptCount, attempts.length));
  const subAgentsByRow = lazy(() => groupSubAgents(attempts, attemptCount));
  const files = lazy(() => decodeTable(FILE_SCHEMA, tables.files, filePart));
  const scoreFiles = lazy(() => decodeTable(SCORE_FILE_SCHEMA, tables.scoreFiles, (cell) => ({ file: cell('file') ?? '', scores: cell('scores') ?? 0, found: cell('found') ?? 0 })));
  const gates = lazy(() => decodeTable(GATE_SCHEMA, tables.gates, (cell) => ({ task: cell('task') ?? '', baseFails: truthOf(cell('base')), referencePasses: truthOf(cell('reference')) })));
  const problems = lazy(() => decodeTable(PROBLEM_SCHEMA, tables.problems, problemOf));

  const check = (row: number): number => {
    if (!Number.isInteger(row) || row < 0 || row >= attempts.length) throw new RangeError(`No attempt has row ${row}; there are ${attempts.length}.`);
    return row;
  };

  const stepsOf = (row: number): { readonly table: StepSource | undefined; readonly start: number; readonly count: number } => {
    check(row);
    return { table: steps[attempts.get('batch', row) ?? 0], start: attempts.get('stepStart', row) ?? 0, count: attempts.get('stepCount', row) ?? 0 };
  };

  const guard = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      if (error instanceof SegmentError) {
        rmSync(error.file, { force: true });
        onDamage();
      }
      throw error;
    }
  };

  return {
    root: tables.root,
    attemptCount,
    subAgentCount: attempts.length - attemptCount,
    attempt: (row) => storedAttempt(attempts.cells(check(row))),
    rowOf: (id) => rowsById().get(id) ?? -1,
    rowsOfFile: (file) => rowsByFile().get(file) ?? [],
    subAgentsOfFile: (file) => subAgentsByFile().get(file) ?? [],
    subAgents: (row) => subAgentsByRow().get(check(row)) ?? [],
    parentOf: (row) => attempts.get('parentRow', check(row)),
    steps: (row) => {
      const { table, start, count } = stepsOf(row);
      return table ? guard(() => Array.from({ length: count }, (_, index): Step => stepOf(table.cells(start + index)))) : [];
    },
    step: (row, index) => {
      const { table, start, count } = stepsOf(row);
      const isThere = Number.isInteger(index) && index >= 0 && index < count;
      return table && isThere ? guard(() => stepOf(table.cells(start + index))) : null;
    },
    scores: (row) => {
      const start = attempts.get('scoreStart', check(row)) ?? 0;
      return Array.from({ length: attempts.get('scoreCount', row) ?? 0 }, (_, index) => {
        const { monitor, step, score, threshold, cost } = scores.row(start + index);
        return { monitor: monitor ?? '', step: step ?? 0, score: score ?? NaN, threshold, cost };
      });
    },
    callResults: (row) => attempts.get('results', check(row)).map(resultOf),
    get files() {
      return files();
    },
    get scoreFiles() {
      return scoreFiles();
    },
    get gates() {
      return gates();
    },
    get problems() {
      return problems();
    },
  };
}

/** Attempts come first, then their sub-agents. */
function countAttempts(attempts: TableReader<typeof ATTEMPT_SCHEMA>): number {
  let count = attempts.length;
  while (count > 0 && attempts.get('parentRow', count - 1) !== null) count--;
  return count;
}

function groupSubAgents(attempts: TableReader<typeof ATTEMPT_SCHEMA>, from: number): ReadonlyMap<number, readonly SubAgent[]> {
  const groups = new Map<number, SubAgent[]>();
  for (let row = from; row < attempts.length; row++) {
    const parent = attempts.get('parentRow', row) ?? 0;
    const entry = { row, step: attempts.get('parentStep', row), depth: attempts.get('depth', row) ?? 1 };
    const known = groups.get(parent);
    if (known) known.push(entry);
    else groups.set(parent, [entry]);
  }
  return groups;
}

function groupRowsByFile(attempts: TableReader<typeof ATTEMPT_SCHEMA>, from: number, to: number): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (let row = from; row < to; row++) {
    for (const file of attempts.get('memberFiles', row)) {
      const known = rows.get(file);
      if (known) known.push(row);
      else rows.set(file, [row]);
    }
  }
  return rows;
}

function lazy<T>(make: () => T): () => T {
  let value: { readonly made: T } | null = null;
  return () => (value ??= { made: make() }).made;
}
