import type { ConditionsParams, ConditionsSectionView } from './conditionsSection';
import type { ReplayParams, ReplaySectionView } from './replaySection';
import type { SectionView } from './section';

/** Requests for the sections of the audit panel beside its verdicts; each is asked for when it is opened, and again after a new audit. */
export type SectionRequests = {
  readonly replay: { readonly params: ReplayParams; readonly result: ReplaySectionView };
  readonly conditions: { readonly params: ConditionsParams; readonly result: ConditionsSectionView };
  readonly runs: { readonly params: null; readonly result: SectionView };
  readonly patches: { readonly params: null; readonly result: SectionView };
  readonly notCounted: { readonly params: null; readonly result: SectionView };
};

export type SectionName = keyof SectionRequests;
