// One trial: an element of the run's `results`, and the whole of the trial's own results.json.

import type { AttemptPart } from '../contract';
import type { Limits, Outcome, RuntimeFields } from '../../model/attempt';
import type { ByteRange } from '../../model/units';
import { makeAttemptPart } from '../shared/attemptParts';
import { getCount, getField, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashText, hashValue } from '../shared/hash';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { parseTime, secondsBetween } from '../shared/times';

/** A trial as one file states it. */
export interface TrialRow {
  readonly values: JsonRecord;
  readonly trialName: string;
  readonly file: string;
  /** '' in the trial's own file, `results[i]` in the run's. */
  readonly locator: string;
  readonly place: FilePlace;
  readonly range: ByteRange | null;
  /** Equal for the row and the file of one trial, and for copies of it; null when the file was cut off. */
  readonly hash: string | null;
}

/** What a run says about all of its trials. */
export interface RunFacts {
  readonly runId: string | null;
  readonly runtime: RuntimeFields;
  readonly limits: Limits;
}

/** The row that a parsed value is; null when it does not name its trial and task. */
export function makeRow(values: JsonRecord | null, source: Omit<TrialRow, 'values' | 'trialName' | 'hash'>, isComplete: boolean): TrialRow | null {
  const trialName = getText(values, 'trial_name');
  if (values === null || trialName === null || getText(values, 'task_id') === null) return null;
  return { ...source, values, trialName, hash: isComplete ? hashValue(values) : null };
}

/**
 * The attempt of a trial. Terminal-Bench 1 records no calls, and writes 0 or null for tokens that it does not
 * know. `is_resolved` null is a verdict that was never reached, which leaderboards count as failed.
 */
export function attemptOfRow(row: TrialRow, run: RunFacts, folders: { readonly trial: string | null; readonly run: string | null }): { readonly part: AttemptPart; readonly problems: readonly ProblemSeed[] } {
  const { values, place } = row;
  const problems: ProblemSeed[] = [];
  const outcome = readOutcome(values, place, problems);
  const instruction = getText(values, 'instruction');
  const started = getText(values, 'trial_started_at') ?? getText(values, 'agent_started_at');
  if (started !== null && parseTime(started) === null) problems.push(badTime(started, place));
  const part = makeAttemptPart({
    role: 'result',
    format: 'terminal-bench-1',
    file: row.file,
    locator: row.locator,
    range: row.range,
    contentHash: row.hash,
    place: { folder: folders.trial, runFolder: folders.run },
    task: getText(values, 'task_id'),
    taskHash: instruction === null ? null : `text:${hashText(instruction)}`,
    runtime: run.runtime,
    attempt: labelOf(row.trialName, run.runId),
    started: started !== null && parseTime(started) !== null ? started : null,
    tokens: { input: getCount(values, 'total_input_tokens') || null, cached: null, output: getCount(values, 'total_output_tokens') || null },
    seconds: readSeconds(values, place, problems),
    exitStatus: getText(values, 'failure_mode'),
    limits: run.limits,
    outcome,
    outcomeFile: outcome === 'unknown' ? null : row.file,
    basis: outcome === 'unknown' ? null : 'final',
  });
  return { part, problems };
}

/** Old trial names lack the run's id, without which the attempts of five runs would share one label. */
function labelOf(trialName: string, runId: string | null): string {
  return runId === null || trialName.endsWith(`.${runId}`) || !/\.\d+-of-\d+$/.test(trialName) ? trialName : `${trialName}.${runId}`;
}

function readOutcome(values: JsonRecord, place: FilePlace, problems: ProblemSeed[]): Outcome {
  const resolved = getField(values, 'is_resolved');
  if (resolved === true) return 'resolved';
  if (resolved === false) return 'unresolved';
  if (resolved !== null) {
    problems.push(seedProblem('bad-value', place, {
      found: resolved === undefined ? 'no "is_resolved"' : `is_resolved ${(JSON.stringify(resolved) ?? '').slice(0, 60)}`,
      expected: 'true, false or null',
      message: 'The trial does not say whether it was resolved, so its outcome is unknown.',
    }));
  }
  return 'unknown';
}

function readSeconds(values: JsonRecord, place: FilePlace, problems: ProblemSeed[]): number | null {
  const start = getText(values, 'agent_started_at');
  const end = getText(values, 'agent_ended_at');
  if (start === null || end === null) return null;
  const seconds = secondsBetween(start, end);
  if (seconds === null) problems.push(badTime(`${start} to ${end}`, place));
  return seconds;
}

function badTime(found: string, place: FilePlace): ProblemSeed {
  return seedProblem('bad-value', place, {
    found: found.slice(0, 120),
    expected: 'ISO times, the end after the start',
    message: 'The trial\'s times cannot be used.',
  });
}
