import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { PORTION, runPortions } from '../base/portions';
import type { Attempt } from '../model/attempt';
import type { Estimand, Plan, RuntimeField } from '../model/plan';
import { RUNTIME_FIELDS } from '../model/plan';
import { nameRuntimes, runtimeIdentity } from '../model/runtime';
import { deriveTimes, type Times, type TimeRules } from '../model/deriveTimes';
import { buildExitClassifier } from '../model/exitTable';
import type { AuditResult, ExclusionReason } from '../model/results';
import { compareAttempts } from '../index/compareAttempts';

/** An attempt and its row in the index. */
export interface IndexedAttempt {
  readonly row: number;
  readonly attempt: Attempt;
}

export interface TimedAttempt extends IndexedAttempt {
  /** On the plan's axis, under the audit's estimand. */
  readonly times: Times;
}

/** A task under one runtime and cohort, with the attempts that can be counted. */
export interface Cell {
  readonly task: string;
  /** Readable name of the runtime under the plan's key. */
  readonly runtime: string;
  readonly cohort: string | null;
  /** Usable attempts, by file and place in it, lines and rows as people count them: what is drawn with a seed depends on the order. */
  readonly usable: readonly TimedAttempt[];
  /** Attempts of the cell that are not usable, with the reason. */
  readonly setAside: readonly SetAside[];
}

export interface SetAside {
  readonly attempt: TimedAttempt;
  readonly reason: ExclusionReason;
  /** It would have counted, had its result been known (`isMissing`); absent: it would not. */
  readonly isMissing?: boolean;
}

export interface Cells {
  readonly estimand: Estimand;
  /** Sorted by runtime, cohort, task. */
  readonly cells: readonly Cell[];
  /** Every attempt that is in no count, with the reason; those of cells included. */
  readonly excluded: readonly { readonly attempt: TimedAttempt; readonly reason: ExclusionReason }[];
}

/**
 * True when the attempt's evidence can answer the question: per-call results both, a declared first verified call
 * only the first, a final verdict only the second. False when the outcome is unknown.
 */
export function serves(attempt: Attempt, estimand: Estimand): boolean {
  if (attempt.basis === 'per-call') return true;
  return attempt.basis === (estimand === 'first-verified' ? 'declared' : 'final');
}

/** The rules by which a plan dates the ends of runs. */
export function timeRules(plan: Plan, estimand: Estimand): TimeRules {
  return { axis: plan.axis, classifyExit: buildExitClassifier(plan.exitTable), estimand, otherBudget: 'censor' };
}

/**
 * Groups attempts into cells for one estimand: the plan's, else the one that more attempts serve (ties:
 * first verified). Attempts that serve the other one are set aside, never mixed in. A cell in which no attempt is
 * usable is kept: the exploratory family counts every cell seen. Cells that serve only the other estimand
 * belong to another audit and are left out.
 */
export function groupCells(attempts: readonly IndexedAttempt[], plan: Plan): Cells {
  return runPortions(groupInPortions(attempts, plan));
}

/** As `groupCells`, in portions. */
export function* groupInPortions(attempts: readonly IndexedAttempt[], plan: Plan): Generator<void, Cells, void> {
  const isChosen = ({ attempt }: IndexedAttempt): boolean => plan.cohorts === null || plan.cohorts.includes(attempt.cohort ?? '');
  const chosen = attempts.filter(isChosen);
  const estimand = plan.estimand ?? prevailingEstimand(chosen);
  const groups = new Map<string, { usable: TimedAttempt[]; aside: SetAside[]; first: TimedAttempt }>();
  const excluded: { attempt: TimedAttempt; reason: ExclusionReason }[] = [];
  const rules = timeRules(plan, estimand);
  for (const [at, indexed] of attempts.entries()) {
    if (at % PORTION === PORTION - 1) yield;
    const timed: TimedAttempt = { row: indexed.row, attempt: indexed.attempt, times: deriveTimes(indexed.attempt, rules) };
    if (!isChosen(indexed)) {
      excluded.push({ attempt: timed, reason: 'other-cohort' });
      continue;
    }
    const reason = exclusionOf(timed, estimand);
    if (reason !== null) excluded.push({ attempt: timed, reason });
    if (timed.attempt.task === null) continue;
    const key = JSON.stringify([runtimeIdentity(timed.attempt.runtime, plan.runtimeKey), timed.attempt.cohort, timed.attempt.task]);
    const group = groups.get(key) ?? { usable: [], aside: [], first: timed };
    groups.set(key, group);
    if (reason === null) group.usable.push(timed);
    else group.aside.push({ attempt: timed, reason, isMissing: isMissing(timed, reason) });
  }
  const names = nameRuntimes([...groups.values()].map((g) => g.first.attempt.runtime), plan.runtimeKey);
  const cells = [...groups.values()]
    .filter((g) => g.usable.length > 0 || g.aside.some((a) => a.reason !== 'other-estimand'))
    .map((g): Cell => ({
      task: g.first.attempt.task ?? '',
      runtime: names.get(runtimeIdentity(g.first.attempt.runtime, plan.runtimeKey)) ?? '',
      cohort: g.first.attempt.cohort,
      usable: g.usable.sort((a, b) => compareAttempts(a.attempt, b.attempt)),
      setAside: g.aside,
    }));
  cells.sort((a, b) => compareText(a.runtime, b.runtime) || compareText(a.cohort ?? '', b.cohort ?? '') || Number(a.cohort !== null) - Number(b.cohort !== null) || compareText(a.task, b.task));
  return { estimand, cells, excluded };
}

