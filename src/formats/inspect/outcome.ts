import type { Outcome } from '../../model/attempt';
import { asRecord, getField } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';

/** What the values of a scorer mean, from all values of the log. */
export interface ScoreScale {
  /** Some number lies outside of 0 to 1: what would be a pass is not known. */
  readonly isOpen: boolean;
}

/** The scores of a sample by scorer; older logs have a single `score`. Null where there are none. */
export function scoresOf(sample: unknown): JsonRecord | null {
  const scores = asRecord(getField(sample, 'scores'));
  if (scores !== null && Object.keys(scores).length > 0) return scores;
  const score = asRecord(getField(sample, 'score'));
  return score === null ? null : { score };
}

/** Name and value of the main score: the first scorer of the header's results that scored the sample, else the sample's first. */
export function mainScore(scores: JsonRecord | null, scorers: readonly string[]): { readonly name: string; readonly value: unknown } | null {
  if (scores === null) return null;
  const name = scorers.find((scorer) => Object.hasOwn(scores, scorer)) ?? Object.keys(scores)[0];
  return name === undefined ? null : { name, value: getField(getField(scores, name), 'value') };
}

/** The scale of many values of a scorer. */
export function scaleOf(values: Iterable<unknown>): ScoreScale {
  for (const value of values) {
    const number = numberOf(value);
    if (number !== null && (number < 0 || number > 1)) return { isOpen: true };
  }
  return { isOpen: false };
}

const PASSES = new Set(['c', 'correct', 'pass', 'passed', 'yes', 'true', 'success', 'resolved']);
const FAILS = new Set(['i', 'incorrect', 'p', 'partial', 'n', 'noanswer', 'no answer', 'fail', 'failed', 'no', 'false', 'failure', 'unresolved']);

/** A verdict from a score's value: correct or 1 is resolved; incorrect, partial, no answer or less is not. Unknown for anything else. */
export function outcomeOf(value: unknown, scale: ScoreScale): Outcome {
  if (typeof value === 'boolean') return value ? 'resolved' : 'unresolved';
  const number = numberOf(value);
  if (number !== null) return scale.isOpen ? 'unknown' : number >= 1 ? 'resolved' : 'unresolved';
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    return PASSES.has(word) ? 'resolved' : FAILS.has(word) ? 'unresolved' : 'unknown';
  }
  const record = asRecord(value);
  const [only, ...others] = record === null ? [] : Object.values(record);
  return only !== undefined && others.length === 0 && typeof only !== 'object' ? outcomeOf(only, scale) : 'unknown';
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,9}(?:\.\d{1,12})?$/.test(value.trim()) ? Number(value) : null;
}
