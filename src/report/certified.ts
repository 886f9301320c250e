import type { AuditView, CellView, DecisionView, GroupView } from '../protocol/audit';

export interface ListedDecision {
  readonly group: GroupView;
  readonly cell: CellView;
  readonly decision: DecisionView;
  readonly timeLabel: string;
}

/** Certified decisions at all times, in the order of groups, tasks and times. */
export function listCertified(view: AuditView): readonly ListedDecision[] {
  return view.groups.flatMap((group) =>
    group.cells.flatMap((cell) =>
      cell.decisions.flatMap((decision, at) => (decision.verdict === 'restart' || decision.verdict === 'continue' ? [{ group, cell, decision, timeLabel: view.timeLabels[at] ?? '' }] : [])),
    ),
  );
}

/** The panel's default order at the chosen time: live cells by |difference| x live attempts, those with too short a horizon, those not reached, those without a countable attempt. */
export function orderCells(cells: readonly CellView[], at: number): readonly { readonly cell: CellView; readonly decision: DecisionView }[] {
  const rank = { live: 0, horizon: 1, 'not-reached': 2, uncounted: 3 } as const;
  return cells
    .flatMap((cell) => {
      const decision = cell.decisions[at];
      return decision === undefined ? [] : [{ cell, decision }];
    })
    .sort((a, b) => rank[a.decision.status] - rank[b.decision.status] || b.decision.weight - a.decision.weight);
}

/** "abstain", "not reached", "no countable attempt", "no estimate"; behind it how far it carries over unknown attempts. */
export function verdictWords({ verdict, status, unknown, margin }: DecisionView): string {
  const words = verdict ?? (status === 'horizon' ? 'no estimate' : status === 'uncounted' ? 'no countable attempt' : 'not reached');
  const said = margin === '' ? words : `${words}, ${margin}`;
  return unknown === '' ? said : `${said} (${unknown})`;
}

/** Live attempts at a time: "1/5", "·" when not reached, "–" where no attempt counts, "?" when not known. */
export function liveWords({ status, nLive, n }: DecisionView): string {
  if (status === 'uncounted') return '–';
  return status === 'not-reached' ? '·' : `${nLive ?? '?'}/${n}`;
}
