import type { IntervalView } from './audit';
import type { SectionView } from './section';

/** A difference of shares, b minus a, for drawing. */
export interface ForestRow {
  readonly label: string;
  /** Of all tasks together, or of one. */
  readonly isWhole: boolean;
  readonly difference: IntervalView;
  /** "+20.0 [−12.3, +47.1]". */
  readonly text: string;
  /** What the interval is: "pointwise", "resampling range over 4 repositories". */
  readonly kind: string;
}

export interface ConditionChoice {
  readonly key: string;
  readonly title: string;
}

/** The section that sets two conditions side by side. */
export interface ConditionsSectionView extends SectionView {
  /** Runtimes and cohorts to choose from. */
  readonly choices: readonly ConditionChoice[];
  /** Keys of the two that are compared; null where nothing can be. */
  readonly a: string | null;
  readonly b: string | null;
  readonly nameA: string;
  readonly nameB: string;
  readonly forest: readonly ForestRow[];
  /** The drawing as a sentence. */
  readonly sentence: string;
}

/** Keys of the two conditions; null: those that share most tasks. */
export interface ConditionsParams {
  readonly a: string | null;
  readonly b: string | null;
}
