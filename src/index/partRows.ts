// From parts to rows of their schema, and back.

import type { AttemptPart, FilePart, Lineage, OutcomePart, RunPart, ScorePart } from '../formats/contract';
import type { CallResult, RuntimeFields } from '../model/attempt';
import type { Problem } from '../model/problem';
import type { FileRange, Step } from '../model/step';
import type { ByteRange } from '../model/units';
import type { Cells, Row } from './columns';
import type { ATTEMPT_PART_SCHEMA, FILE_SCHEMA, OUTCOME_SCHEMA, PROBLEM_SCHEMA, RUN_SCHEMA, SCORE_SCHEMA, STEP_SCHEMA } from './partSchemas';

/** Where an attempt's steps stand, and which reader shows them. */
export interface StepPlace {
  readonly reader: string;
  readonly stepStart: number;
  readonly stepCount: number;
  /** Files other than the attempt's own in which they stand. */
  readonly stepFiles: readonly string[];
}

/** What the join alone needs of a part. */
export type JoinFacts = Pick<AttemptPart, 'role' | 'place' | 'taskHash' | 'lineage' | 'exported'>;
/** What an attempt keeps of a part. */
export type PartFacts = Omit<AttemptPart, keyof JoinFacts>;

/** Written out, as `stepRow`: a spread of so many fields costs several times as much. */
export function attemptRow(part: PartFacts, join: JoinFacts, place: StepPlace): Row<typeof ATTEMPT_PART_SCHEMA> {
  const { range, runtime, tokens, side, limits, declared } = part;
  return {
    reader: place.reader,
    stepStart: place.stepStart,
    stepCount: place.stepCount,
    stepFiles: place.stepFiles,
    role: join.role,
    format: part.format,
    formatVersion: part.formatVersion,
    file: part.file,
    locator: part.locator,
    rangeStart: range?.start ?? null,
    rangeEnd: range?.end ?? null,
    contentHash: part.contentHash,
    folder: join.place.folder,
    runFolder: join.place.runFolder,
    task: part.task,
    taskHash: join.taskHash,
    lineage: join.lineage === undefined ? null : JSON.stringify(join.lineage),
    exportedId: join.exported?.id ?? null,
    exportedConflict: join.exported?.conflict ?? false,
    exportedResults: (join.exported?.results ?? []).map(resultText),
    cohort: part.cohort,
    agent: runtime.agent,
    agentVersion: runtime.agentVersion,
    model: runtime.model,
    provider: runtime.provider,
    config: runtime.config,
    attempt: part.attempt,
    started: part.started,
    calls: part.calls,
    toolSteps: part.toolSteps,
    toolCalls: part.toolCalls,
    tokensInput: tokens.input,
    tokensCached: tokens.cached,
    tokensOutput: tokens.output,
    cost: part.cost,
    hasSide: side !== null,
    sideCalls: side?.calls ?? null,
    sideInput: side?.tokens.input ?? null,
    sideCached: side?.tokens.cached ?? null,
    sideOutput: side?.tokens.output ?? null,
    sideCost: side?.cost ?? null,
    seconds: part.seconds,
    exitStatus: part.exitStatus,
    limitCalls: limits.calls,
    limitUsd: limits.usd,
    limitSeconds: limits.seconds,
    outcome: part.outcome,
    outcomeFile: part.outcomeFile,
    basis: part.basis,
    isDeclared: declared !== null,
    declaredT: declared?.T ?? null,
    declaredE: declared?.E ?? null,
    declaredH: declared?.H ?? null,
    noResult: part.noResult,
    synthetic: part.synthetic,
  };
}

/** The part of a row made by `attemptRow`. */
export function attemptPart(cell: Cells<typeof ATTEMPT_PART_SCHEMA>): AttemptPart {
  const lineage = cell('lineage');
  const exportedId = cell('exportedId');
  return {
    // Written by `attemptRow` from a part, whose unions these texts are members of.
    role: cell('role') as AttemptPart['role'],
    format: cell('format') as AttemptPart['format'],
    outcome: cell('outcome') as AttemptPart['outcome'],
    basis: cell('basis') as AttemptPart['basis'],
    formatVersion: cell('formatVersion'),
    file: cell('file') ?? '',
    locator: cell('locator') ?? '',
    range: rangeOf(cell('rangeStart'), cell('rangeEnd')),
    contentHash: cell('contentHash'),
    place: { folder: cell('folder'), runFolder: cell('runFolder') },
    task: cell('task'),
    taskHash: cell('taskHash'),
    cohort: cell('cohort'),
    runtime: runtimeOf(cell),
    attempt: cell('attempt'),
    started: cell('started'),
    calls: cell('calls'),
    toolSteps: cell('toolSteps'),
    toolCalls: cell('toolCalls'),
    tokens: { input: cell('tokensInput'), cached: cell('tokensCached'), output: cell('tokensOutput') },
    cost: cell('cost'),
    side: cell('hasSide')
      ? { calls: cell('sideCalls') ?? 0, tokens: { input: cell('sideInput'), cached: cell('sideCached'), output: cell('sideOutput') }, cost: cell('sideCost') }
      : null,
    seconds: cell('seconds'),
    exitStatus: cell('exitStatus'),
    limits: { calls: cell('limitCalls'), usd: cell('limitUsd'), seconds: cell('limitSeconds') },
    outcomeFile: cell('outcomeFile'),
    declared: cell('isDeclared') ? { T: cell('declaredT'), E: cell('declaredE'), H: cell('declaredH') } : null,
    noResult: cell('noResult'),
    synthetic: cell('synthetic'),
    // Written by `attemptRow` from a part's own.
    ...(lineage === null ? {} : { lineage: JSON.parse(lineage) as Lineage }),
    ...(exportedId === null ? {} : { exported: { id: exportedId, conflict: cell('exportedConflict'), results: cell('exportedResults').map(resultOf) } }),
  };
}

