import type { CallResult } from '../../model/attempt';
import type { AttemptName } from '../contract';
import { asArray, asRecord, getField } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';

export interface Label {
  readonly name: Omit<AttemptName, 'file'>;
  /** Null: the line does not say. */
  readonly outcome: 'resolved' | 'unresolved' | null;
  readonly firstVerified: number | null;
  readonly results: readonly CallResult[];
}

/** What is wrong with a line. */
class Fault extends Error {}

/** One line as a label, or a sentence that says what is wrong with it. Values may be texts, as CSV has them. */
export function readLabel(row: JsonRecord): Label | string {
  try {
    return read(row);
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

function read(row: JsonRecord): Label {
  const [attempt, file, task] = [text(row, 'attempt'), text(row, 'file'), text(row, 'task')];
  if (attempt === null && file === null) throw new Fault('It names no attempt: by attempt (an id, or a label beside task), or by file.');
  const results = readResults(row);
  const firstVerified = whole(row, 'first_verified_call', 1);
  const stated = text(row, 'outcome');
  if (stated !== null && !['resolved', 'unresolved', 'unknown'].includes(stated)) throw new Fault('The outcome must be resolved, unresolved or unknown.');
  const outcome = stated === 'resolved' || stated === 'unresolved' ? stated : firstVerified !== null ? 'resolved' : null;
  if (firstVerified !== null && outcome === 'unresolved') throw new Fault('An unresolved attempt has no first verified call.');
  if (outcome === null && results.length === 0) throw new Fault('It says nothing: no outcome, no first verified call and no result of a call.');
  const isByFile = file !== null;
  const isByTask = !isByFile && task !== null;
  return {
    name: {
      attemptId: isByFile || isByTask ? null : attempt,
      attemptFile: file,
      locator: isByFile ? (text(row, 'locator') ?? '') : null,
      task: isByTask ? task : null,
      runtime: isByTask ? text(row, 'runtime') : null,
      attempt: isByTask ? attempt : null,
    },
    outcome,
    firstVerified,
    results,
  };
}

/** One result beside the name, or a list of them in `calls`. */
function readResults(row: JsonRecord): readonly CallResult[] {
  const list = getField(row, 'calls');
  if (list !== undefined && list !== null) {
    const items = asArray(list)?.map(asRecord);
    if (items === undefined || items.some((item) => item === null)) throw new Fault('calls must be a list of objects.');
    return items.flatMap((item) => (item === null ? [] : [readResult(item)]));
  }
  return text(row, 'call') === null ? [] : [readResult(row)];
}

function readResult(row: JsonRecord): CallResult {
  const call = whole(row, 'call', 1);
  const passed = truth(row, 'passed');
  const testsPassed = whole(row, 'tests_passed', 0);
  const testsTotal = whole(row, 'tests_total', 0);
  if (call === null || passed === null) throw new Fault('A result needs call (a whole number from 1) and passed (true or false).');
  if (testsPassed !== null && testsTotal !== null && testsPassed > testsTotal) throw new Fault('More tests passed than there are.');
  return { call, passed, testsPassed, testsTotal };
}

function text(row: JsonRecord, key: string): string | null {
  const value = getField(row, key);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new Fault(`${key} must be a text.`);
  return value.trim() === '' ? null : value;
}

function whole(row: JsonRecord, key: string, least: number): number | null {
  const stated = text(row, key);
  if (stated === null) return null;
  const value = Number(stated);
  if (!Number.isSafeInteger(value) || value < least) throw new Fault(`${key} must be a whole number from ${least}.`);
  return value;
}

function truth(row: JsonRecord, key: string): boolean | null {
  const value = getField(row, key);
  if (value === undefined || value === null || value === '') return null;
  if (value === true || value === 1 || /^(?:true|1|yes|pass(?:ed)?)$/i.test(String(value))) return true;
  if (value === false || value === 0 || /^(?:false|0|no|fail(?:ed)?)$/i.test(String(value))) return false;
  throw new Fault(`${key} must be true or false.`);
}
