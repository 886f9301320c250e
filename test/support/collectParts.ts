import type { AttemptPart, FilePart, OutcomePart, PartSink, Reader, RunPart, ScorePart, Source } from '../../src/formats/contract';
import type { Problem } from '../../src/model/problem';
import type { Step } from '../../src/model/step';

/** Everything a reader gave, in order. */
export interface CollectedParts {
  readonly attempts: { readonly part: AttemptPart; readonly steps: readonly Step[] }[];
  readonly outcomes: OutcomePart[];
  readonly runs: RunPart[];
  readonly scores: ScorePart[];
  readonly problems: Problem[];
  readonly files: FilePart[];
  /** Calls of `checkCancelled`. */
  cancelChecks: number;
}

export interface CollectOptions {
  /** Throws a Cancelled error at this call of `checkCancelled`, counted from 1. */
  readonly cancelAt?: number;
}

/** Thrown by the sink when a test cancels. */
export class TestCancelled extends Error {
  readonly code = 'cancelled';
}

/** Reads a source with a synchronous reader and returns what came out. */
export function collectParts(reader: Reader, source: Source, options: CollectOptions = {}): CollectedParts {
  const { parts, sink } = createSink(options);
  if (reader.read(source, sink) instanceof Promise) throw new Error(`The reader ${reader.name} is asynchronous: use awaitParts.`);
  return parts;
}

/** As `collectParts`, for any reader. */
export async function awaitParts(reader: Reader, source: Source, options: CollectOptions = {}): Promise<CollectedParts> {
  const { parts, sink } = createSink(options);
  await reader.read(source, sink);
  return parts;
}

/** A sink that keeps what it is given. */
export function createSink(options: CollectOptions): { readonly parts: CollectedParts; readonly sink: PartSink } {
  const parts: CollectedParts = { attempts: [], outcomes: [], runs: [], scores: [], problems: [], files: [], cancelChecks: 0 };
  const sink: PartSink = {
    attempt: (part, steps) => void parts.attempts.push({ part, steps: [...steps] }),
    outcome: (part) => void parts.outcomes.push(part),
    run: (part) => void parts.runs.push(part),
    score: (part) => void parts.scores.push(part),
    problem: (problem) => void parts.problems.push(problem),
    file: (part) => void parts.files.push(part),
    checkCancelled: () => {
      parts.cancelChecks++;
      if (options.cancelAt !== undefined && parts.cancelChecks >= options.cancelAt) throw new TestCancelled();
    },
  };
  return { parts, sink };
}
