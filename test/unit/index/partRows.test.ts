import assert from 'node:assert/strict';
import type { AttemptPart, RunPart } from '../../../src/formats/contract';
import type { Step } from '../../../src/model/step';
import { buildTable, decodeTable } from '../../../src/index/columns';
import type { Cells, Row, Schema } from '../../../src/index/columns';
import * as tables from '../../../src/index/partRows';
import * as schemas from '../../../src/index/partSchemas';
import { OUTCOME, PART, PROBLEM, SCORE, STEP } from '../../support/fakeReader';
import { createRandom, drawInt } from '../../support/random';

/** Rows through a table, as they cross to another thread, and back to what they were made of. */
function roundTrip<S extends Schema, T>(schema: S, rows: readonly Row<S>[], make: (cell: Cells<S>) => T): readonly T[] {
  return decodeTable(schema, structuredClone(buildTable(schema, rows)), make);
}

/** Each field of `full` or its counterpart in `empty`, at random. */
function mix<T extends object>(full: T, empty: T, seed: number): T {
  const random = createRandom(seed);
  return { ...empty, ...Object.fromEntries(Object.entries(full).filter(() => drawInt(random, 2) === 0)) };
}

const FULL: AttemptPart = {
  ...PART,
  role: 'result',
  format: 'harbor',
  formatVersion: '1.1',
  file: 'a b/ünï.json',
  locator: '7',
  range: { start: 0, end: 2 ** 40 },
  contentHash: 'c0ffee',
  place: { folder: 'a b', runFolder: '' },
  taskHash: 'text:1',
  cohort: '',
  runtime: { agent: 'a', agentVersion: '', model: 'm', provider: 'p', config: 'c' },
  attempt: '1',
  started: '2026-02-01T10:00:00Z',
  tokens: { input: 10, cached: 0, output: 5 },
  cost: 0,
  side: { calls: 2, tokens: { input: 1, cached: null, output: 0 }, cost: null },
  seconds: 0.25,
  limits: { calls: 250, usd: 3, seconds: 1800.5 },
  outcome: 'resolved',
  outcomeFile: 'r.json',
  basis: 'declared',
  declared: { T: 5, E: null, H: 30 },
  noResult: true,
  synthetic: true,
};
const FULL_STEP: Step = {
  ...STEP,
  tools: ['bash', 'bash', ''],
  action: { file: 'a', start: 0, end: 0, more: [{ file: 'ü - b c', start: 3, end: 2 ** 40 }, { file: 'a', start: 7, end: 8 }] },
  observation: { file: 'b', start: 5, end: 9 },
  actionHash: 'x',
  observationHash: 'y',
  malformed: true,
  isError: true,
  exitCode: -1,
  inputTokens: 3,
  cachedTokens: 0,
  outputTokens: 1,
  cost: 0.5,
  timeMs: 1770000000500,
};

describe('tables of parts', () => {
  it('give back attempts as they were read', () => {
    const parts = Array.from({ length: 60 }, (_, seed) => mix(FULL, PART, seed));
    const rows = parts.map((part, index) => tables.attemptRow(part, part, { reader: 'r', stepStart: index, stepCount: 2, stepFiles: ['o'] }));
    assert.deepEqual(roundTrip(schemas.ATTEMPT_PART_SCHEMA, rows, tables.attemptPart), parts);
    const places = roundTrip(schemas.ATTEMPT_PART_SCHEMA, rows, (cell) => [cell('reader'), cell('stepStart'), cell('stepCount'), cell('stepFiles')]);
    assert.deepEqual(places[7], ['r', 7, 2, ['o']]);
  });
  it('give back steps as they were read', () => {
    const steps = Array.from({ length: 60 }, (_, seed) => mix(FULL_STEP, { ...STEP, call: null, exitCode: null }, seed));
    assert.deepEqual(roundTrip(schemas.STEP_SCHEMA, steps.map(tables.stepRow), tables.stepOf), steps);
  });
  it('give back verdicts, scores, problems and files as they were read', () => {
    const outcomes = [OUTCOME, { ...OUTCOME, runIds: ['a', 'b'], stem: 's', model: 'm', attempt: '1', verdict: 'none' as const }];
    assert.deepEqual(roundTrip(schemas.OUTCOME_SCHEMA, outcomes.map((part) => tables.outcomeRow(part)), tables.outcomePart), outcomes);
    const scores = [SCORE, { ...SCORE, attemptId: 'i', attemptFile: 'f', locator: 'l', task: 't', runtime: 'r', attempt: 'a', call: 1, step: 0, threshold: 0.5, cost: 0.1 }];
    assert.deepEqual(roundTrip(schemas.SCORE_SCHEMA, scores.map((part) => tables.scoreRow(part)), tables.scorePart), scores);
    const problems = [PROBLEM, { ...PROBLEM, line: 3, byte: 0 }];
    assert.deepEqual(roundTrip(schemas.PROBLEM_SCHEMA, problems.map((problem) => tables.problemRow(problem)), tables.problemOf), problems);
    const files = [{ file: 'a', format: null, records: 3, shown: 1, folded: 1, unreadable: 1 }];
    assert.deepEqual(roundTrip(schemas.FILE_SCHEMA, files.map((file) => tables.fileRow(file)), tables.filePart), files);
  });
  it('give back facts of runs, whatever their tasks are called', () => {
    const none = { agent: null, agentVersion: null, model: null, provider: null, config: null };
    const run: RunPart = { file: 'f', runFolder: '', kind: 'job', tasks: new Map([['__proto__', 'x'], ['', ''], ['a', 'x']]), runtime: { model: 'm' }, cohort: 'c' };
    assert.deepEqual(roundTrip(schemas.RUN_SCHEMA, [tables.runRow(run)], tables.runPart), [{ ...run, runtime: { ...none, model: 'm' } }]);
  });
});
