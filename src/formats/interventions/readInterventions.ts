// Table of interventions: what came of forks of live runs under actions other than a clean restart. CSV (any of , ; tab), JSON lines or a
// JSON array of the same objects, written by people's own scripts. This product defines the format: `schemas/interventions.schema.json` describes a row. Columns
// task, action, success, and t or state (or both); runtime, fork and alarm may be there. "continue" is the action that others are set against.
//
// {"task": "sort-logs", "runtime": "luna", "t": 8, "state": "attempt-3", "action": "summarise", "fork": "a", "success": true}
//
// It is no source of attempts: a fork starts in the middle of a run. Rows that cannot be used are told and left out; the rest is read.

import { pushAll } from '../../base/extent';
import { groupBy } from '../../base/groupBy';
import { PORTION, runPortions } from '../../base/portions';
import { CONTINUE, type Fork } from '../../model/interventionsResult';
import type { Problem } from '../../model/problem';
import { CsvPieces } from '../shared/csvPieces';
import { problemIn, seedProblem, WHOLE_FILE, type ProblemText } from '../shared/problems';

export interface InterventionTable {
  readonly rows: number;
  /** Rows that count, in their order. */
  readonly forks: readonly Fork[];
  readonly hasAlarms: boolean;
  readonly problems: readonly Problem[];
}

const COLUMNS = ['task', 'runtime', 't', 'state', 'action', 'fork', 'success', 'alarm'] as const;
type Column = (typeof COLUMNS)[number];
type Fields = Readonly<Partial<Record<string, unknown>>>;

/** The rows of a table; `file` names it in problems. Linear in the text. Never throws for what the text holds. */
export function readInterventions(file: string, text: string): InterventionTable {
  return runPortions(interventionsInPortions(file, text));
}

/** As `readInterventions`, in portions. */
export function* interventionsInPortions(file: string, text: string): Generator<void, InterventionTable, void> {
  const problems: Problem[] = [];
  const tell: Tell = (line, code, words) => void problems.push(problemIn(file, seedProblem(code, line === null ? WHOLE_FILE : { line, byte: null }, words, 'error')));
  const plain = text.replace(/^\ufeff/, '');
  const [first] = plain.trimStart();
  const rows = yield* first === '{' ? jsonRows(plain, tell) : first === '[' ? arrayRows(plain, tell) : csvRows(plain, tell);
  const names = new Set(rows.flatMap(({ fields }) => Object.keys(fields)));
  const strange = [...names].filter((name) => !COLUMNS.some((column) => column === name));
  if (rows.length > 0 && strange.length > 0) problems.push(problemIn(file, seedProblem('unknown-record', WHOLE_FILE, { found: strange.slice(0, 5).join(', '), expected: COLUMNS.join(', '), message: 'Columns that are not known were left out.' })));
  const missing = (['task', 'action', 'success'] as const).filter((name) => !names.has(name));
  if (rows.length > 0 && missing.length > 0) {
    tell(null, 'missing-field', { found: [...names].slice(0, 8).join(', '), expected: COLUMNS.join(', '), message: `The table has no column ${missing.join(' and none ')}.` });
    return { rows: rows.length, forks: [], hasAlarms: false, problems };
  }
  const forks: Fork[] = [];
  for (const [at, { line, fields }] of rows.entries()) {
    const fork = readFork(line, fields, tell);
    if (fork !== null) forks.push(fork);
    if (at % PORTION === PORTION - 1) yield;
  }
  const counted = withoutRepeats(forks, tell);
  tellContradictions(counted, tell);
  return { rows: rows.length, forks: counted, hasAlarms: names.has('alarm'), problems };
}

type Tell = (line: number | null, code: 'missing-field' | 'bad-value' | 'not-json' | 'truncated' | 'conflict' | 'duplicate', words: ProblemText) => void;

interface RawRow {
  readonly line: number;
  readonly fields: Fields;
}

function* jsonRows(text: string, tell: Tell): Generator<void, readonly RawRow[], void> {
  const rows: RawRow[] = [];
  for (const [at, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() !== '') pushAll(rows, objectRow(content, at + 1, tell));
    if (at % PORTION === PORTION - 1) yield;
  }
  return rows;
}

function objectRow(content: string, line: number, tell: Tell): readonly RawRow[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [{ line, fields: { ...value } }];
  tell(line, value === undefined ? 'not-json' : 'bad-value', { found: content.slice(0, 60), expected: 'a JSON object', message: 'The line is no JSON object and was left out.' });
  return [];
}

/** The elements of a JSON array, each read alone, with the line on which it begins: one that is broken costs no other. */
function* arrayRows(text: string, tell: Tell): Generator<void, readonly RawRow[], void> {
  const rows: RawRow[] = [];
  let [depth, line, start, startLine, isText] = [0, 1, -1, 1, false];
  const end = (at: number): void => {
    const content = start < 0 ? '' : text.slice(start, at).trim();
    if (content !== '') pushAll(rows, objectRow(content, startLine, tell));
    start = -1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (at % CHUNK === CHUNK - 1) yield;
    if (character === '\n') line++;
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
      continue;
    }
    if (character === '"') isText = true;
    if (depth === 1 && (character === ',' || character === ']')) end(at);
    else if (depth === 1 && start < 0 && character?.trim() !== '') [start, startLine] = [at, line];
    if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
  }
  if (depth > 0) {
    end(text.length);
    tell(line, 'truncated', { found: 'the end of the file inside the array', expected: 'a closing bracket', message: 'The array is cut off; whole elements before that were read.' });
  }
  if (rows.length === 0 && depth <= 0) tell(null, 'truncated', { found: 'an array without rows', expected: 'an object for each fork', message: 'The table holds no row.' });
  return rows;
}

