import type { AttemptPair, AttemptScope, CellDetailView } from './audit';
import type { TrialSetName } from './trialSection';
import type { PackedAuditState } from './auditPacking';
import type { SectionName, SectionRequests } from './auditSections';
import type { SectionView } from './section';

/** Requests of the audit panel, answered by the extension host. */
// A type, not an interface: it fits the request map without an index signature, which would hide each method's own types.
export type AuditRequests = SectionRequests & {
  readonly load: { readonly params: null; readonly result: PackedAuditState };
  /** Null: the audit no longer has that cell. */
  readonly cell: { readonly params: { readonly key: string; readonly t: number }; readonly result: CellDetailView | null };
  /** Step from 1; null: where the reader was. */
  readonly openAttempt: { readonly params: { readonly id: string; readonly step: number | null }; readonly result: null };
  /** Two trajectories beside each other. */
  readonly openPair: { readonly params: { readonly pair: AttemptPair }; readonly result: null };
  readonly copyText: { readonly params: { readonly text: string }; readonly result: null };
  /** Runs a command of this extension; others are refused. */
  readonly command: { readonly params: { readonly command: string }; readonly result: null };
  /** Under a seal: audits what was planned, or everything. */
  readonly setAttempts: { readonly params: { readonly attempts: AttemptScope }; readonly result: null };
  /** What can be said of the attempts where there is no audit. */
  readonly described: { readonly params: null; readonly result: SectionView };
  readonly setBudget: { readonly params: { readonly budget: number }; readonly result: null };
  readonly cancel: { readonly params: null; readonly result: null };
};

/** Events to the audit panel. */
export type AuditEvents = {
  /** The audit changed or the work moved on. */
  readonly state: PackedAuditState;
  /** A decision was chosen elsewhere: open its cell at its time. */
  readonly show: { readonly key: string; readonly t: number };
  /** A section was asked for elsewhere: open its tab. */
  readonly open: { readonly section: SectionName; /** Of a trial: which attempts are evaluated; null: as they were. */ readonly trialSet: TrialSetName | null };
};
