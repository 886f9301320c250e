import { armsOverlapAt } from '../../engine/actionCounts';
import { classesOfDecision, type ClassCounts } from '../../engine/attemptClass';
import { familyTail } from '../../engine/clopperPearson';
import { PlanningRegions, type PlannedRule } from '../../engine/planningRegion';
import { attemptsForPower, expectedDirection } from '../../engine/power';
import { attemptsForChance } from '../../engine/predictivePower';
import type { AuditDecision, AuditResult } from '../../model/results';
import type { RichText } from '../../protocol/audit';
import { formatCount, formatPercent } from '../numbers';
import { countOf } from '../words';
import type { AuditCell } from './arrange';

const POWER = 0.8;
/** Larger fresh cells are not looked at; their regions take long. */
const MOST = 200;

/** Regions do not depend on what was seen: moving from cell to cell asks for the same ones. */
const known = new Map<string, PlanningRegions>();
const MOST_KNOWN = 8;

function regionsFor(plan: PlannedRule): PlanningRegions {
  const key = [plan.rule, plan.alpha, plan.family].join(' ');
  const regions = known.get(key) ?? new PlanningRegions(plan);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, regions);
  return regions;
}

/**
 * What a fresh cell would take to settle this decision: "23413: a fresh cell of 61 attempts certifies something with 80 % chance
 * (restart 3 %, continue 77 %), predicted from its 5 attempts." Under the plan's rule and family; beside it, under the fixed rule,
 * the number as if the rates seen were exact. Empty for a certified decision, one that is not live, and the anytime rule, under
 * which a cell may simply grow. In portions: regions of the calibrated rule take up to a second.
 */
export function* needsInPortions(cell: AuditCell, decision: AuditDecision, { plan, family }: AuditResult): Generator<void, RichText, void> {
  const { rule, alpha } = plan;
  const classes = classesOfDecision(decision);
  if (decision.status !== 'live' || decision.verdict !== 'abstain' || rule === 'anytime' || classes === null) return [];
  const armsOverlap = armsOverlapAt(plan.budget, decision.t);
  const found = yield* attemptsForChance({ classes, armsOverlap }, regionsFor({ rule, alpha, family }), { power: POWER, most: MOST });
  const name = { text: cell.label, strong: true };
  const at = `M = ${formatCount(family)}`;
  const from = `predicted from its ${countOf(decision.n, 'attempt')} over all rates that fit them (Dirichlet prior, 1/2 a class)${asIfExact(classes, rule, familyTail(alpha, family))}`;
  if (found === null) return [name, { text: `: no fresh cell of up to ${formatCount(MOST)} attempts would certify anything at ${at} with 80 % chance, ${from}.` }];
  const { attempts, chances } = found;
  return [name, { text: `: a fresh cell of ${countOf(attempts, 'attempt')} certifies something at ${at} with 80 % chance (restart ${formatPercent(chances.restart)}, continue ${formatPercent(chances.continue)}), ${from}. Added to this cell because of what it shows, they would not count.` }];
}

/** The number of attempts, were the shares seen exact; it shows how much of the number is doubt about the rates. */
function asIfExact(classes: ClassCounts, rule: 'fixed' | 'calibrated', tail: number): string {
  const direction = expectedDirection(classes);
  if (rule !== 'fixed') return '';
  if (direction === null) return '; at exactly these rates no number of attempts would tell the actions apart';
  const least = attemptsForPower(classes, tail, { direction, power: POWER, from: 1, most: MOST });
  return `; as if they were exact it would be ${least === null ? `more than ${formatCount(MOST)}` : formatCount(least)}`;
}
