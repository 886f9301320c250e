import { countActions } from '../engine/actionCounts';
import type { AuditDecision } from '../model/results';
import type { AuditedOutcome } from './audit';
import type { Cell } from './cells';

/** The counts of a cell at exactly one position: no verdict, since that time was not planned. */
export interface CellAtCall {
  readonly cell: Cell;
  readonly position: number;
  readonly budget: number;
  readonly status: 'live' | 'not-reached' | 'horizon' | 'beyond-budget';
  readonly n: number;
  readonly nLive: number | null;
  readonly xContinue: number | null;
  readonly xRestart: number | null;
  /** The decision at the next planned time at or after the position; null after the last one. */
  readonly next: AuditDecision | null;
}

/**
 * What the attempt's cell looks like at a position of the plan's axis: counts at exactly there, and the planned decision
 * that comes next. Null when the attempt (a row of the index) is in no cell. At or beyond B there is nothing to decide.
 */
export function countCell(outcome: AuditedOutcome, row: number, position: number): CellAtCall | null {
  const index = outcome.cells.findIndex((cell) => cell.usable.some((u) => u.row === row) || cell.setAside.some((s) => s.attempt.row === row));
  const cell = outcome.cells[index];
  if (cell === undefined) return null;
  const { budget, times } = outcome.plan;
  const time = times.findIndex((t) => t >= position);
  const next = time < 0 ? null : (outcome.result.decisions[index * times.length + time] ?? null);
  const base = { cell, position, budget, next, n: cell.usable.length };
  if (position >= budget) return { ...base, status: 'beyond-budget', nLive: null, xContinue: null, xRestart: null };
  const counts = countActions(
    cell.usable.map(({ times: t }) => t),
    { t: position, budget },
  );
  return {
    ...base,
    status: counts.status === 'ok' ? 'live' : counts.status === 'not_reached' ? 'not-reached' : 'horizon',
    nLive: counts.nLive,
    xContinue: counts.xContinue,
    xRestart: counts.xRestart,
  };
}
