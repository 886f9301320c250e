import type { ClassCounts } from '../../engine/attemptClass';
import { classOf } from '../../engine/attemptClass';
import { familyTail } from '../../engine/clopperPearson';
import { attemptsForPower, expectedDirection, type Direction } from '../../engine/power';
import type { AuditDecision, AuditResult } from '../../model/results';
import type { RichText } from '../../protocol/audit';
import { formatCount } from '../numbers';
import { countOf } from '../words';
import type { AuditCell } from './arrange';

const POWER = 0.8;
/** More attempts of one cell than anybody will collect are not searched. */
const MOST = 500;

/**
 * How many more attempts a verdict would take if the cell's rates hold: "23413 needs about 58 more attempts at M = 156
 * (25 at M = 1), if its rates hold, for 80 % power." Empty for a certified decision, one that is not live, and the anytime rule.
 */
export function describeNeeds(cell: AuditCell, decision: AuditDecision, { plan, family }: AuditResult): RichText {
  if (decision.status !== 'live' || decision.verdict !== 'abstain' || plan.rule !== 'fixed') return [];
  const classes = classesOf(cell, { t: decision.t, budget: plan.budget });
  if (classes === null) return [];
  const direction = expectedDirection(classes);
  const name = { text: cell.label, strong: true };
  if (direction === null) return [name, { text: ': at its present rates both actions come out alike, and no number of attempts would tell them apart.' }];
  const here = moreAttempts(classes, decision.n, familyTail(plan.alpha, family), direction);
  const alone = family === 1 ? '' : ` (${moreAttempts(classes, decision.n, familyTail(plan.alpha, 1), direction) ?? `over ${MOST}`} at M = 1)`;
  if (here === null) return [name, { text: ` would need more than ${MOST} attempts at M = ${formatCount(family)}${alone}, if its rates hold, to certify ${direction} with 80 % power.` }];
  return [name, { text: ` needs about ${countOf(here, 'more attempt')} at M = ${formatCount(family)}${alone}, if its rates hold, to certify ${direction} with 80 % power.` }];
}

/** Null: a horizon is too short for one of the attempts. */
function classesOf(cell: AuditCell, at: { readonly t: number; readonly budget: number }): ClassCounts | null {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const { T, E, H } of cell.attempts) {
    const index = classOf({ T, E, H }, at);
    if (index === null) return null;
    counts[index as 0 | 1 | 2 | 3 | 4]++; // classOf numbers the five classes
  }
  return counts;
}

function moreAttempts(classes: ClassCounts, n: number, tail: number, direction: Direction): number | null {
  const least = attemptsForPower(classes, tail, { direction, power: POWER, from: n, most: MOST });
  return least === null ? null : least - n;
}
