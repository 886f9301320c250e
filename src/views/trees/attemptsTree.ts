import { compareNatural } from '../../base/compareNatural';
import { compareText } from '../../base/compareText';
import { groupBy } from '../../base/groupBy';
import { PORTION, runPortions } from '../../base/portions';
import type { Attempt } from '../../model/attempt';
import type { Times } from '../../model/deriveTimes';
import { RUNTIME_FIELDS, type Axis, type RuntimeField } from '../../model/plan';
import { runtimeIdentity, runtimeLabel } from '../../model/runtime';
import { formatUsd } from '../numbers';
import { axisAmount, axisName, axisValue, countOf } from '../words';
import { treeNode, type TreeGlyph, type TreeNode } from './treeNode';

export interface AttemptRow {
  readonly attempt: Attempt;
  readonly times: Times;
  /** Whether it is in a count of the audit; without one, whether its outcome is known. */
  readonly isCounted: boolean;
}

/** Groups made in one portion. */
const GROUPS = 25;

export type AttemptGrouping = 'runtime' | 'task';
export type AttemptSort = 'name' | 'outcome' | 'length' | 'cost';

export interface AttemptsTreeOptions {
  readonly axis: Axis;
  readonly grouping: AttemptGrouping;
  readonly sort: AttemptSort;
  /** Fields that must agree for attempts to be of one runtime: those of the plan in force. */
  readonly runtimeKey: readonly RuntimeField[];
  /**
   * Case-insensitive words that must all be met; '' for everything. A word for an outcome or ending ("resolved",
   * "censored") must be that of the attempt; any other must be part of task, runtime, attempt or exit status.
   */
  readonly filter: string;
  /** Only the attempts that are in no count. */
  readonly onlyNotCounted: boolean;
}

interface Group {
  /** Tells it from the others of its level. */
  readonly key: string;
  readonly name: string;
  readonly rows: readonly AttemptRow[];
}

