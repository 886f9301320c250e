import type { AuditResult, LeastByFamily } from '../../model/results';
import { formatCount } from '../numbers';
import { countOf } from '../words';
import type { Vocabulary } from './vocabulary';

interface Family {
  readonly family: number;
  readonly plan: Pick<AuditResult['plan'], 'grid'>;
}

/** What alpha covers together: "156 comparisons", "every t below every B′ up to 30, which weighs as 6,032 comparisons". */
export function togetherWords({ family, plan }: Family): string {
  const comparisons = countOf(family, 'comparison');
  return plan.grid === null ? comparisons : `every t below every B\u2032 up to ${formatCount(plan.grid.budget)}, which weighs as ${comparisons}`;
}

/** "this family of 156", "a single comparison", "this slider-safe family (M = 6,032)". */
export function familyName({ family, plan }: Family): string {
  if (plan.grid !== null) return `this slider-safe family (M = ${formatCount(family)})`;
  return family === 1 ? 'a single comparison' : `this family of ${formatCount(family)}`;
}

/** What moving t and B after looking costs: "14 attempts under the planned family, 20 under sliders for continue; …". Empty where only one family is defined. */
export function priceWords({ leastAttempts: { byFamily } }: Pick<AuditResult, 'leastAttempts'>): string {
  if (byFamily === null) return '';
  return `To move t and B after looking has a price. Continue takes ${pairWords(byFamily, 'continue')}; restart ${pairWords(byFamily, 'restart')}.`;
}

/** "14 attempts"; null: no number that was tried is enough. */
export function leastWords(n: number | null): string {
  return n === null ? 'more attempts than any number that was tried' : countOf(n, 'attempt');
}

function pairWords({ planned, sliders }: LeastByFamily, direction: 'continue' | 'restart'): string {
  return `${leastWords(planned[direction])} under the planned family, ${sliders[direction] === null ? leastWords(null) : formatCount(sliders[direction])} under sliders`;
}

/** Whether t and B may be moved on screen, and what else holds. */
export function movesWords(result: Pick<AuditResult, 'family' | 'plan' | 'leastAttempts'>, words: Vocabulary): string {
  const { plan, leastAttempts } = result;
  if (plan.grid !== null) {
    const here = plan.grid.isMoved ? ' Here they stand elsewhere than in the plan.' : '';
    const top = plan.seal === null ? ' The grid goes up to the budget that is looked at until the plan is sealed.' : '';
    return `Slider-safe family: verdicts hold at every whole t below every budget up to ${words.amount(plan.grid.budget)} (${countOf(plan.grid.pairs, 'place')} in each cell), wherever t and B are moved to; beyond that grid nothing was planned.${here}${top}`;
  }
  const only = 'Moving t or B after looking is exploratory';
  const { byFamily } = leastAttempts;
  if (byFamily === null) return `${only}.`;
  return `${only}, unless the plan\u2019s family is "sliders", at a price that the evidence planner states.`;
}
