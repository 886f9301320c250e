import type { DeclaredTimes, Outcome } from '../../model/attempt';
import type { ByteRange } from '../../model/units';
import type { AttemptPart } from '../contract';
import { hashText } from '../shared/hash';
import { seedProblem } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { readAmount, readCall, readCount, readText, readTruth, shorten, type CellReading, type Cells } from './cells';
import type { Column } from './columns';

/** Where a row stands. */
export interface RowPlace {
  readonly file: string;
  /** Number of its line, from 1; of a row of Parquet its number, from 0. */
  readonly locator: string;
  /** Null: the row has no bytes of its own. */
  readonly range: ByteRange | null;
}

/** What a row says: an attempt, or null when it cannot be used; then the last problem says why. */
export interface RowReading {
  readonly part: AttemptPart | null;
  readonly problems: readonly ProblemSeed[];
}

/** Reads one row as an attempt whose outcome the table declares. */
export function readRow(cells: Cells, place: RowPlace): RowReading {
  const task = readText(cells, 'task');
  if (task === null) return unusable(seedProblem('missing-field', cells.place, { found: 'no task', expected: 'a task in each row', message: 'The row names no task; it was left out.' }, 'error'));
  const times = [readCall(cells, 'T'), readCall(cells, 'E'), readCall(cells, 'horizon')] as const;
  const wrong = times.flatMap((reading) => (reading.ok ? [] : [{ ...reading.problem, severity: 'error' as const, message: `${reading.problem.message} The row was left out.` }]));
  if (wrong.length > 0) return { part: null, problems: wrong };

  const problems: ProblemSeed[] = [];
  const take = <T>(reading: CellReading<T>): T | null => {
    if (reading.ok) return reading.value;
    problems.push(reading.problem);
    return null;
  };
  const [T, E, H] = times.map(take);
  const declared = normaliseTimes({ T: T ?? null, E: E ?? null, H: H ?? null }, cells, problems);
  const verdict = take(readTruth(cells, 'resolved'));
  const outcome = judgeOutcome(declared, verdict, cells, problems);
  const stated = isUndated(cells) && verdict !== null ? NO_TIMES : declared;
  const part = buildPart(cells, place, task, outcome, declaredFor(outcome, stated, cells, problems), take);
  return { part, problems };
}

/**
 * Times that can have been observed (MATH 1.1): nothing is seen beyond the horizon, and nothing after a protocol
 * terminal. T = H, E = H and T = E are observed.
 */
function normaliseTimes(stated: DeclaredTimes, cells: Cells, problems: ProblemSeed[]): DeclaredTimes {
  let { T, E } = stated;
  const { H } = stated;
  const drop = (found: string, expected: string, what: string): void => {
    problems.push(seedProblem('bad-value', cells.place, { found, expected, message: `${what} cannot have been observed and was left out: ${found}.` }));
  };
  if (T !== null && H !== null && T > H) {
    drop(`T ${T} with a horizon of ${H}`, 'T at most the horizon', 'T');
    T = null;
  }
  if (E !== null && H !== null && E > H) {
    drop(`E ${E} with a horizon of ${H}`, 'E at most the horizon', 'E');
    E = null;
  }
  if (T !== null && E !== null && T > E) {
    drop(`T ${T} after E ${E}`, 'T at most E', 'T');
    T = null;
  }
  return { T, E, H };
}

/**
 * Resolved when a first verified call is stated, unresolved when only an end or a horizon is; a table without times may
 * state the verdict alone. A verdict that contradicts the times makes the outcome unknown: nobody can say which is right.
 */
function judgeOutcome({ T, E, H }: DeclaredTimes, verdict: boolean | null, cells: Cells, problems: ProblemSeed[]): Outcome {
  const byTimes = T !== null ? true : E !== null || H !== null ? false : null;
  const isSilent = byTimes === null || (byTimes === false && !cells.has('T'));
  // Without a column for T, an end or a horizon says nothing about success; the verdict does.
  const outcome = isSilent ? (verdict ?? byTimes) : byTimes;
  if (!isSilent && verdict !== null && verdict !== byTimes) {
    const found = `resolved ${String(verdict)} ${T === null ? 'without T' : `with T ${T}`}`;
    problems.push(seedProblem('conflict', cells.place, { found, expected: 'a verdict that agrees with T', message: `The row contradicts itself (${found}); its outcome counts as unknown.` }));
    return 'unknown';
  }
  return outcome === null ? 'unknown' : outcome ? 'resolved' : 'unresolved';
}

