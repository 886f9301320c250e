import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import type { Column } from './columns';

/** A row by column: text as written (of JSON values, as JSON writes them); '' where nothing is stated. */
export interface Cells {
  readonly place: FilePlace;
  readonly get: (column: Column) => string;
  /** Whether the table has this column at all. */
  readonly has: (column: Column) => boolean;
  /** The cell under a header that is spelled just so; '' where there is none. */
  readonly field: (name: string) => string;
}

/** How tables write "not known". */
const NOTHING = new Set(['', '-', '–', 'na', 'n/a', 'nan', 'none', 'null', 'nil', '?', 'inf', 'infinity', 'never']);

const TRUE = new Set(['true', 'yes', 'y', 't', '1', '1.0', 'resolved', 'pass', 'passed', 'success']);
const FALSE = new Set(['false', 'no', 'n', 'f', '0', '0.0', 'unresolved', 'fail', 'failed', 'failure']);

/** A value that may be missing, or a problem. */
export type CellReading<T> = { readonly ok: true; readonly value: T | null } | { readonly ok: false; readonly problem: ProblemSeed };

/** Text; null when nothing is stated. */
export function readText(cells: Cells, column: Column): string | null {
  const text = cells.get(column).trim();
  return text === '' || isNothing(text) ? null : text;
}

/**
 * A call number: a whole number from 1. A fraction of zero is taken ("12.0"), since tables that pass through data frames
 * write whole columns so as soon as one value is missing.
 */
export function readCall(cells: Cells, column: Column): CellReading<number> {
  const value = readNumberText(cells, column);
  if (value === null) return { ok: true, value: null };
  if (Number.isSafeInteger(value) && value >= 1) return { ok: true, value };
  return bad(cells, column, 'a whole number from 1, or nothing', 'Calls are counted from 1.');
}

/** A number of 0 or more; a leading dollar sign is passed over. */
export function readAmount(cells: Cells, column: Column): CellReading<number> {
  const value = readNumberText(cells, column);
  if (value === null) return { ok: true, value: null };
  if (Number.isFinite(value) && value >= 0) return { ok: true, value };
  return bad(cells, column, 'a number from 0, or nothing', 'The figure was left out.');
}

/** A whole number of 0 or more. */
export function readCount(cells: Cells, column: Column): CellReading<number> {
  const amount = readAmount(cells, column);
  if (!amount.ok || amount.value === null || Number.isSafeInteger(amount.value)) return amount;
  return bad(cells, column, 'a whole number from 0, or nothing', 'The figure was left out.');
}

/** True or false in the ways tables write it; -1 is "not known". */
export function readTruth(cells: Cells, column: Column): CellReading<boolean> {
  const text = cells.get(column).trim().toLowerCase();
  if (isNothing(text) || text === 'unknown' || text === '-1' || text === '-1.0') return { ok: true, value: null };
  if (TRUE.has(text)) return { ok: true, value: true };
  if (FALSE.has(text)) return { ok: true, value: false };
  return bad(cells, column, 'true, false or nothing', 'The verdict was left out.');
}

/** NaN for what is no number, null for nothing. */
function readNumberText(cells: Cells, column: Column): number | null {
  const text = cells.get(column).trim();
  if (text === '' || isNothing(text)) return null;
  const digits = text.replace(/^\$\s*/, '');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : NaN;
}

function isNothing(text: string): boolean {
  return NOTHING.has(text.toLowerCase());
}

function bad(cells: Cells, column: Column, expected: string, then: string): { readonly ok: false; readonly problem: ProblemSeed } {
  const found = shorten(cells.get(column).trim());
  return { ok: false, problem: seedProblem('bad-value', cells.place, { found: `${column} ${found}`, expected: `${column}: ${expected}`, message: `${column} is "${found}". ${then}` }) };
}

/** At most 40 characters, without control characters. */
export function shorten(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return clean.length > 40 ? `${clean.slice(0, 39)}…` : clean;
}
