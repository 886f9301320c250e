import { leastAttempts } from '../engine/certifiable';
import { wholeSliderFamily, type SliderFamily } from '../engine/sliderFamily';
import type { DecisionFamily } from '../model/plan';
import type { FamilyPrice, LeastByFamily } from '../model/results';
import type { SettledPlan } from './resolvePlan';

/** What the size of a family follows from: the plan as settled or frozen, wherever a reader looks. */
export type FamilyPlan = Pick<SettledPlan, 'family' | 'rule' | 'times' | 'budget' | 'alpha'>;

/** M: cells x times, at least 1; slider-safe, as many comparisons as have the tail of every t below every budget up to B. */
export function familySize(plan: Pick<FamilyPlan, 'family' | 'times' | 'budget' | 'alpha'>, cells: number): number {
  const size = plan.family === 'sliders' ? sliderFamilyOf(plan, cells).equivalent : cells * plan.times.length;
  return Math.max(1, size);
}

/** Every whole t below every whole budget up to the plan's, in each cell. Source: BEYOND.md 10. */
export function sliderFamilyOf({ budget, alpha }: Pick<FamilyPlan, 'budget' | 'alpha'>, cells: number): SliderFamily {
  return wholeSliderFamily(cells, budget, alpha);
}

/** The price of either family in attempts; null under a rule for which only one is defined. */
export function leastByFamily(plan: FamilyPlan, cells: number): LeastByFamily | null {
  if (plan.rule !== 'fixed' || cells === 0) return null;
  const price = (family: DecisionFamily): FamilyPrice => {
    const size = familySize({ ...plan, family }, cells);
    const least = leastAttempts(plan.alpha, size);
    return { family: size, continue: least.continue, restart: least.restart?.n ?? null };
  };
  return { planned: price('planned'), sliders: price('sliders') };
}
