import type { Attempt } from '../model/attempt';
import { deriveTimes } from '../model/deriveTimes';
import type { IndexAttempt, IndexFile, IndexResult } from '../model/results';
import { nameRuntimes, runtimeIdentity } from '../model/runtime';
import type { TraceIndex } from './traceIndex';

/** The answer of `index --json`: attempts with their times on the axis of calls under the default exit table. */
export function indexResult(index: TraceIndex): IndexResult {
  const attempts = Array.from({ length: index.attemptCount }, (_, row) => index.attempt(row));
  const names = nameRuntimes(attempts.map(({ runtime }) => runtime));
  const shown = attempts.map((attempt, row) => indexAttempt(attempt, index.subAgents(row).length, names.get(runtimeIdentity(attempt.runtime)) ?? ''));
  const count = (outcome: Attempt['outcome']): number => attempts.filter((attempt) => attempt.outcome === outcome).length;
  return {
    schema: 'restart-lens/index@1',
    attempts: shown,
    files: index.files,
    problems: index.problems,
    totals: {
      files: index.files.length,
      attempts: attempts.length,
      subAgents: index.subAgentCount,
      tasks: new Set(attempts.map(({ task }) => task).filter((task) => task !== null)).size,
      runtimes: names.size,
      resolved: count('resolved'),
      unresolved: count('unresolved'),
      unknown: count('unknown'),
      excluded: shown.filter(({ J }) => J === 'excluded').length,
    },
  };
}

function indexAttempt(attempt: Attempt, subAgents: number, runtime: string): IndexAttempt {
  const { T, E, H, U, J } = deriveTimes(attempt);
  const { agent, agentVersion, model, config } = attempt.runtime;
  return {
    id: attempt.id,
    file: attempt.file,
    locator: attempt.locator,
    format: attempt.format,
    formatVersion: attempt.formatVersion,
    task: attempt.task,
    repository: attempt.repository,
    cohort: attempt.cohort,
    agent,
    agentVersion,
    model,
    config,
    runtime,
    attempt: attempt.attempt,
    started: attempt.started,
    calls: attempt.calls,
    toolSteps: attempt.toolSteps,
    toolCalls: attempt.toolCalls,
    tokens: attempt.tokens,
    cost: attempt.cost,
    seconds: attempt.seconds,
    exitStatus: attempt.exitStatus,
    limits: attempt.limits,
    outcome: attempt.outcome,
    outcomeFile: attempt.outcomeFile,
    basis: attempt.basis,
    T,
    E,
    H,
    U,
    J,
    problems: attempt.problems,
    subAgents,
  };
}

/** Records that could not be read, and the files that hold them. */
export function countUnreadable(files: readonly IndexFile[]): { readonly records: number; readonly files: number } {
  const broken = files.filter((file) => file.unreadable > 0);
  return { records: broken.reduce((sum, file) => sum + file.unreadable, 0), files: broken.length };
}