/** Written out, since a spread of millions of steps costs several times as much. */
export function stepRow(step: Step): Row<typeof STEP_SCHEMA> {
  const { action, observation } = step;
  return {
    index: step.index,
    call: step.call,
    kind: step.kind,
    tools: step.tools,
    title: step.title,
    actionFile: action?.file ?? null,
    actionStart: action?.start ?? null,
    actionEnd: action?.end ?? null,
    actionMore: moreTexts(action),
    observationFile: observation?.file ?? null,
    observationStart: observation?.start ?? null,
    observationEnd: observation?.end ?? null,
    observationMore: moreTexts(observation),
    actionHash: step.actionHash,
    observationHash: step.observationHash,
    malformed: step.malformed,
    isToolStep: step.isToolStep,
    toolCalls: step.toolCalls,
    exitCode: step.exitCode,
    isError: step.isError,
    inputTokens: step.inputTokens,
    cachedTokens: step.cachedTokens,
    outputTokens: step.outputTokens,
    cost: step.cost,
    timeMs: step.timeMs,
  };
}

/** The step of a row made by `stepRow`. */
export function stepOf(cell: Cells<typeof STEP_SCHEMA>): Step {
  return {
    index: cell('index') ?? 0,
    call: cell('call'),
    // Written by `stepRow` from a step.
    kind: cell('kind') as Step['kind'],
    tools: cell('tools'),
    title: cell('title') ?? '',
    action: withMore(fileRange(cell('actionFile'), cell('actionStart'), cell('actionEnd')), cell('actionMore')),
    observation: withMore(fileRange(cell('observationFile'), cell('observationStart'), cell('observationEnd')), cell('observationMore')),
    actionHash: cell('actionHash'),
    observationHash: cell('observationHash'),
    malformed: cell('malformed'),
    isToolStep: cell('isToolStep'),
    toolCalls: cell('toolCalls') ?? 0,
    exitCode: cell('exitCode'),
    isError: cell('isError'),
    inputTokens: cell('inputTokens'),
    cachedTokens: cell('cachedTokens'),
    outputTokens: cell('outputTokens'),
    cost: cell('cost'),
    timeMs: cell('timeMs'),
  };
}

export function outcomeRow(part: OutcomePart): Row<typeof OUTCOME_SCHEMA> {
  const { file, task, verdict, runIds, stem, model, attempt, label = null, gate = null } = part;
  return {
    file,
    task,
    verdict,
    runIds,
    stem,
    model,
    attempt,
    isLabel: label !== null,
    labelId: label?.attemptId ?? null,
    labelFile: label?.attemptFile ?? null,
    labelLocator: label?.locator ?? null,
    labelRuntime: label?.runtime ?? null,
    firstVerified: label?.firstVerified ?? null,
    results: (label?.results ?? []).map(resultText),
    isGate: gate !== null,
    gateBase: flagNumber(gate?.baseFails),
    gateReference: flagNumber(gate?.referencePasses),
  };
}

/** A flag that may be unknown, as a column of 1 and 0 holds it. */
export function flagNumber(value: boolean | null | undefined): number | null {
  return value === undefined || value === null ? null : Number(value);
}

