import { isWholePlan } from '../plan/lock';
import type { StatedCertificate } from './laterFields';

/** Largest certificate that is read. */
export const LARGEST_CERTIFICATE = 400_000_000;

const NUMBERS = ['seed', 'family'] as const;
const TEXTS = ['engineVersion', 'planHash', 'hash'] as const;
const LISTS = ['defaults', 'excludes', 'labelSources', 'files', 'attempts', 'decisions', 'macro'] as const;
/** Absent from certificates of earlier versions. */
const LATER_LISTS = ['rules', 'spending'] as const;

/**
 * The certificate that a text holds; null where it is none. Only the shape is looked at: whether it was edited, and whether
 * it holds, is for `verifyCertificate`.
 */
export function readCertificate(text: string): StatedCertificate | null {
  const value = parse(text);
  return isCertificate(value) ? value : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCertificate(value: unknown): value is StatedCertificate {
  if (!isRecord(value) || value.schema !== 'restart-lens/certificate@1') return false;
  if (!['planned', 'exploratory', 'altered', 'broken'].includes(String(value.status)) || !['planned', 'all'].includes(String(value.scope))) return false;
  if (!NUMBERS.every((key) => typeof value[key] === 'number') || !TEXTS.every((key) => typeof value[key] === 'string')) return false;
  if (!isWholePlan(value.plan) || !(value.lock === null || isRecord(value.lock)) || !(value.looks === null || typeof value.looks === 'number')) return false;
  if (!(value.exchangeability === undefined || isExchangeability(value.exchangeability))) return false;
  if (!isRecord(value.totals) || !isRecord(value.leastAttempts)) return false;
  if (!LISTS.every((key) => Array.isArray(value[key])) || !LATER_LISTS.every((key) => value[key] === undefined || Array.isArray(value[key]))) return false;
  const every = (list: unknown, test: (item: Record<string, unknown>) => boolean): boolean => Array.isArray(list) && list.every((item) => isRecord(item) && test(item));
  return (
    every(value.files, ({ file, sha256 }) => areTexts(file, sha256)) &&
    every(value.attempts, ({ id, file, locator }) => areTexts(id, file, locator)) &&
    every(value.decisions, ({ task, runtime, cohort, t }) => areTexts(task, runtime) && isTextOrNull(cohort) && typeof t === 'number') &&
    every(value.macro, ({ runtime, cohort, t }) => areTexts(runtime) && isTextOrNull(cohort) && typeof t === 'number') &&
    every(value.rules ?? [], ({ name }) => areTexts(name)) &&
    every(value.spending ?? [], ({ runtime, cohort, t }) => areTexts(runtime) && isTextOrNull(cohort) && typeof t === 'number') &&
    Array.isArray(value.excludes) &&
    value.excludes.every((pattern) => typeof pattern === 'string')
  );
}

function isExchangeability(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.beginnings)) return false;
  return [value.checks, value.beginnings.groups, value.changes].every((list) => Array.isArray(list) && list.every(isRecord));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
