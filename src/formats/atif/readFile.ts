// One ATIF file: its records, what it says about the agent, and its own totals.

import type { PartSink, SourceFile } from '../contract';
import { asRecord, getArray, getNumber, getRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { ContentHash } from '../shared/hash';
import { scanJson } from '../shared/jsonSlices';
import type { JsonPath, JsonSlice } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { problemIn, seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import type { AtifMember } from './claim';
import { isKnownVersion } from './claim';
import { makeRecord } from './records';
import type { AtifRecord } from './records';

export interface AtifFile {
  readonly file: SourceFile;
  readonly member: AtifMember;
  readonly version: string | null;
  readonly agent: JsonRecord | null;
  readonly records: readonly AtifRecord[];
  /** Steps of trajectories embedded in this one, one list for each. */
  readonly embedded: readonly (readonly AtifRecord[])[];
  readonly finalMetrics: JsonRecord | null;
  readonly finalPlace: FilePlace;
  /** Elements of `steps` that could not be used. */
  readonly unreadable: number;
  /** Hash of the whole file; null when it was not read to its end. */
  readonly hash: string | null;
  /** Every step is there. */
  readonly isWhole: boolean;
}

const WANT = [
  ['schema_version'],
  ['agent'],
  ['final_metrics'],
  ['steps', '*'],
  ['steps', '*', 'observation'],
  ['subagent_trajectories', '*', 'steps', '*'],
] as const;

/** Reads a file and reports what is wrong with it. The counts of its records are given to the sink by the reader. */
export function readAtifFile(file: SourceFile, member: AtifMember, sink: PartSink): AtifFile {
  const hash = new ContentHash();
  const fields = new Map<string, { value: unknown; place: FilePlace }>();
  const records: AtifRecord[] = [];
  const embedded = new Map<unknown, AtifRecord[]>();
  let unreadable = 0;
  let observation: JsonSlice | null = null;

  const visit = (slice: JsonSlice): void => {
    if (slice.path[2] === 'observation') {
      observation = slice;
      return;
    }
    const place = { line: slice.line, byte: slice.start };
    const parsed = parseJson(slice.bytes, place);
    if (parsed.problem !== null) sink.problem(problemIn(file.path, parsed.problem));
    const value = parsed.ok ? parsed.value : null;
    if (!isStep(slice.path)) {
      fields.set(String(slice.path[0]), { value, place });
      return;
    }
    sink.checkCancelled();
    const isOwn = slice.path[0] === 'steps';
    const record = makeRecord(value, file.path, slice, isOwn ? observation : null);
    if (isOwn) observation = null;
    if (record === null) {
      unreadable++;
      if (parsed.ok) sink.problem(problemIn(file.path, noStep(place)));
    } else if (isOwn) records.push(record);
    else if (embedded.get(slice.path[1])?.push(record) === undefined) embedded.set(slice.path[1], [record]);
  };
  const scan = scanJson(hashed(file, hash), { want: WANT }, visit);
  for (const issue of scan.issues) sink.problem(problemIn(file.path, issue));
  const version = getText({ value: fields.get('schema_version')?.value }, 'value');
  if (version !== null && !isKnownVersion(version)) sink.problem(problemIn(file.path, unknownVersion(version)));
  if (scan.isComplete && !scan.keys.includes('steps')) sink.problem(problemIn(file.path, noSteps()));
  const lost = unreadable + scan.skipped + (scan.unfinished.length > 0 ? 1 : 0);
  return {
    file,
    member,
    version,
    agent: asRecord(fields.get('agent')?.value),
    records,
    embedded: [...embedded.values()],
    finalMetrics: asRecord(fields.get('final_metrics')?.value),
    finalPlace: fields.get('final_metrics')?.place ?? WHOLE_FILE,
    unreadable: lost,
    hash: scan.isComplete || scan.cut !== null ? hash.digest() : null,
    isWhole: scan.isComplete && lost === 0,
  };
}

/** What of `agent` keeps configurations apart: its sampling and options, not the ids of this run. */
export function settingsOfAgent(agent: JsonRecord | null): JsonRecord {
  const extra = getRecord(agent, 'extra');
  const kept = Object.entries(extra ?? {}).filter(
    ([key, value]) => /temperature|top_[pk]|^max_|reason|effort|parser|agent_class|thinking/i.test(key) && (typeof value !== 'object' || value === null),
  );
  const tools = getArray(agent, 'tool_definitions');
  return { ...Object.fromEntries(kept), ...(tools === null ? {} : { tool_definitions: tools }) };
}

/** A number of `final_metrics`; null where it is not stated. */
export function totalOf(file: AtifFile, key: string): number | null {
  return getNumber(file.finalMetrics, key);
}

function* hashed(file: SourceFile, hash: ContentHash): Iterable<Uint8Array> {
  for (const chunk of file.chunks()) {
    hash.update(chunk);
    yield chunk;
  }
}

function isStep(path: JsonPath): boolean {
  return path[0] === 'steps' || path[2] === 'steps';
}

function noStep(place: FilePlace): ReturnType<typeof seedProblem> {
  return seedProblem('unknown-record', place, {
    found: 'an element without a known "source"',
    expected: 'a step of system, user or agent',
    message: 'An element of "steps" is no step and cannot be used.',
  }, 'warning');
}

function noSteps(): ReturnType<typeof seedProblem> {
  return seedProblem('missing-field', WHOLE_FILE, { found: 'no "steps"', expected: 'a list of steps', message: 'The trajectory has no steps.' });
}

function unknownVersion(version: string): ReturnType<typeof seedProblem> {
  return seedProblem('unknown-version', { line: null, byte: null }, {
    found: version.slice(0, 60),
    expected: 'ATIF-v1.0 to ATIF-v1.7',
    message: 'This version of the format is not known; it is read like the last known one.',
  });
}