/** A flag that may be unknown, of a column of 1 and 0. */
export function truthOf(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** A result of one call as a short text, for columns. */
export function resultText({ call, passed, testsPassed, testsTotal }: CallResult): string {
  return `${call} ${passed ? 1 : 0} ${testsPassed ?? '-'} ${testsTotal ?? '-'}`;
}

/** The result of a text made by `resultText`. */
export function resultOf(text: string): CallResult {
  const [call, passed, testsPassed, testsTotal] = text.split(' ').map((word) => (word === '-' ? null : Number(word)));
  return { call: call ?? 0, passed: passed === 1, testsPassed: testsPassed ?? null, testsTotal: testsTotal ?? null };
}

export function outcomePart(cell: Cells<typeof OUTCOME_SCHEMA>): OutcomePart {
  return {
    file: cell('file') ?? '',
    task: cell('task'),
    // Written by `outcomeRow` from a part.
    verdict: cell('verdict') as OutcomePart['verdict'],
    runIds: cell('runIds'),
    stem: cell('stem'),
    model: cell('model'),
    attempt: cell('attempt'),
    ...(cell('isLabel')
      ? { label: { attemptId: cell('labelId'), attemptFile: cell('labelFile'), locator: cell('labelLocator'), runtime: cell('labelRuntime'), firstVerified: cell('firstVerified'), results: cell('results').map(resultOf) } }
      : {}),
    ...(cell('isGate') ? { gate: { baseFails: truthOf(cell('gateBase')), referencePasses: truthOf(cell('gateReference')) } } : {}),
  };
}

export function runRow(part: RunPart): Row<typeof RUN_SCHEMA> {
  const { file, runFolder, kind, tasks, runtime, cohort } = part;
  const { agent = null, agentVersion = null, model = null, provider = null, config = null } = runtime;
  return {
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
export function runPart(cell: Cells<typeof RUN_SCHEMA>): RunPart {
  const values = cell('values');
  return {
    file: cell('file') ?? '',
    runFolder: cell('runFolder') ?? '',
    // Written by `runRow` from a part.
    kind: cell('kind') as RunPart['kind'],
    tasks: new Map(cell('tasks').map((task, index) => [task, values[index] ?? ''])),
    runtime: runtimeOf(cell),
    cohort: cell('cohort'),
  };
}

export function scoreRow(part: ScorePart): Row<typeof SCORE_SCHEMA> {
  return part;
}

/** The part of a row made by `scoreRow`; a score that was no number is NaN. */
export function scorePart(cell: Cells<typeof SCORE_SCHEMA>): ScorePart {
  return {
    file: cell('file') ?? '',
    attemptId: cell('attemptId'),
    attemptFile: cell('attemptFile'),
    locator: cell('locator'),
    task: cell('task'),
    runtime: cell('runtime'),
    attempt: cell('attempt'),
    call: cell('call'),
    step: cell('step'),
    monitor: cell('monitor') ?? '',
    score: cell('score') ?? NaN,
    threshold: cell('threshold'),
    cost: cell('cost'),
  };
}

export function problemRow(problem: Problem): Row<typeof PROBLEM_SCHEMA> {
  return problem;
}

export function problemOf(cell: Cells<typeof PROBLEM_SCHEMA>): Problem {
  return {
    file: cell('file') ?? '',
    line: cell('line'),
    byte: cell('byte'),
    // Written by `problemRow` from a problem.
    code: cell('code') as Problem['code'],
    severity: cell('severity') as Problem['severity'],
    found: cell('found') ?? '',
    expected: cell('expected') ?? '',
    message: cell('message') ?? '',
  };
}

export function fileRow(part: FilePart): Row<typeof FILE_SCHEMA> {
  return part;
}

export function filePart(cell: Cells<typeof FILE_SCHEMA>): FilePart {
  return {
    file: cell('file') ?? '',
    // Written by `fileRow` from a part.
    format: cell('format') as FilePart['format'],
    records: cell('records') ?? 0,
    shown: cell('shown') ?? 0,
    folded: cell('folded') ?? 0,
    unreadable: cell('unreadable') ?? 0,
  };
}

function rangeOf(start: number | null, end: number | null): ByteRange | null {
  return start === null || end === null ? null : { start, end };
}

function fileRange(file: string | null, start: number | null, end: number | null): FileRange | null {
  return file === null || start === null || end === null ? null : { file, start, end };
}

/** `start-end file` for each further range. */
function moreTexts(range: FileRange | null): readonly string[] {
  return range?.more === undefined ? [] : range.more.map(({ file, start, end }) => `${start}-${end} ${file}`);
}

function withMore(range: FileRange | null, texts: readonly string[]): FileRange | null {
  if (range === null || texts.length === 0) return range;
  const more = texts.map((text) => {
    const [start, end] = text.split(/[- ]/, 2);
    return { file: fileOfMore(text), start: Number(start), end: Number(end) };
  });
  return { ...range, more };
}

/** The file that a text of `actionMore` or `observationMore` names. */
function fileOfMore(text: string): string {
  return text.slice(text.indexOf(' ') + 1);
}

function runtimeOf(cell: (name: keyof RuntimeFields) => string | null): RuntimeFields {
  return { agent: cell('agent'), agentVersion: cell('agentVersion'), model: cell('model'), provider: cell('provider'), config: cell('config') };
}
