import type { SectionView } from './section';

/** One of the five results of a trial, or what was fixed beforehand: a stretch of the section's tables. */
export interface TrialPartView {
  readonly key: string;
  readonly title: string;
  readonly firstTable: number;
  readonly tableCount: number;
}

export interface TrialSectionView extends SectionView {
  /** In the order shown; empty where there is no trial. */
  readonly parts: readonly TrialPartView[];
  /** Which attempts are evaluated; null: nothing is frozen yet. */
  readonly set: TrialSetName | null;
}

/** Tasks outside the calibration, or attempts that surely started after the freeze. */
export type TrialSetName = 'held-out' | 'after-freeze';

/** What the section is asked with. */
export interface TrialParams {
  readonly set: TrialSetName;
}
