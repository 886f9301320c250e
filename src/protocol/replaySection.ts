import type { SectionView } from './section';

/** A point of a curve; proportions. */
export interface CurvePointView {
  readonly cutoff: number;
  /** Null where an attempt was not watched as far: the curve has a gap. */
  readonly success: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "cutoff 16: 85.14 % [60.00, 100.00]": said on the point. */
  readonly text: string;
}

/** Success over cutoffs for one runtime and cohort. */
export interface CurveView {
  /** Rising by cutoff. */
  readonly points: readonly CurvePointView[];
  readonly budget: number;
  /** Marks under the axis, rising. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** The best cutoffs of the same tasks, all that are equal; the last is the chosen one. */
  readonly inSample: { readonly tied: readonly number[]; readonly success: number; readonly label: string } | null;
  /** Cutoffs chosen on the other tasks, with the share of tasks that get each; `success` is what they come to. */
  readonly heldOut: { readonly cutoffs: readonly { readonly cutoff: number; readonly share: number }[]; readonly success: number; readonly label: string } | null;
  /** What is set against: a level across the chart. */
  readonly against: { readonly success: number; readonly label: string } | null;
  /** The chart as one sentence. */
  readonly sentence: string;
}

/** One runtime and cohort. */
export interface ReplayGroupView {
  /** Stable over replays of the same data; opaque. */
  readonly key: string;
  /** "luna initial, 7 tasks, 35 attempts". */
  readonly title: string;
  readonly curve: CurveView;
  /** Which of the section's tables are the group's own: from here, so many. */
  readonly firstTable: number;
  readonly tableCount: number;
}

/** The section on replayed policies. */
export interface ReplaySectionView extends SectionView {
  readonly groups: readonly ReplayGroupView[];
  /** "calls", under the charts. */
  readonly axis: string;
  /** Whether a failed submission is known as one here, and whether the answer depends on it. */
  readonly verifier: { readonly isOn: boolean; readonly matters: boolean };
}

/** What the section is asked with; null: as the data suggest. */
export interface ReplayParams {
  readonly verifier: 'yes' | 'no' | null;
}
