// Parts as flat rows. Only these tables cross threads: no object of a reader does.

import type { AttemptPart, FilePart, OutcomePart, RunPart, ScorePart } from '../formats/contract';
import type { RuntimeFields } from '../model/attempt';
import type { Problem } from '../model/problem';
import type { FileRange, Step } from '../model/step';
import type { ByteRange } from '../model/units';
import type { Row } from './columns';

/** Every table but that of steps says which group of sources a row comes from: the order of the rows follows from it. */
const GROUP = { group: 'number' } as const;

const RUNTIME = { agent: 'text', agentVersion: 'text', model: 'text', provider: 'text', config: 'text' } as const;

export const ATTEMPT_PART_SCHEMA = {
  ...GROUP,
  reader: 'text',
  stepStart: 'number',
  stepCount: 'number',
  role: 'text',
  format: 'text',
  formatVersion: 'text',
  file: 'text',
  locator: 'text',
  rangeStart: 'number',
  rangeEnd: 'number',
  contentHash: 'text',
  folder: 'text',
  runFolder: 'text',
  task: 'text',
  taskHash: 'text',
  cohort: 'text',
  ...RUNTIME,
  attempt: 'text',
  started: 'text',
  calls: 'number',
  toolSteps: 'number',
  toolCalls: 'number',
  tokensInput: 'number',
  tokensCached: 'number',
  tokensOutput: 'number',
  cost: 'number',
  hasSide: 'flag',
  sideCalls: 'number',
  sideInput: 'number',
  sideCached: 'number',
  sideOutput: 'number',
  sideCost: 'number',
  seconds: 'number',
  exitStatus: 'text',
  limitCalls: 'number',
  limitUsd: 'number',
  limitSeconds: 'number',
  outcome: 'text',
  outcomeFile: 'text',
  basis: 'text',
  isDeclared: 'flag',
  declaredT: 'number',
  declaredE: 'number',
  declaredH: 'number',
  noResult: 'flag',
  synthetic: 'flag',
} as const;

export const STEP_SCHEMA = {
  index: 'number',
  call: 'number',
  kind: 'text',
  tools: 'texts',
  title: 'text',
  actionFile: 'text',
  actionStart: 'number',
  actionEnd: 'number',
  observationFile: 'text',
  observationStart: 'number',
  observationEnd: 'number',
  actionHash: 'text',
  observationHash: 'text',
  malformed: 'flag',
  isToolStep: 'flag',
  toolCalls: 'number',
  exitCode: 'number',
  isError: 'flag',
  inputTokens: 'number',
  cachedTokens: 'number',
  outputTokens: 'number',
  cost: 'number',
  timeMs: 'number',
} as const;

export const OUTCOME_SCHEMA = {
  ...GROUP,
  file: 'text',
  task: 'text',
  verdict: 'text',
  runIds: 'texts',
  stem: 'text',
  model: 'text',
  attempt: 'text',
} as const;

export const RUN_SCHEMA = {
  ...GROUP,
  file: 'text',
  runFolder: 'text',
  kind: 'text',
  tasks: 'texts',
  values: 'texts',
  ...RUNTIME,
  cohort: 'text',
} as const;

export const SCORE_SCHEMA = {
  ...GROUP,
  file: 'text',
  attemptId: 'text',
  attemptFile: 'text',
  locator: 'text',
  task: 'text',
  runtime: 'text',
  attempt: 'text',
  call: 'number',
  step: 'number',
  monitor: 'text',
  score: 'number',
  threshold: 'number',
  cost: 'number',
} as const;

export const PROBLEM_SCHEMA = {
  ...GROUP,
  file: 'text',
  line: 'number',
  byte: 'number',
  code: 'text',
  severity: 'text',
  found: 'text',
  expected: 'text',
  message: 'text',
} as const;