const NO_TIMES: DeclaredTimes = { T: null, E: null, H: null };

/**
 * A table of verdicts: it has no column for when a success or an end came. Its calls, where it states them, then date both; without them
 * failures are as little dated as successes, since a horizon that counts for failures only would leave out the successes alone.
 */
function isUndated(cells: Cells): boolean {
  return !cells.has('T') && !cells.has('E');
}

/** The times that go with an outcome. A success whose first verified call is not stated has no end before it. */
function declaredFor(outcome: Outcome, times: DeclaredTimes, cells: Cells, problems: ProblemSeed[]): DeclaredTimes | null {
  if (outcome === 'unknown') return null;
  if (outcome === 'unresolved' || times.T !== null || times.E === null) return times;
  problems.push(seedProblem('bad-value', cells.place, { found: `E ${times.E} of a resolved row without T`, expected: 'T beside E', message: 'The row is resolved and states E but not T, so its first verified call is not known; E was left out.' }));
  return { ...times, E: null };
}

function buildPart(cells: Cells, { file, locator, range }: RowPlace, task: string, outcome: Outcome, declared: DeclaredTimes | null, take: <T>(reading: CellReading<T>) => T | null): AttemptPart {
  const text = (column: Column): string | null => readText(cells, column);
  const model = text('model');
  const facts = {
    task,
    cohort: text('cohort'),
    runtime: {
      agent: text('agent'),
      agentVersion: text('agentVersion'),
      model: model ?? text('runtime'),
      provider: text('provider'),
      // Beside a model, the runtime is a name for everything else that tells attempts apart.
      config: text('config') ?? (model === null ? null : text('runtime')),
    },
    // Rows without a label are draws of their own, so each gets one.
    attempt: text('attempt') ?? `${range === null ? 'row' : 'line'} ${locator}`,
    started: text('started'),
    calls: take(readCount(cells, 'calls')),
    tokens: { input: take(readCount(cells, 'inputTokens')), cached: take(readCount(cells, 'cachedTokens')), output: take(readCount(cells, 'outputTokens')) },
    cost: take(readAmount(cells, 'cost')),
    seconds: take(readAmount(cells, 'seconds')),
    outcome,
    declared,
    synthetic: /synthetic|simulat|invented|made[ -]?up/i.test(cells.get('provenance')),
  };
  // Written out, since spreading so many fields costs several times as much.
  return {
    task,
    cohort: facts.cohort,
    runtime: facts.runtime,
    attempt: facts.attempt,
    started: facts.started,
    calls: facts.calls,
    tokens: facts.tokens,
    cost: facts.cost,
    seconds: facts.seconds,
    outcome,
    declared,
    synthetic: facts.synthetic,
    role: 'result',
    format: 'outcome-table',
    formatVersion: null,
    file,
    locator,
    range,
    contentHash: hashText(JSON.stringify(facts)),
    place: { folder: null, runFolder: null },
    taskHash: null,
    toolSteps: null,
    toolCalls: null,
    side: null,
    exitStatus: null,
    // The horizon is the limit that was configured, whatever became of the row's outcome.
    limits: { calls: limitOf(cells), usd: null, seconds: null },
    outcomeFile: outcome === 'unknown' ? null : file,
    basis: outcome === 'unknown' ? null : 'declared',
    noResult: false,
  };
}

function limitOf(cells: Cells): number | null {
  const horizon = readCall(cells, 'horizon');
  return horizon.ok ? horizon.value : null;
}

function unusable(problem: ProblemSeed): RowReading {
  return { part: null, problems: [problem] };
}

/** A problem for a row whose number of fields is not the header's. */
export function describeWrongLength(cells: Pick<Cells, 'place'>, fields: readonly string[], expected: number): ProblemSeed {
  return seedProblem('bad-value', cells.place, {
    found: `${fields.length} fields: ${shorten(fields.join(', '))}`,
    expected: `${expected} fields, as in the header`,
    message: `The row has ${fields.length} fields where the header has ${expected}; it was left out.`,
  }, 'error');
}
