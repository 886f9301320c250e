import { compareNatural } from '../../base/compareNatural';
import { PORTION, runPortions } from '../../base/portions';
import type { Attempt } from '../../model/attempt';
import type { Times } from '../../model/deriveTimes';
import type { Axis } from '../../model/plan';
import { runtimeLabel } from '../../model/runtime';
import { formatUsd } from '../numbers';
import { axisAmount, axisName, axisValue, countOf } from '../words';
import { treeNode, type TreeGlyph, type TreeNode } from './treeNode';

export interface AttemptRow {
  readonly attempt: Attempt;
  readonly times: Times;
}

/** Groups made in one portion. */
const GROUPS = 25;

export type AttemptGrouping = 'runtime' | 'task';
export type AttemptSort = 'name' | 'outcome' | 'length' | 'cost';

export interface AttemptsTreeOptions {
  readonly axis: Axis;
  readonly grouping: AttemptGrouping;
  readonly sort: AttemptSort;
  /** Case-insensitive words that task, runtime, attempt or exit status must all hold; '' for everything. */
  readonly filter: string;
}

/**
 * Attempts as runtime > task > attempt, or task > runtime > attempt. A group says how many of its known outcomes are
 * resolved and how many are not known; excluded attempts stay in their task with their own glyph.
 */
export function viewAttemptsTree(rows: readonly AttemptRow[], options: AttemptsTreeOptions): readonly TreeNode[] {
  return runPortions(viewAttemptsInPortions(rows, options));
}

/** As `viewAttemptsTree`, in portions. */
export function* viewAttemptsInPortions(rows: readonly AttemptRow[], options: AttemptsTreeOptions): Generator<void, readonly TreeNode[], void> {
  const [outerName, innerName] = options.grouping === 'runtime' ? [runtimeOf, taskOf] : [taskOf, runtimeOf];
  const outer = yield* sortedGroups(yield* filterRows(rows, options.filter), outerName);
  const nodes: TreeNode[] = [];
  for (const [name, members] of outer) {
    const children: TreeNode[] = [];
    for (const [inner, attempts] of yield* sortedGroups(members, innerName)) {
      const leaves: TreeNode[] = [];
      for (const row of [...attempts].sort(comparator(options.sort))) {
        leaves.push(attemptNode(row, options.axis));
        if (leaves.length % PORTION === 0) yield;
      }
      children.push(groupNode(JSON.stringify([name, inner]), innerName === runtimeOf, attempts, { children: leaves }));
      if (children.length % GROUPS === 0) yield;
    }
    nodes.push(groupNode(JSON.stringify([name]), outerName === runtimeOf, members, { children, expanded: outer.length <= 3 }));
    yield;
  }
  return nodes;
}

/** Glyph of how an attempt ended. */
export function endingGlyph(times: Times): TreeGlyph {
  if (times.J === 'verified') return 'resolved';
  if (times.J === 'excluded') return 'excluded';
  return times.J === 'unknown' ? 'unknown' : 'unresolved';
}

/** "T 62", "E 79", "limit 250", "92 calls": where the run ended, as briefly as a row allows; '' when not known. */
export function endingBadge(attempt: Attempt, times: Times, axis: Axis): string {
  if (times.T !== null) return `T ${axisValue(axis, times.T)}`;
  if (times.J === 'censored' && times.U !== null) return `H ${axisValue(axis, times.U)}`;
  if (times.E !== null) return `E ${axisValue(axis, times.E)}`;
  return attempt.calls === null ? '' : countOf(attempt.calls, 'call');
}

/** A runtime is named by its model, the rest of it stands beside: rows are narrow, and the model tells most apart. */
function groupNode(id: string, isRuntime: boolean, rows: readonly AttemptRow[], more: Pick<TreeNode, 'children'> & Partial<TreeNode>): TreeNode {
  const [first] = rows;
  const name = first === undefined ? '' : isRuntime ? runtimeOf(first) : taskOf(first);
  const model = isRuntime ? (first?.attempt.runtime.model ?? null) : null;
  const rest = first === undefined || model === null ? '' : runtimeLabel({ ...first.attempt.runtime, model: null, provider: null });
  const cohort = model === null ? null : (first?.attempt.cohort ?? null);
  return treeNode({
    id,
    label: model === null ? name : [model, cohort].filter((part) => part !== null).join(' · '),
    description: [tally(rows), rest === 'unknown runtime' ? '' : rest].filter((part) => part !== '').join(' · '),
    tooltip: `${name}\n${countOf(rows.length, 'attempt')}, ${tally(rows)}`,
    ...more,
  });
}

