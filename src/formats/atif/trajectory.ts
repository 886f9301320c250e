// A trajectory with its continuations and side calls as one attempt part.

import type { AttemptPart, PartSink } from '../contract';
import type { RuntimeFields, SideCalls } from '../../model/attempt';
import type { Step } from '../../model/step';
import { makeAttemptPart, providerOfModel } from '../shared/attemptParts';
import { getRecord, getText } from '../shared/fields';
import { hashText, hashValue } from '../shared/hash';
import { nameOf, parentOf } from '../shared/paths';
import { problemIn, seedProblem, WHOLE_FILE } from '../shared/problems';
import { addKnown, NO_USAGE, sumUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { parseTime, secondsBetween } from '../shared/times';
import { buildSteps, countCalls, isModelCall } from './buildSteps';
import { checkTotals } from './checkTotals';
import { settingsOfAgent } from './readFile';
import type { AtifFile } from './readFile';
import type { AtifRecord, RawUsage } from './records';

/**
 * Emits the attempt of `own` files (the main one and its continuations, in order) and counts every file's records.
 * `side` files and embedded trajectories give totals that are in none of the attempt's own figures.
 */
export function readTrajectory(own: readonly AtifFile[], side: readonly AtifFile[], sink: PartSink): void {
  const copies = findCopies(own);
  for (const file of [...own, ...side]) countRecords(file, copies, sink);
  const main = own[0];
  if (main === undefined || isSubagent(main)) {
    for (const file of [...own, ...side]) sink.problem(problemIn(file.file.path, orphan()));
    return;
  }
  const records = own.flatMap((file) => file.records).filter((record) => !copies.has(record));
  const sideRecords = [...side.map((file) => file.records), ...[...own, ...side].flatMap((file) => file.embedded)].map((list) => list.filter((r) => !r.isCopied));
  const isUncached = [...records, ...sideRecords.flat()].some(({ usage }) => (usage.cached ?? 0) > (usage.prompt ?? Infinity));
  if (isUncached) reportUncached(own, sink);
  const convert = (usage: RawUsage): CallUsage => toUsage(usage, isUncached);
  // Writers put 0.0 where they know no price.
  const hasCost = records.some((record) => (record.usage.cost ?? 0) > 0);
  const { steps, calls } = buildSteps(records, convert, hasCost);
  // Of a trajectory that was cut off or damaged only some steps are there: its totals are not known.
  const isWhole = own.every((file) => file.isWhole);
  checkTotals(own, copies, sideRecords, sink);
  const times = records.map((record) => record.timestamp).filter((time): time is string => parseTime(time) !== null);
  const folder = parentOf(main.file.path);
  // Harbor keeps what the agent writes in a folder `agent` of the trial.
  const trial = nameOf(folder) === 'agent' ? parentOf(folder) : null;
  sink.attempt(
    makeAttemptPart({
      role: 'trajectory',
      format: 'atif',
      formatVersion: main.version?.replace(/^ATIF-v/i, '') ?? null,
      file: main.file.path,
      contentHash: hashFiles(own),
      place: { folder: trial, runFolder: trial === null || trial === '' ? null : parentOf(trial) },
      runtime: readRuntime(main, records),
      started: times[0] ?? null,
      ...(isWhole ? { calls, ...sumSteps(steps) } : {}),
      side: sumSide(sideRecords, convert),
      seconds: isWhole ? secondsBetween(times[0], times.at(-1)) : null,
    }),
    steps,
  );
}

function sumSteps(steps: readonly Step[]): Pick<AttemptPart, 'toolSteps' | 'toolCalls' | 'tokens' | 'cost'> {
  return {
    toolSteps: steps.filter((step) => step.isToolStep).length,
    toolCalls: steps.reduce((sum, step) => sum + step.toolCalls, 0),
    tokens: sumUsage(steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens }))),
    cost: steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null),
  };
}

/**
 * Records that repeat others: those marked as copied context, and, at the start of a continuation, unmarked ones that
 * say what a step of an earlier file said. An agent step that is not marked counts as a copy only where the writer
 * marks none (before 1.5), and without figures of its own: after a summary, agents do run the same command again.
 */
