import type { Attempt } from '../model/attempt';
import type { PartFacts } from './partRows';

/** What an attempt has beside the facts of its parts. */
export type OwnFacts = Pick<Attempt, 'id' | 'stepReader' | 'repository' | 'attempt' | 'startedMs' | 'conflict' | 'stepCount' | 'problems'>;

/** An attempt of its facts. Written out, since spreading so many fields costs several times as much. */
export function makeAttempt(part: Omit<PartFacts, 'attempt'>, own: OwnFacts): Attempt {
  return {
    id: own.id,
    file: part.file,
    locator: part.locator,
    range: part.range,
    contentHash: part.contentHash,
    format: part.format,
    formatVersion: part.formatVersion,
    task: part.task,
    cohort: part.cohort,
    runtime: part.runtime,
    started: part.started,
    calls: part.calls,
    toolSteps: part.toolSteps,
    toolCalls: part.toolCalls,
    tokens: part.tokens,
    cost: part.cost,
    side: part.side,
    seconds: part.seconds,
    exitStatus: part.exitStatus,
    limits: part.limits,
    outcome: part.outcome,
    outcomeFile: part.outcomeFile,
    basis: part.basis,
    declared: part.declared,
    noResult: part.noResult,
    synthetic: part.synthetic,
    stepReader: own.stepReader,
    repository: own.repository,
    attempt: own.attempt,
    startedMs: own.startedMs,
    conflict: own.conflict,
    stepCount: own.stepCount,
    problems: own.problems,
  };
}
