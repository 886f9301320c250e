import type { CurvesView } from './curves';
import type { AlarmInput } from './alarmInput';
import type { AlarmView, OpportunityView } from './opportunity';
import type { ConditionsParams, ConditionsSectionView } from './conditionsSection';
import type { RepresentationsParams, RepresentationsSectionView } from './representationsSection';
import type { ReplayParams, ReplaySectionView } from './replaySection';
import type { SectionView } from './section';
import type { TrialParams, TrialSectionView } from './trialSection';

/** Requests for the sections of the audit panel beside its verdicts; each is asked for when it is opened, and again after a new audit. */
export type SectionRequests = {
  /** t null: the time that the audit shows first; input null: the example. */
  readonly opportunity: { readonly params: { readonly t: number | null }; readonly result: OpportunityView };
  readonly alarm: { readonly params: { readonly input: AlarmInput | null; readonly t: number | null }; readonly result: AlarmView };
  /** Key of a cell or group; '': the first group. */
  readonly curves: { readonly params: { readonly subject: string | null }; readonly result: CurvesView };
  readonly replay: { readonly params: ReplayParams; readonly result: ReplaySectionView };
  /** t null: the time that the audit shows first; group null (reports): every one; '': one of which something can be said. */
  readonly representations: { readonly params: RepresentationsParams; readonly result: RepresentationsSectionView };
  readonly conditions: { readonly params: ConditionsParams; readonly result: ConditionsSectionView };
  readonly runs: { readonly params: null; readonly result: SectionView };
  readonly patches: { readonly params: null; readonly result: SectionView };
  readonly trial: { readonly params: TrialParams; readonly result: TrialSectionView };
  readonly planCheck: { readonly params: null; readonly result: SectionView };
  readonly otherReading: { readonly params: null; readonly result: SectionView };
  readonly checks: { readonly params: null; readonly result: SectionView };
  readonly sensitivity: { readonly params: null; readonly result: SectionView };
  readonly nextRuns: { readonly params: null; readonly result: SectionView };
  readonly forks: { readonly params: null; readonly result: SectionView };
  readonly notCounted: { readonly params: null; readonly result: SectionView };
};

export type SectionName = keyof SectionRequests;
