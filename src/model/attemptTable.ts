// The table of attempts that `export --sanitised` writes and the reader of outcome tables takes back: what audits, replays and
// tables of tasks are computed from, without text, paths or prompts. Reader and writer share the columns and the spelling here.

import { cleanLine } from '../base/cleanText';
import type { CallResult } from './attempt';

/** What each row states in its column `schema`. */
export const ATTEMPT_TABLE_SCHEMA = 'restart-lens/attempts@1';
/** The same without its version. */
export const ATTEMPT_TABLE_NAME = 'restart-lens/attempts@';

/** Columns in the order in which they are written. */
export const ATTEMPT_TABLE_COLUMNS = [
  'schema', 'id', 'task', 'agent', 'agent_version', 'model', 'provider', 'config', 'cohort', 'attempt', 'started',
  'outcome', 'basis', 'T', 'E', 'horizon', 'ending', 'exit', 'no_result', 'conflict', 'call_results',
  'calls', 'tool_steps', 'tool_calls', 'input_tokens', 'cached_tokens', 'output_tokens', 'cost', 'seconds',
  'limit_calls', 'limit_usd', 'limit_seconds',
  'side_calls', 'side_input_tokens', 'side_cached_tokens', 'side_output_tokens', 'side_cost',
  'synthetic', 'source_format', 'content_hash',
] as const;

export type AttemptTableColumn = (typeof ATTEMPT_TABLE_COLUMNS)[number];

/** A row, each value as its cell is written; '' where nothing is known. */
export type AttemptTableRow = Readonly<Record<AttemptTableColumn, string>>;

/** Id of an attempt as the index makes it. */
export const ATTEMPT_ID = /^[0-9a-f]{16}$/;

/**
 * A name as a cell: as it is, or as JSON text where it would not come back the same, such as an empty name, one with line
 * breaks or invisible characters, or one that a spreadsheet would run as a formula. Null is the empty cell.
 */
export function nameCell(name: string | null): string {
  if (name === null) return '';
  if (name !== '' && cleanLine(name) === name && !/^["=+\-@]/.test(name)) return name;
  // Beyond what JSON escapes: what acts on a terminal, or is not seen.
  return JSON.stringify(name).replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The name of a cell; undefined for JSON text that is no name. */
export function nameOfCell(cell: string): string | null | undefined {
  if (!cell.startsWith('"')) return cell === '' ? null : cell;
  try {
    const name: unknown = JSON.parse(cell);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Results after calls as a cell: "3:fail 7:pass:5/5". A count that is not known is "?". */
export function callResultsCell(results: readonly CallResult[]): string {
  return results
    .map(({ call, passed, testsPassed, testsTotal }) => {
      const tests = testsPassed === null && testsTotal === null ? '' : `:${testsPassed ?? '?'}/${testsTotal ?? '?'}`;
      return `${call}:${passed ? 'pass' : 'fail'}${tests}`;
    })
    .join(' ');
}

/** The results of a cell; null when it is none. */
export function callResultsOfCell(cell: string): readonly CallResult[] | null {
  if (cell === '') return [];
  const results: CallResult[] = [];
  for (const word of cell.split(' ')) {
    const match = /^([1-9]\d{0,14}):(pass|fail)(?::(\d{1,15}|\?)\/(\d{1,15}|\?))?$/.exec(word);
    if (match === null) return null;
    const [, call, verdict, passed, total] = match;
    const count = (text: string | undefined): number | null => (text === undefined || text === '?' ? null : Number(text));
    results.push({ call: Number(call), passed: verdict === 'pass', testsPassed: count(passed), testsTotal: count(total) });
  }
  return results;
}
