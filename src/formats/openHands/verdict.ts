import type { OutcomePart } from '../contract';
import { getBoolean, getRecord } from '../shared/fields';

/**
 * The verdict of `test_result.report`, which the evaluation adds to a line: an empty or unusable patch is unresolved, an
 * evaluation that broke or ran out of time gave none. Null: the line was not evaluated.
 */
export function verdictOfReport(report: unknown): OutcomePart['verdict'] | null {
  const resolved = getBoolean(report, 'resolved');
  if (resolved === true) return 'resolved';
  if (getBoolean(report, 'empty_generation') === true || getBoolean(report, 'failed_apply_patch') === true) return 'unresolved';
  if (getBoolean(report, 'error_eval') === true || getBoolean(report, 'test_timeout') === true) return 'none';
  return resolved === false ? 'unresolved' : null;
}

/** The verdict of a `test_result`; null where it has no report. */
export function verdictOf(testResult: unknown): OutcomePart['verdict'] | null {
  return verdictOfReport(getRecord(testResult, 'report'));
}