function attemptNode({ attempt, times }: AttemptRow, axis: Axis): TreeNode {
  const badge = endingBadge(attempt, times, axis);
  const reason = times.J === 'excluded' || times.J === 'unknown' ? (attempt.exitStatus ?? '') : '';
  const cost = attempt.cost === null ? '' : formatUsd(attempt.cost);
  return treeNode({
    id: attempt.id,
    label: attempt.attempt,
    description: [badge, cost, reason].filter((part) => part !== '').join(' · '),
    tooltip: attemptTooltip(attempt, times, axis),
    glyph: endingGlyph(times),
    open: { kind: 'attempt', id: attempt.id },
  });
}

function attemptTooltip(attempt: Attempt, times: Times, axis: Axis): string {
  const basis = attempt.basis === null ? 'no verdict found' : `${attempt.basis} verdict, ${attempt.outcomeFile ?? attempt.file}`;
  const ended = times.U === null ? `its end on the axis ${axisName(axis)} is not known` : `${times.J} at ${axisAmount(axis, times.U)}`;
  return [
    `${attempt.task ?? 'no task'}, ${attempt.attempt}`,
    `${attempt.outcome}: ${ended}`,
    basis,
    ...(attempt.exitStatus === null ? [] : [`exit status ${attempt.exitStatus}`]),
    ...(attempt.problems > 0 ? [countOf(attempt.problems, 'problem')] : []),
    attempt.file + (attempt.locator === '' ? '' : `, ${attempt.locator}`),
  ].join('\n');
}

/** "2 of 3", "2 of 3, 1 unknown", "4 excluded": resolved of those with a verdict. */
function tally(rows: readonly AttemptRow[]): string {
  const known = rows.filter(({ times }) => times.J !== 'unknown' && times.J !== 'excluded');
  const resolved = known.filter(({ times }) => times.J === 'verified').length;
  const unknown = rows.filter(({ times }) => times.J === 'unknown').length;
  const excluded = rows.length - known.length - unknown;
  const parts = [known.length > 0 ? `${resolved} of ${known.length}` : '', unknown > 0 ? `${unknown} unknown` : '', excluded > 0 ? `${excluded} excluded` : ''];
  return parts.filter((part) => part !== '').join(', ');
}

function runtimeOf({ attempt }: AttemptRow): string {
  const label = runtimeLabel(attempt.runtime);
  return attempt.cohort === null ? label : `${label} · ${attempt.cohort}`;
}

function taskOf({ attempt }: AttemptRow): string {
  return attempt.task ?? 'no task';
}

function matches(row: AttemptRow, filter: string): boolean {
  const haystack = [taskOf(row), runtimeOf(row), row.attempt.attempt, row.attempt.exitStatus ?? '', row.attempt.outcome, row.times.J].join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

/** Groups by name, in natural order. */
function* filterRows(rows: readonly AttemptRow[], filter: string): Generator<void, readonly AttemptRow[], void> {
  if (filter.trim() === '') return rows;
  const shown: AttemptRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (matches(row, filter)) shown.push(row);
    if (at % PORTION === PORTION - 1) yield;
  }
  return shown;
}

function* sortedGroups(rows: readonly AttemptRow[], name: (row: AttemptRow) => string): Generator<void, readonly (readonly [string, readonly AttemptRow[]])[], void> {
  const groups = new Map<string, AttemptRow[]>();
  for (const [at, row] of rows.entries()) {
    const key = name(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
    if (at % PORTION === PORTION - 1) yield;
  }
  return [...groups].sort(([a], [b]) => compareNatural(a, b));
}

const OUTCOME_ORDER = ['verified', 'censored', 'terminal', 'unknown', 'excluded'] as const;

function comparator(sort: AttemptSort): (a: AttemptRow, b: AttemptRow) => number {
  const byName = (a: AttemptRow, b: AttemptRow): number => compareNatural(a.attempt.attempt, b.attempt.attempt);
  switch (sort) {
    case 'name':
      return byName;
    case 'outcome':
      return (a, b) => OUTCOME_ORDER.indexOf(a.times.J) - OUTCOME_ORDER.indexOf(b.times.J) || byName(a, b);
    case 'length':
      return (a, b) => (b.times.U ?? b.attempt.calls ?? -1) - (a.times.U ?? a.attempt.calls ?? -1) || byName(a, b);
    case 'cost':
      return (a, b) => (b.attempt.cost ?? -1) - (a.attempt.cost ?? -1) || byName(a, b);
  }
}
