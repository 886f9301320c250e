import type { Limits, Outcome, RuntimeFields } from '../../model/attempt';
import type { Step } from '../../model/step';
import type { ByteRange } from '../../model/units';
import type { AttemptPart } from '../contract';
import { makeAttemptPart, NO_LIMITS, UNKNOWN_RUNTIME } from '../shared/attemptParts';
import { asRecord, getField, getPath, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashValue } from '../shared/hash';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { buildSteps } from './buildSteps';
import { speakerOf } from './messages';
import type { RowMessage } from './buildSteps';
import type { CorpusSet } from './sets';

/** Columns whose values are read; the others are only named. */
export const FIELDS = [
  'instance_id', 'task_id', 'trajectory_id', 'traj_id', 'run_id', 'model', 'model_name', 'resolved', 'is_resolved', 'target', 'verified', 'success', 'passed', 'exit_status', 'cohort', 'metadata', 'test_result',
] as const;

/** One row: the values of FIELDS that it has, and its conversation. */
export interface CorpusRow {
  readonly set: CorpusSet;
  readonly values: JsonRecord;
  readonly messages: readonly RowMessage[];
  /** File, or content path, in which the ranges of messages count. */
  readonly content: string;
  /** File that the index lists. */
  readonly file: string;
  readonly locator: string;
  readonly range: ByteRange | null;
  readonly contentHash: string;
  readonly place: FilePlace;
}

export interface RowReading {
  readonly part: AttemptPart;
  readonly steps: readonly Step[];
  readonly problems: readonly ProblemSeed[];
  /** An occurrence counter was taken off the task's id. */
  readonly hasCounter: boolean;
}

/** One row as an attempt. */
export function readRow(row: CorpusRow): RowReading {
  const { set, values, file } = row;
  const problems: ProblemSeed[] = [];
  const stated = readId(values, 'instance_id') ?? readId(values, 'task_id');
  if (stated === null) problems.push(seedProblem('missing-field', row.place, { found: 'no instance_id', expected: 'the task of the row', message: 'The row names no task, so it belongs to no cell.' }));
  const { task, counter } = set.agent === 'swe-agent' && set.format === 'swe-rebench' ? splitCounter(stated) : { task: stated, counter: null };
  const outcome = readOutcome(values, row.place, problems);
  const strange = row.messages.filter(({ value }) => value !== null && speakerOf(value) === null).length;
  if (strange > 0) problems.push(seedProblem('unknown-record', row.place, { found: `${strange} messages of an unknown role`, expected: 'system, user, assistant or tool', message: `${strange === 1 ? 'A message' : `${strange} messages`} of a role that is not known ${strange === 1 ? 'is' : 'are'} in no step.` }, 'warning'));
  const steps = buildSteps(row.messages, row.content);
  const run = readRunId(readId(values, 'run_id'));
  const part = makeAttemptPart({
    role: 'trajectory',
    format: set.format,
    formatVersion: set.name,
    file,
    locator: row.locator,
    range: row.range,
    contentHash: row.contentHash,
    place: { folder: null, runFolder: null },
    task,
    cohort: getText(values, 'cohort'),
    runtime: readRuntime(row, run),
    attempt: readId(values, 'trajectory_id') ?? readId(values, 'traj_id') ?? run?.attempt ?? counter,
    calls: steps.filter((step) => step.call !== null).length,
    toolSteps: steps.filter((step) => step.isToolStep).length,
    toolCalls: steps.reduce((sum, step) => sum + step.toolCalls, 0),
    exitStatus: getText(values, 'exit_status'),
    limits: run?.limits ?? NO_LIMITS,
    outcome,
    outcomeFile: outcome === 'unknown' ? null : file,
    basis: outcome === 'unknown' ? null : 'final',
  });
  return { part, steps, problems, hasCounter: counter !== null };
}

/** Ids are texts; a few exports write numbers. */
function readId(values: JsonRecord, key: string): string | null {
  const value = getField(values, key);
  return typeof value === 'number' ? String(value) : getText(values, key);
}

/**
 * The ids of these sets end in the number of the pull request (`owner__repo-12`); what some re-exports append
 * (`owner__repo-12_17`) counts occurrences and is no part of the task.
 */
function splitCounter(id: string | null): { readonly task: string | null; readonly counter: string | null } {
  const match = id === null ? null : /^(.+__.+-\d+)_(\d{1,6})$/.exec(id);
  return match === null ? { task: id, counter: null } : { task: match[1] ?? id, counter: match[2] ?? null };
}

const VERDICTS = ['resolved', 'is_resolved', 'target', 'verified', 'success', 'passed'];

/** The verdict of the tests: 1 or true, 0 or false; -1 and null say that there is none. */
function readOutcome(values: JsonRecord, place: FilePlace, problems: ProblemSeed[]): Outcome {
  const candidates = [...VERDICTS.map((key) => getField(values, key)), getPath(values, 'test_result', 'report', 'resolved')];
  for (const value of candidates) {
    if (value === undefined || value === null || value === -1) continue;
    if (value === true || value === 1) return 'resolved';
    if (value === false || value === 0) return 'unresolved';
    const found = JSON.stringify(value).slice(0, 40);
    problems.push(seedProblem('bad-value', place, { found: `verdict ${found}`, expected: '0, 1, -1 or a boolean', message: `The verdict ${found} says neither resolved nor unresolved; the outcome counts as unknown.` }));
    return 'unknown';
  }
  return 'unknown';
}

interface RunFacts {
  readonly attempt: string | null;
  readonly model: string | null;
  readonly config: string;
  readonly limits: Limits;
}

/** OpenHands' name of an evaluation run: `<Agent>_<model>_maxiter_<n>_N_<note>-run_<k>`. */
function readRunId(id: string | null): RunFacts | null {
  if (id === null) return null;
  const run = /^(.*)-run_(\d{1,6})$/.exec(id);
  const whole = run?.[1] ?? id;
  const parts = /^[A-Za-z]+_(.+)_maxiter_(\d{1,6})_N_/.exec(whole);
  return {
    attempt: run === null ? id : `run_${run[2] ?? ''}`,
    model: parts?.[1] ?? null,
    config: hashValue({ run: whole }),
    limits: parts === null ? NO_LIMITS : { ...NO_LIMITS, calls: Number(parts[2]) || null },
  };
}

const HARNESSES: ReadonlyMap<string, string> = new Map([['openhands', 'openhands'], ['sweagent', 'swe-agent'], ['minisweagent', 'mini-swe-agent']]);

function readRuntime({ set, values, file }: CorpusRow, run: RunFacts | null): RuntimeFields {
  const metadata = asRecord(parseIfText(getField(values, 'metadata')));
  const teacher = asRecord(parseIfText(getField(metadata, 'teacher_model')));
  const settings = teacher === null ? [] : Object.entries(teacher).filter(([key]) => key !== 'name');
  // Sets that several agents wrote are published in a folder, or a file, for each.
  const harness = file.toLowerCase().replace(/[-_]/g, '').split(/[/.]/).map((part) => HARNESSES.get(part)).find((name) => name !== undefined);
  return {
    ...UNKNOWN_RUNTIME,
    agent: set.agent ?? (set.format === 'swe-rebench' ? (harness ?? null) : null),
    model: getText(values, 'model_name') ?? getText(values, 'model') ?? getText(teacher, 'name') ?? run?.model ?? null,
    config: settings.length > 0 ? hashValue(Object.fromEntries(settings)) : (run?.config ?? null),
  };
}

function parseIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
