import type { Probability } from '../model/units';
import { restartBudget } from './actionCounts';

/** The family of every decision that sliders of t and B can reach. */
export interface SliderFamily {
  /** Pairs t < B' of one cell: each has an interval for continuing. */
  readonly pairs: number;
  /** Different B' - t: a restart interval depends on nothing else. */
  readonly restartIntervals: number;
  /** Intervals of all cells. */
  readonly intervals: number;
  /** The M of the paper's rule that has the same tail: half of the intervals, since each of its decisions has two. */
  readonly equivalent: number;
  /** Error on each side of each interval. */
  readonly tail: Probability;
}

/**
 * The price of choosing t and B after looking: all pairs t < B' on the grids stand in one family, with error alpha over all
 * intervals. O(times x budgets).
 *
 * Example: 26 cells, times 4, 8, ... 24 and the one budget 30 give the paper's 156. Every t < B' up to 30 costs 232 per cell.
 *
 * Source: BEYOND.md 10; golden `x.slider`.
 */
export function sliderFamily(cells: number, grids: { readonly times: readonly number[]; readonly budgets: readonly number[] }, alpha: Probability): SliderFamily {
  const rests = grids.budgets.flatMap((budget) => grids.times.filter((t) => t < budget).map((t) => restartBudget(budget, t)));
  return familyOf(cells, { pairs: rests.length, restartIntervals: new Set(rests).size }, alpha);
}

/**
 * `sliderFamily` over every whole 0 < t < B' up to a budget, which has B (B - 1) / 2 pairs and B - 1 different rests. O(1).
 *
 * Example: 232 comparisons' worth per cell up to 30.
 */
export function wholeSliderFamily(cells: number, budget: number, alpha: Probability): SliderFamily {
  return familyOf(cells, { pairs: (budget * (budget - 1)) / 2, restartIntervals: budget - 1 }, alpha);
}

function familyOf(cells: number, { pairs, restartIntervals }: Pick<SliderFamily, 'pairs' | 'restartIntervals'>, alpha: Probability): SliderFamily {
  const intervals = cells * (pairs + restartIntervals);
  return { pairs, restartIntervals, intervals, equivalent: intervals / 2, tail: alpha / (2 * intervals) };
}
