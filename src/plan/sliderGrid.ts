import type { Plan } from '../model/plan';
import type { SliderPosition } from '../model/seal';

/**
 * Whether a slider-safe plan covers a place: a whole budget B' up to its own, and whole times below B'. False for a plan of the
 * planned family, which covers its own times and budget only.
 */
export function isOnGrid(plan: Pick<Plan, 'family' | 'budget'>, { budget, times }: SliderPosition): boolean {
  const isInside = Number.isInteger(budget) && plan.budget !== null && budget <= plan.budget && times.length > 0;
  return plan.family === 'sliders' && isInside && times.every((t) => Number.isInteger(t) && t > 0 && t < budget);
}