export const FILE_SCHEMA = {
  ...GROUP,
  file: 'text',
  format: 'text',
  records: 'number',
  shown: 'number',
  folded: 'number',
  unreadable: 'number',
} as const;

/** Where an attempt's steps stand, and which reader shows them. */
export interface StepPlace {
  readonly reader: string;
  readonly group: number;
  readonly stepStart: number;
  readonly stepCount: number;
}

export function attemptRow(part: AttemptPart, place: StepPlace): Row<typeof ATTEMPT_PART_SCHEMA> {
  const { range, place: where, runtime, tokens, side, limits, declared, ...rest } = part;
  return {
    ...rest,
    ...place,
    ...runtime,
    rangeStart: range?.start ?? null,
    rangeEnd: range?.end ?? null,
    folder: where.folder,
    runFolder: where.runFolder,
    tokensInput: tokens.input,
    tokensCached: tokens.cached,
    tokensOutput: tokens.output,
    hasSide: side !== null,
    sideCalls: side?.calls ?? null,
    sideInput: side?.tokens.input ?? null,
    sideCached: side?.tokens.cached ?? null,
    sideOutput: side?.tokens.output ?? null,
    sideCost: side?.cost ?? null,
    limitCalls: limits.calls,
    limitUsd: limits.usd,
    limitSeconds: limits.seconds,
    isDeclared: declared !== null,
    declaredT: declared?.T ?? null,
    declaredE: declared?.E ?? null,
    declaredH: declared?.H ?? null,
  };
}

/** The part of a row made by `attemptRow`. */
export function attemptPart(row: Row<typeof ATTEMPT_PART_SCHEMA>): AttemptPart {
  return {
    // Written by `attemptRow` from a part, whose unions these texts are members of.
    role: row.role as AttemptPart['role'],
    format: row.format as AttemptPart['format'],
    outcome: row.outcome as AttemptPart['outcome'],
    basis: row.basis as AttemptPart['basis'],
    formatVersion: row.formatVersion,
    file: row.file ?? '',
    locator: row.locator ?? '',
    range: rangeOf(row.rangeStart, row.rangeEnd),
    contentHash: row.contentHash,
    place: { folder: row.folder, runFolder: row.runFolder },
    task: row.task,
    taskHash: row.taskHash,
    cohort: row.cohort,
    runtime: runtimeOf(row),
    attempt: row.attempt,
    started: row.started,
    calls: row.calls,
    toolSteps: row.toolSteps,
    toolCalls: row.toolCalls,
    tokens: { input: row.tokensInput, cached: row.tokensCached, output: row.tokensOutput },
    cost: row.cost,
    side: row.hasSide
      ? { calls: row.sideCalls ?? 0, tokens: { input: row.sideInput, cached: row.sideCached, output: row.sideOutput }, cost: row.sideCost }
      : null,
    seconds: row.seconds,
    exitStatus: row.exitStatus,
    limits: { calls: row.limitCalls, usd: row.limitUsd, seconds: row.limitSeconds },
    outcomeFile: row.outcomeFile,
    declared: row.isDeclared ? { T: row.declaredT, E: row.declaredE, H: row.declaredH } : null,
    noResult: row.noResult,
    synthetic: row.synthetic,
  };
}

export function stepRow(step: Step): Row<typeof STEP_SCHEMA> {
  const { action, observation, ...rest } = step;
  return {
    ...rest,
    actionFile: action?.file ?? null,
    actionStart: action?.start ?? null,
    actionEnd: action?.end ?? null,
    observationFile: observation?.file ?? null,
    observationStart: observation?.start ?? null,
    observationEnd: observation?.end ?? null,
  };
}

/** The step of a row made by `stepRow`. */
export function stepOf(row: Row<typeof STEP_SCHEMA>): Step {
  const { actionFile, actionStart, actionEnd, observationFile, observationStart, observationEnd, ...rest } = row;
  return {
    ...rest,
    index: row.index ?? 0,
    // Written by `stepRow` from a step.
    kind: row.kind as Step['kind'],
    title: row.title ?? '',
    toolCalls: row.toolCalls ?? 0,
    action: fileRange(actionFile, actionStart, actionEnd),
    observation: fileRange(observationFile, observationStart, observationEnd),
  };
}

