// `final_metrics` against the sums of the steps. A difference is told, never taken over.

import { pushAll } from '../../base/extent';
import type { PartSink } from '../contract';
import { problemIn, seedProblem } from '../shared/problems';
import { addKnown } from '../shared/usage';
import { totalOf } from './readFile';
import type { AtifFile } from './readFile';
import type { AtifRecord, RawUsage } from './records';

const TOTALS = [
  { key: 'total_prompt_tokens', field: 'prompt' },
  { key: 'total_completion_tokens', field: 'completion' },
  { key: 'total_cached_tokens', field: 'cached' },
  { key: 'total_cost_usd', field: 'cost' },
] as const;

/**
 * Reports totals that equal neither the sum of the file's own steps, nor of those up to it, nor either of them
 * with the side calls. Numbers are compared as written.
 */
export function checkTotals(own: readonly AtifFile[], copies: ReadonlySet<AtifRecord>, side: readonly (readonly AtifRecord[])[], sink: PartSink): void {
  const sideRecords = side.flat();
  const soFar: AtifRecord[] = [];
  for (const file of own) {
    const records = file.records.filter((record) => !copies.has(record));
    pushAll(soFar, records);
    const differing = TOTALS.flatMap(({ key, field }) => {
      const stated = totalOf(file, key);
      const sums = [records, soFar, [...records, ...sideRecords], [...soFar, ...sideRecords]].map((list) => sum(list, field));
      // A total beside steps that say nothing has nothing to be checked against.
      const isFine = stated === null || sums.every((value) => value === null) || sums.some((value) => value !== null && isClose(value, stated));
      return isFine ? [] : [{ stated: `${key} ${stated}`, own: `${sums[1] ?? 0}` }];
    });
    const steps = totalOf(file, 'total_steps');
    const counts = [file.records.length, records.length, soFar.length];
    if (steps !== null && !counts.includes(steps)) differing.push({ stated: `total_steps ${steps}`, own: `${file.records.length}` });
    // Of a damaged file the steps are known to be too few.
    if (differing.length > 0 && file.unreadable === 0) report(file, differing, sink);
  }
}

function sum(records: readonly AtifRecord[], field: Exclude<keyof RawUsage, 'written'>): number | null {
  return records.reduce<number | null>((total, { usage }) => addKnown(total, usage[field]), null);
}

function report(file: AtifFile, differing: readonly { readonly stated: string; readonly own: string }[], sink: PartSink): void {
  sink.problem(problemIn(file.file.path, seedProblem('conflict', file.finalPlace, {
    found: differing.map(({ stated }) => stated).join(', '),
    expected: `${differing.map(({ own }) => own).join(', ')} as the steps say`,
    message: 'The totals in "final_metrics" differ from the steps, which are taken; side or failed calls may be in them.',
  }, 'information')));
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
}
