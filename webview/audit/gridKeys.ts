import type { Columns, RowContext } from './gridCells';
import { columnsOf } from './gridCells';
import { moveOf, rowAfter, type GridFocus } from './gridFocus';
import type { PanelState } from './panelState';
import type { Row } from './rows';

/** The column that has a cell in this kind of row, at or before the wanted one: rows that say one thing across columns have fewer. */
export function ownColumn(row: Row, wanted: number, columns: Columns): number | null {
  if (row.kind === 'detail') return null;
  const isFull = row.kind === 'cell' && row.decision.status === 'live';
  if (isFull || wanted <= columns.continued) return Math.min(wanted, columns.verdict);
  if (wanted >= columns.verdict) return columns.verdict;
  return row.kind === 'group' && wanted >= columns.difference ? columns.difference : columns.continued;
}

/** What keys act on. */
export interface KeyContext {
  readonly rows: readonly Row[];
  readonly focus: GridFocus;
  readonly context: RowContext;
  readonly state: PanelState;
  /** Toggles a row, or shows its detail at a time (by number). */
  choose(row: Row, time: number | null, column: number): void;
  change(patch: Partial<PanelState>): void;
}

/** Moves through the grid, opens and closes; keys inside an open detail are left to its links, but for Escape. */
export function handleKey(event: KeyboardEvent, { rows, focus, context, state, choose, change }: KeyContext): void {
  const cell = event.target instanceof HTMLElement ? event.target : null;
  const row = rows[focus.row];
  if (row === undefined || cell === null) return;
  if (event.key === 'Escape' && state.open !== null) {
    event.preventDefault();
    focus.go({ key: state.open, column: focus.column });
    change({ open: null });
    return;
  }
  // Keys inside an open detail belong to its links.
  if (cell.dataset['column'] === undefined) return;
  const column = Number(cell.dataset['column']);
  const { measure } = context;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    const time = column >= 2 && column <= measure.last - measure.first + 1 ? measure.first + column - 2 : null;
    if (event.key === ' ' && time !== null && row.kind === 'cell') change({ t: context.audit.times[time] ?? null });
    else choose(row, time, column);
    return;
  }
  const move = moveOf(event);
  if (move === null) return;
  event.preventDefault();
  const last = columnsOf(context).verdict;
  const element = cell.closest('[data-index]');
  if (move.kind === 'column') {
    const all = element === null ? [] : [...element.querySelectorAll<HTMLElement>('[data-column]')];
    const next = all[all.indexOf(cell) + move.by];
    if (next) focus.go({ key: row.key, column: Number(next.dataset['column']) });
  } else if (move.kind === 'first-column' || move.kind === 'last-column') {
    focus.go({ key: row.key, column: move.kind === 'first-column' ? 1 : last });
  } else {
    const target = rows[rowAfter(rows, focus.row, move)];
    // The wanted column is kept on the way through rows that have fewer cells.
    if (target) focus.go({ key: target.key, column: focus.column });
  }
}