interface Level {
  readonly kind: 'runtime' | 'task';
  readonly key: (row: AttemptRow) => string;
  readonly name: (row: AttemptRow) => string;
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
  const runtime: Level = { kind: 'runtime', key: (row) => runtimeKeyOf(row, options.runtimeKey), name: (row) => runtimeOf(row, options.runtimeKey) };
  const task: Level = { kind: 'task', key: taskOf, name: taskOf };
  const [outerLevel, innerLevel] = options.grouping === 'runtime' ? [runtime, task] : [task, runtime];
  // Over all rows, so that a filter renames nothing.
  const labels = runtimeLabels(yield* sortedGroups(rows, runtime), options.runtimeKey);
  const outer = yield* sortedGroups(yield* filterRows(rows, options), outerLevel);
  const nodes: TreeNode[] = [];
  for (const { key, rows: members } of outer) {
    const children: TreeNode[] = [];
    for (const inner of yield* sortedGroups(members, innerLevel)) {
      const leaves: TreeNode[] = [];
      for (const row of [...inner.rows].sort(comparator(options.sort))) {
        leaves.push(attemptNode(row, options.axis));
        if (leaves.length % PORTION === 0) yield;
      }
      children.push(groupNode(JSON.stringify([key, inner.key]), innerLevel.kind, inner.rows, { options, labels, children: leaves, expanded: false }));
      if (children.length % GROUPS === 0) yield;
    }
    nodes.push(groupNode(JSON.stringify([key]), outerLevel.kind, members, { options, labels, children, expanded: outer.length <= 3 }));
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

interface GroupParts {
  readonly options: AttemptsTreeOptions;
  readonly labels: ReadonlyMap<string, string>;
  readonly children: readonly TreeNode[];
  readonly expanded: boolean;
}

/** A runtime is named by its model, the rest of it stands beside: rows are narrow, and the model tells most apart. */
function groupNode(id: string, kind: Level['kind'], rows: readonly AttemptRow[], { options: { runtimeKey }, labels, children, expanded }: GroupParts): TreeNode {
  const [first] = rows;
  if (first === undefined) return treeNode({ id, label: '' });
  const isRuntime = kind === 'runtime';
  const name = isRuntime ? runtimeOf(first, runtimeKey) : taskOf(first);
  const hasModel = isRuntime && modelOf(first, runtimeKey) !== null;
  const rest = hasModel ? runtimeLabel({ ...first.attempt.runtime, model: null, provider: null }, runtimeKey) : '';
  return treeNode({
    id,
    label: isRuntime ? (labels.get(runtimeKeyOf(first, runtimeKey)) ?? name) : name,
    description: [tally(rows), rest === 'unknown runtime' ? '' : rest].filter((part) => part !== '').join(' · '),
    tooltip: `${name}\n${countOf(rows.length, 'attempt')}: ${tally(rows)}`,
    children,
    expanded,
  });
}

/** Labels of runtimes by key. Those that would read alike begin with what differs among them: a narrow row is cut at its end. */
function runtimeLabels(runtimes: readonly Group[], key: readonly RuntimeField[]): ReadonlyMap<string, string> {
  const firsts = runtimes.flatMap(({ key: id, rows: [row] }) => (row === undefined ? [] : [{ id, row }]));
  const labels = new Map<string, string>();
  for (const [plain, alike] of groupBy(firsts, ({ row }) => shortLabel(row, key))) {
    const differing = key.filter((field) => field !== 'model' && new Set(alike.map(({ row }) => row.attempt.runtime[field])).size > 1);
    const word = ({ attempt: { runtime } }: AttemptRow, hash: 'short' | 'whole'): string =>
      differing.every((field) => runtime[field] === null) ? plain : `${runtimeLabel(runtime, differing, hash)} · ${plain}`;
    const isTold = new Set(alike.map(({ row }) => word(row, 'short'))).size === alike.length;
    for (const { id, row } of alike) labels.set(id, word(row, isTold ? 'short' : 'whole'));
  }
  return labels;
}

function shortLabel(row: AttemptRow, key: readonly RuntimeField[]): string {
  const model = modelOf(row, key);
  return model === null ? runtimeOf(row, key) : [model, row.attempt.cohort].filter((part) => part !== null).join(' · ');
}

function modelOf({ attempt }: AttemptRow, key: readonly RuntimeField[]): string | null {
  return key.includes('model') ? attempt.runtime.model : null;
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

/** "2 of 3 resolved", "2 of 3 resolved, 1 unknown", "4 excluded": resolved of those with a verdict. */
function tally(rows: readonly AttemptRow[]): string {
  const known = rows.filter(({ times }) => times.J !== 'unknown' && times.J !== 'excluded');
  const resolved = known.filter(({ times }) => times.J === 'verified').length;
  const unknown = rows.filter(({ times }) => times.J === 'unknown').length;
  const excluded = rows.length - known.length - unknown;
  const parts = [known.length > 0 ? `${resolved} of ${known.length} resolved` : '', unknown > 0 ? `${unknown} unknown` : '', excluded > 0 ? `${excluded} excluded` : ''];
  return parts.filter((part) => part !== '').join(', ');
}

function runtimeOf({ attempt }: AttemptRow, key: readonly RuntimeField[] = RUNTIME_FIELDS): string {
  const label = runtimeLabel(attempt.runtime, key);
  return attempt.cohort === null ? label : `${label} · ${attempt.cohort}`;
}

function runtimeKeyOf({ attempt }: AttemptRow, key: readonly RuntimeField[]): string {
  return JSON.stringify([runtimeIdentity(attempt.runtime, key), attempt.cohort]);
}

function taskOf({ attempt }: AttemptRow): string {
  return attempt.task ?? 'no task';
}

/** "resolved" is part of "unresolved", so these words are met whole or not at all. */
const OUTCOME_WORDS: ReadonlySet<string> = new Set(['resolved', 'unresolved', 'unknown', 'excluded', 'verified', 'terminal', 'censored']);

function matches(row: AttemptRow, { filter, onlyNotCounted }: AttemptsTreeOptions): boolean {
  if (onlyNotCounted && row.isCounted) return false;
  const { attempt, times } = row;
  const names = [taskOf(row), runtimeOf(row), attempt.attempt, attempt.exitStatus ?? ''].join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => (OUTCOME_WORDS.has(word) ? word === attempt.outcome || word === times.J : names.includes(word)));
}

function* filterRows(rows: readonly AttemptRow[], options: AttemptsTreeOptions): Generator<void, readonly AttemptRow[], void> {
  if (options.filter.trim() === '' && !options.onlyNotCounted) return rows;
  const shown: AttemptRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (matches(row, options)) shown.push(row);
    if (at % PORTION === PORTION - 1) yield;
  }
  return shown;
}

/** Groups of a level, by name in natural order. */
function* sortedGroups(rows: readonly AttemptRow[], { key, name }: Level): Generator<void, readonly Group[], void> {
  const groups = new Map<string, { readonly key: string; readonly name: string; readonly rows: AttemptRow[] }>();
  for (const [at, row] of rows.entries()) {
    const id = key(row);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { key: id, name: name(row), rows: [row] });
    else group.rows.push(row);
    if (at % PORTION === PORTION - 1) yield;
  }
  return [...groups.values()].sort((a, b) => compareNatural(a.name, b.name) || compareText(a.key, b.key));
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
