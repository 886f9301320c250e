import type { TraceIndex } from '../../src/index/traceIndex';
import type { Attempt } from '../../src/model/attempt';

/** An index that holds the given attempts and nothing else. */
export function makeIndex(attempts: readonly Attempt[]): TraceIndex {
  return {
    root: '/traces',
    attemptCount: attempts.length,
    attempt: (row) => {
      const attempt = attempts[row];
      if (attempt === undefined) throw new RangeError(`There is no row ${row}.`);
      return attempt;
    },
    rowOf: (id) => attempts.findIndex((attempt) => attempt.id === id),
    rowsOfFile: (file) => attempts.flatMap((attempt, row) => (attempt.file === file ? [row] : [])),
    subAgentCount: 0,
    subAgentsOfFile: () => [],
    subAgents: () => [],
    parentOf: () => null,
    steps: () => [],
    step: () => null,
    scores: () => [],
    callResults: () => [],
    files: [],
    scoreFiles: [],
    gates: [],
    problems: [],
  };
}
