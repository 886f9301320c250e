// An audit has a decision for each cell and time, most of them like others: each different one crosses once.

import type { AuditState, AuditView, BannerView, CellView, DecisionView, GroupView } from './audit';

export interface PackedCell extends Omit<CellView, 'decisions'> {
  /** Places in the audit's `decisions`, one for each time of the plan. */
  readonly decisions: readonly number[];
}

export interface PackedGroup extends Omit<GroupView, 'cells'> {
  readonly cells: readonly PackedCell[];
}

export interface PackedAudit extends Omit<AuditView, 'groups'> {
  readonly decisions: readonly DecisionView[];
  readonly groups: readonly PackedGroup[];
}

/** `AuditState` as it crosses to the panel. */
export type PackedAuditState = { readonly kind: 'audit'; readonly audit: PackedAudit; readonly banner: BannerView | null } | Extract<AuditState, { readonly kind: 'notice' }>;

/** The state with each different decision once. */
export function packState(state: AuditState): PackedAuditState {
  return state.kind === 'audit' ? { ...state, audit: packAudit(state.audit) } : state;
}

/** The state as it was before `packState`; equal decisions are one object. */
export function unpackState(state: PackedAuditState): AuditState {
  return state.kind === 'audit' ? { ...state, audit: unpackAudit(state.audit) } : state;
}

function packAudit(audit: AuditView): PackedAudit {
  const places = new Map<string, number>();
  const seen = new Map<DecisionView, number>();
  const decisions: DecisionView[] = [];
  const placeOf = (decision: DecisionView): number => {
    // Equal decisions are mostly one object already.
    const place = seen.get(decision) ?? placeOfEqual(decision);
    seen.set(decision, place);
    return place;
  };
  const placeOfEqual = (decision: DecisionView): number => {
    const key = JSON.stringify(decision);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, decisions.length);
    return decisions.push(decision) - 1;
  };
  const groups = audit.groups.map((group) => ({ ...group, cells: group.cells.map((cell) => ({ ...cell, decisions: cell.decisions.map(placeOf) })) }));
  return { ...audit, decisions, groups };
}

function unpackAudit({ decisions, ...audit }: PackedAudit): AuditView {
  const unpackCell = (cell: PackedCell): CellView => ({
    ...cell,
    decisions: cell.decisions.map((place) => {
      const decision = decisions[place];
      if (decision === undefined) throw new Error(`A packed audit names decision ${place} of ${decisions.length}.`);
      return decision;
    }),
  });
  return { ...audit, groups: audit.groups.map((group) => ({ ...group, cells: group.cells.map(unpackCell) })) };
}