/** Characters or bytes read in one portion. */
const CHUNK = 1 << 18;

function* csvRows(text: string, tell: Tell): Generator<void, readonly RawRow[], void> {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].reduce((best, one) => (first.split(one).length > first.split(best).length ? one : best), ',');
  const records: { readonly record: readonly string[]; readonly line: number }[] = [];
  // Each row comes with the line on which it ends.
  const pieces = new CsvPieces({ delimiter, relax_column_count: true, skip_empty_lines: true, trim: true }, (record, { lines }) => records.push({ record, line: lines }));
  const bytes = Buffer.from(text);
  let isGood = true;
  for (let at = 0; at < bytes.length && isGood; at += CHUNK) {
    isGood = pieces.push(bytes.subarray(at, at + CHUNK));
    yield;
  }
  if (!isGood || !pieces.end()) {
    tell(pieces.faultLine, 'bad-value', { found: 'a quote that does not enclose a field, or is never closed', expected: 'fields that are quoted as a whole', message: 'The table cannot be read as CSV.' });
    return [];
  }
  const [header, ...rows] = records;
  if (header === undefined || rows.length === 0) tell(null, 'truncated', { found: header === undefined ? 'nothing' : 'a header without rows', expected: 'a header and a row for each fork', message: 'The table holds no row.' });
  return rows.map(({ record, line }) => ({ line, fields: Object.fromEntries((header?.record ?? []).map((name, i) => [name.toLowerCase(), record[i] ?? ''])) }));
}

/** A row; null when it cannot be used, which is told. */
function readFork(line: number, fields: Fields, tell: Tell): Fork | null {
  const text = (name: Column): string | null => {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const refuse = (code: 'missing-field' | 'bad-value', name: string, expected: string): null => {
    tell(line, code, { found: `${name} ${JSON.stringify(fields[name] ?? null)}`, expected, message: `The row's ${name} cannot be used, so the row was left out.` });
    return null;
  };
  const [task, named, state, written] = [text('task'), text('action'), text('state'), text('t')];
  if (task === null) return refuse('missing-field', 'task', 'the name of a task');
  if (named === null) return refuse('missing-field', 'action', 'the name of an action, such as continue');
  // The one action that has a meaning of its own, however it is written.
  const action = named.toLowerCase() === CONTINUE ? CONTINUE : named;
  const t = written === null ? null : /^\d+(\.\d+)?(e\d+)?$/i.test(written) ? Number(written) : Number.NaN;
  if (t !== null && !(t > 0 && Number.isFinite(t))) return refuse('bad-value', 't', 'a number above 0');
  if (t === null && state === null) return refuse('missing-field', 't', 't, state, or both');
  const success = truthOf(text('success'));
  if (success === null) return refuse('bad-value', 'success', '1 or 0 (true or false)');
  const alarm = text('alarm') === null ? null : truthOf(text('alarm'));
  if (alarm === null && text('alarm') !== null) return refuse('bad-value', 'alarm', '1 or 0 (true or false), or nothing');
  return { line, task, runtime: text('runtime'), t, state, action, fork: text('fork'), success: success ? 1 : 0, isAlarmed: alarm };
}

function truthOf(text: string | null): boolean | null {
  const word = text?.toLowerCase();
  return word === '1' || word === 'true' ? true : word === '0' || word === 'false' ? false : null;
}

/** Identical repeats of a named fork count once; of different ones none counts. */
function withoutRepeats(forks: readonly Fork[], tell: Tell): readonly Fork[] {
  const keyOf = ({ task, runtime, t, state, action, fork }: Fork): string => JSON.stringify([task, runtime, t, state, action, fork]);
  const named = groupBy(forks.filter(({ fork }) => fork !== null), keyOf);
  const inConflict = new Set([...named].filter(([, [first, ...others]]) => others.some(({ success, isAlarmed }) => success !== first?.success || isAlarmed !== first.isAlarmed)).map(([key]) => key));
  return forks.filter((fork) => {
    const key = keyOf(fork);
    const first = fork.fork === null ? fork : (named.get(key)?.[0] ?? fork);
    const isConflict = inConflict.has(key) && fork.fork !== null;
    if (!isConflict && first === fork) return true;
    tell(fork.line, isConflict ? 'conflict' : 'duplicate', {
      found: `fork ${fork.fork ?? ''} of line ${first.line} again${isConflict ? ', with another result' : ''}`,
      expected: 'each fork of a state and action once',
      message: isConflict ? 'The table says two things of one fork; neither row counts.' : 'The row repeats another one and counts once.',
    });
    return false;
  });
}

/** Tells of states of which the table says both that the alarm had fired and that it had not. */
function tellContradictions(forks: readonly Fork[], tell: Tell): void {
  const states = groupBy(forks.filter(({ isAlarmed }) => isAlarmed !== null), ({ task, runtime, t, state }) => JSON.stringify([task, runtime, t, state]));
  for (const [, [first, ...others]] of states) {
    const other = others.find(({ isAlarmed }) => isAlarmed !== first?.isAlarmed);
    if (first === undefined || other === undefined) continue;
    tell(other.line, 'conflict', { found: `alarm ${Number(other.isAlarmed)} where line ${first.line} says ${Number(first.isAlarmed)}`, expected: 'one alarm for a state', message: 'The table says of one state that the alarm had fired and that it had not; it counts as fired.' });
  }
}
