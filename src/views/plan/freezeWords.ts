import type { Lock } from '../../model/seal';
import { formatMinute } from '../audit/context';
import { formatCount } from '../numbers';
import { axisAmount, countOf, plural } from '../words';

/** What freezing came to, as far as its words need it. */
export interface FrozenFacts {
  readonly lock: Lock;
  readonly cells: number;
  readonly family: number;
  readonly least: { readonly continue: number | null; readonly restart: number | null };
  readonly ahead: number;
}

/** What a new seal says and demands, a sentence or two a line. */
export function frozenWords({ lock, cells, family, least, ahead }: FrozenFacts): readonly string[] {
  const { settled, plan } = lock;
  return [
    `Frozen ${formatMinute(lock.frozen)}${lock.number === 1 ? '' : `, seal number ${lock.number}`}: B = ${axisAmount(plan.axis, settled.budget)}, t = ${settled.times.join(' ')}, ${countOf(cells, 'cell')}, ${plan.family === 'sliders' ? `every t below every budget up to ${settled.budget}, which weighs as ` : ''}${countOf(family, 'comparison')}.`,
    attemptsWords(settled.attemptsPerCell, least),
    `${countOf(lock.indexed.length, 'attempt')} here already ${plural(lock.indexed.length, 'stays', 'stay')} exploratory.`,
    ...(ahead === 0 ? [] : [`${countOf(ahead, 'attempt')} here already ${plural(ahead, 'says', 'say')} that ${plural(ahead, 'it starts', 'they start')} later than now: a clock is wrong.`]),
    `A seal is a promise, not a proof: clocks and files can be changed. Seal ${lock.seal}.`,
  ];
}

function attemptsWords(number: number | null, least: FrozenFacts['least']): string {
  if (number === null) return 'The anytime rule may look at any number of attempts started from now on.';
  const of = (word: string, needed: number | null): string => `${word} ${needed === null ? 'cannot be certified at any number that was tried' : `takes ${formatCount(needed)}`}`;
  return `Planned: ${countOf(number, 'attempt')} per cell, started from now on. In this family ${of('continue', least.continue)}, ${of('restart', least.restart)}.`;
}
