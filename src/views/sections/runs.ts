import { cleanLine } from '../../base/cleanText';
import type { DescribeResult, Spread, TaskRow } from '../../model/describeResult';
import type { SectionView, TableCell, TableView } from '../../protocol/section';
import { formatCount, formatDuration, formatUsd } from '../numbers';
import { axisName, axisValue, countOf, plural, runtimeName } from '../words';
import { runtimeTables } from './runtimeCard';

export interface RunsOptions {
  /** The cell that a row leads to; null where there is no audit to lead to. */
  readonly cellOf: ((row: TaskRow) => string) | null;
}

/** What the attempts are before anything is concluded from them: runtimes field by field, and what each task took. */
export function viewRuns(result: DescribeResult, { cellOf }: RunsOptions): SectionView {
  const { runtimes, tasks, axis, estimand } = result;
  const rows = tasks ?? [];
  const tables: readonly TableView[] = [...(runtimes === null || runtimes.length === 0 ? [] : runtimeTables(runtimes)), ...(rows.length === 0 ? [] : [taskTable(rows, axis, cellOf)])];
  const verb = solvedWord(estimand);
  return {
    headline: headlineOf(result),
    lead: '',
    caveats: [],
    tables,
    footnotes: rows.length === 0 ? [] : [`T is the number of ${axisName(axis)} at which a run was ${verb}, over successes only: short runs finish first, so it says nothing of what failures would have needed. Medians stand before least and greatest; attempts that do not state a figure are left out of it.`],
  };
}

/** The same where no audit can be made, under words that promise none. */
export function viewDescribed(result: DescribeResult): SectionView {
  const view = viewRuns(result, { cellOf: null });
  return { ...view, headline: 'What is known without an audit', lead: 'Calls, dollars, time and exit statuses need no outcome.' };
}

function headlineOf({ runtimes, tasks, estimand }: DescribeResult): string {
  const rows = tasks ?? [];
  const sum = (of: (row: TaskRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const [counted, solved] = [sum((row) => row.n), sum((row) => row.solved)];
  const names = countOf(new Set(rows.map((row) => row.task)).size, 'task');
  if (rows.length === 0) return tasks === null ? `${countOf(runtimes?.length ?? 0, 'runtime')}.` : `${countOf(runtimes?.length ?? 0, 'runtime')} and no task.`;
  if (counted === 0) return `None of ${countOf(sum((row) => row.setAside), 'attempt')} at ${names} can be counted.`;
  return `${formatCount(solved)} of ${countOf(counted, 'counted attempt')} at ${names} ${plural(solved, 'was', 'were')} ${solvedWord(estimand)}.`;
}

function solvedWord(estimand: DescribeResult['estimand']): string {
  return estimand === 'first-verified' ? 'verified' : 'resolved';
}

function taskTable(rows: readonly TaskRow[], axis: DescribeResult['axis'], cellOf: RunsOptions['cellOf']): TableView {
  const isOne = new Set(rows.map((row) => runtimeName(row))).size === 1;
  const has = (pick: (row: TaskRow) => Spread): boolean => rows.some((row) => pick(row).known > 0);
  const figures = [
    { label: `T, ${axisName(axis)}`, pick: (row: TaskRow) => row.T, format: (value: number) => axisValue(axis, value) },
    { label: 'Calls', pick: (row: TaskRow) => row.calls, format: formatMedian },
    { label: 'Dollars', pick: (row: TaskRow) => row.usd, format: formatUsd },
    { label: 'Time', pick: (row: TaskRow) => row.seconds, format: formatDuration },
  ].filter(({ pick }) => has(pick));
  return {
    title: 'Tasks',
    columns: [
      ...(isOne ? [] : [{ label: 'Runtime, cohort', align: 'start' as const }]),
      { label: 'Task', align: 'start' },
      { label: 'Solved', align: 'end' },
      { label: 'Not counted', align: 'end' },
      ...figures.map(({ label }) => ({ label, align: 'end' as const })),
    ],
    rows: rows.map((row) => [
      ...(isOne ? [] : [runtimeName(row)]),
      taskCell(row, cellOf),
      row.n === 0 ? '–' : `${formatCount(row.solved)} of ${formatCount(row.n)}`,
      row.setAside === 0 ? '' : formatCount(row.setAside),
      ...figures.map(({ pick, format }) => spreadText(pick(row), format)),
    ]),
    note: '',
  };
}

function taskCell(row: TaskRow, cellOf: RunsOptions['cellOf']): TableCell {
  const text = cleanLine(row.task);
  return cellOf === null ? text : { text, cell: cellOf(row) };
}

/** "9 (4–20)", "9" where all are equal, '' where none is known. */
function spreadText({ median, low, high }: Spread, format: (value: number) => string): string {
  if (median === null || low === null || high === null) return '';
  // Also where they differ by less than is shown.
  return format(low) === format(high) ? format(median) : `${format(median)} (${format(low)}–${format(high)})`;
}

/** A median of whole numbers may end in a half. */
function formatMedian(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : `${formatCount(Math.floor(value))}.5`;
}
