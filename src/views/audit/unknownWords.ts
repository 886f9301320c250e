import type { AuditDecision, AuditResult, VerdictLevel } from '../../model/results';
import type { CaveatView } from '../../protocol/audit';
import { formatCount, formatPointsInterval } from '../numbers';
import { capitalise, countOf, plural } from '../words';

type Bounded = Pick<AuditDecision, 'worstCase' | 'verdict'>;

/**
 * In a row of a list: "holds whatever the 3 unknown attempts were", "holds if missing at random", "4 labels could settle it";
 * '' where nothing is unknown, or no label could settle it.
 */
export function unknownNote(decision: Bounded): string {
  const { unknown, leastLabels } = decision.worstCase;
  if (unknown === 0) return '';
  switch (levelOf(decision)) {
    case 'any':
      return `${claimOf(decision)} whatever the ${unknownAttempts(unknown)} ${plural(unknown, 'was', 'were')}`;
    case 'at_random':
      return `${claimOf(decision)} if missing at random`;
    case 'abstain':
      return leastLabels === null ? '' : `${countOf(leastLabels, 'label')} could settle it`;
  }
}

/** The same as a sentence with the bounds, for the detail of a decision; '' where nothing is unknown. */
export function describeUnknown(decision: Bounded): string {
  const { unknown, leastLabels, difference } = decision.worstCase;
  if (unknown === 0) return '';
  const who = unknownAttempts(unknown);
  if (levelOf(decision) === 'any') return `${capitalise(claimOf(decision))} whatever the ${who} ${plural(unknown, 'was', 'were')}.`;
  const bounds = formatPointsInterval(difference.low, difference.high);
  const labels = leastLabels === null ? `no ${plural(unknown, 'label of it', 'labels of them')} could settle it` : `${countOf(leastLabels, 'label')} could settle it`;
  if (levelOf(decision) === 'at_random') return `${capitalise(claimOf(decision))} if the ${who} ${plural(unknown, 'is', 'are')} missing at random; whatever ${plural(unknown, 'it was', 'they were')}, the difference lies in ${bounds}, and ${labels}.`;
  return `Whatever the ${who} ${plural(unknown, 'was', 'were')}, the difference lies in ${bounds}; ${labels}.`;
}

/** Where unknown attempts could turn a verdict, or give one; null where they can do neither. */
export function unknownCaveat({ decisions }: Pick<AuditResult, 'decisions'>): CaveatView | null {
  const open = decisions.filter(({ worstCase }) => worstCase.unknown > 0);
  const conditional = open.filter((decision) => levelOf(decision) === 'at_random').length;
  const settled = open.filter((decision) => levelOf(decision) === 'abstain' && decision.worstCase.leastLabels !== null).length;
  if (conditional === 0 && settled === 0) return null;
  const parts = [
    ...(conditional === 0 ? [] : [`${countOf(conditional, 'verdict')} ${plural(conditional, 'holds', 'hold')} only if ${plural(conditional, 'its', 'their')} unknown attempts are missing at random`]),
    ...(settled === 0 ? [] : [`labels of unknown attempts could settle ${settled === 1 ? 'one comparison' : `${formatCount(settled)} comparisons`} that ${plural(settled, 'abstains', 'abstain')}`]),
  ];
  return { icon: conditional > 0 ? 'warning' : 'info', text: `${capitalise(parts.join('; '))}.`, action: null };
}

/** A verdict of the plan's rule on what is known holds at random at least, whatever rule the bounds go by. */
function levelOf({ worstCase, verdict }: Bounded): VerdictLevel {
  if (worstCase.level === 'any' && (verdict === null || verdict === 'abstain' || verdict === worstCase.verdict)) return 'any';
  return verdict === 'restart' || verdict === 'continue' ? 'at_random' : worstCase.level;
}

/** "holds" of a verdict that stands there already, else the verdict that follows. */
function claimOf({ worstCase, verdict }: Bounded): string {
  return verdict === null || verdict === 'abstain' ? `${worstCase.verdict} is certified` : 'holds';
}

function unknownAttempts(count: number): string {
  return count === 1 ? 'unknown attempt' : `${formatCount(count)} unknown attempts`;
}
