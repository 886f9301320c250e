// Job files: what a job was to run, and what its own summary counts. They label and describe, they are no attempts.

import type { PartSink, SourceFile } from '../contract';
import type { RuntimeFields } from '../../model/attempt';
import { asRecord, getArray, getCount, getRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { problemIn, seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { readFields } from '../shared/readFields';
import type { MemberFile } from './members';

/** Reads the files of a job folder. */
export function readJob(folder: string, members: readonly MemberFile[], sink: PartSink): void {
  for (const { file, member } of members) {
    if (member.kind === 'job-config') readJobConfig(folder, file, sink);
    if (member.kind === 'job-result') readJobResult(folder, file, sink);
    if (member.kind === 'job-lock') readJobLock(file, sink);
  }
}

/** A job with one agent says what all of its trials ran, those included that left no result. */
function readJobConfig(folder: string, file: SourceFile, sink: PartSink): void {
  const { values, scan } = readFields(file, [['job_name'], ['agents']], sink);
  count(file, scan.isComplete ? 1 : 0, 1, sink);
  const agents = getArray(values, 'agents') ?? [];
  const [agent] = agents;
  const runtime: Partial<RuntimeFields> = agents.length === 1 ? { agent: getText(agent, 'name'), model: getText(agent, 'model_name') } : {};
  sink.run({ file: file.path, runFolder: folder, kind: 'job', tasks: new Map(), runtime: known(runtime), cohort: null });
}

/** Every trial that the summary counts is a record: its reward, or the exception that ended it. */
function readJobResult(folder: string, file: SourceFile, sink: PartSink): void {
  const { values, scan, placeOf } = readFields(file, [['n_total_trials'], ['stats', 'n_trials'], ['stats', 'evals']], sink);
  const evals = getRecord(getRecord(values, 'stats'), 'evals') ?? {};
  const trials = new Map<string, string>();
  for (const evaluation of Object.values(evals)) {
    for (const [type, names] of Object.entries(getRecord(evaluation, 'exception_stats') ?? {})) addNames(trials, names, type);
    for (const [reward, amounts] of Object.entries(getRecord(evaluation, 'reward_stats') ?? {})) {
      for (const [amount, names] of Object.entries(asRecord(amounts) ?? {})) addNames(trials, names, `${reward}=${amount}`);
    }
  }
  count(file, scan.isComplete ? Math.max(1, trials.size) : trials.size, Math.max(1, trials.size), sink);
  const stated = getCount(getRecord(values, 'stats'), 'n_trials');
  if (scan.isComplete && stated !== trials.size) sink.problem(problemIn(file.path, otherNumber(stated, trials.size, placeOf('stats', 'n_trials'))));
  const names = Object.keys(evals);
  const agent = names.length === 1 ? agentOfEvaluation(names[0] ?? '') : null;
  sink.run({ file: file.path, runFolder: folder, kind: 'job', tasks: trials, runtime: known({ agent }), cohort: null });
}

/** The summary counts each trial and names it, by its reward or by what ended it. */
function otherNumber(stated: number | null, named: number, place: FilePlace): ProblemSeed {
  return seedProblem('conflict', place, {
    found: `${stated ?? 'no number of'} trials, and the names of ${named}`,
    expected: 'the name of each trial',
    message: `The job's summary does not name all of its trials: it counts ${stated ?? 'none'} and names ${named}. Trials themselves are read from their own files.`,
  });
}

function readJobLock(file: SourceFile, sink: PartSink): void {
  const { scan } = readFields(file, [['harbor']], sink);
  count(file, scan.isComplete ? 1 : 0, 1, sink);
}

/** An evaluation is named `<agent>__<model>__<dataset>`. */
function agentOfEvaluation(name: string): string | null {
  const [agent, ...rest] = name.split('__');
  return rest.length === 0 || agent === undefined || agent === '' ? null : agent;
}

function addNames(trials: Map<string, string>, names: unknown, status: string): void {
  if (!Array.isArray(names)) return;
  for (const name of names) {
    if (typeof name === 'string') trials.set(name, status);
  }
}

function known(runtime: Partial<RuntimeFields>): Partial<RuntimeFields> {
  const fields: JsonRecord = runtime;
  // Entries of RuntimeFields without those that are null.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<RuntimeFields>;
}

function count(file: SourceFile, shown: number, records: number, sink: PartSink): void {
  sink.file({ file: file.path, format: 'run-summary', records, shown, folded: 0, unreadable: records - shown });
}
