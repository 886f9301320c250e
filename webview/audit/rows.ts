import type { AuditView, CellView, DecisionView, GroupView } from '../../src/protocol/audit';
import type { Filter, PanelState, Sort } from './panelState';

/** A row of the grid. */
export type Row =
  | { readonly kind: 'group'; readonly key: string; readonly group: GroupView; readonly isFolded: boolean }
  | { readonly kind: 'cell'; readonly key: string; readonly group: GroupView; readonly cell: CellView; readonly decision: DecisionView }
  | { readonly kind: 'detail'; readonly key: string; readonly group: GroupView; readonly cell: CellView };

export interface Rows {
  readonly rows: readonly Row[];
  /** Cells that pass the filters, folded away or not, and all there are. */
  readonly shown: number;
  readonly all: number;
}

/** The rows to show for the reader's choice, at time number `at` of the audit. */
export function listRows(audit: AuditView, state: PanelState, at: number): Rows {
  const needle = state.task.trim().toLowerCase();
  const isFiltered = needle !== '' || state.filter !== 'all';
  const rows: Row[] = [];
  let shown = 0;
  let all = 0;
  for (const group of audit.groups) {
    const matching = group.cells.filter((cell) => matches(cell, state.filter, needle));
    all += group.cells.length;
    shown += matching.length;
    if (isFiltered && matching.length === 0) continue;
    const isFolded = state.folded[group.key] ?? (!isFiltered && !isReached(group, at));
    rows.push({ kind: 'group', key: group.key, group, isFolded });
    if (isFolded) continue;
    for (const { cell, decision } of sortCells(matching, state.sort, at)) {
      rows.push({ kind: 'cell', key: cell.key, group, cell, decision });
      if (cell.key === state.open) rows.push({ kind: 'detail', key: `detail ${cell.key}`, group, cell });
    }
  }
  return { rows, shown, all };
}

/** Index of the chosen time: the reader's where the audit has it, else the audit's own. */
export function chosenTime(audit: AuditView, t: number | null): number {
  const at = t === null ? -1 : audit.times.indexOf(t);
  return at >= 0 ? at : audit.chosen;
}

/** A verdict at any of the plan's times counts, since that is what the totals count. */
function matches(cell: CellView, filter: Filter, needle: string): boolean {
  if (needle !== '' && !cell.task.toLowerCase().includes(needle)) return false;
  return filter === 'all' || cell.decisions.some((decision) => hasStatus(decision, filter));
}

/** Whether the decision is what a filter asks for. */
export function hasStatus(decision: DecisionView, filter: Filter): boolean {
  return filter === 'all' || decision.verdict === filter || decision.status === filter;
}

function isReached(group: GroupView, at: number): boolean {
  return group.cells.some((cell) => cell.decisions[at]?.status === 'live' || cell.decisions[at]?.status === 'horizon');
}

/** Live decisions by the chosen order, then those with too short a horizon, then those never reached, then those without a countable attempt; ties by task. */
function sortCells(cells: readonly CellView[], sort: Sort, at: number): readonly { readonly cell: CellView; readonly decision: DecisionView }[] {
  const pairs = cells.flatMap((cell) => {
    const decision = cell.decisions[at];
    return decision === undefined ? [] : [{ cell, decision }];
  });
  if (sort === 'task') return pairs;
  const rank = { live: 0, horizon: 1, 'not-reached': 2, uncounted: 3 } as const;
  return pairs.sort((a, b) => rank[a.decision.status] - rank[b.decision.status] || orderOf(b.decision, sort) - orderOf(a.decision, sort));
}

function orderOf(decision: DecisionView, sort: Exclude<Sort, 'task'>): number {
  switch (sort) {
    case 'weight':
      return decision.weight;
    case 'difference':
      return decision.difference?.estimate ?? 0;
    case 'live':
      return decision.nLive ?? 0;
  }
}