function findCopies(own: readonly AtifFile[]): ReadonlySet<AtifRecord> {
  const copies = new Set<AtifRecord>();
  const earlier = new Map<string, AtifRecord>();
  for (const { records } of own) {
    const hasMarks = records.some((record) => record.isCopied);
    let isStart = earlier.size > 0;
    for (const record of records) {
      const original = earlier.get(record.copyKey);
      const repeats = original !== undefined && (record.source !== 'agent' || (!hasMarks && !hasOwnFigures(record, original)));
      isStart = isStart && (record.isCopied || repeats);
      if (isStart || record.isCopied) copies.add(record);
    }
    for (const record of records) earlier.set(record.copyKey, record);
  }
  return copies;
}

function hasOwnFigures({ usage, timestamp }: AtifRecord, original: AtifRecord): boolean {
  const isTold = usage.prompt !== null || usage.completion !== null;
  const isSame = usage.prompt === original.usage.prompt && usage.completion === original.usage.completion;
  return (isTold && !isSame) || (timestamp !== null && timestamp !== original.timestamp);
}

function countRecords(file: AtifFile, copies: ReadonlySet<AtifRecord>, sink: PartSink): void {
  const records = [...file.records, ...file.embedded.flat()];
  const folded = records.filter((record) => record.isCopied || copies.has(record)).length;
  const { unreadable } = file;
  sink.file({ file: file.file.path, format: 'atif', records: records.length + unreadable, shown: records.length - folded, folded, unreadable });
}

/** The specification includes cache reads in the prompt; `isUncached` writers leave them, and cache writes, out. */
function toUsage(usage: RawUsage, isUncached: boolean): CallUsage {
  const { prompt, cached, completion, written } = usage;
  const input = prompt === null || !isUncached ? prompt : prompt + (cached ?? 0) + (written ?? 0);
  return { input, cached, output: completion };
}

function reportUncached(own: readonly AtifFile[], sink: PartSink): void {
  for (const { file, records } of own) {
    const record = records.find(({ usage }) => (usage.cached ?? 0) > (usage.prompt ?? Infinity));
    if (record === undefined) continue;
    const { prompt, cached } = record.usage;
    sink.problem(problemIn(file.path, seedProblem('bad-value', { line: null, byte: record.start }, {
      found: `prompt_tokens ${prompt} with cached_tokens ${cached}`,
      expected: 'prompt_tokens that include the cached ones',
      message: 'The writer stored only the uncached part of the prompt; cached tokens are added to it.',
    }, 'information')));
  }
}

function sumSide(lists: readonly (readonly AtifRecord[])[], convert: (usage: RawUsage) => CallUsage): SideCalls | null {
  const calls = lists.reduce((sum, records) => sum + countCalls(records), 0);
  if (calls === 0) return null;
  const own = lists.flatMap((records) => {
    const hasAnyEvidence = records.some((record) => record.source === 'agent' && record.hasEvidence);
    return records.filter((record) => isModelCall(record, hasAnyEvidence));
  });
  const cost = own.reduce<number | null>((sum, record) => addKnown(sum, record.usage.cost), null);
  return { calls, tokens: sumUsage(own.map((record) => convert(record.usage) ?? NO_USAGE)), cost: cost === 0 ? null : cost };
}

function readRuntime(main: AtifFile, records: readonly AtifRecord[]): RuntimeFields {
  const names = new Set(records.flatMap((record) => (record.source === 'agent' && record.modelName !== null ? [record.modelName] : [])));
  const efforts = [...new Set(records.flatMap((record) => record.effort ?? []))].sort();
  const settings = { ...settingsOfAgent(main.agent), ...(efforts.length === 0 ? {} : { reasoning_effort: efforts }) };
  const model = getText(main.agent, 'model_name') ?? (names.size === 1 ? ([...names][0] ?? null) : null);
  return {
    agent: getText(main.agent, 'name'),
    agentVersion: getText(main.agent, 'version'),
    model,
    provider: providerOfModel(model),
    config: Object.keys(settings).length === 0 ? null : hashValue(settings),
  };
}

/** A summariser's or sub-agent's file under a name that does not say whose it is. */
function isSubagent(file: AtifFile): boolean {
  return getText(getRecord(file.agent, 'extra'), 'parent_session_id') !== null;
}

function hashFiles(own: readonly AtifFile[]): string | null {
  const hashes = own.map((file) => file.hash);
  if (hashes.includes(null)) return null;
  return hashes.length === 1 ? (hashes[0] ?? null) : hashText(hashes.join(' '));
}

function orphan(): ReturnType<typeof seedProblem> {
  return seedProblem('missing-field', WHOLE_FILE, {
    found: 'side calls without the trajectory that made them',
    expected: 'the trajectory beside them',
    message: 'The file holds calls of a sub-agent or summariser; they are no attempt of their own.',
  }, 'information');
}
