import { cleanLine } from '../base/cleanText';
import type { AuditResult, Interval } from '../model/results';

const COLUMNS = [
  'runtime',
  'cohort',
  'task',
  't',
  'status',
  'n',
  'n_live',
  'x_continue',
  'x_restart',
  'continue_estimate',
  'continue_low',
  'continue_high',
  'restart_estimate',
  'restart_low',
  'restart_high',
  'difference_estimate',
  'difference_low',
  'difference_high',
  'verdict',
  'certifiable_restart',
  'certifiable_continue',
  'x_both',
  'fixed_verdict',
  'calibrated_verdict',
  'calibrated_p',
  'calibrated_p_at_most',
  'loss_at_most',
  'gain_at_most',
  'non_inferior_restart',
  'non_inferior_continue',
] as const;

/**
 * Every decision of an audit as CSV (RFC 4180, UTF-8, CRLF, header line), in the result's order; shares as proportions with
 * all digits, empty where there is no value. Names are in one line and without what acts on a terminal; one that a spreadsheet
 * would run as a formula gets an apostrophe in front. The JSON of the audit has them as the traces write them.
 */
export function reportCsv(result: AuditResult): string {
  const rows = result.decisions.map((d) => [
    nameField(d.runtime),
    nameField(d.cohort ?? ''),
    nameField(d.task),
    ...[d.t, d.status, d.n, d.nLive, d.xContinue, d.xRestart].map(plainField),
    ...intervalFields(d.continue),
    ...intervalFields(d.restart),
    ...intervalFields(d.difference),
    ...[d.verdict, d.certifiable.restart, d.certifiable.continue, d.xBoth].map(plainField),
    ...[d.byRule?.fixed.verdict ?? null, d.byRule?.calibrated.verdict ?? null, d.byRule?.calibrated.p ?? null, d.byRule?.calibrated.pAtMost ?? null].map(plainField),
    ...[d.bounds?.lossAtMost ?? null, d.bounds?.gainAtMost ?? null, d.bounds?.nonInferior?.restart ?? null, d.bounds?.nonInferior?.continue ?? null].map(plainField),
  ]);
  return [[...COLUMNS], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function intervalFields(interval: Interval | null): readonly string[] {
  return [interval?.estimate ?? null, interval?.low ?? null, interval?.high ?? null].map(plainField);
}

function plainField(value: string | number | boolean | null): string {
  return value === null ? '' : String(value);
}

function nameField(text: string): string {
  const line = cleanLine(text);
  const safe = /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