export function outcomeRow(part: OutcomePart, group: number): Row<typeof OUTCOME_SCHEMA> {
  return { ...part, group };
}

export function outcomePart(row: Row<typeof OUTCOME_SCHEMA>): OutcomePart {
  return {
    file: row.file ?? '',
    task: row.task ?? '',
    // Written by `outcomeRow` from a part.
    verdict: row.verdict as OutcomePart['verdict'],
    runIds: row.runIds,
    stem: row.stem,
    model: row.model,
    attempt: row.attempt,
  };
}

export function runRow(part: RunPart, group: number): Row<typeof RUN_SCHEMA> {
  const { file, runFolder, kind, tasks, runtime, cohort } = part;
  const { agent = null, agentVersion = null, model = null, provider = null, config = null } = runtime;
  return {
    group,
    file,
    runFolder,
    kind,
    tasks: [...tasks.keys()],
    values: [...tasks.values()],
    agent,
    agentVersion,
    model,
    provider,
    config,
    cohort,
  };
}

/** The part of a row made by `runRow`; runtime fields that were not stated are null. */
export function runPart(row: Row<typeof RUN_SCHEMA>): RunPart {
  return {
    file: row.file ?? '',
    runFolder: row.runFolder ?? '',
    // Written by `runRow` from a part.
    kind: row.kind as RunPart['kind'],
    tasks: new Map(row.tasks.map((task, index) => [task, row.values[index] ?? ''])),
    runtime: runtimeOf(row),
    cohort: row.cohort,
  };
}

export function scoreRow(part: ScorePart, group: number): Row<typeof SCORE_SCHEMA> {
  return { ...part, group };
}

/** The part of a row made by `scoreRow`; a score that was no number is NaN. */
export function scorePart(row: Row<typeof SCORE_SCHEMA>): ScorePart {
  const { attemptId, attemptFile, locator, task, runtime, attempt, call, step, threshold, cost } = row;
  const names = { attemptId, attemptFile, locator, task, runtime, attempt };
  return { file: row.file ?? '', ...names, call, step, monitor: row.monitor ?? '', score: row.score ?? NaN, threshold, cost };
}

export function problemRow(problem: Problem, group: number): Row<typeof PROBLEM_SCHEMA> {
  return { ...problem, group };
}

export function problemOf(row: Row<typeof PROBLEM_SCHEMA>): Problem {
  return {
    file: row.file ?? '',
    line: row.line,
    byte: row.byte,
    // Written by `problemRow` from a problem.
    code: row.code as Problem['code'],
    severity: row.severity as Problem['severity'],
    found: row.found ?? '',
    expected: row.expected ?? '',
    message: row.message ?? '',
  };
}

export function fileRow(part: FilePart, group: number): Row<typeof FILE_SCHEMA> {
  return { ...part, group };
}

export function filePart(row: Row<typeof FILE_SCHEMA>): FilePart {
  return {
    file: row.file ?? '',
    // Written by `fileRow` from a part.
    format: row.format as FilePart['format'],
    records: row.records ?? 0,
    shown: row.shown ?? 0,
    folded: row.folded ?? 0,
    unreadable: row.unreadable ?? 0,
  };
}

function rangeOf(start: number | null, end: number | null): ByteRange | null {
  return start === null || end === null ? null : { start, end };
}

function fileRange(file: string | null, start: number | null, end: number | null): FileRange | null {
  return file === null || start === null || end === null ? null : { file, start, end };
}

function runtimeOf(row: RuntimeFields): RuntimeFields {
  return { agent: row.agent, agentVersion: row.agentVersion, model: row.model, provider: row.provider, config: row.config };
}
