// Labels sidecar: what a verifier outside the trace said about attempts. JSONL or CSV, written by people's own scripts. This product
// defines the format: `schemas/labels.schema.json` describes a line. A line names an attempt as scores do, and states its outcome, its first
// verified call, or what the verifier said after one call; lines on one attempt add up.
//
// {"task": "acme__widget-12", "runtime": "acme/small-1", "attempt": "run-2", "call": 7, "passed": false, "tests_passed": 3, "tests_total": 5}
// {"file": "runs/a.traj.json", "outcome": "resolved", "first_verified_call": 9}
//
// A line may speak of a task instead: whether its verifier fails on the untouched base, and passes on the reference solution (gates).
// {"task": "acme__widget-12", "base_fails": true, "reference_passes": true}
//
// Keys that are not known are left out, and told. Whether the attempt exists is found out when parts are joined.

import { parse } from 'csv-parse/sync';
import type { CallResult } from '../../model/attempt';
import type { Claim, FileHead, OutcomePart, PartSink, Reader, Source, SourceFile } from '../contract';
import { asRecord, type JsonRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { scanLines } from '../shared/jsonLines';
import { parseJson } from '../shared/parseJson';
import { parseLine } from '../shared/parseLine';
import { remarksOnKeys } from '../shared/remarksOnKeys';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { NO_STEP_TEXT, readChunks } from '../shared/readChunks';
import { isGateRow, readGate } from './readGate';
import { readLabel } from './readLabel';

const LARGEST_CSV = 64 * 1024 * 1024;

export const labelsReader: Reader = { name: 'labels', claim, read, stepText: () => NO_STEP_TEXT };

function claim(head: FileHead): Claim | null {
  const end = head.head.indexOf(0x0a);
  if (end < 0 && head.size > head.head.length) return null;
  const line = Buffer.from(head.head.subarray(0, end < 0 ? undefined : end)).toString('utf8').replace(/^\ufeff/, '').trim();
  if (line === '' || line.startsWith('[')) return null;
  const names = line.startsWith('{') ? namesOf(line) : (parseCsv(line)[0] ?? []);
  return isLabel(names) || isGate(names) ? { certainty: 'certain', source: head.path } : null;
}

function namesOf(line: string): readonly string[] {
  const parsed = parseJson(Buffer.from(line));
  const row = parsed.ok ? asRecord(parsed.value) : null;
  return row === null || Object.entries(row).some(([key, value]) => key !== 'calls' && typeof value === 'object' && value !== null) ? [] : Object.keys(row);
}

/** A line that names an attempt and says how it went. `first_verified_call` alone beside a task is a row of an outcome table. */
function isLabel(names: readonly string[]): boolean {
  const has = (key: string): boolean => names.includes(key);
  const isNamed = has('file') || has('attempt');
  const says = has('outcome') || (has('call') && has('passed')) || has('calls') || (has('first_verified_call') && !has('task'));
  return isNamed && says && !has('monitor') && !has('score') && !['T', 'E', 'horizon', 'resolved', 'messages', 'trajectory'].some(has);
}

/** A line that names a task and says whether its verifier can be relied on. */
function isGate(names: readonly string[]): boolean {
  return names.includes('task') && names.some((name) => name === 'base_fails' || name === 'reference_passes') && !['T', 'E', 'horizon', 'resolved', 'messages', 'trajectory', 'monitor', 'score'].some((key) => names.includes(key));
}

function read(source: Source, sink: PartSink): void {
  for (const file of source.files) {
    sink.checkCancelled();
    const tally = new FileTally(file, sink);
    if (Buffer.from(file.read(0, 64)).toString('utf8').replace(/^\ufeff/, '').trimStart().startsWith('{')) readLines(file, tally, sink);
    else readCsv(file, tally, sink);
    tally.finish('labels');
  }
}

function readLines(file: SourceFile, tally: FileTally, sink: PartSink): void {
  const strange = new Set<string>();
  const scan = scanLines(readChunks(file, sink), {}, (line) => {
    const place = { line: line.line, byte: line.start };
    const parsed = parseLine(line, tally);
    if (parsed === null) return;
    take(asRecord(parsed.value), place, { file, tally, sink, strange });
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.tooLarge;
}

function readCsv(file: SourceFile, tally: FileTally, sink: PartSink): void {
  if (file.size > LARGEST_CSV) {
    tally.refuse(seedProblem('too-large', WHOLE_FILE, { found: `${file.size} bytes`, expected: `at most ${LARGEST_CSV} bytes`, message: 'The table is too large to be read; write labels as JSON lines.' }));
    return;
  }
  const strange = new Set<string>();
  const [names, ...rows] = parseCsv(Buffer.from(file.read(0, file.size)).toString('utf8'));
  if (names === undefined || rows.length === 0) tally.tell(seedProblem('truncated', WHOLE_FILE, { found: 'a header without rows', expected: 'a row for each label', message: 'The file holds no whole row.' }, 'warning'));
  rows.forEach((cells, i) => {
    sink.checkCancelled();
    const place = { line: i + 2, byte: null };
    if (cells.some((cell) => cell.includes('\0'))) {
      tally.refuse(seedProblem('truncated', place, { found: 'NUL bytes', expected: 'a row, or the end of the file', message: 'NUL bytes stand here in place of rows, as a crash leaves them.' }));
      return;
    }
    if (cells.length !== names?.length) {
      tally.refuse(seedProblem('bad-value', place, { found: `${cells.length} fields`, expected: `${names?.length ?? 0} fields, as in the header`, message: 'The row has another number of fields than the header; it was left out.' }, 'error'));
      return;
    }
    take(Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()] as const).filter(([, value]) => value !== '')), place, { file, tally, sink, strange });
  });
}

