import { cleanLine } from '../../base/cleanText';
import type { GateSummary, TaskGate } from '../../model/gates';
import type { TableView } from '../../protocol/section';
import { formatCount } from '../numbers';
import { countOf, listWords, plural } from '../words';

/** Tasks that a sentence names. */
const MOST_NAMED = 3;

/** "Gates: 8 of 10 tasks pass both, 1 fails one, 1 is not known." */
export function gateWords({ tasks, passed, failed, partly, unknown }: GateSummary): string {
  const parts = [`${formatCount(passed.length)} of ${countOf(tasks, 'task')} ${plural(passed.length, 'passes', 'pass')} both`];
  if (failed.length > 0) parts.push(`${formatCount(failed.length)} ${plural(failed.length, 'fails', 'fail')} one`);
  const open = partly.length + unknown.length;
  if (open > 0) parts.push(`of ${formatCount(open)} not both are known`);
  return `Gates (the verifier fails on the untouched base, and passes on the reference solution): ${parts.join(', ')}.`;
}

/** What a failed gate means, as a caveat; null where none failed. */
export function failedGateWords({ failed }: GateSummary): string | null {
  if (failed.length === 0) return null;
  const names = listWords(failed.map(({ task }) => cleanLine(task)), MOST_NAMED);
  return `${countOf(failed.length, 'task')} ${plural(failed.length, 'fails', 'fail')} a gate of the verifier (${names}): its verdicts there say little. They are counted; a plan that names its cells can leave them out.`;
}

/** Tasks that do not pass both gates; null where all do. */
export function gateTable({ failed, partly, unknown }: GateSummary): TableView | null {
  const rows = [...failed, ...partly, ...unknown.map((task): TaskGate => ({ task, baseFails: null, referencePasses: null }))];
  if (rows.length === 0) return null;
  const word = (value: boolean | null): string => (value === null ? 'not known' : value ? 'yes' : 'no');
  return {
    title: 'Tasks that do not pass both gates',
    columns: [{ label: 'Task', align: 'start' }, { label: 'Fails on the base', align: 'start' }, { label: 'Passes on the reference', align: 'start' }],
    rows: rows.map(({ task, baseFails, referencePasses }) => [cleanLine(task), word(baseFails), word(referencePasses)]),
    note: 'Where the verifier passes on the base, every attempt passes; where it fails on the reference solution, nobody can.',
  };
}