function prevailingEstimand(attempts: readonly IndexedAttempt[]): Estimand {
  const count = (estimand: Estimand): number => attempts.filter(({ attempt }) => serves(attempt, estimand)).length;
  return count('resolved-at-submission') > count('first-verified') ? 'resolved-at-submission' : 'first-verified';
}

/** Why an attempt is in no count under an estimand; null: it counts. */
export function exclusionOf({ attempt, times }: TimedAttempt, estimand: Estimand): ExclusionReason | null {
  if (attempt.noResult) return 'no-result';
  if (attempt.basis !== null && !serves(attempt, estimand)) return 'other-estimand';
  if (times.J === 'excluded') return 'infrastructure';
  if (times.J === 'unknown') return 'no-outcome';
  if (attempt.conflict) return 'conflict';
  if (attempt.task === null) return 'no-task';
  return times.U === null ? 'no-axis' : null;
}

/**
 * True for an attempt in no count whose result would have counted: it has no verdict, still runs, or its end cannot be placed on
 * the axis. Copies, conflicts, runs that answer another question and what the plan left out beforehand are no missing data.
 */
function isMissing({ attempt }: TimedAttempt, reason: ExclusionReason): boolean {
  switch (reason) {
    case 'no-outcome':
    case 'no-result':
    case 'no-axis':
      return true;
    case 'infrastructure':
      return attempt.outcome === 'unknown';
    default:
      return false;
  }
}

export type RuntimeNote = AuditResult['runtimeNotes'][number];

/**
 * What the runtime key does to the cells: fields outside the key that vary inside cells (said, with the number of
 * cells), and fields of the key in which alone two runtimes of a shared task differ (offered for merging; merging is the
 * user's choice). Sorted by kind, then field.
 */
export function runtimeNotes(cells: readonly Cell[], key: readonly RuntimeField[]): readonly RuntimeNote[] {
  const notes: RuntimeNote[] = [];
  for (const field of RUNTIME_FIELDS) {
    if (key.includes(field)) {
      const note = mergeableBy(cells, field, key);
      if (note !== null) notes.push(note);
    } else {
      const varying = cells.filter((cell) => new Set(cell.usable.map((u) => u.attempt.runtime[field])).size > 1);
      if (varying.length > 0) {
        notes.push({ kind: 'varies-inside-cells', field, runtimes: [...new Set(varying.map((c) => c.runtime))].sort(compareText), cells: varying.length });
      }
    }
  }
  return notes.sort((a, b) => compareText(a.kind, b.kind) || compareText(a.field, b.field));
}

function mergeableBy(cells: readonly Cell[], field: RuntimeField, key: readonly RuntimeField[]): RuntimeNote | null {
  const rest = key.filter((k) => k !== field);
  const known = cells.flatMap((cell) => (cell.usable[0] === undefined ? [] : [{ cell, runtime: cell.usable[0].attempt.runtime }]));
  const groups = groupBy(known, ({ cell, runtime }) => JSON.stringify([cell.task, cell.cohort, runtimeIdentity(runtime, rest)]));
  const apart = [...groups.values()].filter((group) => group.length > 1).flat();
  if (apart.length === 0) return null;
  return { kind: 'mergeable', field, runtimes: [...new Set(apart.map(({ cell }) => cell.runtime))].sort(compareText), cells: apart.length };
}
