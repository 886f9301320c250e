import type { AttemptPart, Place } from '../../formats/contract';
import type { ProblemText } from '../../formats/shared/problems';
import type { RuntimeFields } from '../../model/attempt';
import type { Problem, ProblemCode, Severity } from '../../model/problem';

/** Where an attempt's steps stand: `count` rows from `start` in the step table of batch number `batch`. */
export interface StepRef {
  readonly batch: number;
  readonly start: number;
  readonly count: number;
  /** The reader that can show their text. */
  readonly reader: string;
  /** Files in which they stand, beside the file of their part. */
  readonly files: readonly string[];
}

/** A part and its steps, as read. */
export interface ReadPart {
  readonly part: AttemptPart;
  readonly steps: StepRef;
}

/** An attempt while it is put together. The join alone changes drafts. */
export interface Draft {
  facts: AttemptPart;
  steps: StepRef | null;
  /** Files of its parts, the one that names it first. */
  readonly files: readonly string[];
  /** Its parts, and whether the steps that are shown are those of the part. */
  readonly members: { readonly part: AttemptPart; readonly isShown: boolean }[];
  /** Reports that label it. */
  readonly labelFiles: string[];
  /** Its own place, and those of copies that were folded into it. */
  readonly places: Place[];
  /** The label that the trace states. */
  readonly statedLabel: string | null;
  /** The label that tells it from other attempts of its cell (`nameAttempts`). */
  label: string;
  conflict: boolean;
}

/** Attempts of a file, and how many of them are copies of others. */
export interface FileAttempts {
  readonly total: number;
  readonly copies: number;
}

/** What the join works on: the drafts, and what there is to say about them. */
export interface JoinState {
  drafts: Draft[];
  readonly problems: Problem[];
  /** By file, what `foldCopies` found. */
  readonly fileAttempts: Map<string, FileAttempts>;
  /** Name of the folder that is the root, for runs whose folder it is. */
  readonly rootName: string;
}

/** A problem of a whole file. */
export function fileProblem(file: string, code: ProblemCode, severity: Severity, text: ProblemText): Problem {
  return { file, line: null, byte: null, code, severity, ...text };
}

/** A problem at the place of an attempt. */
export function draftProblem({ facts }: Draft, code: ProblemCode, severity: Severity, text: ProblemText): Problem {
  // Rows of a table are named by their line; those of Parquet have none.
  const line = facts.format === 'outcome-table' && !/\.parquet$/i.test(facts.file) && /^\d+$/.test(facts.locator) ? Number(facts.locator) : null;
  return { ...fileProblem(facts.file, code, severity, text), line, byte: facts.range?.start ?? null };
}

/** Name of a run: the last segment of its folder. */
export function runName(folder: string, rootName: string): string {
  return folder === '' ? rootName : folder.slice(folder.lastIndexOf('/') + 1);
}

/** Identity of a runtime as a key, every field counted. */
export function runtimeKey(runtime: RuntimeFields): string {
  const { agent, agentVersion, model, provider, config } = runtime;
  return JSON.stringify([agent, agentVersion, model, provider, config]);
}

/** A task id for comparing what two writers call it: letter case, and `/` or the Docker-safe `_1776_` for `__`, do not count. */
export function canonicalTask(task: string): string {
  return task.toLowerCase().replaceAll('_1776_', '__').replaceAll('/', '__');
}
