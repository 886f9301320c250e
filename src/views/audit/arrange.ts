import { groupBy } from '../../base/groupBy';
import { cleanLine } from '../../base/cleanText';
import { compareNatural } from '../../base/compareNatural';
import { compareText } from '../../base/compareText';
import type { AuditAttempt, AuditDecision, AuditMacro, AuditResult } from '../../model/results';

/** A cell with everything that is known of it. */
export interface AuditCell {
  /** Runtime, cohort and task as one string; opaque to others. */
  readonly key: string;
  readonly runtime: string;
  readonly cohort: string | null;
  /** The task's name made safe to show. */
  readonly label: string;
  /** One for each time of the plan, in order. */
  readonly decisions: readonly AuditDecision[];
  /** Counted attempts, sorted by label. */
  readonly attempts: readonly AuditAttempt[];
  /** Attempts of the cell that are in no count. */
  readonly setAside: readonly AuditAttempt[];
}

/** The cells of one runtime and cohort: what a macro number averages over. */
export interface AuditGroup {
  readonly key: string;
  readonly runtime: string;
  readonly cohort: string | null;
  /** Sorted by task as people count ("run-9" before "run-10"). */
  readonly cells: readonly AuditCell[];
  /** One for each time of the plan, in order; null where the result has none. */
  readonly macro: readonly (AuditMacro | null)[];
}

/** Groups decisions, macro numbers and attempts by runtime and cohort, then by task. Groups are sorted by runtime, cohort. */
export function arrangeCells(result: AuditResult, attempts: readonly AuditAttempt[]): readonly AuditGroup[] {
  const byCell = groupBy(result.decisions, (d) => cellKey(d.runtime, d.cohort, d.task));
  const attemptsByCell = groupBy(attempts, (a) => cellKey(a.runtime, a.cohort, a.task ?? ''));
  const macroByGroup = groupBy(result.macro, (m) => groupKey(m.runtime, m.cohort));
  const cells = [...byCell].map(([key, decisions]) => makeCell(key, decisions, result.plan.times, attemptsByCell.get(key) ?? []));
  const groups = [...groupBy(cells, (c) => groupKey(c.runtime, c.cohort))].map(([key, members]): AuditGroup => {
    const first = members[0];
    const macro = macroByGroup.get(key) ?? [];
    return {
      key,
      runtime: cleanLine(first?.runtime ?? ''),
      cohort: first?.cohort == null ? null : cleanLine(first.cohort),
      cells: [...members].sort((a, b) => compareNatural(a.label, b.label) || compareText(a.key, b.key)),
      macro: result.plan.times.map((t) => macro.find((m) => m.t === t) ?? null),
    };
  });
  return groups.sort((a, b) => compareNatural(a.runtime, b.runtime) || compareNatural(a.cohort ?? '', b.cohort ?? '') || compareText(a.key, b.key));
}

/** The cell with a key, as `arrangeCells` makes it, without arranging the others; null when there is none. */
export function findCell(result: AuditResult, attempts: readonly AuditAttempt[], key: string): AuditCell | null {
  const place = readKey(key);
  if (place === null) return null;
  const isOfCell = (one: { readonly runtime: string; readonly cohort: string | null; readonly task: string | null }): boolean =>
    one.runtime === place.runtime && one.cohort === place.cohort && (one.task ?? '') === place.task;
  const decisions = result.decisions.filter(isOfCell);
  return decisions.length === 0 ? null : makeCell(key, decisions, result.plan.times, attempts.filter(isOfCell));
}

function makeCell(key: string, decisions: readonly AuditDecision[], times: readonly number[], attempts: readonly AuditAttempt[]): AuditCell {
  const first = decisions[0];
  if (first === undefined) throw new Error('A cell without decisions cannot exist: cells are made from decisions.');
  const sorted = [...attempts].sort((a, b) => compareNatural(a.attempt, b.attempt) || compareText(a.id, b.id));
  return {
    key,
    runtime: first.runtime,
    cohort: first.cohort,
    label: cleanLine(first.task) || '(no name)',
    decisions: times.flatMap((t) => decisions.find((d) => d.t === t) ?? []),
    attempts: sorted.filter((a) => a.excluded === null),
    setAside: sorted.filter((a) => a.excluded !== null),
  };
}

/** Identity of a cell as one string. */
export function cellKey(runtime: string, cohort: string | null, task: string): string {
  return JSON.stringify([runtime, cohort, task]);
}

/** What `cellKey` was made of; null when the text is no such key (a page may send anything). */
function readKey(key: string): { readonly runtime: string; readonly cohort: string | null; readonly task: string } | null {
  let parts: unknown;
  try {
    parts = JSON.parse(key);
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const [runtime, cohort, task] = parts as readonly unknown[]; // an array of anything
  if (typeof runtime !== 'string' || typeof task !== 'string' || !(cohort === null || typeof cohort === 'string')) return null;
  return { runtime, cohort, task };
}

function groupKey(runtime: string, cohort: string | null): string {
  return JSON.stringify([runtime, cohort]);
}
