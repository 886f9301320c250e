import { cleanLine } from '../base/cleanText';
import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import type { Problem } from '../model/problem';
import type { IndexAttempt, IndexResult } from '../model/results';
import { formatCount, formatUsd } from '../views/numbers';
import { groupAlike, type AlikeProblems } from '../views/alikeProblems';
import { countOf } from '../views/words';
import { textTable } from './textTable';
import type { TextColumn } from './textTable';

/** Tasks, and kinds of problems, that are listed one by one; the rest is counted. */
const MOST_TASKS = 30;
const MOST_LISTED = { error: 20, warning: 10, information: 10 } as const;

const COUNTS: readonly TextColumn[] = ['attempts', 'resolved', 'unresolved', 'unknown', 'excluded', 'calls', 'cost'].map((title) => ({ title, align: 'right', most: null }));

/** The answer of `index` for people: totals, runtimes, tasks, files by format, problems. Ends with a line feed. */
export function indexText(result: IndexResult): string {
  const { totals, attempts, files } = result;
  const sections = [
    [
      `${countOf(totals.attempts, 'attempt')} at ${countOf(totals.tasks, 'task')} by ${countOf(totals.runtimes, 'runtime')}, in ${countOf(totals.files, 'file')}: ` +
        `${formatCount(totals.resolved)} resolved, ${formatCount(totals.unresolved)} unresolved, ${formatCount(totals.unknown)} without a verdict; ${formatCount(totals.excluded)} excluded.`,
      ...(totals.subAgents > 0 ? [`${countOf(totals.subAgents, 'sub-agent')} under them, counted in none of their figures.`] : []),
    ],
    groupTable('runtime', attempts, ({ runtime, cohort }) => (cohort === null ? runtime : `${runtime} (${cohort})`), Infinity),
    groupTable('task', attempts, ({ task }) => task ?? '(no task known)', MOST_TASKS),
    fileLines(files),
    problemLines(result.problems),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function groupTable(title: string, attempts: readonly IndexAttempt[], nameOf: (attempt: IndexAttempt) => string, most: number): readonly string[] {
  if (attempts.length === 0) return [];
  const rows = [...groupBy(attempts, nameOf)].sort(([a], [b]) => compareText(a, b)).map(([name, members]) => [name, ...countCells(members)]);
  const shown = rows.slice(0, most);
  const lines = textTable([{ title, align: 'left', most: 70 }, ...COUNTS], shown);
  return rows.length > shown.length ? [...lines, `and ${countOf(rows.length - shown.length, `more ${title}`)}; --json lists all`] : lines;
}

function countCells(attempts: readonly IndexAttempt[]): readonly string[] {
  const count = (isMember: (attempt: IndexAttempt) => boolean): string => formatCount(attempts.filter(isMember).length);
  const calls = attempts.map((attempt) => attempt.calls).filter((known) => known !== null);
  const costs = attempts.map((attempt) => attempt.cost).filter((known) => known !== null);
  return [
    formatCount(attempts.length),
    count(({ outcome }) => outcome === 'resolved'),
    count(({ outcome }) => outcome === 'unresolved'),
    count(({ outcome }) => outcome === 'unknown'),
    count(({ J }) => J === 'excluded'),
    rangeText(calls),
    costs.length === 0 ? '' : `${formatUsd(costs.reduce((sum, cost) => sum + cost, 0))}${costs.length < attempts.length ? '+' : ''}`,
  ];
}

/** "20", or "14 to 52". */
function rangeText(values: readonly number[]): string {
  if (values.length === 0) return '';
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
}

function fileLines(files: IndexResult['files']): readonly string[] {
  const formats = [...new Set(files.map(({ format }) => format ?? ''))].sort(compareText);
  const rows = formats.map((format) => {
    const members = files.filter((file) => (file.format ?? '') === format);
    const sum = (key: 'records' | 'shown' | 'folded' | 'unreadable'): string => formatCount(members.reduce((total, file) => total + file[key], 0));
    return [format === '' ? '(no trace)' : format, formatCount(members.length), sum('records'), sum('shown'), sum('folded'), sum('unreadable')];
  });
  const numbers = ['files', 'records', 'shown', 'folded', 'unreadable'].map((title): TextColumn => ({ title, align: 'right', most: null }));
  return rows.length === 0 ? [] : textTable([{ title: 'format', align: 'left', most: null }, ...numbers], rows);
}

function problemLines(problems: readonly Problem[]): readonly string[] {
  if (problems.length === 0) return ['No problems.'];
  const counts = [...groupBy(problems, ({ severity, code }) => `${severity} ${code}`)].sort(([a], [b]) => compareText(a, b)).map(([kind, members]) => `${formatCount(members.length)} ${kind}`);
  const listed = (['error', 'warning', 'information'] as const).flatMap((severity) =>
    groupAlike(problems.filter((problem) => problem.severity === severity)).slice(0, MOST_LISTED[severity]),
  );
  const rest = problems.length - listed.reduce((sum, alike) => sum + alike.length, 0);
  const lines = listed.map((alike) => `  ${describeAlike(alike)}`);
  return [`${countOf(problems.length, 'problem')}: ${counts.join(', ')}`, ...lines, ...(rest > 0 ? [`  and ${formatCount(rest)} more; --json lists all`] : [])];
}

/** The first of some problems of one kind, and how many more there are. */
function describeAlike(alike: AlikeProblems): string {
  const [first] = alike;
  const more = alike.length === 1 ? '' : ` (and ${formatCount(alike.length - 1)} more like it${new Set(alike.map(({ file }) => file)).size === 1 ? ' in this file' : ''})`;
  return `${cleanLine(`${placeOf(first)}: ${first.severity} ${first.code}: ${first.message}`)}${more}`;
}

function placeOf({ file, line }: Problem): string {
  return line === null ? file : `${file}:${line}`;
}