/** Rows of fields; of a text whose quotes do not close, none. */
function parseCsv(text: string): readonly (readonly string[])[] {
  try {
    // With `columns` unset the package gives arrays of strings.
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true }) as string[][];
  } catch {
    return [];
  }
}

/** Keys of a label, and of a result in `calls`. */
const KEYS = ['attempt', 'file', 'locator', 'task', 'runtime', 'outcome', 'first_verified_call', 'call', 'passed', 'tests_passed', 'tests_total', 'calls', 'base_fails', 'reference_passes'] as const;

interface Taking {
  /** Keys that are not known and were told. */
  readonly strange: Set<string>;
  readonly file: SourceFile;
  readonly tally: FileTally;
  readonly sink: PartSink;
}

function take(row: JsonRecord | null, place: FilePlace, { file, tally, sink, strange }: Taking): void {
  if (row === null) {
    tally.refuse(seedProblem('bad-value', place, { found: 'a line that is no object', expected: 'an object in each line', message: 'The line is no object; it was left out.' }, 'error'));
    return;
  }
  tally.tellAll(remarksOnKeys(row, { known: KEYS, told: strange, place }));
  if (isGateRow(row)) {
    const gate = readGate(row);
    if (typeof gate === 'string') refuseRow(gate, row, place, tally);
    else {
      tally.shown++;
      sink.outcome({ file: file.path, task: gate.task, verdict: 'none', runIds: [], stem: null, model: null, attempt: null, gate: gate.gate });
    }
    return;
  }
  const label = readLabel(row);
  if (typeof label === 'string') {
    refuseRow(label, row, place, tally);
    return;
  }
  tally.shown++;
  sink.outcome(toPart(label, file.path));
}

function refuseRow(fault: string, row: JsonRecord, place: FilePlace, tally: FileTally): void {
  tally.refuse(seedProblem('bad-value', place, { found: JSON.stringify(row).slice(0, 80), expected: 'a label or gate that schemas/labels.schema.json describes', message: `${fault} The line was left out.` }, 'error'));
}

function toPart({ name, outcome, firstVerified, results }: Exclude<ReturnType<typeof readLabel>, string>, file: string): OutcomePart {
  return {
    file,
    task: name.task,
    verdict: outcome === null ? 'none' : outcome,
    runIds: [],
    stem: null,
    model: null,
    attempt: name.attempt,
    label: { attemptId: name.attemptId, attemptFile: name.attemptFile, locator: name.locator, runtime: name.runtime, firstVerified, results: results satisfies readonly CallResult[] },
  };
}
